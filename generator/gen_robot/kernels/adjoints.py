"""Kernels of derivatives of a weighted sum of torques: gradient and Hessian."""

from __future__ import annotations

from gen_robot.kernels.kernel import Kernel

KERNELS: tuple[Kernel, ...] = ()
