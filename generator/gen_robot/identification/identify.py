"""`gen_robot.identify`: what users call, and what they get."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.errors import UserError
from gen_robot.identification.bodies import StandardFit
from gen_robot.identification.least_squares import (
    Fit,
    Weights,
    as_equations,
    as_weights,
    fitted,
)
from gen_robot.identification.nearest import nearest_parameters
from gen_robot.identification.robot import Robot

Array = NDArray[np.float64]

RESIDUALS = "residuals"


def identify(
    Y: ArrayLike,
    tau: ArrayLike,
    *,
    robot: Robot | None = None,
    weights: Weights = None,
    names: Sequence[str] | None = None,
) -> Identification:
    """Return the parameters that fit measured torques best, tau = Y parameters, by least squares.

    Y is (..., joints, parameters), as base_regressor gives it for many states, tau (..., joints).
    With the robot, columns have their names, and the result can be written back into its file. Joints
    may have weights, the inverse of their noise; "residuals" finds them from what fits leave over.
    States that do not tell parameters apart raise an error that says which.
    """
    regressor, torques = as_equations(Y, tau)
    joints, count = regressor.shape[-2:]
    called = tuple(names) if names is not None else _names(robot, count)
    if len(called) != count:
        raise UserError(
            "identify()", f"{len(called)} names for {count} columns", "give one for each"
        )
    if isinstance(weights, str):
        if weights != RESIDUALS:
            cure = f"give numbers, or '{RESIDUALS}'"
            raise UserError("identify()", f"weights are '{weights[:40]}'", cure)
        given = _settled_weights(regressor, torques, called)
    else:
        given = as_weights(weights, joints)
    return Identification(fitted(regressor, torques, given, called), called, robot)


def _settled_weights(regressor: Array, torques: Array, names: tuple[str, ...]) -> Array:
    """Weigh joints by what fits leave over of their torques, until that is the same again.

    A joint of little noise shares parameters with others, so the first fit spoils it.
    """
    weights = np.ones(regressor.shape[1])
    for _ in range(_ROUNDS):
        noise = np.sqrt(np.mean(fitted(regressor, torques, weights, names).residuals ** 2, axis=0))
        # A joint without any noise would outweigh all others.
        found = 1.0 / np.maximum(noise, noise.max() * 1e-6 or 1.0)
        if np.allclose(found, weights, rtol=0.01):
            break
        weights = found
    return found


_ROUNDS = 20


def _names(robot: Robot | None, count: int) -> tuple[str, ...]:
    """Return what the columns are called: as one of the robot's regressors has them."""
    if robot is None:
        return tuple(f"p{k + 1}" for k in range(count))
    for names in (robot.base_parameter_names, robot.standard_parameter_names):
        if len(names) == count:
            return names
    own = len(robot.base_parameter_names)
    raise UserError(
        "identify()",
        f"Y has {count} columns, and {robot.name} {own} base parameters",
        "give Y as this robot's base_regressor computes it",
    )


class Identification:
    """Hold fitted parameters, how sure they are, and how well they fit."""

    def __init__(self, fit: Fit, names: tuple[str, ...], robot: Robot | None) -> None:
        self._fit = fit
        self._robot = robot
        self.names = names
        """What the parameters are called, in order."""
        self.parameters: Array = fit.parameters
        """The fitted parameters, (parameters,)."""
        self.covariance: Array = fit.covariance
        """Their covariance, (parameters, parameters)."""
        self.condition: float = fit.condition
        """The condition of the stacked regressor, its columns scaled to unit length."""
        self.residuals: Array = fit.residuals
        """Torques measured less torques fitted, (states, joints)."""
        self.weights: Array = fit.weights
        """By what the equations of each joint were multiplied, (joints,)."""

    @property
    def standard_errors(self) -> Array:
        """The standard deviation of each parameter, as the residuals let expect it."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def noise(self) -> Array:
        """The standard deviation of each joint's residual torque."""
        # Each joint has its share of the equations that the parameters used up.
        share = self._fit.freedom / self.residuals.shape[1]
        return np.asarray(np.sqrt(np.sum(self.residuals**2, axis=0) / share))

    def __len__(self) -> int:
        return len(self.parameters)

    def __repr__(self) -> str:
        states, joints = self.residuals.shape
        lines = [
            f"<Identification of {len(self)} parameters from {states} states of {joints} joints,"
            f" condition {self.condition:.3g}>",
            "",
        ]
        before = self._own()
        head = ["parameter", "value", "standard error", "%"] + (
            ["file"] if before is not None else []
        )
        rows = [head]
        for k, name in enumerate(self.names):
            value, error = self.parameters[k], self.standard_errors[k]
            share = f"{100 * error / abs(value):.1f}" if value else "-"
            row = [name, f"{value:.6g}", f"{error:.2g}", share]
            rows.append(row + ([f"{before[k]:.6g}"] if before is not None else []))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            first, *rest = (cell.rjust(w) for cell, w in zip(row, widths, strict=True))
            lines.append(f"  {row[0].ljust(len(first))}  {'  '.join(rest)}".rstrip())
        noise = ", ".join(f"{x:.3g}" for x in self.noise)
        return "\n".join([*lines, "", f"  noise of the torques: {noise}"])

    def _own(self) -> Array | None:
        """Return the base parameters of the robot's file, if these are base parameters."""
        if self._robot is None or self.names != self._robot.base_parameter_names:
            return None
        return self._robot.base_parameters()

    # Standard parameters ------------------------------------------------------------------------

    @cached_property
    def standard(self) -> StandardFit:
        """The standard parameters that give the fitted ones and change the file's least.

        They are those of bodies that can exist wherever the file's are, if any such give the fitted
        parameters; otherwise those that can exist and fit best, and `standard.moved` says by how many
        standard errors that is off.
        """
        robot = self._of_robot()
        return nearest_parameters(
            robot.standard_parameter_names,
            robot.manifest["bodies"],
            robot.standard_parameters(),
            self._map(robot),
            self.parameters,
            self.covariance,
        )

    def write(self, source: str | Path, target: str | Path) -> StandardFit:
        """Write the robot's file with the fitted numbers in place of its own; return what was written.

        `source` is the file that the robot was generated from, or the name of one that ships. Nothing
        but numbers changes; comments stay.
        """
        from gen_robot.identification.rewriting import rewritten

        text = rewritten(source, self._of_robot(), self.standard)
        path = Path(target)
        try:
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            cure = "check the path and its permissions"
            raise UserError(str(path), f"cannot be written: {error.strerror}", cure) from None
        return self.standard

    def _of_robot(self) -> Robot:
        if self._robot is None or self.names != self._robot.base_parameter_names:
            raise UserError(
                "identify()",
                "the parameters are not base parameters of a robot",
                "give robot=, and Y as its base_regressor computes it",
            )
        return self._robot

    @staticmethod
    def _map(robot: Robot) -> Array:
        return np.asarray(robot.base_parameters(np.eye(len(robot.standard_parameter_names))).T)
