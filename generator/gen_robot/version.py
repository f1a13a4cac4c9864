"""The version of gen-robot; a constant, for looking it up in the package's metadata takes time."""

from __future__ import annotations

__version__ = "0.1.0"
