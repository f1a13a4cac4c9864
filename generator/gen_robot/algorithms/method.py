"""The record that every method has: what it is, whence it comes, whom it covers, what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gen_robot.algorithms.coverage import EVERYTHING, Coverage
from gen_robot.algorithms.sources import Source
from gen_robot.algorithms.symbols import Symbols
from gen_robot.model.formulation import MOVED, Bodies, Formulation, Frames, Limbs
from gen_robot.model.model import Model


class Quantity(Enum):
    """Name what a method can give; the comment is what its function takes.

    All take the model of a formulation and the tape first; values are of all joints, those that
    mimic others included.
    """

    INERTIA_MATRIX = "inertia matrix"  # q
    BIAS = "bias vector"  # q, qd
    INVERSE_DYNAMICS = "inverse dynamics"  # q, qd, qdd
    INVERSE_DYNAMICS_FEXT = "inverse dynamics under wrenches"  # q, qd, qdd, external wrenches
    INVERSE_DYNAMICS_WRENCH = "inverse dynamics under one wrench"  # q, qd, qdd, external wrenches
    INVERSE_DYNAMICS_MOVING_BASE = "inverse dynamics on a base that moves"  # q, qd, qdd
    GRAVITY = "gravity torques"  # q
    FORWARD_DYNAMICS = "forward dynamics"  # q, qd, tau, a test of pivots
    FORWARD_DYNAMICS_MOVING_BASE = "forward dynamics on a base that moves"  # the same
    # q, qd, tau, a test of pivots, external wrenches:
    FORWARD_DYNAMICS_FEXT = "forward dynamics under wrenches"
    FORWARD_DYNAMICS_WRENCH = "forward dynamics under one wrench"
    INERTIA_INVERSE = "inverse of the inertia matrix"  # q, a test of pivots
    FACTORS = "factors U, D of the inertia matrix"  # q, a test of pivots
    FACTORS_INVERSE = "U^-1 and D of the inertia matrix"  # q, a test of pivots
    KINETIC_ENERGY = "kinetic energy"  # q, qd
    POTENTIAL_ENERGY = "potential energy"  # q
    CORIOLIS_MATRIX = "Coriolis matrix"  # q, qd
    CORIOLIS_COEFFICIENTS = "coefficients of products of velocities"  # q
    INVERSE_DYNAMICS_DERIVATIVES = "derivatives of inverse dynamics"  # q, qd, qdd
    REGRESSOR = "regressor"  # q, qd, qdd
    BASE_REGRESSOR = "regressor of base parameters"  # q, qd, qdd
    # Of a frame, which comes after the values:
    PLACEMENT = "placement"  # q
    JACOBIAN = "Jacobian"  # q
    DRIFT = "acceleration without joint accelerations"  # q, qd
    FRAME_VELOCITY = "velocity"  # q, qd
    FRAME_ACCELERATION = "acceleration"  # q, qd, qdd
    TASK_INERTIA = "inertia felt at a frame"  # q
    MOBILITY = "how a frame answers a wrench"  # q
    CENTRE_OF_MASS = "centre of mass"  # q
    CENTRE_OF_MASS_JACOBIAN = "Jacobian of the centre of mass"  # q
    LOOP_TERMS = "what loops ask for"  # q, qd or None, conditions
    # Of matrices, so without a model: the tape, then
    LOOP_SOLUTION = "accelerations with loops closed"  # a system of equations
    LOOP_PROJECTION = "least steps that close loops"  # M, K, what is left, the machine's epsilon
    # ... what the loops come to, the machine's epsilon
    LOOP_MODEL = "equations of motion in independent coordinates"  # M, h, K, k
    LOOP_TORQUES = "torques of actuated joints"  # two functions: accelerations, then torques
    LOOP_VELOCITIES = "velocities of all joints"  # K, c, independent velocities
    LOOP_STEP = "step that closes loops"  # K, phi
    SOLUTION = "solution of M x = b"  # M, b, the machine's epsilon
    SOLUTIONS = "solutions of M X = B"  # M, the columns of B, the machine's epsilon
    MATRIX_INVERSE = "inverse of a matrix"  # M, the machine's epsilon
    # Of values of a graph, so without a model: the tape, then
    DERIVATIVES = "derivatives of values"  # values, directions
    GRADIENT = "gradient of a value"  # a value, directions


@dataclass(frozen=True, eq=False)
class Method:
    """Describe one method; its file holds the record and the recursions."""

    name: str
    title: str  # its idea in a few words
    sources: tuple[tuple[Source, str], ...]  # publications, and where in them: "eqs. 9, 10"
    gives: Mapping[Quantity, Callable[..., Any]]
    symbols: tuple[Symbols, ...] = ()  # of the values that it names
    covers: Coverage = EVERYTHING
    bodies: tuple[Bodies, ...] = MOVED  # with which it may be formulated
    frames: tuple[Frames, ...] = tuple(Frames)
    limbs: tuple[Limbs, ...] = (Limbs.APART,)
    structured: bool = False  # whether it knows what a search has decided (model/structure.py)
    lives_by_meetings: bool = False  # without any it is another method, which auto tries as that
    wins_on_long_chains: bool = (
        True  # else auto does not try it there: it never won, and takes long
    )
    wins_from: int = 0  # degrees of freedom below which auto does not try it
    wins_to: int | None = None  # and beyond which it does not; 0: never
    must_win_by: int = 0  # per cent that auto adds to it: what no count tells of it
    loses: int = 0  # digits, by class (see docs/algorithms.md, Accuracy): 0 as few as any
    dominated_by: str = ""  # another method, beside which auto does not try this one

    def refusal(self, model: Model) -> str | None:
        """Say why the method does not cover a robot; None: it does."""
        return self.covers.refusal(self.name, model)

    def may_use(self, formulation: Formulation) -> bool:
        """Tell whether the method is right, and keeps its accuracy, on a formulation."""
        return (
            formulation.bodies in self.bodies
            and formulation.frames in self.frames
            and formulation.limbs in self.limbs
            and (self.structured or formulation.structure.is_plain)
        )
