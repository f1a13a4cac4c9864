"""The seal of a manifest: a sum of its own content, by which an edited one gives itself away."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

KEY = "seal"
UNSEALED = (KEY, "generator")
"""What may change while the manifest says the same: an update of gen-robot is no edit."""


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest's content with its seal, which comes last."""
    return {**content, KEY: _sum(content)}


def is_intact(content: Mapping[str, Any]) -> bool:
    """Tell whether a manifest says what it said when it was sealed; those of before have no seal."""
    return content.get(KEY) in (None, _sum(content))


def _sum(content: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in content.items() if key not in UNSEALED}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
