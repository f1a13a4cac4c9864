"""What searches have found for robots, kept in the user's cache directory: each is made once.

A text is found by a hash of all that it depends on, the generator included. Nothing is lost if it
cannot be kept, and what is there has been written whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable

from gen_robot.delivery.cache_directory import cache_directory
from gen_robot.delivery.generator_identity import GENERATOR
from gen_robot.errors import UserError

FOLDER = "searches"


def kept(of: object, make: Callable[[], str]) -> str:
    """Return a text that was made for something before, or make and keep it."""
    name = hashlib.sha256(json.dumps([GENERATOR, of]).encode()).hexdigest()
    try:
        place = cache_directory() / FOLDER
        place.mkdir(exist_ok=True)
        return (place / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        pass
    except (OSError, UserError, ValueError):
        return make()
    text = make()
    with contextlib.suppress(OSError):
        handle, beside = tempfile.mkstemp(dir=place, prefix=f".{name}.")
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, place / name)
    return text
