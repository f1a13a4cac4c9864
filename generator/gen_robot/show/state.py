"""The position at which a robot is shown: typed by the user, or the allowed one nearest to zero."""

from __future__ import annotations

from collections.abc import Iterator

from gen_robot.algebra.number import Number
from gen_robot.description.expression import ExpressionError, parse
from gen_robot.description.joint_kind import JointKind
from gen_robot.errors import UserError, listed
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.model.placement import neutral

_OFF_UNIT = Number("0.01")
"""How far a typed quaternion may be from unit length: 0.707 is as good as sqrt(1/2)."""

_PARTS = {
    "plane": ("x", "y", "cos", "sin"),
    "rotation": ("x", "y", "z", "w"),
    "rigid": ("x", "y", "z", "qx", "qy", "qz", "qw"),
}
"""Of positions, by the space that they live in."""


def read_state(model: Model, text: str | None) -> tuple[Number, ...]:
    """Return the position that a list of expressions gives, one for each element of q."""
    if text is None:
        return _nearest_to_zero(model)
    words = text.split(",")
    if len(words) != model.free_nq:
        names = listed(coordinate_names(model), 12)
        found = "1 value" if len(words) == 1 else f"{len(words)} values"
        raise UserError("--q", f"has {found}", f"give {model.free_nq}, with commas: {names}")
    values: list[Number] = []
    for name, word in zip(coordinate_names(model), words, strict=True):
        try:
            values.append(parse(word, {}))
        except ExpressionError as error:
            raise UserError(f"--q: {name}", error.problem, error.cure) from None
    coordinates = Coordinates(model)
    for link in model.free_links:
        if count := link.kind.manifold.unit:
            end = coordinates.places(link)[0] + link.kind.nq
            values[end - count : end] = _normalised(link, values[end - count : end])
    return tuple(values)


def coordinate_names(model: Model) -> list[str]:
    """Name every element of q: by its joint, and by its part where a joint has several."""
    names: list[str] = []
    for link in model.free_links:
        own = [f"{link.joint_name}.{part}" for part in _parts(link.kind)]
        names += own if len(own) > 1 else [link.joint_name]
    return names


def _parts(kind: JointKind) -> tuple[str, ...]:
    additive = ("angle" if k in kind.angles else "slide" for k in range(kind.nq))
    return _PARTS.get(kind.manifold.name) or tuple(additive)


def beyond_limits(model: Model, positions: list[Number]) -> Iterator[str]:
    """Say which joints stand outside their limits; positions are those of all joints."""
    for link in model.links:
        if link.kind.nq != 1:
            continue
        lower, upper, at = link.limits.lower, link.limits.upper, positions[link.q_index]
        if (lower is not None and at < lower) or (upper is not None and at > upper):
            bounds = " to ".join("-" if b is None else f"{float(b):.6g}" for b in (lower, upper))
            yield f"{link.joint_name} is at {float(at):.6g}, outside its limits, {bounds}"


def _nearest_to_zero(model: Model) -> tuple[Number, ...]:
    """Return the neutral position, moved as far as the joints' limits ask for."""
    q, coordinates = list(neutral(model)), Coordinates(model)
    for link in model.free_links:
        place = coordinates.places(link)[0]
        if link.limits.lower is not None:
            q[place] = max(q[place], link.limits.lower)
        if link.limits.upper is not None:
            q[place] = min(q[place], link.limits.upper)
    return tuple(q)


def _normalised(link: Link, values: list[Number]) -> list[Number]:
    """Return a quaternion, or cosine and sine, of unit length."""
    size = sum((x * x for x in values), Number(0)).sqrt()
    if abs(size - 1) > _OFF_UNIT:
        found = (
            f"the last {len(values)} values of {link.joint_name} have the length {float(size):.6g}"
        )
        raise UserError("--q", found, "a quaternion, or a cosine with its sine, has the length 1")
    return [x / size for x in values]
