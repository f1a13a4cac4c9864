"""Kernels that are linear in the robot's inertial parameters."""

from __future__ import annotations

from gen_robot.kernels.kernel import Kernel

KERNELS: tuple[Kernel, ...] = ()
