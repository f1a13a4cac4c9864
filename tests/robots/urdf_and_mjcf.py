"""One arm in two formats: six axes, built as a UR5 is."""

from __future__ import annotations

_JOINTS = (
    # Name, place in the parent, whether turned by a quarter about y, axis, mass, centre, moments.
    ("pan", (0, 0, "0.089159"), False, "0 0 1", "3.7", "0 0 0", "0.0102 0.0102 0.0066"),
    ("lift", (0, "0.13585", 0), True, "0 1 0", "8.393", "0 0 0.28", "0.226 0.226 0.0151"),
    ("elbow", (0, "-0.1197", "0.425"), False, "0 1 0", "2.275", "0 0 0.25", "0.049 0.049 0.004"),
    ("wrist1", (0, 0, "0.39225"), True, "0 1 0", "1.219", "0 0 0", "0.1111 0.1111 0.219"),
    ("wrist2", (0, "0.093", 0), False, "0 0 1", "1.219", "0 0 0", "0.1112 0.1112 0.2191"),
    ("wrist3", (0, 0, "0.09465"), False, "0 1 0", "0.1879", "0 0 0", "0.0171 0.0171 0.0338"),
)


def _urdf() -> str:
    links, joints, parent = '<link name="root"/>', "", "root"
    for name, place, quarter, axis, mass, centre, moments in _JOINTS:
        xx, yy, zz = moments.split()
        links += (
            f'<link name="{name}_link"><inertial><origin xyz="{centre}"/><mass value="{mass}"/><inertia'
            f' ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        )
        pitch = "1.570796325" if quarter else "0"
        joints += (
            f'<joint name="{name}" type="continuous"><parent link="{parent}"/>'
            f'<child link="{name}_link"/><axis xyz="{axis}"/>'
            f'<origin xyz="{" ".join(map(str, place))}" rpy="0 {pitch} 0"/></joint>'
        )
        parent = f"{name}_link"
    return f'<robot name="arm">{links}{joints}</robot>'


def _mjcf() -> str:
    opened, closed = "", ""
    for name, place, quarter, axis, mass, centre, moments in _JOINTS:
        turn = "0 90 0" if quarter else "0 0 0"
        opened += (
            f'<body name="{name}_link" pos="{" ".join(map(str, place))}" euler="{turn}">'
            f'<joint name="{name}" axis="{axis}"/>'
            f'<inertial pos="{centre}" mass="{mass}" diaginertia="{moments}"/>'
        )
        closed += "</body>"
    return f'<mujoco model="arm"><worldbody>{opened}{closed}</worldbody></mujoco>'


SIX_AXES_URDF, SIX_AXES_MJCF = _urdf(), _mjcf()
