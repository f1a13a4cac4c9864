"""Where sines and cosines come from, in languages that leave a choice.

Light, as the table of languages is. FORTRAN always has its intrinsic functions.
"""

from __future__ import annotations

INLINE = "inline"
"""Arithmetic among the statements, of all angles at once."""

LIBM = "libm"
"""The C library's sin and cos."""

TRIGS = (INLINE, LIBM)

ABOUT = {
    INLINE: "Sines and cosines are computed inline, those of all angles of a kernel at once, with an"
    " error below one unit in the last place. For angles beyond 1.6e6 rad the library is called.",
    LIBM: "Sines and cosines are the C library's.",
}
"""What the head of a source says."""
