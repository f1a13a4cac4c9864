"""Which robots a method covers, where its paper does not treat them all."""

from __future__ import annotations

from gen_robot.model.model import Model


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
