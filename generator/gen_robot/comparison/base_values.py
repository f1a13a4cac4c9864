"""Base parameters of both robots, and by how much they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gen_robot.algebra.number import ZERO
from gen_robot.algorithms.base_parameters import base_parameters
from gen_robot.comparison.changes import Change
from gen_robot.comparison.constants import Pair, as_left
from gen_robot.model import standard_parameters
from gen_robot.model.model import Model

_UNITS = {"m": "kg", "mx": "kg m", "my": "kg m", "mz": "kg m"}


def base_changes(pair: Pair) -> list[Change]:
    """Return the base parameters that differ; those of one tree in frames drawn alike."""
    right = as_left(pair) if pair.has_one_tree else pair.right
    numbers = {} if pair.has_one_tree else {b: a for a, b in pair.partners.items()}
    own = _values(pair.left)
    other = {_renamed(name, numbers): x for name, x in _values(right).items()}
    return [
        Change(name, own.get(name), other.get(name), _unit(name))
        for name in [*own, *(n for n in other if n not in own)]
        if own.get(name) != other.get(name)
    ]


def base_changes_told(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[Change]:
    """Return the same from what two manifests say, where both hold base parameters."""
    own, other = (_told(content) for content in (left, right))
    return [
        Change(name, own.get(name), other.get(name), _unit(name))
        for name in [*own, *(n for n in other if n not in own)]
        if own and other and own.get(name) != other.get(name)
    ]


def _told(content: Mapping[str, Any]) -> dict[str, float]:
    standard = content.get("standard_parameters", {})
    return {
        name: float(sum(x * standard[term] for term, x in terms.items()))
        for name, terms in content.get("base_parameters", {}).items()
    }


def _values(model: Model) -> dict[str, float]:
    base, values = base_parameters(model), standard_parameters.values(model)
    totals = (sum((values[k] * x for k, x in row.items()), ZERO) for row in base.rows)
    return {name: float(total) for name, total in zip(base.names, totals, strict=True)}


def _renamed(name: str, numbers: Mapping[int, int]) -> str:
    symbol = name.rstrip("0123456789")
    number = int(name[len(symbol) :])
    return f"{symbol}{numbers.get(number, f'{number} (right)') if numbers else number}"


def _unit(name: str) -> str:
    return _UNITS.get(name.rstrip("0123456789"), "kg m^2")
