"""Groups of kernels: what --kernels takes beside names."""

from __future__ import annotations

DYNAMICS = "dynamics"
KINEMATICS = "kinematics"
DERIVATIVES = "derivatives"
REGRESSORS = "regressors"
LOOPS = "loops"

GROUPS = (DYNAMICS, KINEMATICS, DERIVATIVES, REGRESSORS, LOOPS)
