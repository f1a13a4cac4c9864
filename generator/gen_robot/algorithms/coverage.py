"""Which robots a method covers, where its paper does not treat them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.model.model import Model


@dataclass(frozen=True)
class Coverage:
    """Say which robots a method covers; `refusal` says in one sentence why it does not cover one."""

    text: str
    refusal: Callable[[str, Model], str | None]  # of a method's name and a robot; None: it does


def serial_only(method: str, model: Model) -> str | None:
    """Say why a method for chains of one-axis joints does not cover a robot; None: it does."""
    if not model.is_serial:
        return f"{method} covers serial chains only"
    if any(link.kind.nv != 1 for link in model.links):
        return f"{method} covers joints of one degree of freedom only"
    return constant_bodies(method, model)


def constant_bodies(method: str, model: Model) -> str | None:
    """Say why a method that prepares the links' masses off-line does not take a load; None: it does."""
    if model.parameters:
        return f"{method} covers links whose masses are known when the code is generated"
    return None


def no_followers(method: str, model: Model) -> str | None:
    """Say why a recursion that frees joint after joint does not cover a robot with mimic joints."""
    follower = next((link for link in model.links if link.following), None)
    if follower is None:
        return None
    return f"{method} cannot reduce joints that mimic others ({follower.joint_name})"


def no_followers_constant_bodies(method: str, model: Model) -> str | None:
    return no_followers(method, model) or constant_bodies(method, model)


def flat_positions(method: str, model: Model) -> str | None:
    """Say why a method that wants a position for each velocity does not cover a robot."""
    for link in model.links:
        if link.kind.nq != link.kind.nv:
            return f"{method} covers no joint in a plane or in space ({link.joint_name})"
    return None


EVERYTHING = Coverage("all robots", lambda method, model: None)
SERIAL = Coverage("serial chains of one-axis joints, with masses that are known", serial_only)
KNOWN_BODIES = Coverage("all robots whose masses are known", constant_bodies)
INDEPENDENT = Coverage("all robots without mimic joints", no_followers)
INDEPENDENT_KNOWN = Coverage(
    "all robots without mimic joints whose masses are known", no_followers_constant_bodies
)
FLAT = Coverage("all robots with as many positions as velocities", flat_positions)
