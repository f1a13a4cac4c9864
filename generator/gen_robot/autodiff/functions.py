"""A robot's kernels as functions of another library's arrays, by their names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from gen_robot.autodiff.backend import Arrays, Backend
from gen_robot.autodiff.signature import Signature
from gen_robot.bindings import Library
from gen_robot.bindings.manifest import Kernel


class Functions(ABC):
    """Hold a robot's kernels as attributes; how one is called is a library's own."""

    def __init__(self, robot: Library, arrays: Any, place: str) -> None:
        self._robot = robot
        self._place = place
        manifest = robot._manifest
        self._backend = Backend(
            arrays, robot._bound, manifest.joints, manifest.nv, manifest.reference, self._call
        )

    @property
    def robot(self) -> Library:
        """The robot whose kernels these are."""
        return self._robot

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of the kernels, each an attribute."""
        return self._robot.kernels

    @abstractmethod
    def _call(self, name: str, inputs: Arrays) -> dict[str, Any]:
        """Call a kernel with what it takes of some arrays; return its outputs by name."""

    def _kernel(self, name: str) -> Kernel:
        return self._robot._bound[name]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Make a kernel's function when it is asked for first."""
        robot: Library | None = self.__dict__.get("_robot")
        if robot is None or name.startswith("_"):
            raise AttributeError(f"'Functions' object has no attribute '{name}'")
        doc = getattr(robot, name).__doc__  # says what there is where this is not
        if name not in robot.kernels:
            raise AttributeError(f"'{name}' is no kernel; it is {robot.name}'s own: .robot.{name}")
        signature = Signature(robot._bound[name])

        def function(*inputs: Any, **named: Any) -> Any:
            outputs = self._call(name, signature.bound(inputs, named))
            return signature.result(tuple(outputs.values()))

        function.__name__ = function.__qualname__ = name
        function.__doc__ = doc
        function.__signature__ = signature.python  # type: ignore[attr-defined]
        made: Callable[..., Any] = self.__dict__.setdefault(name, function)
        return made

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.kernels]

    def __repr__(self) -> str:
        return f"<{self._place} functions of {self._robot.name}: {', '.join(self.kernels)}>"
