"""Parts and variants of a robot move as the whole does where the rest is held still."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arrays import Array
from gen_robot.algebra.frame import X, Z, turn_about
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import BASE, Description, Inertial, Mimic
from gen_robot.description.edit import (
    Edits,
    edited,
    with_floating,
    with_locked,
    with_root,
    with_tip,
)
from gen_robot.errors import UserError
from measure import assert_same
from random_robots import random_robot
from small_urdf import TREE, joint, link, read_text, robot
from traced_kernels import PLAIN, evaluated, model_of, way

ROBOTS = {
    "tree": read_text(TREE),
    "chain": random_robot(11, 5, fixed=0.3),
    "branched": random_robot(12, 7, branched=True, fixed=0.2),
    "standard_dh": random_robot(13, 4, convention="standard_dh"),
}


def moving(description: Description) -> list[str]:
    return [k.joint.name for k in description.links if k.joint.type != "fixed"]


def carried(description: Description, root: str) -> set[str]:
    """Return the moving joints below a link."""
    below, joints = {root}, set()
    for k in description.links:
        if k.parent in below:
            below.add(k.name)
            joints |= {k.joint.name} if k.joint.type != "fixed" else set()
    return joints


def motion(description: Description, values: dict[str, tuple[float, float, float]]) -> Array:
    """Return the torques at positions, velocities and accelerations, zero where none are given."""
    rows = [values.get(name, (0.0, 0.0, 0.0)) for name in moving(description)]
    q, qd, qdd = np.array(rows).T
    state = {"q": q, "qd": qd, "qdd": qdd}
    return evaluated(model_of(description, PLAIN), way("inverse_dynamics", "rnea"), state)["tau"]


def random_motion(names: list[str]) -> dict[str, tuple[float, float, float]]:
    rng = np.random.default_rng(5)
    return {name: tuple(rng.uniform(-2, 2, 3)) for name in sorted(names)}


# Locking --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("which", [0, 1, -1])
def test_a_locked_robot_moves_as_the_whole_one_with_that_joint_at_rest(
    name: str, which: int
) -> None:
    whole = ROBOTS[name]
    held = moving(whole)[which]
    part = with_locked(whole, {held: "3/4 - pi"})
    assert moving(part) == [n for n in moving(whole) if n != held]
    values = random_motion(moving(part))
    at_rest = values | {held: (0.75 - np.pi, 0.0, 0.0)}
    keep = [n != held for n in moving(whole)]
    assert_same(motion(part, values), motion(whole, at_rest)[keep])


def test_a_locked_screw_is_turned_and_advanced() -> None:
    whole = ROBOTS["chain"]
    name = moving(whole)[1]
    screws = tuple(
        replace(k, joint=replace(k.joint, type="helical", given={"pitch": Number("0.3")}))
        if k.joint.name == name
        else k
        for k in whole.links
    )
    whole = replace(whole, links=screws)
    values = random_motion([n for n in moving(whole) if n != name])
    part = with_locked(whole, {name: "1.25"})
    keep = [n != name for n in moving(whole)]
    at_rest = motion(whole, values | {name: (1.25, 0.0, 0.0)})
    assert_same(motion(part, values), at_rest[keep])


def test_turning_about_an_axis_is_exact() -> None:
    diagonal = Vec3(ONE, ONE, ONE).map(lambda c: c / Number(3).sqrt())
    third = turn_about(diagonal, PI * 2 / 3)
    assert third.rotation @ X == Vec3(ZERO, ONE, ZERO)
    assert turn_about(Z, PI / 2).rotation.x == Vec3(ZERO, ONE, ZERO)


def hand() -> Description:
    """Return three fingers, of which two follow the first."""
    text = robot(
        "".join(link(name) for name in ("palm", "a", "b", "c"))
        + joint("ja", "palm", "a")
        + joint("jb", "palm", "b", inside='<mimic joint="ja" multiplier="2" offset="0.25"/>')
        + joint("jc", "b", "c", "prismatic", '<mimic joint="jb" multiplier="-1" offset="1"/>')
    )
    return read_text(text)


def test_what_follows_a_locked_joint_stands_where_that_puts_it() -> None:
    locked = with_locked(hand(), {"ja": "0.5"})
    a, b, c = (k.joint for k in locked.links)
    assert {a.type, b.type, c.type} == {"fixed"}
    assert a.before.rotation == turn_about(Z, Number("0.5")).rotation
    assert b.before.rotation == turn_about(X, Number("1.25")).rotation
    assert c.before.origin == Vec3(-Number("0.25"), ZERO, ZERO)


def test_locking_outside_the_limits_is_a_warning() -> None:
    tree = ROBOTS["tree"]
    locked = with_locked(tree, {"left_shoulder": "2.5"})
    assert "--lock left_shoulder: 2.5 is outside the joint's limits" in locked.warnings[-1]
    assert with_locked(tree, {"left_shoulder": "-1"}).warnings == tree.warnings


@pytest.mark.parametrize(
    ("joint_name", "value", "message"),
    [
        ("left_sholder", "0", "no joint of arm.urdf; did you mean 'left_shoulder'?"),
        ("camera_mount", "0", "--lock camera_mount: the joint is fixed"),
        ("rail", "1,5", "--lock rail: unexpected ','"),
        ("rail", "", "--lock rail: is empty"),
        ("rail", "1e31", "--lock rail: is 1.0e+31; no quantity of a robot is beyond 1e30"),
        ("rail", "__import__('os')", "--lock rail: unknown function"),
    ],
)
def test_what_cannot_be_locked_is_refused(joint_name: str, value: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        with_locked(ROBOTS["tree"], {joint_name: value})
    assert message in str(caught.value)
    assert caught.value.cure


def test_a_follower_cannot_be_locked() -> None:
    with pytest.raises(UserError, match="--lock jb: it follows 'ja'; lock that joint"):
        with_locked(hand(), {"jb": "0"})


# Another root ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
def test_what_hangs_on_a_link_moves_as_in_the_whole_robot_with_the_rest_at_zero(name: str) -> None:
    whole = ROBOTS[name]
    tested = 0
    for root in whole.links:
        names = carried(whole, root.name)
        if not names:
            continue
        part = with_root(whole, root.name)
        assert set(moving(part)) == names
        assert (part.root_name, part.root_inertial) == (root.name, root.inertial)
        values = random_motion(list(names))
        keep = [n in names for n in moving(whole)]
        assert_same(motion(part, values), motion(whole, values)[keep])
        tested += 1
    assert tested


def test_turned_gravity_is_reported() -> None:
    part = with_root(ROBOTS["tree"], "camera")
    assert part.gravity.x == Number("9.81") * Number("0.4").sin()
    assert "--root camera: gravity is [3.82" in part.warnings[-1]
    assert with_root(ROBOTS["tree"], "right_arm").gravity == ROBOTS["tree"].gravity


def test_the_root_may_be_named_by_its_own_name() -> None:
    tree = ROBOTS["tree"]
    assert with_root(tree, "trunk") == with_root(tree, BASE) == tree


def test_a_new_root_is_fixed() -> None:
    free = with_floating(ROBOTS["tree"])
    assert with_root(free, "left_arm").floating_base is None


# One chain ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
def test_a_chain_moves_as_the_whole_robot_without_the_other_masses(name: str) -> None:
    whole = ROBOTS[name]
    for tip in whole.links:
        try:
            part = edited(whole, Edits(tip=tip.name))
        except UserError:
            continue  # the chain is rigid
        names = {k.name for k in part.links}
        assert tip.name in names
        parents = {k.parent for k in part.links}
        assert names | {BASE} == parents | {tip.name}, "each link but the last has one child"
        bare = replace(
            whole,
            links=tuple(
                k if k.name in names else replace(k, inertial=Inertial()) for k in whole.links
            ),
        )
        values = random_motion(moving(part))
        keep = [n in moving(part) for n in moving(whole)]
        assert_same(motion(part, values), motion(bare, values)[keep])


def test_masses_that_are_left_behind_although_fixed_to_the_chain_are_reported() -> None:
    text = robot(
        "".join(link(name) for name in ("root", "arm", "hand", "tool", "screw"))
        + link("frame", "")
        + joint("shoulder", "root", "arm")
        + joint("wrist", "arm", "hand")
        + joint("bolt", "arm", "tool", "fixed")
        + joint("nut", "tool", "screw", "fixed")
        + joint("mark", "arm", "frame", "fixed")
    )
    part = with_tip(read_text(text), "hand")
    assert part.warnings[-1].endswith("left out, though it is fixed to the chain: tool, screw")
    assert [k.name for k in part.links] == ["arm", "hand"]


def test_followers_of_a_joint_that_is_left_out_follow_the_first_of_them() -> None:
    part = with_tip(hand(), "c")
    first, second = (k.joint for k in part.links)
    assert first.mimic is None
    # jc = 1 - jb, whatever ja was.
    assert second.mimic == Mimic("jb", -ONE, ONE)
    assert "--tip c: the joint jb moves by itself" in part.warnings[-1]


def test_a_follower_may_not_follow_another_by_more_than_any_quantity() -> None:
    whole = hand()
    slow = replace(whole.links[1].joint, mimic=Mimic("ja", Number("1e-20")))
    fast = replace(whole.links[2].joint, mimic=Mimic("ja", Number("1e20")))
    links = (
        whole.links[0],
        replace(whole.links[1], joint=slow),
        replace(whole.links[2], joint=fast),
        *whole.links[3:],
    )
    with pytest.raises(
        UserError, match=r"--tip c: jc would follow jb with the multiplier 1.0e\+40"
    ):
        with_tip(replace(whole, links=links), "c")


@pytest.mark.parametrize("edits", [Edits(root="left-hand"), Edits(tip="left-hand")])
def test_an_unknown_link_is_refused(edits: Edits) -> None:
    with pytest.raises(UserError, match=r"no link of arm\.urdf; did you mean 'left_hand'"):
        edited(ROBOTS["tree"], edits)


def test_a_chain_that_ends_at_the_base_is_refused() -> None:
    for name in (BASE, "trunk"):
        with pytest.raises(UserError, match="is the base; choose a link that moves"):
            with_tip(ROBOTS["tree"], name)


# All together ---------------------------------------------------------------------------------


def test_a_base_that_is_set_free_has_the_body_of_the_root_link() -> None:
    tree = ROBOTS["tree"]
    free = with_floating(tree)
    assert free.floating_base == tree.root_inertial
    assert free.links == tree.links
    assert with_floating(free) == free


def test_a_base_cannot_be_set_free_where_a_joint_has_the_name_of_its_own() -> None:
    text = robot(link("root") + link("tip") + joint("floating_base", "root", "tip"))
    with pytest.raises(
        UserError, match=r"--floating: a joint of arm\.urdf is named 'floating_base'"
    ):
        with_floating(read_text(text))


def test_locked_joints_above_the_new_root_turn_gravity() -> None:
    edits = Edits(lock={"left_shoulder": "pi/2"}, root="left_arm")
    part = edited(ROBOTS["tree"], edits)
    turned = turn_about(X, Number("-1.2")).then(turn_about(Vec3(ZERO, ONE, ZERO), PI / 2))
    assert part.gravity == turned.rotation.transposed @ ROBOTS["tree"].gravity


@pytest.mark.parametrize(
    "edits",
    [
        Edits(root="left_hand"),
        Edits(tip="camera"),
        Edits(root="camera", lock={"rail": "0"}),
    ],
)
def test_what_cannot_move_any_more_is_refused_unless_set_free(edits: Edits) -> None:
    with pytest.raises(UserError, match="has no moving joint"):
        edited(ROBOTS["tree"], edits)
    free = edited(ROBOTS["tree"], replace(edits, floating=True))
    assert free.floating_base is not None


def test_no_edits_leave_a_robot_as_it_is() -> None:
    for description in ROBOTS.values():
        assert edited(description, Edits()) is description
