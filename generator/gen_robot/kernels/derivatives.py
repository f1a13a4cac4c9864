"""Kernels of derivatives of the equations of motion."""

from __future__ import annotations

from gen_robot.kernels.kernel import Kernel

KERNELS: tuple[Kernel, ...] = ()
