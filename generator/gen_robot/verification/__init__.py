"""Proof that emitted kernels are the robot's dynamics, by means that share nothing with the generator.

A kernel's source is read back into a program; the robot's description goes into textbook Newton-Euler
equations; the two meet as trigonometric polynomials on a grid that determines them. Nothing of what
made the source is imported here.
"""
