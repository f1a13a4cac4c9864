"""The table of examples: small programs that call a robot's kernels, to start from.

Light, so that --help stays quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """Describe an example: the language whose kernels it calls, its files, and their templates."""

    name: str  # on the command line
    title: str
    language: str  # of the kernels; "" is any
    files: Mapping[str, str]


EXAMPLES = {
    example.name: example
    for example in (
        Example("c", "C", "c", {"example.c": "examples/example.c.j2"}),
        Example("cpp", "C++", "c", {"example.cpp": "examples/example.cpp.j2"}),
        Example(
            "cmake",
            "CMake",
            "c",
            {
                "example.c": "examples/example.c.j2",
                "example-cmake/CMakeLists.txt": "examples/CMakeLists.txt.j2",
            },
        ),
        Example("f77", "FORTRAN 77", "f77", {"example.f": "examples/example.f.j2"}),
        Example("py", "Python", "", {"example.py": "examples/example.py.j2"}),
    )
}
"""Every example by its name."""
