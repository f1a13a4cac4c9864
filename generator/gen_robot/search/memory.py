"""What searches have found in this process: many ask for the same robot more than once."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Lock

MOST = 256
"""Texts that are remembered; the oldest go first."""

_texts: dict[str, str] = {}
_lock = Lock()


def remembered(of: object, make: Callable[[], str]) -> str:
    """Return a text that was made for something before, or make it."""
    name = json.dumps(of)
    with _lock:
        known = _texts.get(name)
    if known is None:
        known = make()
        with _lock:
            _texts[name] = known
            while len(_texts) > MOST:
                del _texts[next(iter(_texts))]
    return known
