"""The inline sines and cosines of C files: known by the sum of their text, or not at all.

That these texts are right to a unit in the last place was measured (benchmarks/sincos_error.py); here
it is only made sure that a file has one of them. Whoever changes them enters the new sum.
"""

from __future__ import annotations

import re
from hashlib import sha256

MEASURED = {
    "c43d026e3c76a344c03458ab7acdc9798aa27854501f9161ad28bb2a0de71cae": "double",
    "e581128d08821280d2713244b4f030509cc7cc2b0b72525583875de773be2124": "single",
}
"""By the SHA-256 sum of the text without comments, words parted by one blank."""

_BEGINS = "#if defined(__FAST_MATH__)"
_ENDS = re.compile(r"^static INLINE void library_sincos4\(.*?^\}", re.M | re.S)


def are_measured(text: str) -> bool:
    """Tell whether a file without its comments has sines that were measured."""
    end = _ENDS.search(text)
    start = text.find(_BEGINS)
    if start < 0 or end is None:
        return False
    words = " ".join(text[start : end.end()].split())
    return sha256(words.encode()).hexdigest() in MEASURED
