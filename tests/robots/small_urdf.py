"""Small URDF files, written where they are needed."""

from __future__ import annotations

from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.readers.urdf_reader import read_urdf

ROD = """
    <inertial>
      <origin xyz="0.1 -0.02 0.25" rpy="0.3 -0.2 1.1"/>
      <mass value="2.5"/>
      <inertia ixx="0.04" ixy="0.001" ixz="-0.002" iyy="0.05" iyz="0.003" izz="0.02"/>
    </inertial>"""


def link(name: str, inside: str = ROD) -> str:
    return f'  <link name="{name}">{inside}</link>\n'


def joint(
    name: str, parent: str, child: str, kind: str = "revolute", inside: str = '<axis xyz="0 0 1"/>'
) -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'  <joint name="{name}" type="{kind}">{ends}{inside}</joint>\n'


def robot(inside: str, name: str = "arm") -> str:
    return f'<?xml version="1.0"?>\n<robot name="{name}">\n{inside}</robot>\n'


def read_text(text: str, snap: bool = True) -> Description:
    return read_urdf(Path("arm.urdf"), text, snap=snap)


def one_joint(inside: str, kind: str = "revolute") -> str:
    """Return a robot whose one joint holds this."""
    return robot(link("root") + link("tip") + joint("hinge", "root", "tip", kind, inside))


TREE = robot(
    link("trunk")
    + link("left_hand")
    + link("left_arm")
    + link("right_arm")
    + link("camera", "")
    + link("slide", ROD)
    + joint(
        "left_wrist",
        "left_arm",
        "left_hand",
        "continuous",
        '<origin xyz="0.3 0 0.1" rpy="0.1 0.2 -0.3"/><axis xyz="1 2 -3"/>',
    )
    + joint(
        "left_shoulder",
        "trunk",
        "left_arm",
        inside='<origin xyz="0 0.2 0.5" rpy="-1.2 0 0"/><axis xyz="0 1 0"/>'
        '<limit lower="-1" upper="2" velocity="3" effort="40"/>'
        '<dynamics damping="0.7" friction="0.2"/>',
    )
    + joint("right_shoulder", "trunk", "right_arm", inside='<origin xyz="0 -0.2 0.5"/>')
    + joint("camera_mount", "trunk", "camera", "fixed", '<origin rpy="0 0.4 0"/>')
    + joint(
        "rail",
        "camera",
        "slide",
        "prismatic",
        '<origin xyz="0.05 0 0"/><axis xyz="0 0.6 0.8"/><limit lower="0" upper="0.4"/>',
    ),
    name="Two Arms",
)
"""Joints of every one-coordinate kind, children before parents in the file, generic frames."""
