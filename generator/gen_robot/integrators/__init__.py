"""Integrators around a robot's kernels: what a simulation is made of, in the kernels' own language."""
