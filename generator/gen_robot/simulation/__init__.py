"""Simulations: what robot.simulate() takes and gives, and what the command line makes of them."""

from __future__ import annotations

from gen_robot.bindings.curves import Curve, constant, point_to_point, table, through
from gen_robot.bindings.laws import Law
from gen_robot.bindings.trajectory import SimulationError, Trajectory

__all__ = [
    "Curve",
    "Law",
    "SimulationError",
    "Trajectory",
    "constant",
    "point_to_point",
    "table",
    "through",
]
