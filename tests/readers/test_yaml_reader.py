"""What YAML descriptions mean: frames, bodies, joints, defaults, and the robots that ship."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen_robot.algebra.frame import (
    AT_ORIGIN,
    IDENTITY,
    ORIGIN,
    Frame,
    X,
    Y,
    Z,
    roll_pitch_yaw,
    shift,
)
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3
from gen_robot.description.description import Description, Inertial, JointDescription
from gen_robot.description.names import check_f77_prefix, check_part_name
from gen_robot.description.plausibility import is_positive_semidefinite
from gen_robot.errors import UserError
from gen_robot.readers import robot_files
from gen_robot.readers.yaml_reader import read_yaml

SHIPPED = sorted(
    (Path(str(file)) for file in (files("gen_robot") / "robots").iterdir()),
    key=lambda path: path.name,
)
COORDINATES = [
    Number("0.3"),
    Number("-1.1"),
    Number("0.7"),
    Number("2.5"),
    Number("-0.4"),
    Number("1.9"),
]


def read(text: str) -> Description:
    return read_yaml(Path("robot.yaml"), text)


def arm(*links: str, convention: str = "modified_dh", top: str = "") -> Description:
    rows = "".join(f"  - {{{link}}}\n" for link in links)
    return read(f"name: arm\nconvention: {convention}\n{top}\nlinks:\n{rows}")


# Kinematics of a description, straight from the definition of JointDescription -------------------


def turned(axis: Vec3, angle: Number) -> Frame:
    """Turn about a unit vector."""
    c, s = angle.cos_sin()
    columns = (e * c + axis.cross(e) * s + axis * (axis.dot(e) * (ONE - c)) for e in (X, Y, Z))
    return Frame(Mat3(*columns), ORIGIN)


def moved(joint: JointDescription, q: Number) -> Frame:
    if joint.type == "fixed":
        return AT_ORIGIN
    return shift(*(joint.axis * q)) if joint.type == "prismatic" else turned(joint.axis, q)


def placements(robot: Description, coordinates: list[Number]) -> dict[str, Frame]:
    """Place each link frame in the base."""
    frames = {"base": AT_ORIGIN}
    unused = iter(coordinates)
    for link in robot.links:
        joint = link.joint
        q = ZERO if joint.type == "fixed" else next(unused)
        local = joint.before.then(moved(joint, q)).then(joint.after)
        frames[link.name] = frames[link.parent].then(local)
    return frames


def same(a: Frame, b: Frame) -> bool:
    columns = zip(
        (*a.rotation.x, *a.rotation.y, *a.rotation.z, *a.origin),
        (*b.rotation.x, *b.rotation.y, *b.rotation.z, *b.origin),
        strict=True,
    )
    return all(abs(p - q) < Number("1e-40") for p, q in columns)


# Conventions --------------------------------------------------------------------------------------

ROWS = [  # type, alpha, a, d, theta
    ("revolute", "pi/2", "0.1", "0.4", "0.2"),
    ("revolute", "-pi/3", "0.5", "0", "-pi/2"),
    ("prismatic", "pi/5", "0", "0.3", "pi/4"),
    ("revolute", "0", "0.25", "-0.1", "0"),
    ("fixed", "1", "0.2", "0.1", "0.3"),
    ("revolute", "pi", "0.05", "0.2", "1"),
]


def standard() -> Description:
    return arm(
        *(
            f"name: l{i}, joint: {t}, dh: {{alpha: {alpha}, a: {a}, d: {d}, theta: {theta}}}"
            for i, (t, alpha, a, d, theta) in enumerate(ROWS)
        ),
        convention="standard_dh",
    )


def modified() -> Description:
    """Write the same robot: alpha and a move on to the next row, the last ones to a fixed tip."""
    across = [("0", "0"), *((alpha, a) for _, alpha, a, _, _ in ROWS)]
    along = [*((t, d, theta) for t, _, _, d, theta in ROWS), ("fixed", "0", "0")]
    return arm(
        *(
            f"name: l{i}, joint: {t}, dh: {{alpha: {alpha}, a: {a}, d: {d}, theta: {theta}}}"
            for i, ((alpha, a), (t, d, theta)) in enumerate(zip(across, along, strict=True))
        )
    )


def transform() -> Description:
    """Write the same robot: alpha and theta do not commute, so each row becomes two links."""
    links = []
    for i, link in enumerate(modified().links):
        t, d, theta = (ROWS[i][0], *ROWS[i][3:]) if i < len(ROWS) else ("fixed", "0", "0")
        alpha, a = ROWS[i - 1][1:3] if i else ("0", "0")
        links.append(
            f"name: c{i}, joint: fixed, origin: {{xyz: [{a}, 0, 0], rpy: [{alpha}, 0, 0]}}"
        )
        links.append(
            f"name: {link.name}, joint: {t}, axis: [0, 0, 2],"
            f" origin: {{xyz: [0, 0, {d}], rpy: [0, 0, {theta}]}}"
        )
    return arm(*links, convention="transform")


def test_standard_and_modified_dh_place_the_tip_alike() -> None:
    tip = f"l{len(ROWS)}"
    a = placements(standard(), COORDINATES)[f"l{len(ROWS) - 1}"]
    assert same(a, placements(modified(), COORDINATES)[tip])


def test_modified_dh_and_transforms_place_every_link_alike() -> None:
    a, b = placements(modified(), COORDINATES), placements(transform(), COORDINATES)
    assert all(same(a[name], b[name]) for name in a)


def test_zero_offset_of_a_joint_adds_to_its_coordinate() -> None:
    for joint, offset in (("revolute", "theta"), ("prismatic", "d")):
        for convention in ("modified_dh", "standard_dh"):
            row = f"name: l, joint: {joint}, dh: {{alpha: 1, a: 0.5, {offset}: 0.7}}"
            plain = row.replace("0.7", "0")
            with_offset = placements(arm(row, convention=convention), [Number("0.2")])["l"]
            without = placements(arm(plain, convention=convention), [Number("0.9")])["l"]
            assert same(with_offset, without)


def test_transform_is_that_of_urdf() -> None:
    robot = arm(
        "name: l, joint: revolute, origin: {xyz: [1, 2, 3], rpy: [0.1, 0.2, 0.3]}, axis: [0, 3, 4]",
        convention="transform",
    )
    joint = robot.links[0].joint
    turn = roll_pitch_yaw(Number("0.1"), Number("0.2"), Number("0.3"))
    assert joint.before == Frame(turn.rotation, Vec3(ONE, Number(2), Number(3)))
    assert joint.axis == Vec3(ZERO, Number("0.6"), Number("0.8"))
    assert joint.after == AT_ORIGIN


def test_fixed_joint_has_its_whole_transform_before_it() -> None:
    for robot in (standard(), modified()):
        for link in robot.links:
            assert link.joint.type != "fixed" or link.joint.after == AT_ORIGIN


# Bodies -------------------------------------------------------------------------------------------


def test_inertia_about_the_origin_moves_to_the_centre_of_mass() -> None:
    """Compare with point masses, whose inertias about either point are plain sums."""
    masses = [2, 3, 1, 4]
    points = np.array([(1, 0, 0), (0, 1, 0), (0, 1, 2), (-1, 2, 1)])
    com = masses @ points / sum(masses)

    def body(centre: np.ndarray, about: str) -> Inertial:
        r = points - centre
        i = sum(m * (p @ p * np.eye(3) - np.outer(p, p)) for m, p in zip(masses, r, strict=True))
        tensor = (
            f"xx: {i[0, 0]:.20f}, yy: {i[1, 1]:.20f}, zz: {i[2, 2]:.20f},"
            f" xy: {i[0, 1]:.20f}, xz: {i[0, 2]:.20f}, yz: {i[1, 2]:.20f}"
        )
        robot = arm(
            f"name: l, joint: revolute, dh: {{}}, mass: {sum(masses)}, com: {com.tolist()},"
            f" inertia: {{about: {about}, {tensor}}}"
        )
        return robot.links[0].inertial

    about_com, about_origin = body(com, "com"), body(np.zeros(3), "origin")
    assert about_origin.com == about_com.com
    pairs = zip(about_origin.inertia, about_com.inertia, strict=True)
    assert all(abs(p - q) < Number("1e-12") for p, q in pairs)


elements = st.lists(st.integers(-5, 5), min_size=9, max_size=9)


@given(elements)
def test_gram_matrices_are_positive_semidefinite(values: list[int]) -> None:
    g = np.array(values).reshape(3, 3)
    assert is_positive_semidefinite(symmetric(g @ g.T))


@given(elements)
def test_semidefiniteness_is_that_of_the_eigenvalues(values: list[int]) -> None:
    a = np.array(values).reshape(3, 3)
    a = a + a.T
    least = np.linalg.eigvalsh(a)[0]
    if abs(least) > 1e-6:
        assert is_positive_semidefinite(symmetric(a)) == (least > 0)


def symmetric(a: np.ndarray) -> SymMat3:
    return SymMat3(
        *(Number(int(a[j, k])) for j, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    )


def test_rounding_of_measured_inertias_is_forgiven() -> None:
    rod = "name: l, joint: revolute, dh: {}, mass: 1, inertia: {xx: %s, yy: 1, zz: 1}"
    assert arm(rod % "-1e-13").links[0].inertial.inertia.xx < 0
    with pytest.raises(UserError):
        arm(rod % "-1e-11")


def test_doubtful_bodies_are_warned_about_and_kept() -> None:
    plate = "name: l, joint: revolute, dh: {}, mass: 1, inertia: {xx: 1, yy: 1, zz: %s}"
    assert arm(plate % "2").warnings == ()
    (warning,) = arm(plate % "2.1").warnings
    assert "robot.yaml:5:58: links[0].inertia: breaks the triangle inequality" in warning
    (warning,) = arm("name: l, joint: revolute, dh: {}, com: [1, 0, 0]").warnings
    assert "links[0].com: has no effect" in warning


def test_a_doubtful_inertia_is_accepted_where_the_file_gives_the_reason() -> None:
    plate = "name: l, joint: revolute, dh: {}, mass: 1, inertia: {xx: 1, yy: 1, zz: %s, %s}"
    reason = "accepted: 'as identified,  base parameters'"
    robot = arm(plate % ("2.1", reason))
    assert robot.warnings == ()
    assert robot.links[0].inertial.accepted == "as identified, base parameters"
    (warning,) = arm(plate % ("2", reason)).warnings
    assert "links[0].inertia.accepted: accepts nothing" in warning
    for broken in ("accepted: ''", "accepted: [a]", f"accepted: {'x' * 201}"):
        with pytest.raises(UserError, match=r"links\[0\].inertia.accepted"):
            arm(plate % ("2.1", broken))


def test_what_is_impossible_cannot_be_accepted() -> None:
    body = "name: l, joint: revolute, dh: {}, inertia: {xx: 1, yy: 1, zz: %s, accepted: we know}"
    with pytest.raises(UserError, match="a moment of inertia is zero or more"):
        arm(body % "-1")


def test_degrees_in_place_of_radians_are_warned_about() -> None:
    (warning,) = arm("name: l, joint: revolute, dh: {alpha: 90, theta: 2*pi}").warnings
    assert "links[0].dh.alpha: holds 90.0 radians" in warning
    origin = "name: l, joint: revolute, origin: {rpy: [0, 0, -180]}"
    assert len(arm(origin, convention="transform").warnings) == 1


# Joints, names, defaults --------------------------------------------------------------------------


def test_what_is_left_out_has_its_default() -> None:
    robot = arm("name: a, joint: revolute, dh: {}", "name: b, joint: prismatic, dh: {}")
    a, b = robot.links
    assert (a.parent, b.parent) == ("base", "a")
    assert (a.joint.name, b.joint.name) == ("a", "b")
    assert a.joint == JointDescription("a", "revolute", Frame(IDENTITY, ORIGIN))
    assert robot.gravity == Vec3(ZERO, ZERO, Number("-9.81"))
    assert robot.floating_base is None
    assert robot.f77_prefix is None
    assert robot.source == "robot.yaml"
    assert robot.warnings == ()


def test_joint_as_a_mapping_says_more_than_a_word() -> None:
    robot = arm(
        "name: a, dh: {}, joint: {type: revolute, name: waist,"
        " limits: {lower: -pi, upper: pi/2, velocity: 3, effort: 40}},"
        " rotor: {inertia: 0.5, gear_ratio: -10}, friction: {viscous: 0.1, coulomb: 0.2}"
    )
    joint = robot.links[0].joint
    assert (joint.name, joint.type) == ("waist", "revolute")
    assert (joint.limits.lower, joint.limits.upper) == (-PI, PI / 2)
    assert (joint.limits.velocity, joint.limits.effort) == (3, 40)
    assert joint.rotor_inertia == 50
    assert (joint.viscous, joint.coulomb) == (Number("0.1"), Number("0.2"))


def test_parents_make_a_tree() -> None:
    robot = arm(
        "name: trunk, joint: revolute, dh: {}",
        "name: left, joint: revolute, dh: {}",
        "name: right, joint: revolute, dh: {}, parent: trunk",
        "name: other, joint: revolute, dh: {}, parent: base",
    )
    assert [link.parent for link in robot.links] == ["base", "trunk", "trunk", "base"]


def test_numbers_may_be_quoted_and_parameters_build_on_each_other() -> None:
    top = "parameters: {l: 0.5, half: l/2, m: '3'}\ngravity: ['0', 0, \"-g\"]".replace("-g", "-m")
    robot = arm("name: a, joint: revolute, dh: {a: half}, mass: 'm*2'", top=top)
    assert robot.links[0].inertial.mass == 6
    assert robot.links[0].joint.before.origin.x == Number("0.25")
    assert robot.gravity.z == -3


def test_yaml_does_not_guess_what_numbers_mean() -> None:
    robot = arm("name: no, joint: revolute, dh: {a: 017, d: 4e-05}")
    assert robot.links[0].name == "no"
    assert robot.links[0].joint.before.origin == Vec3(Number(17), ZERO, Number("0.00004"))


def test_floating_base_has_a_body() -> None:
    top = "base: {type: floating, mass: 5, com: [0, 0, 1], inertia: {xx: 1, yy: 1, zz: 1}}"
    base = arm("name: a, joint: revolute, dh: {}", top=top).floating_base
    assert base is not None
    assert (base.mass, base.com.z, base.inertia.xx) == (5, 1, 1)
    fixed = arm("name: a, joint: revolute, dh: {}", top="base: {type: fixed}")
    assert fixed.floating_base is None


def test_prefix_is_raised_to_capitals() -> None:
    assert arm("name: a, joint: revolute, dh: {}", top="f77_prefix: ab1").f77_prefix == "AB1"


def test_other_names_follow_their_rules() -> None:
    assert check_part_name("Left arm/joint-1.a:b_2") is None
    assert all(check_part_name(name) for name in ("", "a\n", "a*", "a" * 65, "\u00e9", "a\tb"))
    assert check_f77_prefix("Pu5") is None
    assert all(check_f77_prefix(prefix) for prefix in ("", "5A", "ABCDE", "A_B", "A\n"))


# Robots that ship ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_robot_is_read_and_says_where_its_numbers_come_from(path: Path) -> None:
    robot = robot_files.read(path)
    assert robot.name == path.stem
    assert robot.f77_prefix
    text = path.read_text(encoding="ascii")
    assert text.startswith("# ")
    assert max(map(len, text.splitlines())) <= 100


def test_shipped_robots_have_their_own_prefixes() -> None:
    prefixes = [robot_files.read(path).f77_prefix for path in SHIPPED]
    assert len(set(prefixes)) == len(prefixes)


def shipped(name: str) -> Description:
    return next(robot_files.read(path) for path in SHIPPED if path.stem == name)


def test_puma560_has_the_inertial_constants_that_its_paper_prints() -> None:
    """Form I2, I4, I5, I6 and I7 of Armstrong, Khatib and Burdick from masses, centres, lengths."""
    links = shipped("puma560").links
    m = [float(link.inertial.mass) for link in links]
    r = [tuple(map(float, link.inertial.com)) for link in links]
    i = [link.inertial.inertia.map(float) for link in links]
    a2 = float(links[2].joint.before.origin.x)
    a3 = float(links[3].joint.before.origin.x)
    d2 = float(links[1].joint.before.origin.y)
    d3 = float(links[2].joint.before.origin.z)
    d4 = -float(links[3].joint.before.origin.y)
    wrist = m[3] + m[4] + m[5]
    offset = wrist * a3**2
    across = m[2] * r[2][1] ** 2  # second moments along the forearm, of link 3 and of those beyond
    beyond = m[3] * (d4 + r[3][2]) ** 2 + (m[4] + m[5]) * d4**2 + m[5] * r[5][2] ** 2
    levers = m[1] * r[1][0] * (d2 + r[1][2]) + m[2] * a2 * r[2][2]
    constants = {
        1.75: i[1].zz + m[1] * (r[1][0] ** 2 + r[1][1] ** 2) + (m[2] + wrist) * a2**2,
        0.690: levers + (m[2] + wrist) * a2 * (d2 + d3),
        0.372: a2 * (-m[2] * r[2][1] + m[3] * r[3][2] + wrist * d4),
        0.333: i[2].zz + across + offset + beyond + i[3].yy + i[4].zz + i[5].xx,
        0.298: i[2].xx - i[2].yy + across - offset + beyond + i[3].yy - i[3].zz,
    }
    for printed, value in constants.items():
        assert value == pytest.approx(printed, rel=5e-3)


def test_both_pumas_have_the_same_links() -> None:
    """Compare what no choice of frames changes: masses, and the set of principal moments."""
    for ours, theirs in zip(shipped("puma560").links, shipped("puma560_corke").links, strict=True):
        assert ours.inertial.mass == theirs.inertial.mass
        moments = [
            sorted(map(float, (body.inertia.xx, body.inertia.yy, body.inertia.zz)))
            for body in (ours.inertial, theirs.inertial)
        ]
        assert moments[0] == moments[1]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_robot_opens_without_warnings_and_measured_ones_give_the_reason(
    path: Path,
) -> None:
    robot = robot_files.read(path)
    assert robot.warnings == ()
    accepted = [link.name for link in robot.links if link.inertial.accepted]
    assert accepted == (["link1", "link3"] if path.stem.startswith("puma560") else [])


def test_two_link_robot_is_that_of_its_paper() -> None:
    first, second = (link.inertial for link in shipped("two_link").links)
    assert first.inertia.zz == Number("0.1") * Number("0.0008") / 12
    assert second.inertia.zz == Number(10) * Number("4.0004") / 12
    assert second.com.x == 1


@given(st.data())
def test_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    """Replace a piece of a good file by a piece of another: no other exception may come out."""
    target = data.draw(st.sampled_from(SHIPPED)).read_text(encoding="ascii")
    donor = data.draw(st.sampled_from(SHIPPED)).read_text(encoding="ascii")
    start, length = data.draw(st.integers(0, len(target))), data.draw(st.integers(0, 30))
    other, taken = data.draw(st.integers(0, len(donor))), data.draw(st.integers(0, 30))
    damaged = target[:start] + donor[other : other + taken] + target[start + length :]
    try:
        read(damaged)
    except UserError as error:
        assert str(error).startswith("robot.yaml:")
        assert str(error).isprintable()
