"""Write a robot's rigid-body dynamics as straight-line code, and call it from NumPy."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without the time that importing typing takes
if TYPE_CHECKING:
    from typing import Any

    from gen_robot.bindings.library import Library as Library
    from gen_robot.delivery.library import load as load
    from gen_robot.errors import RobotWarning as RobotWarning
    from gen_robot.errors import UserError as UserError
    from gen_robot.formulas.symbolic import symbolic as symbolic
    from gen_robot.identification.identify import identify as identify
    from gen_robot.version import __version__ as __version__

__all__ = ["Library", "RobotWarning", "UserError", "__version__", "identify", "load", "symbolic"]

_HOMES = {
    "Library": "gen_robot.bindings.library",
    "RobotWarning": "gen_robot.errors",
    "UserError": "gen_robot.errors",
    "__version__": "gen_robot.version",
    "identify": "gen_robot.identification.identify",
    "load": "gen_robot.delivery.library",
    "symbolic": "gen_robot.formulas.symbolic",
}


def __getattr__(name: str) -> Any:
    """Import on first use: NumPy and cffi are slow to load."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'gen_robot' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
