"""Small robots with limbs that are built alike: two, three and four of them."""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.description.description import Description
from small_urdf import joint, link, read_text, robot

HIP = ("revolute", "1 0 0")
KNEE = ("revolute", "0 1 0")
SLIDE = ("prismatic", "0 0 1")


def body(mass: float) -> str:
    inertia = f'ixx="{0.04 * mass}" iyy="0.05" izz="0.03" ixy="0.001" ixz="-0.002" iyz="0.003"'
    return (
        f'<inertial><origin xyz="0.1 0.02 -0.03"/><mass value="{mass}"/>'
        f"<inertia {inertia}/></inertial>"
    )


def point(mass: float, at: str) -> str:
    """Return a body that is a point."""
    nothing = 'ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"'
    return f'<inertial><origin xyz="{at}"/><mass value="{mass}"/><inertia {nothing}/></inertial>'


def limb(
    name: str, on: str, at: str, joints: Sequence[tuple[str, str]], bodies: Sequence[str]
) -> str:
    """Return a chain on a link, its joints 0.3 m apart, with friction."""
    text, parent, origin = "", on, at
    for k, ((kind, axis), inertial) in enumerate(zip(joints, bodies, strict=True)):
        inside = (
            f'<origin {origin}/><axis xyz="{axis}"/><dynamics damping="0.{k + 1}" friction="0.2"/>'
            '<limit lower="-1" upper="2" velocity="3" effort="4"/>'
        )
        text += link(f"{name}{k}", inertial) + joint(
            f"{name}_joint{k}", parent, f"{name}{k}", kind, inside
        )
        parent, origin = f"{name}{k}", 'xyz="0.3 0 0"'
    return text


def centaur() -> Description:
    """Return a trunk on three legs, with a turning chest that has two arms: lanes of 3 and of 2."""
    legs = "".join(
        limb(
            f"leg{k}",
            "trunk",
            f'xyz="{0.1 * k} 0.{k + 1} 0"',
            (HIP, KNEE, SLIDE),
            [body(mass + k / 5) for mass in (1.0, 0.7, 0.4)],
        )
        for k in range(3)
    )
    arms = "".join(
        limb(
            f"arm{k}",
            "chest",
            f'xyz="0 {0.2 - 0.4 * k} 0.3" rpy="0 0 {3.141592653589793 * k}"',
            (KNEE, HIP, KNEE),
            [body(mass + k / 9) for mass in (0.5, 0.4, 0.3)],
        )
        for k in range(2)
    )
    chest = joint("waist", "trunk", "chest", inside='<origin xyz="0.2 0 0.1"/><axis xyz="0 0 1"/>')
    text = link("trunk") + link("chest", body(3.0)) + chest + legs + arms
    return read_text(robot(text, "centaur"))


def pendulums(lengths: Sequence[float]) -> Description:
    """Return double pendulums side by side on a trunk: points at the ends of rods as long as this.

    The trunk turns, too. The inner rods have no mass: nothing resists there when the outer joint is
    free and a pendulum is stretched or folded back.
    """
    first, second = ("revolute", "0 0 1"), ("revolute", "0 0 1")
    text = link("root") + link("trunk", body(5.0))
    text += joint("turn", "root", "trunk", inside='<axis xyz="0 0 1"/>')
    for k, length in enumerate(lengths):
        bodies = [point(0.0, "0 0 0"), point(1.0 + k, f"{length} 0 0")]
        text += limb(f"p{k}", "trunk", f'xyz="1 {k} 0"', (first, second), bodies)
    return read_text(robot(text, "pendulums"))
