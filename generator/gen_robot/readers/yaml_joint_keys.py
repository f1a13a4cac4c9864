"""The keys of a joint in YAML files, as the records of the kinds of joint state them."""

from __future__ import annotations

from gen_robot.description.joint_kind import BOUNDS, JointKind
from gen_robot.description.joint_kinds import KINDS, ONE_COORDINATE
from gen_robot.readers.yaml_fields import Keys

_OWN = {key.name: kind.name for kind in KINDS.values() for key in kind.keys}

INSIDE = ("type", "limits", "mimic", *_OWN)
"""Keys that stand inside the mapping `joint`."""

_BESIDE = ("axis", "origin", "dh", "rotor", "friction")
_ELSEWHERE = {
    **{key: f"only {kind} joints take it" for key, kind in _OWN.items()},
    "mimic": f"only joints of these types can mimic another: {', '.join(ONE_COORDINATE)}",
    **dict.fromkeys(_BESIDE, "it belongs to the link, beside 'joint'"),
}


def keys_of(kind: JointKind) -> Keys:
    """Return the keys of a mapping `joint` of this kind."""
    needed = [key.name for key in kind.keys if key.needed]
    taken = [key.name for key in kind.keys if not key.needed]
    if kind.has_one_coordinate:
        taken.append("mimic")
    # A fixed joint's limits are refused by name, with a reason.
    return Keys(f"a {kind.name} joint", ("type", *needed), ("name", "limits", *taken), _ELSEWHERE)


def limits_of(kind: JointKind) -> Keys:
    """Return the keys of a mapping `limits` in a joint of this kind."""
    elsewhere = dict.fromkeys(BOUNDS, f"a {kind.name} joint has none")
    return Keys(f"the limits of a {kind.name} joint", (), kind.limits, elsewhere)
