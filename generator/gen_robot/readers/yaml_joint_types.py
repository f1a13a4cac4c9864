"""The types of joint that YAML files know, and what each takes from the file."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.description.lock import ONE_COORDINATE
from gen_robot.readers.yaml_fields import Keys

BOUNDS = ("lower", "upper")
RATES = ("velocity", "effort")

_STILL = "it does not move"
_MIXED = "one number cannot be both for its turns and for its slides"


@dataclass(frozen=True)
class JointType:
    """State what a type of joint takes; where it takes something not, a sentence says why."""

    limits: tuple[str, ...] = RATES
    needs: tuple[str, ...] = ()  # further keys of the mapping `joint`
    takes: tuple[str, ...] = ()
    any_convention: bool = True  # else transform alone
    no_axis: str = ""
    no_drive: str = ""  # neither rotor nor friction
    moves: bool = True


JOINT_TYPES = {
    "revolute": JointType(BOUNDS + RATES, takes=("mimic",)),
    "continuous": JointType(takes=("mimic",)),
    "prismatic": JointType(BOUNDS + RATES, takes=("mimic",)),
    "helical": JointType(BOUNDS + RATES, ("pitch",), ("mimic",)),
    "cylindrical": JointType(no_drive=_MIXED),
    "universal": JointType(needs=("second_axis",), any_convention=False),
    "planar": JointType(
        any_convention=False,
        no_axis="it moves in x and y of its own frame, which origin can turn",
        no_drive=_MIXED,
    ),
    "spherical": JointType(
        takes=("coordinates",), any_convention=False, no_axis="it turns in every direction"
    ),
    "floating": JointType(
        any_convention=False, no_axis="it moves in every direction", no_drive=_MIXED
    ),
    "fixed": JointType((), no_drive=_STILL, moves=False),
}

INSIDE = ("type", "limits", "mimic", "pitch", "second_axis", "coordinates")
"""Keys that stand inside the mapping `joint`."""

_BESIDE = ("axis", "origin", "dh", "rotor", "friction")
_ELSEWHERE = {
    "pitch": "only helical joints have one",
    "second_axis": "only universal joints have one",
    "coordinates": "only spherical joints can be given in several ways",
    "mimic": f"only joints of these types can mimic another: {', '.join(ONE_COORDINATE)}",
} | {key: "it belongs to the link, beside 'joint'" for key in _BESIDE}


def keys_of(kind: str) -> Keys:
    """Return the keys of a mapping `joint` of this type."""
    joint = JOINT_TYPES[kind]
    # A fixed joint's limits are refused by name, with a reason.
    return Keys(
        f"a {kind} joint", ("type", *joint.needs), ("name", "limits", *joint.takes), _ELSEWHERE
    )


def limits_of(kind: str) -> Keys:
    """Return the keys of a mapping `limits` in a joint of this type."""
    elsewhere = {bound: f"a {kind} joint has none" for bound in BOUNDS}
    return Keys(f"the limits of a {kind} joint", (), JOINT_TYPES[kind].limits, elsewhere)
