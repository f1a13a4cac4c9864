"""Write a trajectory down: CSV for any program, .npz for NumPy; whole files, or none."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from gen_robot.bindings.library import Library
from gen_robot.bindings.trajectory import Trajectory
from gen_robot.errors import UserError, shown
from gen_robot.simulation.names import coordinates, velocities


def check_place(option: str, path: str, suffixes: tuple[str, ...]) -> Path:
    """Refuse before anything is computed a file that could not be written."""
    file = Path(path)
    if file.suffix.lower() not in suffixes:
        cure = f"end the name with {' or '.join(suffixes)}"
        raise UserError(option, f"is {shown(file.name)}", cure)
    if not file.parent.is_dir():
        raise UserError(option, f"there is no folder {shown(file.parent)}", "make it first")
    return file


def as_csv(robot: Library, trajectory: Trajectory) -> bytes:
    """Return a row for each time: t, q, qd, qdd, tau, energies, under a heading."""
    columns = [np.asarray(column) for _, column in _columns(robot, trajectory)]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(name for name, _ in _columns(robot, trajectory))
    writer.writerows([repr(float(x)) for x in row] for row in zip(*columns, strict=True))
    return stream.getvalue().encode()


def as_npz(robot: Library, trajectory: Trajectory) -> bytes:
    """Return all arrays by name, with the names of the joints."""
    stream = io.BytesIO()
    np.savez_compressed(stream, **trajectory.as_arrays(), joints=np.array(robot.joint_names))
    return stream.getvalue()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file at once, or leave what stands there."""
    staged = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            staged.write_bytes(content)
            os.replace(staged, path)
        finally:
            staged.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(str(path), f"cannot be written: {error.strerror}") from None


def _columns(robot: Library, trajectory: Trajectory) -> Iterator[tuple[str, np.ndarray]]:
    yield "t", trajectory.t
    q, qd = coordinates(robot), velocities(robot)
    for array, names in (("q", q), ("qd", qd), ("qdd", qd), ("tau", qd)):
        for name, column in zip(names, getattr(trajectory, array).T, strict=True):
            yield f"{array} {name}", column
    for name in ("kinetic", "potential"):
        if (column := getattr(trajectory, name)) is not None:
            yield f"{name} energy", column
