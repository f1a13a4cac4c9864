"""A state to begin with: within the joints' limits, and nowhere special."""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.description.joint_kind import JointKind
from gen_robot.kernels.sines import COSINES, SINES
from gen_robot.model.model import Link, Model

# Short decimals that are neither zero nor alike from joint to joint.
_POSITIONS = ("0.3", "-0.4", "0.5", "-0.2", "0.4", "-0.3", "0.2", "-0.5")
_PARTS = ("0.6", "0.4", "0.55", "0.45", "0.65", "0.35")
_RATES = ("0.1", "-0.2", "0.3", "-0.1", "0.2", "-0.3")
_ACCELERATIONS = ("0.5", "-0.4", "0.3", "0.2", "-0.1", "0.6")

# With unit length, in few digits: 0.2^2 + 0.4^2 + 0.4^2 + 0.8^2 = 1.
_TURNED = {
    "plane": ("0.1", "-0.2", "0.6", "0.8"),
    "rotation": ("0.2", "0.4", "0.4", "0.8"),
    "rigid": ("0.1", "-0.2", "0.9", "0.2", "0.4", "0.4", "0.8"),
}

State = dict[str, list[Number]]


def sample_state(model: Model) -> State:
    """Return q, qd and qdd by their names."""
    state: State = {"q": [], "qd": [], "qdd": []}
    for place, link in enumerate(model.free_links):
        state["q"] += _position(link, place)
        for _ in range(link.kind.nv):
            state["qd"].append(_rate(link, len(state["qd"])))
            state["qdd"].append(_cycled(_ACCELERATIONS, len(state["qdd"])))
    return state


def with_sines(state: State) -> State:
    """Return a state with the sines and cosines of its positions, for kernels that take them."""
    q = state["q"]
    return state | {SINES.name: [x.sin() for x in q], COSINES.name: [x.cos() for x in q]}


def _position(link: Link, place: int) -> list[Number]:
    if link.kind.manifold.name in _TURNED:
        return [Number(x) for x in _TURNED[link.kind.manifold.name]]
    return [_within(link, _coordinate(link.kind, place + k)) for k in range(link.kind.nq)]


def _coordinate(kind: JointKind, place: int) -> Number:
    value = _cycled(_POSITIONS, place)
    return value / 10 if kind.only_slides else value


def _within(link: Link, wanted: Number) -> Number:
    """Return a value that the limits allow: the wanted one, or one well between them."""
    lower, upper = link.limits.lower, link.limits.upper
    if (lower is None or lower <= wanted) and (upper is None or wanted <= upper):
        return wanted
    if lower is None or upper is None:
        return lower if lower is not None else upper or wanted
    between = lower + (upper - lower) * _cycled(_PARTS, link.number)
    rounded = Number(f"{float(between):.3f}")
    return rounded if lower <= rounded <= upper else between


def _rate(link: Link, place: int) -> Number:
    wanted, most = _cycled(_RATES, place), link.limits.velocity
    return wanted if most is None or abs(wanted) <= most else most / 2


def _cycled(texts: tuple[str, ...], place: int) -> Number:
    return Number(texts[place % len(texts)])
