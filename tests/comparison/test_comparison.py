"""What is said to differ does, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from gen_robot.comparison.alignment import Kind, Row
from gen_robot.comparison.asked import asked
from gen_robot.comparison.compare import compare, compared, side_of
from gen_robot.comparison.comparison import Comparison
from gen_robot.comparison.side import Side
from gen_robot.comparison.states import RATE, SEED, STATES
from gen_robot.delivery.writing import write
from gen_robot.description.edit import Edits
from gen_robot.options import Options
from gen_robot.pipeline import generate
from gen_robot.readers.robot_files import read, shipped_text
from pinocchio_robot import pinocchio_model
from urdf_robots import urdf_files

MIRRORED = {Kind.LEFT: Kind.RIGHT, Kind.RIGHT: Kind.LEFT}
THREE = Options(kernels=("inertia_matrix", "gravity", "inverse_dynamics"))


@cache
def side(text: str) -> Side:
    return side_of(asked(text), THREE)


@cache
def found(left: str, right: str) -> Comparison:
    """Compare two robots by three kernels; each is generated once."""
    return compared(side(left), side(right))


def rows(comparison: Comparison) -> list[tuple[str, Row]]:
    return [(k.name, row) for k in comparison.kernels for step in k.steps for row in step.rows]


def edited(folder: Path, old: str, new: str, robot: str = "puma560", name: str = "arm") -> str:
    """Write a shipped robot's file with one change in it."""
    text = shipped_text(robot)
    assert text.count(old) == 1
    path = folder / f"{name}.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("robot", ["two_link", "scara", "puma560"])
def test_a_robot_is_the_same_as_itself(robot: str) -> None:
    comparison = found(robot, robot)
    assert comparison.is_same
    assert not (comparison.constants or comparison.base_parameters or comparison.reasons)
    assert all(row.kind is Kind.SAME for _, row in rows(comparison))
    assert all(effect.largest == 0 for effect in comparison.effects)


@pytest.mark.parametrize(
    ("left", "right"),
    [("puma560", "puma560_corke"), ("two_link", "puma560"), ("puma560:gah", "puma560:crba")],
)
def test_every_statement_stands_in_the_alignment_once(left: str, right: str) -> None:
    comparison = found(left, right)
    for robot, side in ((left, "left"), (right, "right")):
        alone = found(robot, robot)
        for kernel in comparison.kernels:
            own = next(k for k in alone.kernels if k.name == kernel.name)
            every = [row.left.text for step in own.steps for row in step.rows if row.left]
            aligned = [getattr(row, side) for step in kernel.steps for row in step.rows]
            assert Counter(x.text for x in aligned if x) == Counter(every)


@pytest.mark.parametrize(("left", "right"), [("puma560", "puma560_corke"), ("puma560", "two_link")])
def test_the_other_way_round_is_the_mirror_image(left: str, right: str) -> None:
    there, back = found(left, right), found(right, left)

    def seen(comparison: Comparison) -> Counter[tuple[str, Kind, str, str]]:
        return Counter(
            (name, row.kind, row.left.text if row.left else "", row.right.text if row.right else "")
            for name, row in rows(comparison)
        )

    image = {(n, MIRRORED.get(kind, kind), b, a): k for (n, kind, a, b), k in seen(back).items()}
    assert seen(there) == image
    for a, b in zip(there.kernels, back.kernels, strict=True):
        assert a.operations == b.operations[::-1]
    assert [c.where for c in there.facts] == [c.where for c in back.facts]
    assert [c.left for c in there.facts] == [c.right for c in back.facts]
    for a, b in zip(there.effects, back.effects, strict=True):
        assert a.largest == pytest.approx(b.largest)


def test_a_changed_mass_shows_as_that_mass_and_the_base_parameters_it_enters(
    tmp_path: Path,
) -> None:
    arm = edited(tmp_path, "mass: 4.80", "mass: 6.04")
    comparison = found("puma560", arm)
    (change,) = comparison.constants
    assert (change.where, change.left, change.right, change.unit) == (
        "link3.mass",
        4.8,
        6.04,
        "kg",
    )
    # By hand: link 3 carries its mass at its centre, and its moments of mass go where it turns.
    # What a mass of 1.24 kg at (0, -0.07, 0.014) changes of link 3 itself is its first moment and,
    # of second moments, Syy3 and Syz3; the rest is its parents'.
    extra = 6.04 - 4.8
    by_name = {c.where: c.right - c.left for c in comparison.base_parameters}  # type: ignore[operator]
    assert by_name["my3"] == pytest.approx(-0.07 * extra)
    assert by_name["Syy3"] == pytest.approx(0.07**2 * extra)
    assert by_name["Syz3"] == pytest.approx(-0.07 * 0.014 * extra)
    assert by_name["mx2"] == pytest.approx(0.4318 * extra)
    assert {name[-1] for name in by_name} <= {"1", "2", "3"}
    # And no joint, no limit, no length differs.
    assert not comparison.facts
    assert not any(joint.differs for joint in comparison.joints)
    (reason,) = comparison.reasons
    assert [c.where for group in reason.groups for c in group.changes] == ["link3.mass"]
    kinds = {row.kind for _, row in rows(comparison)}
    assert kinds == {Kind.SAME, Kind.CONSTANTS}


def test_a_centre_of_mass_off_the_axis_is_why_terms_appear(tmp_path: Path) -> None:
    arm = edited(tmp_path, "com: [0, -0.070, 0.014]", "com: [0.02, -0.070, 0.014]")
    comparison = found("puma560", arm)
    assert [c.where for c in comparison.constants] == ["link3.com.x"]
    (reason,) = comparison.reasons
    kernel = next(k for k in comparison.kernels if k.name == "inverse_dynamics")
    assert kernel.operations[1].mul > kernel.operations[0].mul
    assert reason.operations > 0
    dearer = {s.link for s in kernel.steps if s.operations[0] != s.operations[1]}
    assert "3" in dearer


def test_the_effect_is_the_one_that_pinocchio_computes(tmp_path: Path) -> None:
    arm = edited(tmp_path, "mass: 4.80", "mass: 6.04")
    comparison = found("puma560", arm)
    # The same states, drawn as they are documented: joint by joint q, then qd and qdd.
    rng = np.random.default_rng(SEED)
    q, qd, qdd = (np.empty((STATES, 6)) for _ in range(3))
    for k in range(6):
        q[:, k] = 2 * rng.uniform(-np.pi / 2, np.pi / 2, (STATES, 1))[:, 0]
        qd[:, k] = rng.uniform(-RATE, RATE, (STATES, 1))[:, 0]
        qdd[:, k] = rng.uniform(-RATE, RATE, (STATES, 1))[:, 0]
    models = [pinocchio_model(read(robot)) for robot in ("puma560", arm)]
    values: dict[str, list[np.ndarray]] = {"M": [], "g": [], "tau": []}
    for model in models:
        data = model.createData()
        matrices = []
        for x in q:
            upper = np.triu(pin.crba(model, data, x))
            matrices.append(upper + np.triu(upper, 1).T)
        values["M"].append(np.array(matrices))
        g = [pin.computeGeneralizedGravity(model, data, x).copy() for x in q]
        values["g"].append(np.array(g)[..., None])
        tau = [pin.rnea(model, data, *x).copy() for x in zip(q, qd, qdd, strict=True)]
        values["tau"].append(np.array(tau)[..., None])
    assert [effect.quantity for effect in comparison.effects] == [*values]
    for effect in comparison.effects:
        a, b = values[effect.quantity]
        change, scale = np.abs(a - b).max((0, 2)), np.maximum(abs(a), abs(b)).max((0, 2))
        wanted = np.where(change > 1e-12, change / np.maximum(scale, 1e-300), 0)
        assert [x for _, x in effect.joints] == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("puma560:gah", "puma560:crba"),
        ("stanford:inverse_dynamics=rnea", "stanford:inverse_dynamics=gibbs_appell"),
        ("two_link:inertia_matrix=lin,gravity=rnea", "two_link"),
    ],
)
def test_two_ways_differ_in_lines_and_not_in_numbers(left: str, right: str) -> None:
    comparison = found(left, right)
    assert not comparison.is_same
    assert not comparison.constants
    assert {effect.quantity for effect in comparison.effects} == {"M", "g", "tau"}
    assert all(effect.is_rounding for effect in comparison.effects)
    assert any(kernel.ways[0] != kernel.ways[1] for kernel in comparison.kernels)


def test_a_joint_that_counts_the_other_way_is_no_other_robot(tmp_path: Path) -> None:
    """Redrawn with link 2's axis turned round: the frames' constants differ, the mechanism does not."""
    text = """\
name: arm
convention: transform
links:
  - {name: upper, joint: {type: revolute}, origin: {xyz: [0, 0, 0.3]}, axis: [0, 1, 0], mass: 2,
     com: [0.1, 0.02, 0.2], inertia: {xx: 0.02, yy: 0.03, zz: 0.01}}
  - {name: lower, joint: {type: revolute}, origin: {xyz: [0.1, 0, 0.4]}, axis: AXIS, mass: 1,
     com: [0.05, 0.01, 0.1], inertia: {xx: 0.01, yy: 0.01, zz: 0.005}}
"""
    paths = []
    for name, axis in (("one", "[1, 0, 0]"), ("other", "[-1, 0, 0]")):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text.replace("AXIS", axis), encoding="utf-8")
        paths.append(str(path))
    comparison = compare(*paths, THREE)
    assert not comparison.constants
    (joint,) = comparison.recounted
    assert (joint, comparison.recounted[joint].sense) == ("lower", -1)
    assert not all(effect.is_rounding for effect in comparison.effects)
    assert all(effect.is_rounding for effect in comparison.effects_counted_alike)


def test_the_two_pumas_differ_in_zeros_rotors_and_a_few_lengths() -> None:
    comparison = found("puma560", "puma560_corke")
    where = {change.where for change in comparison.constants}
    assert {"link4.d", "link2.d", "link4.com.z", "link3.com.z", "link2.com.z"} <= where
    assert {f"link{k}.rotor_inertia" for k in range(1, 7)} <= where
    assert {joint: count.sense for joint, count in comparison.recounted.items()} == {
        "link2": 1,
        "link3": 1,
    }
    assert all(abs(c.zero) == pytest.approx(np.pi) for c in comparison.recounted.values())
    rotors = next(r for r in comparison.reasons if r.groups[0].what == "rotor_inertia")
    assert rotors.effects["g"] == 0
    assert rotors.operations < 0
    # Of the same constants in one robot, gravity is felt within a few per cent.
    gravity = next(e for e in comparison.effects_counted_alike if e.quantity == "g")
    assert gravity.largest < 0.05


def test_edits_hold_for_both_sides() -> None:
    locked = replace(THREE, edits=Edits(lock={"link6": "0"}))
    comparison = compare("puma560", "puma560_corke", locked)
    assert (comparison.left.nv, comparison.right.nv) == (5, 5)
    assert "link6" not in [joint.left for joint in comparison.joints]


def test_robots_of_other_sizes_are_aligned_by_link(tmp_path: Path) -> None:
    """A wrist without its first joint: link 5 of one is link 4 of the other, omega5 its omega4."""
    path = tmp_path / "short.yaml"
    text = shipped_text("puma560")
    start, end = text.index("  - name: link4"), text.index("  - name: link5")
    path.write_text(text[:start] + text[end:].replace("alpha: -pi/2", "alpha: pi/2", 1), "utf-8")
    comparison = found("puma560", str(path))
    assert [joint.left for joint in comparison.joints if joint.right is None] == ["link4"]
    assert [(c.where, c.left, c.right) for c in comparison.facts] == [
        ("degrees of freedom", "6", "5"),
        ("moving links", "6", "5"),
    ]
    kernel = next(k for k in comparison.kernels if k.name == "inverse_dynamics")
    pairs = {
        (row.left.target, row.right.target)
        for step in kernel.steps
        for row in step.rows
        if row.left and row.right
    }
    assert ("tau[5]", "tau[4]") in pairs
    assert ("tau[4]", "tau[3]") in pairs
    assert ("c5", "c4") in pairs
    assert all(step.left.startswith("link 5") for step in kernel.steps if step.link == "5")


def test_limbs_as_lanes_are_aligned_with_limbs_apart() -> None:
    """What a quadruped computes of a leg stands beside the same of that leg, lane or no lane."""
    path = next((p for p in urdf_files().values() if p.name == "solo12.urdf"), None)
    if path is None:
        pytest.skip("example-robot-data is not installed")
    apart = Options(kernels=("bias",), optimise_for="operations", edits=Edits(floating=True))
    lanes = replace(apart, optimise_for="time")
    one = asked(str(path))
    comparison = compared(side_of(one, lanes), side_of(one, apart))
    (kernel,) = comparison.kernels
    assert any("as lanes" in step.left for step in kernel.steps)
    assert not any("as lanes" in step.right for step in kernel.steps)
    pairs = {
        row.left.target: row.right.target
        for step in kernel.steps
        for row in step.rows
        if row.left and row.right and row.left.is_term
    }
    # Four legs of three joints: links 2 3 4, 5 6 7 and so on.
    assert [pairs[f"c2_{lane}"] for lane in "abcd"] == ["c2", "c5", "c8", "c11"]
    in_lanes = {
        name: x for name in pairs if (x := re.fullmatch(r"(omega|f)(\d+)(_[xyz])_(.)", name))
    }
    assert len(in_lanes) > 10
    for name, (symbol, number, component, lane) in ((n, x.groups()) for n, x in in_lanes.items()):
        assert pairs[name] == f"{symbol}{int(number) + 3 * 'abcd'.index(lane)}{component}"
    assert all(effect.is_rounding for effect in comparison.effects)


def test_what_one_constant_does_alone_is_the_whole_effect(tmp_path: Path) -> None:
    arm = edited(tmp_path, "com: [0, -0.070, 0.014]", "com: [0, -0.070, 0.02]")
    comparison = found("puma560", arm)
    (reason,) = comparison.reasons
    for effect in comparison.effects:
        assert reason.effects[effect.quantity] == pytest.approx(effect.largest, rel=1e-9)


@pytest.mark.parametrize("language", ["c", "f77"])
def test_a_folder_is_the_same_as_the_robot_that_it_was_generated_from(
    language: str, tmp_path: Path
) -> None:
    options = Options((language,), kernels=("bias", "inverse_dynamics", "jacobian"), friction=True)
    folder = write(generate("scara", options), tmp_path)
    asked = Options(friction=True)
    assert compare("scara", str(folder), asked, language).is_same
    assert compare(str(folder), str(folder / "scara.json")).is_same
    other = compare("scara", str(folder), None, language)
    assert [change.where for change in other.facts] == ["friction"]


def test_an_edited_folder_is_told_from_its_robot(tmp_path: Path) -> None:
    folder = write(generate("two_link", THREE), tmp_path)
    source = folder / "two_link.c"
    text = source.read_text(encoding="utf-8")
    place = text.index("M[3] = ")
    end = text.index(";", place)
    source.write_text(f"{text[:place]}M[3] = 42.0{text[end:]}", encoding="utf-8")
    comparison = compare("two_link", str(folder))
    (row,) = [row for name, row in rows(comparison) if row.kind is not Kind.SAME]
    assert row.right is not None
    assert row.right.text == "M[3] = 42.0"
    assert any("is not the file that its manifest describes" in note for note in comparison.notes)
    assert not next(e for e in comparison.effects if e.quantity == "M").is_rounding
