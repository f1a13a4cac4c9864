"""What stands around groups of states in a batch source: known by its text.

For each kernel three functions hand states on: one by one, group by group, and by the width of vectors
that the processor has. They are held against what they have to be. The rest is the same for all robots:
types, shuffles, sines, masks. It is known by its sum; tests run it against kernels for one state.
Whoever changes its template enters the new sum.
"""

from __future__ import annotations

import re
from hashlib import sha256

from gen_robot.errors import UserError
from gen_robot.verification.literals import DOUBLE
from gen_robot.verification.signature import Signature

KNOWN = {
    "91e86be8f914ff7bc526176ff14c88a7aa0294e8730b0bb7e02bb067cec5e69f": "double, inline sines",
    "3816555b8cccfedbf57e6d325f90bba1e53595ef226a20db04a9f95d6d9a97d3": "double, sines of libm",
    "5c46ac3f1f7e7a0bf67f2227de490c472f26d4374c0d89baaa8a0ffd5e55e657": "single, inline sines",
    "ecc662bf59e2ce5b9f15baf778a163a1d424bc9096dacac7f3ebe2f37b89752a": "single, sines of libm",
}
"""By the SHA-256 sum of the text without comments, blanks, kernels and the robot's name."""

_OWN = (
    r"^APART static \w+ \w+_each\(.*?^\}",
    r"^static (?:INLINE|APART) \w+ \w+_(?:group|part\d+)\(.*?^\}",
    r"^static \w+ LEVEL\(\w+\)\(.*?^\}",
    r"^#define (\w+_(?:group|part\d+)) LEVEL\(\1\)$",
    r"^static INLINE \w+ (?:all_sound|square_root|sign_of)\(.*?^\}",
)


def check_shell(text: str, file: str, kernel: str, signature: Signature) -> None:
    """Refuse a file, without its comments, whose groups are not called as they have to be."""
    if shell_sum(text, signature.robot) not in KNOWN:
        raise UserError(file, "what stands around its kernels is not known", "generate it again")
    dense = _dense(text)
    functions = expected(kernel, signature, is_loop(text, kernel))
    for name, wanted in _across(signature.bits).items():
        if f"{name}(" in text:
            functions[name] = wanted
    for name, wanted in functions.items():
        if dense.count(_dense(wanted)) != 1:
            problem = f"{name} does not hand states on as it has to"
            raise UserError(file, problem, "generate it again")


def _across(bits: int) -> dict[str, str]:
    """Return functions that files have if some kernel needs them."""
    word, suffix = ("uint64_t", "") if bits == DOUBLE else ("uint32_t", "f")
    lanes = "for (int lane = 1; lane < LANES; ++lane)"
    return {
        "all_sound": f"""static INLINE int all_sound(const bits *sound) {{
            {word} all = (*sound)[0];
            {lanes} {{ all &= (*sound)[lane]; }}
            return all != 0; }}""",
        "square_root": f"""static INLINE lanes square_root(lanes x) {{
            {lanes.replace("= 1", "= 0")} {{ x[lane] = sqrt{suffix}(x[lane]); }}
            return x; }}""",
        "sign_of": f"""static INLINE lanes sign_of(lanes x) {{
            const bits more = (bits)(x > 0.0{suffix}) & (bits)ALL(1.0{suffix});
            const bits less = (bits)(x < 0.0{suffix}) & (bits)ALL(-1.0{suffix});
            return (lanes)(more | less); }}""",
    }


def is_loop(text: str, kernel: str) -> bool:
    """Tell whether a kernel has no group: all its states are computed one by one."""
    return not re.search(rf"^static INLINE int {kernel}_group\(", text, re.M)


def shell_sum(text: str, robot: str) -> str:
    """Return the sum of a file, without its comments, less what is its robot's own."""
    batches = rf"^(?:void|size_t) {re.escape(robot)}_\w+_batch\(.*?^\}}"
    for pattern in (*_OWN, batches):
        text = re.sub(pattern, "", text, flags=re.M | re.S)
    text = text.replace(f"{robot.upper()}_BATCH_BITS", "ROBOT_BATCH_BITS")
    text = text.replace(f'"{robot}.h"', '"robot.h"').replace(f'"{robot}_batch.c"', '"batch.c"')
    return sha256(_dense(text).encode()).hexdigest()


def _dense(text: str) -> str:
    return "".join(text.split())


def expected(kernel: str, signature: Signature, is_loop: bool) -> dict[str, str]:
    """Return the three functions that hand states on to a kernel."""
    real = "double" if signature.bits == DOUBLE else "float"
    inputs = [f"const {real} *{array.name}" for array in signature.inputs]
    outputs = [f"{real} *{array.name}" for array in signature.outputs]
    arrays = [*inputs, *outputs]
    names = [array.name for array in signature.arrays]
    here = ", ".join(f"{array.name} + {array.size} * s" for array in signature.arrays)
    has, robot = signature.has_status, signature.robot
    returns, gives = ("size_t", "return ") if has else ("void", "")
    status = ["int *status"] if has else []
    handed = ", ".join(["count", *names, *(["status"] if has else [])])
    to_each = ", ".join(["count", *(["0"] if has else []), *names, *(["status"] if has else [])])
    each = f"{kernel}_each"
    plain = ", ".join(["size_t count", *arrays, *status])
    counted = ", ".join(["size_t count", *(["size_t counted"] if has else []), *arrays, *status])
    guard = f"{robot.upper()}_RESTRICT"
    restricted = ", ".join(
        ["size_t count", *(a.replace("*", f"*{guard} ") for a in arrays), *status]
    )
    one = f"{robot}_{kernel}({here});"
    if has:
        loop = f"""const int joint = {one}
            failed += joint != 0 && s >= counted;
            if (status) {{ status[s] = joint; }}"""
        group = f"""if (!{kernel}_group({here})) {{
                failed += {each}(LANES, done - s, {here}, status ? status + s : status);
            }} else if (status) {{
                for (size_t lane = 0; lane < LANES; ++lane) {{ status[s + lane] = 0; }}
            }}"""
    else:
        loop, group = one, f"if (!{kernel}_group({here})) {{ {each}(LANES, {here}); }}"
    begins, ends = ("size_t failed = 0;", "return failed;") if has else ("", "")
    few = f"{gives}{each}({to_each});"
    level = few
    if not is_loop:
        level = f"""{begins}
            if (count < LANES) {{ {few} {"" if has else "return;"} }}
            for (size_t s = 0, done = 0; done < count; done = s += LANES) {{
                s = s < count - LANES ? s : count - LANES;
                {group}
            }}
            {ends}"""
    return {
        each: f"""APART static {returns} {each}({counted}) {{
            {begins} for (size_t s = 0; s < count; ++s) {{ {loop} }} {ends} }}""",
        f"LEVEL({kernel})": f"static {returns} LEVEL({kernel})({plain}) {{ {level} }}",
        f"{robot}_{kernel}_batch": f"""{returns} {robot}_{kernel}_batch({restricted}) {{
            #if LEAST_BITS
            {gives}WIDEST({kernel}, ({handed}));
            #else
            {few}
            #endif
            }}""",
    }
