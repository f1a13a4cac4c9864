"""What is wrong in a robot is found alike in every format; how strict a format is, is its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.algebra.number import ONE, Number
from gen_robot.description.description import (
    BASE,
    Inertial,
    JointDescription,
    Limits,
    LinkDescription,
)
from gen_robot.description.names import check_part_name
from gen_robot.errors import UserError
from gen_robot.readers.checks import (
    LARGEST,
    check_count,
    check_name,
    check_size,
    crossed,
    massless,
    refuse_twins,
    spelled_cycle,
)
from gen_robot.readers.mark import AnyMark, Mark
from gen_robot.readers.robot_files import read
from gen_robot.readers.xml_tree import Element
from small_urdf import joint, link, robot

HERE: AnyMark = Mark("arm.xml", Element("link", {}, 3, 5), "link[a]")
HEAVY, NOTHING = Inertial(ONE), Inertial()


def test_a_message_says_file_line_column_and_path() -> None:
    assert HERE.place == "arm.xml:3:5: link[a]"
    assert str(HERE.error("is bad", "make it good")) == f"{HERE.place}: is bad; make it good"
    assert HERE.warning("is bad", "make it good") == str(HERE.error("is bad", "make it good"))
    assert Mark("arm.xml", HERE.node).place == "arm.xml:3:5"


def test_quantities_have_a_largest_size() -> None:
    check_size(HERE, -LARGEST, "-1e30")
    for value in (LARGEST * 2, -LARGEST * 2):
        with pytest.raises(UserError, match="is so much; no quantity of a robot is beyond 1e30"):
            check_size(HERE, value, "so much")


@pytest.mark.parametrize("count", [0, 8])
def test_a_robot_has_some_links_but_not_too_many(count: int) -> None:
    check_count(HERE, 1, 7)
    check_count(HERE, 7, 7)
    with pytest.raises(UserError, match=f"has {count} links; a robot has 1 to 7"):
        check_count(HERE, count, 7)


def test_names_follow_their_rule_and_are_unique() -> None:
    check_name(HERE, "a", check_part_name)
    with pytest.raises(UserError, match="is 'a\\*'; a name is 1 to 64"):
        check_name(HERE, "a*", check_part_name)
    refuse_twins([(HERE, "a", "one"), (HERE, "b", "two")], {"c": "the base"})
    with pytest.raises(UserError, match="is named 'a'; one has this name already"):
        refuse_twins([(HERE, "a", "one"), (HERE, "a", "two")])
    with pytest.raises(UserError, match="the base has this name already"):
        refuse_twins([(HERE, "a", "one")], {"a": "the base"})


def test_limits_cross_only_if_both_are_there() -> None:
    assert crossed(Limits(Number(2), Number(1))) == "lower 2.0 above upper 1.0"
    for limits in (Limits(ONE, ONE), Limits(ONE), Limits(None, ONE), Limits()):
        assert not crossed(limits)


def test_a_link_has_the_mass_of_what_is_fixed_to_it() -> None:
    def part(name: str, parent: str, kind: str, body: Inertial = NOTHING) -> LinkDescription:
        return LinkDescription(name, parent, JointDescription(name, kind), body)

    links = [
        part("bare", BASE, "revolute"),
        part("heavy", "bare", "revolute", HEAVY),
        part("flange", BASE, "prismatic"),
        part("adapter", "flange", "fixed"),
        part("tool", "adapter", "fixed", HEAVY),
        part("stand", BASE, "fixed"),
    ]
    assert massless(links) == ["bare"]


def test_a_long_cycle_is_cut_in_the_middle() -> None:
    assert spelled_cycle([*"abca"]) == "a -> b -> c -> a"
    assert spelled_cycle([*"abcdefga"]) == "a -> b -> c -> d -> e -> ... -> a"


# The same fault in both formats ---------------------------------------------------------------


def in_yaml(first: str, second: str) -> str:
    """Return two joints, a and b, each with these keys beside its type."""
    rows = "".join(
        f"  - {{name: {name}, joint: {{type: {keys}}}}}\n"
        for name, keys in (("a", first), ("b", second))
    )
    return f"name: arm\nconvention: transform\nlinks:\n{rows}"


def in_urdf(first: tuple[str, str], second: tuple[str, str]) -> str:
    """Return two joints, a and b, each of a type and with elements inside."""
    joints = zip("ab", ("root", "one"), ("one", "two"), (first, second), strict=True)
    return robot(
        "".join(link(name) for name in ("root", "one", "two"))
        + "".join(joint(name, parent, child, *of) for name, parent, child, of in joints)
    )


FREE = ("revolute", "")
FAULTS = {
    "is 'b', which is floating; a joint may follow one of these types: revolute": (
        in_yaml("revolute, mimic: {joint: b}", "floating"),
        in_urdf(("revolute", '<mimic joint="b"/>'), ("floating", "")),
    ),
    "mimic: closes the cycle a -> b -> a; at least one of them moves by itself": (
        in_yaml("revolute, mimic: {joint: b}", "revolute, mimic: {joint: a}"),
        in_urdf(("revolute", '<mimic joint="b"/>'), ("revolute", '<mimic joint="a"/>')),
    ),
    "is 'c', no joint; allowed: b": (
        in_yaml("revolute, mimic: {joint: c}", "revolute"),
        in_urdf(("revolute", '<mimic joint="c"/>'), FREE),
    ),
    "lower 2.0 above upper 1.0": (
        in_yaml("revolute, limits: {lower: 2, upper: 1}", "revolute"),
        in_urdf(("revolute", '<limit lower="2" upper="1"/>'), FREE),
    ),
    "no quantity of a robot is beyond 1e30 in size": (
        in_yaml("revolute, limits: {velocity: 1e31}", "revolute"),
        in_urdf(("revolute", '<origin xyz="1e31 0 0"/>'), FREE),
    ),
    "is named 'a'": (
        in_yaml("revolute", "revolute, name: a"),
        in_urdf(FREE, FREE).replace('joint name="b"', 'joint name="a"'),
    ),
}
WARNED = {"is 'c', no joint; allowed: b", "lower 2.0 above upper 1.0"}
"""What URDF files are only warned about, since files in use hold it."""


@pytest.mark.parametrize("expected", FAULTS)
def test_a_fault_is_named_alike_in_both_formats(expected: str, tmp_path: Path) -> None:
    path = tmp_path / "arm"
    for number, text in enumerate(FAULTS[expected]):
        path.write_text(text)
        if number and expected in WARNED:
            assert any(expected in warning for warning in read(path).warnings)
            continue
        with pytest.raises(UserError) as caught:
            read(path)
        assert expected in str(caught.value)
