"""What help() says of a kernel."""

from __future__ import annotations

from textwrap import wrap

from gen_robot.bindings.display import printable
from gen_robot.bindings.manifest import Argument, Kernel


def kernel_doc(kernel: Kernel) -> str:
    """Write a kernel's docstring: what it takes and returns, and what it costs."""
    # Manifests of before have no titles and no meanings.
    title = kernel.title or kernel.name.replace("_", " ")
    counts = ", ".join(f"{count} {name}" for name, count in kernel.operations.items() if count)
    lines = [
        f"Return the {title}.",
        "",
        *(line for each in kernel.inputs for line in _lines("takes", each)),
        *(line for each in kernel.outputs for line in _lines("returns", each)),
        "Leading shapes broadcast. out= takes the results: an array or, for several outputs, a",
        'tuple of arrays. threads= deals many states to so many threads, or to "all" there can be.',
    ]
    if kernel.status:
        lines += [
            "Raises numpy.linalg.LinAlgError where M is singular, ValueError where that comes of an",
            "input that is not finite; check=False leaves NaN.",
        ]
    return "\n".join([*lines, "", f"Algorithm: {kernel.algorithm} ({counts})."])


def _lines(role: str, argument: Argument) -> list[str]:
    unit = f" [{argument.unit}]" if argument.unit else ""
    meaning = f": {argument.meaning}{unit}" if argument.meaning else ""
    text = f"{role} {argument.name} {argument.with_leading}{meaning}"
    if argument.rows:
        text += f"; the rows are {', '.join(map(printable, argument.rows))}"
    return wrap(text, 96, subsequent_indent="    ")
