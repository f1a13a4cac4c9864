"""The function that Python sees of a kernel: its name and its parameters, and nothing done with them.

It is written out, so that Python itself sorts the arguments of a call and says what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from gen_robot.bindings.manifest import Kernel

SOURCE = """
def {kernel}(_robot, {inputs}, *, out=None{check}, threads=None):
    return _general(({inputs},), out, {check_value}, threads)
"""

TAKEN = ("out", "check", "threads")

General = Callable[[tuple[Any, ...], Any, bool, Any], Any]


def make_entry(kernel: Kernel, general: General) -> Callable[..., Any]:
    """Make a kernel's function, which hands inputs, out, check and threads to `general`.

    Its first argument is the robot, which it has no use for: what is bound to something pickles.
    """
    scope: dict[str, Any] = {"_general": general}
    exec(compile(entry_source(kernel), f"<kernel {kernel.name}>", "exec"), scope)
    function: Callable[..., Any] = scope[kernel.name]
    return function


def entry_source(kernel: Kernel) -> str:
    """Write the source of a kernel's function."""
    for name in (kernel.name, *(argument.name for argument in kernel.inputs)):
        # Our own names in the source begin with an underscore, so theirs may not.
        if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) or iskeyword(name) or name in TAKEN:
            raise ValueError(f"the manifest gives a name that Python cannot use: {name!r}")
    return SOURCE.format(
        kernel=kernel.name,
        inputs=", ".join(argument.name for argument in kernel.inputs),
        check=", check=True" if kernel.status else "",
        check_value="check" if kernel.status else "True",
    )
