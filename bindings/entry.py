"""The method that users call, written out for its kernel so that one call costs little.

One state in memory that fits is what control loops send. The method tests just that, with every
name and shape in its place, and calls the kernel; whatever does not fit goes the general way.
Loops over the arguments would double the time of a call.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from keyword import iskeyword
from typing import Any

import numpy as np

from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.bindings.native import ffi

SOURCE = """
def {kernel}(_robot, {inputs}, *, out=None{check}):
    if out is None:
        {outputs}, = {fresh},
    elif {out_is_right}:
        {outputs}, = {out_items},
    else:
        return _general(({inputs},), out, {check_value})
    if (
        {fits}
        and (out is None or not ({overlaps}))
    ):
        _status = _one({pointers})
        if _status:
            _fail(_status, ({inputs},), ({outputs},), {check_value})
        return {results}
    return _general(({inputs},), out, {check_value})
"""

FITS = "type({0}) is _ndarray and {0}.dtype is _real and {0}.shape {1} and {0}.flags.carray"

TAKEN = ("out", "check")


def make_entry(
    kernel: Kernel,
    one: Callable[..., int | None] | None,
    general: Callable[[tuple[Any, ...], Any, bool], Any],
    fail: Callable[[int, tuple[Any, ...], tuple[Any, ...], bool], None],
    real: np.dtype[Any],
) -> Callable[..., Any]:
    """Make a kernel's method from its source; `general` and `fail` finish what it leaves.

    Its first argument is the robot, which it has no use for: what is bound to something pickles.
    Without `one`, the kernel for one state in row-major memory, every call is a general one.
    """
    scope: dict[str, Any] = {
        "_ndarray": np.ndarray,
        "_empty": np.empty,
        "_share": np.may_share_memory,
        "_pointer": ffi.from_buffer,
        "_real": real,
        "_one": one,
        "_general": general,
        "_fail": fail,
    }
    exec(compile(entry_source(kernel, one is not None), f"<kernel {kernel.name}>", "exec"), scope)
    function: Callable[..., Any] = scope[kernel.name]
    return function


def entry_source(kernel: Kernel, direct: bool) -> str:
    """Write the source of a kernel's function, which may call the kernel directly or may not."""
    arguments = kernel.inputs + kernel.outputs
    for name in (kernel.name, *(argument.name for argument in arguments)):
        # Our own names in the source begin with an underscore, so theirs may not.
        if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) or iskeyword(name) or name in TAKEN:
            raise ValueError(f"the manifest gives a name that Python cannot use: {name!r}")
    inputs = [argument.name for argument in kernel.inputs]
    outputs = [argument.name for argument in kernel.outputs]
    several = len(outputs) > 1
    fits = [FITS.format(argument.name, _is_a_form(argument)) for argument in arguments]
    others = [(out, other) for k, out in enumerate(outputs) for other in inputs + outputs[:k]]
    return SOURCE.format(
        kernel=kernel.name,
        inputs=", ".join(inputs),
        outputs=", ".join(outputs),
        check=", check=True" if kernel.status else "",
        check_value="check" if kernel.status else "True",
        results=", ".join(_result(argument) for argument in kernel.outputs),
        fresh=", ".join(f"_empty({argument.forms[0]}, _real)" for argument in kernel.outputs),
        out_is_right=f"type(out) is tuple and len(out) == {len(outputs)}" if several else "True",
        out_items="*out" if several else "out",
        fits="\n        and ".join(fits if direct else ["False"]),
        overlaps=" or ".join(f"_share({out}, {other})" for out, other in others),
        pointers=", ".join(f"_pointer({argument.name})" for argument in arguments),
    )


def _is_a_form(argument: Argument) -> str:
    """Write how one state's shape is compared with what it may be."""
    forms = argument.forms
    return f"== {forms[0]}" if len(forms) == 1 else f"in {forms}"


def _result(argument: Argument) -> str:
    """Write what is returned: a scalar where NumPy's own functions would return one."""
    name = argument.name
    return f"({name}[()] if out is None else {name})" if argument.is_scalar else name
