"""Where sines and cosines come from, in languages that leave a choice.

Light, as the table of languages is. FORTRAN always has its intrinsic functions.
"""

from __future__ import annotations

INLINE = "inline"
"""Arithmetic among the statements, of all angles at once."""

LIBM = "libm"
"""The C library's sin and cos."""

TRIGS = (INLINE, LIBM)
