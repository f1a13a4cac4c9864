"""Congruent limbs become lanes of one, which is each of them; limbs that only look alike do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import lane_by_lane
from gen_robot.algebra.lanes import in_lanes, lanes
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.description.description import Description, Mimic
from gen_robot.description.edit import with_floating
from gen_robot.model.canonical import canonical
from gen_robot.model.formulation import Bodies, Formulation, Frames, formulated
from gen_robot.model.hold import hold_parallel
from gen_robot.model.limbs import with_lanes
from gen_robot.model.model import Angle, Link, Model
from gen_robot.model.payload import with_payload
from gen_robot.model.pose import in_frame, pose, turn
from gen_robot.readers.robot_files import read
from measure import assert_same
from oracle import crba, rnea
from oracle import robot as oracle
from small_urdf import joint, link, read_text, robot
from urdf_robots import urdf_files

# Robots -----------------------------------------------------------------------------------------

LEG = (("0 0 1", "0.1 0 0"), ("0 1 0", "0.3 0 -0.05"), ("0 1 0", "0.4 0 0"))
"""The axis of each joint of a leg, and where it is in the link before."""


def rod(mass: float, side: int = 1) -> str:
    """Return a body, or on side -1 its mirror image at the plane y = 0."""
    mixed = f'ixy="{0.001 * side}" ixz="-0.002" iyz="{0.003 * side}"'
    return (
        f'<inertial><origin xyz="0.1 {0.02 * side} -0.03"/><mass value="{mass}"/>'
        f'<inertia ixx="0.04" iyy="0.05" izz="0.03" {mixed}/></inertial>'
    )


def limb(
    name: str,
    at: str,
    joints: Sequence[tuple[str, str]] = LEG,
    kinds: Sequence[str] = ("revolute",) * 9,
    mass: float = 1.0,
    trunk: str = "trunk",
    side: int = 1,
) -> str:
    """Return a chain of links on the trunk."""
    text, parent = "", trunk
    for k, ((axis, xyz), kind) in enumerate(zip(joints, kinds, strict=False)):
        origin = at if k == 0 else f'xyz="{xyz}"'
        limits = '<limit lower="-1" upper="2" velocity="3" effort="4"/>'
        drive = f'<dynamics damping="{0.1 * mass}" friction="{0.2 + mass / 10}"/>'
        inside = f'<origin {origin}/><axis xyz="{axis}"/>{limits}{drive}'
        text += link(f"{name}{k}", rod(mass + k / 10, side))
        text += joint(f"{name}_joint{k}", parent, f"{name}{k}", kind, inside)
        parent = f"{name}{k}"
    return text


def on_trunk(*limbs: str) -> Description:
    return read_text(robot(link("trunk") + "".join(limbs)))


def mirrored(joints: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a limb's mirror image at the plane y = 0: axes are pseudovectors."""

    def signed(text: str, signs: tuple[int, int, int]) -> str:
        return " ".join(str(s * float(x)) for s, x in zip(signs, text.split(), strict=True))

    return [(signed(a, (-1, 1, -1)), signed(p, (1, -1, 1))) for a, p in joints]


ARM = (
    ("0 1 0", "0 0 0"),
    ("1 0 0", "0.05 0.1 0"),
    ("0.6 0 0.8", "0 0.2 -0.1"),
    ("0 1 0", "0.1 0.02 -0.3"),
)

HEXAPOD = on_trunk(
    *(
        limb(f"leg{k}", f'xyz="{np.cos(a)} {np.sin(a)} 0" rpy="0 0 {a}"', mass=1 + k / 7)
        for k, a in enumerate(np.arange(6) * np.pi / 3)
    )
)
QUARTERS = on_trunk(
    *(
        limb(f"leg{k}", f'xyz="{x} {y} 0.1" rpy="0 0 {k * np.pi / 2}"', mass=1 + k / 3)
        for k, (x, y) in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)])
    )
)
SIDEWAYS = on_trunk(  # the same with all axes in the horizontal plane
    *(
        limb(
            f"leg{k}",
            f'xyz="{x} {y} 0.1" rpy="0 0 {k * np.pi / 2}"',
            (("1 0 0", "0 0 0"), *LEG[1:]),
            mass=1 + k / 3,
        )
        for k, (x, y) in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)])
    )
)
TWO_ARMS = on_trunk(
    limb("left", 'xyz="0 0.3 0.5"', ARM), limb("right", 'xyz="0 -0.3 0.5"', mirrored(ARM), mass=2)
)
SENSES = on_trunk(  # every axis of one leg the other way round
    limb("left", 'xyz="0 0.3 0.5"'),
    limb(
        "right",
        'xyz="0 -0.3 0.5"',
        [(f"0 0 {-1}" if a == "0 0 1" else "0 -1 0", p) for a, p in LEG],
    ),
)
SLIDES = on_trunk(
    *(
        limb(name, f'xyz="0 {y} 0"', joints, ("revolute", "prismatic", "prismatic"))
        for name, y, joints in (("left", 0.3, ARM[:3]), ("right", -0.3, mirrored(ARM[:3])))
    )
)
SPREAD = on_trunk(
    *(limb(f"arm{k}", f'xyz="0 {k} 0" rpy="{k / 5} 0.2 {k / 3}"', ARM) for k in range(3))
)
HANDS = on_trunk(  # two arms, each with three fingers that are alike among themselves
    *(
        limb(side, f'xyz="0 {y} 0"', ARM[:2])
        + "".join(
            limb(f"{side}_finger{k}", f'xyz="0.1 {k / 50} 0"', LEG[:2], trunk=f"{side}1")
            for k in (order if y > 0 else order[::-1])
        )
        for order in [range(3)]
        for side, y in (("left", 0.3), ("right", -0.3))
    )
)
MADE = {
    "hexapod": (HEXAPOD, [4, 2]),
    "quarter turns": (QUARTERS, [4]),
    "quarter turns of level axes": (SIDEWAYS, [4]),
    "two arms": (TWO_ARMS, [2]),
    "opposite senses": (SENSES, [2]),
    "slides": (SLIDES, [2]),
    "spread": (SPREAD, [3]),
    "hands": (HANDS, [2]),
}
"""Robots with congruent limbs, and how many a group has."""

SAMPLE = ("hyq_no_sensors", "talos_reduced", "g1_29dof_rev_1_0")
FILES = {name: path for name, path in urdf_files().items() if name in SAMPLE}
BOTH_BASES = pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])


@cache
def described(name: str, floating: bool) -> Description:
    found = MADE[name][0] if name in MADE else read(str(FILES[name]))
    return with_floating(found) if floating else found


EACH = pytest.mark.parametrize("name", [*MADE, *FILES])


def widths(model: Model) -> list[int]:
    """Return the number of limbs of each group."""
    outer = {0: 1} | {k.number: k.width for k in model.links}
    return [k.width for k in model.links if k.width > 1 and outer[k.parent] == 1]


# Laws -------------------------------------------------------------------------------------------


@EACH
@BOTH_BASES
@pytest.mark.parametrize("bodies", [Bodies.AS_GIVEN, Bodies.REGROUPED])
def test_the_lanes_have_the_dynamics_of_the_limbs(
    name: str, floating: bool, bodies: Bodies
) -> None:
    description = described(name, floating)
    model = formulated(canonical(description), Formulation(bodies, Frames.ATTACHED))
    laned = with_lanes(model)
    rebuilt = lane_by_lane.robot(laned)
    # The file's own frames know nothing of canonical ones; a base that flies the oracle cannot read.
    expected = lane_by_lane.robot(model) if floating else oracle.robot(description)
    rng = np.random.default_rng(5)
    q, qd, qdd = rng.uniform(-2, 2, (3, expected.n))
    tau = rnea.inverse_dynamics(expected, q, qd, qdd, friction=True)
    assert_same(rnea.inverse_dynamics(rebuilt, q, qd, qdd, friction=True), tau)
    assert_same(crba.inertia_matrix(rebuilt, q), crba.inertia_matrix(expected, q))


@pytest.mark.parametrize("name", MADE)
@BOTH_BASES
def test_all_congruent_limbs_are_found(name: str, floating: bool) -> None:
    assert widths(with_lanes(canonical(described(name, floating)))) == MADE[name][1]


@pytest.mark.parametrize("name", FILES)
@BOTH_BASES
def test_legs_and_arms_of_real_robots_are_found(name: str, floating: bool) -> None:
    found = widths(with_lanes(canonical(described(name, floating))))
    assert found == ([4] if "hyq" in name else [2, 2])


@EACH
def test_links_keep_the_number_and_the_places_of_their_first_lane(name: str) -> None:
    model = canonical(described(name, True))
    laned = with_lanes(model)
    assert (laned.nq, laned.nv) == (model.nq, model.nv)
    for each in laned.links:
        first = model.link(each.number)
        assert laned.link(each.number) is each
        own = each.parent, each.q_index, each.v_index
        assert own == (first.parent, first.q_index, first.v_index)
        assert each.stands_for[0] == each.number > each.parent
    assert sorted(n for k in laned.links for n in k.stands_for) == [k.number for k in model.links]
    assert laned.whole is model
    assert set(laned.base_frames) == {k.number for k in laned.roots}


@EACH
def test_limbs_that_are_lanes_already_are_no_lanes_again(name: str) -> None:
    laned = with_lanes(canonical(described(name, False)))
    assert with_lanes(laned) is laned
    assert with_lanes(canonical(described(name, False))) == laned


@EACH
@BOTH_BASES
@pytest.mark.parametrize("held", [False, True], ids=["attached", "held"])
def test_moments_about_the_base_are_those_of_the_limbs_exactly(
    name: str, floating: bool, held: bool
) -> None:
    model = formulated(
        canonical(described(name, floating)), Formulation(Bodies.REGROUPED, Frames.ATTACHED)
    )
    whole, laned = model, with_lanes(model)
    if held:
        whole, laned = hold_parallel(whole), hold_parallel(laned)
    q = [Number(k + 3) / (7 + 2 * k) for k in range(whole.nq)]
    expected = moments_about_base(whole, q)
    q_laned = list(q)
    for each in laned.links:
        for k in range(each.kind.nq):
            own = lanes(q[whole.link(n).q_index + k] for n in each.stands_for)
            q_laned[each.q_index + k] = own * each.sense
    found = moments_about_base(laned, q_laned)
    for each in laned.links:
        for lane, number in enumerate(each.stands_for):
            for x, y in zip(found[each.number], expected[number], strict=True):
                assert abs(in_lanes(x, each.width)[lane] - y) < Number("1e-40")


def moments_about_base(model: Model, q: Sequence[Number]) -> dict[int, list[Number]]:
    """Return the moments of each link about its root's base, by way of the links' frames."""
    found: dict[int, list[Number]] = {}
    for each in model.links:
        body, at = in_frame(each, each.body, q), each
        while True:
            body = pose(at, q).up_moments(body)
            if not at.parent:
                break
            at = model.link(at.parent)
        found[each.number] = in_base(model, at, body)
    return found


def in_base(model: Model, root: Link, body: Moments) -> list[Number]:
    rotation = model.base_frames[root.number].rotation
    return [body.mass, *(rotation @ body.first), *body.second.rotated(rotation)]


@pytest.mark.parametrize("name", ["two arms", "hyq_no_sensors"])
def test_the_users_frames_are_where_they_were(name: str) -> None:
    """The oracle places them by the file alone."""
    description = described(name, False)
    laned = with_lanes(canonical(description))
    q = np.random.default_rng(6).uniform(-2, 2, len(description.links))[
        : oracle.robot(description).n
    ]
    expected = oracle.robot(description).world(q)
    rebuilt = lane_by_lane.robot(laned).world(q)
    for each in laned.links:
        for lane, number in enumerate(each.stands_for):
            own = lane_by_lane.lane_of_frame(each.user_frame, lane, each.width)
            place = rebuilt[number - 1].then(own)
            assert_same(place.R, expected[number - 1].R)
            assert_same(place.p, expected[number - 1].p, scale=1.0)
    whole = laned.whole
    assert whole
    for described_name, place_of in laned.places.items():
        number = whole.places[described_name].link
        if number:
            own = lane_by_lane.lane_of_frame(place_of.frame, 0, 1)
            before = lane_by_lane.lane_of_frame(whole.places[described_name].frame, 0, 1)
            at = lane_by_lane.robot(whole).world(q)[number - 1].then(before)
            place = rebuilt[number - 1].then(own)
            assert_same(place.R, at.R)
            assert_same(place.p, at.p, scale=1.0)


@BOTH_BASES
def test_a_mirror_image_has_the_same_turns_and_second_moments_and_opposite_shifts(
    floating: bool,
) -> None:
    mirror = on_trunk(
        limb("left", 'xyz="0.1 0.3 0.5"', ARM),
        limb("right", 'xyz="0.1 -0.3 0.5"', mirrored(ARM), side=-1),
    )
    laned = with_lanes(canonical(with_floating(mirror) if floating else mirror))
    arm = [each for each in laned.links if each.width > 1]
    assert len(arm) == len(ARM)
    for each in arm:
        g = each.geometry
        assert each.sense == ONE
        turns, shifts = [g.gamma, g.alpha, g.theta], [g.b, g.a, g.e, g.d]
        if each is arm[0]:  # leads from the trunk, which is not mirrored
            turns, shifts = [g.gamma, g.alpha], []
        assert all(x.width == 1 for x in (*turns, *each.body.second))
        opposite = (*shifts, *each.body.first)
        for x in opposite:
            left, right = in_lanes(x, 2)
            assert left == -right


def test_what_is_alike_in_all_limbs_is_a_plain_number() -> None:
    same = on_trunk(limb("left", 'xyz="0 0.3 0"', ARM), limb("right", 'xyz="0 -0.3 0"', ARM))
    for each in with_lanes(canonical(with_floating(same))).links[2:]:
        constants = [*vars(each.geometry).values(), each.body.mass, *each.body.first]
        assert all(x.width == 1 for x in (*constants, *each.body.second, each.rotor_inertia))
        assert each.width == 2 and each.sense == ONE


def test_limits_hold_for_every_lane() -> None:
    laned = with_lanes(canonical(with_floating(SENSES)))
    for each in laned.links:
        if each.width > 1 and each.sense != ONE:
            assert (each.limits.lower, each.limits.upper) == (Number(-2), Number(2))


@BOTH_BASES
def test_limbs_that_look_alike_but_are_not_stay_apart(floating: bool) -> None:
    usual = limb("left", 'xyz="0 0.3 0"')
    place = 'xyz="0 -0.3 0"'
    others = {
        "another kind of joint": limb("right", place, kinds=("revolute", "prismatic", "revolute")),
        "a longer one": limb("right", place, (*LEG, ("0 1 0", "0.1 0 0"))),
        "a shorter one": limb("right", place, LEG[:2]),
        "axes at right angles": limb("right", place, (*LEG[:2], ("1 0 0", "0.4 0 0"))),
        "axes at another angle": limb("right", place, (*LEG[:2], ("0.6 0.8 0", "0.4 0 0"))),
        "another tree": limb("right", place, LEG[:2])
        + limb("thumb", place, LEG[2:], ("prismatic",), trunk="right0"),
    }
    for other in others.values():
        description = on_trunk(usual, other)
        model = canonical(with_floating(description) if floating else description)
        assert with_lanes(model) is model


def test_a_limb_with_a_joint_that_follows_or_leads_stays_apart() -> None:
    description = with_floating(on_trunk(*(limb(n, 'xyz="0 0.3 0"') for n in ("a", "b", "c", "d"))))
    tied = Mimic("b_joint1", ONE, ZERO)
    links = tuple(
        replace(k, joint=replace(k.joint, mimic=tied)) if k.name == "a2" else k
        for k in description.links
    )
    laned = with_lanes(canonical(replace(description, links=links)))
    assert [k.stands_for for k in laned.links if k.width > 1] == [(8, 11), (9, 12), (10, 13)]
    follower = next(k for k in laned.links if k.following)
    assert follower.following and laned.link(follower.following.leader).name == "b1"


def test_a_limb_with_a_load_stays_apart_and_the_trunk_may_have_one() -> None:
    model = canonical(with_floating(HEXAPOD))
    loaded = with_lanes(with_payload(model, "leg41"))
    assert widths(loaded) == [4] and not any("leg4" in k.name and k.width > 1 for k in loaded.links)
    (load,) = loaded.parameters
    assert loaded.link(*load.links).name == "leg41"
    assert widths(with_lanes(with_payload(model, "trunk"))) == [4, 2]


def test_a_ball_joint_stays_apart() -> None:
    model = canonical(with_floating(on_trunk(*(limb(n, 'xyz="0 0 1"') for n in "ab"))))
    kind = model.link(1).kind
    ball = replace(
        model, links=(*model.links[:3], replace(model.links[3], kind=kind), *model.links[4:])
    )
    assert with_lanes(ball) is ball


def test_a_robot_without_limbs_is_itself() -> None:
    model = canonical(on_trunk(limb("arm", 'xyz="0 0 0"')))
    assert with_lanes(model) is model


def test_an_angle_of_lanes_is_split_exactly() -> None:
    q = lanes((Number("0.3"), Number("-1.1"), Number("2.2"), ZERO))
    for offset in (
        lanes((ZERO, PI, PI / 2, -PI / 2)),
        lanes((PI, ZERO, PI, Number("0.2"))),
        lanes((Number(1), Number(2), Number(3), Number(-3))),
    ):
        found = turn(Angle(((0, 1),), offset), [q])
        assert max(in_lanes(abs(found.c - (q + offset).cos()), 4)) < Number("1e-50")
        assert max(in_lanes(abs(found.s - (q + offset).sin()), 4)) < Number("1e-50")
