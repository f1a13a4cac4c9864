"""Kernels of frames: where they are, how they move."""

from __future__ import annotations

from gen_robot.kernels.kernel import Argument, Kernel

FRAME = Argument("frame", "a frame of the robot", lambda model: tuple(model.frames))

KERNELS: tuple[Kernel, ...] = ()
