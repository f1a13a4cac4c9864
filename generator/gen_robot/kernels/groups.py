"""Groups of kernels: what --kernels takes beside names."""

from __future__ import annotations

DYNAMICS = "dynamics"
KINEMATICS = "kinematics"
DERIVATIVES = "derivatives"
REGRESSORS = "regressors"

GROUPS = (DYNAMICS, KINEMATICS, DERIVATIVES, REGRESSORS)
