"""What the columns of a simulation are called: by joints, and by numbers where one has several."""

from __future__ import annotations

from gen_robot.bindings.library import Library


def coordinates(robot: Library) -> list[str]:
    """Name the elements of q."""
    return [name for j in robot.joints for name in _parts(j.name, j.nq)]


def velocities(robot: Library) -> list[str]:
    """Name the elements of qd."""
    return [name for j in robot.joints for name in _parts(j.name, j.nv)]


def _parts(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}.{k}" for k in range(1, count + 1)]
