"""Kernels as functions of CasADi: compiled, with exact derivatives, or as expressions.

`external` is for speed: its functions, Jacobians and Hessians are compiled kernels. `function` is of
SX: CasADi differentiates it by itself, and can put it into expressions of its own.
"""

from __future__ import annotations

from gen_robot.casadi.compiled import external
from gen_robot.casadi.expressions import function

__all__ = ["external", "function"]
