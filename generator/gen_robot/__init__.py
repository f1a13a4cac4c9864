"""Write a robot's rigid-body dynamics as straight-line code, and call it from NumPy."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without the time that importing typing takes
if TYPE_CHECKING:
    from typing import Any

    from gen_robot.delivery.library import load as load

__all__ = ["__version__", "load"]


def __getattr__(name: str) -> Any:
    """Import on first use: NumPy, cffi and the package's metadata are slow to load."""
    if name == "load":
        from gen_robot.delivery.library import load

        return load
    if name == "__version__":
        from importlib.metadata import version

        return version("gen-robot")
    raise AttributeError(f"module 'gen_robot' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
