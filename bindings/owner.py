"""What a library's kernels are bound to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from gen_robot.bindings.kernel import KernelFunction
    from gen_robot.bindings.library import Library


class Owner:
    """Stand for a library as the owner of its kernels.

    Python pickles a method as its owner and its name, and prints the owner with it: a library would
    print all its tables.
    """

    def __init__(self, library: Library, title: str) -> None:
        self._library = library
        self._title = title

    def __getattr__(self, kernel: str) -> KernelFunction:
        return getattr(self._library, kernel)

    def __repr__(self) -> str:
        return self._title

    def __reduce__(self) -> tuple[type[Owner], tuple[Library, str]]:
        return Owner, (self._library, self._title)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def function_of(owner: Owner, kernel: str) -> Any:
    """Return what a kernel is without its owner: some pickle it so, apart from the owner."""
    method: Any = getattr(owner, kernel)
    return method.__func__
