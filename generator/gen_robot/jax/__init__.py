"""A robot's kernels as functions of JAX: jit, vmap, grad, jacfwd and jacrev work on them.

`wrap(robot)` is all there is. Kernels are called by XLA itself (jax.ffi), without Python; derivatives
come from other kernels, by the rules of `autodiff`.
"""

from __future__ import annotations

try:
    import jax as _jax
except ImportError as error:
    raise ImportError('gen_robot.jax needs JAX: pip install "gen-robot[jax]"') from error

from gen_robot.jax.functions import Functions, wrap

__all__ = ["Functions", "wrap"]

del _jax
