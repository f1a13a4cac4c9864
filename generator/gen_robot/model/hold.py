"""Hold the frames of links between parallel axes back from turning.

Along a row of parallel joints nothing needs to be turned from link to link: velocities, accelerations
and wrenches stay in the axes that the row starts from, and only the links' own constants are turned,
each by the sum of the angles before it. One turn by the whole sum leads to what follows the row.
The recursions are vector equations: they hold in any frame, attached to its link or not.
"""

from __future__ import annotations

from dataclasses import replace

from gen_robot.model.model import Angle, Link, Model


def hold_parallel(model: Model) -> Model:
    """Return the model with the frames held of all links that carry a parallel axis."""
    links: dict[int, Link] = {}
    for link in model.links:
        lead = links[link.parent].turned if link.parent else None
        turned = None
        carries_parallel = any(is_parallel(c) for c in model.children(link.number))
        if link.kind.only_turns_about_z and carries_parallel:
            turned = total_turn(link, lead)
        links[link.number] = replace(link, turned=turned, lead=lead)
    return replace(model, links=tuple(links.values()))


def is_parallel(link: Link) -> bool:
    """Tell whether the link's axis is parallel to its parent's, in either sense."""
    return bool(link.parent) and link.kind.has_axis and not link.geometry.alpha.sin()


def total_turn(link: Link, lead: Angle | None) -> Angle:
    """Add up how far a link has turned against the last frame that turned with its own."""
    g = link.geometry
    own = Angle(tuple((link.q_index + k, 1) for k in link.kind.angles), g.theta)
    if not lead or not is_parallel(link):
        return own
    sign = g.alpha.cos().sign  # an axis in the opposite sense counts turns the other way round
    terms = tuple((place, sign * way) for place, way in lead.terms)
    return Angle(terms + own.terms, (lead.offset + g.gamma) * sign + own.offset)
