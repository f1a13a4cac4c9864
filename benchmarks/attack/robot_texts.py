"""A drawn robot as the text of a YAML or URDF file."""

from __future__ import annotations

from attack.drawn_robot import ONE_COORDINATE, WITHOUT_ROTOR, Body, Drawn, Link

_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_WITH_AXIS = (*ONE_COORDINATE, "cylindrical", "universal")


def yaml_text(robot: Drawn) -> str:
    """Write a robot in YAML, by free transforms."""
    lines = [
        f"name: {robot.name}",
        "convention: transform",
        f"gravity: {_list(robot.gravity)}",
    ]
    if robot.base:
        lines.append(f"base: {{type: floating, {', '.join(_yaml_body(robot.base))}}}")
    lines.append("links:")
    for link in robot.links:
        first, *others = _yaml_link(link)
        lines += [f"  - {first}", *(f"    {each}" for each in others)]
    return "\n".join([*lines, ""])


def _yaml_link(link: Link) -> list[str]:
    joint = [f"type: {'spherical' if link.kind == 'gimbal' else link.kind}"]
    if link.kind == "gimbal":
        joint.append("coordinates: [z, y, x]")
    if link.kind == "helical":
        joint.append(f"pitch: {link.pitch}")
    if link.kind == "universal":
        joint.append(f"second_axis: {_list(link.second_axis)}")
    if link.mimic:
        leader, multiplier, offset = link.mimic
        joint.append(f"mimic: {{joint: {leader}, multiplier: {multiplier}, offset: {offset}}}")
    lines = [
        f"name: {link.name}",
        f"parent: {link.parent}",
        f"joint: {{{', '.join(joint)}}}",
        f"origin: {{xyz: {_list(link.xyz)}, rpy: {_list(link.rpy)}}}",
    ]
    if link.kind in _WITH_AXIS:
        lines.append(f"axis: {_list(link.axis)}")
    if link.body:
        lines += _yaml_body(link.body)
    if link.rotor:
        lines.append(f"rotor: {{inertia: {link.rotor}}}")
    if link.friction:
        lines.append("friction: {{viscous: {}, coulomb: {}}}".format(*link.friction))
    return lines


def _yaml_body(body: Body) -> list[str]:
    tensor = ", ".join(f"{e}: {v}" for e, v in zip(_ELEMENTS, body.inertia, strict=True))
    return [f"mass: {body.mass}", f"com: {_list(body.com)}", f"inertia: {{{tensor}}}"]


def _list(vector: tuple[str, ...]) -> str:
    return f"[{', '.join(vector)}]"


def urdf_text(robot: Drawn) -> str:
    """Write a robot as URDF; joints have the limits that urdfdom asks for."""
    lines = ['<?xml version="1.0"?>', f'<robot name="{robot.name}">', '  <link name="base"/>']
    for link in robot.links:
        lines.append(f'  <link name="{link.name}">{_urdf_body(link.body)}</link>')
        inside = [
            f'<parent link="{link.parent}"/><child link="{link.name}"/>',
            f'<origin xyz="{" ".join(link.xyz)}" rpy="{" ".join(link.rpy)}"/>',
        ]
        if link.kind in _WITH_AXIS:
            inside.append(f'<axis xyz="{" ".join(link.axis)}"/>')
        if link.kind in ("revolute", "prismatic"):
            inside.append('<limit lower="-9" upper="9" velocity="9" effort="9"/>')
        if link.mimic:
            leader, multiplier, offset = link.mimic
            tied = f'joint="joint_{leader}" multiplier="{multiplier}" offset="{offset}"'
            inside.append(f"<mimic {tied}/>")
        if link.friction and link.kind not in WITHOUT_ROTOR:
            inside.append('<dynamics damping="{}" friction="{}"/>'.format(*link.friction))
        kind = f'name="joint_{link.name}" type="{link.kind}"'
        lines.append(f"  <joint {kind}>{''.join(inside)}</joint>")
    return "\n".join([*lines, "</robot>", ""])


def _urdf_body(body: Body | None) -> str:
    if body is None:
        return ""
    tensor = " ".join(f'i{e}="{v}"' for e, v in zip(_ELEMENTS, body.inertia, strict=True))
    return (
        f'<inertial><origin xyz="{" ".join(body.com)}"/><mass value="{body.mass}"/>'
        f"<inertia {tensor}/></inertial>"
    )
