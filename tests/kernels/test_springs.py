"""Springs at joints: MuJoCo's forces, derivatives of the energy, the same by every way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

import measure
from exact_differences import derivative
from exact_kernels import Case, case
from gen_robot.algebra.number import Number
from gen_robot.description.description import Description, Mimic
from gen_robot.description.edit import Edits, edited
from gen_robot.ir.evaluate import evaluate
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from limbed_robots import centaur
from random_robots import random_robot, random_state
from traced_kernels import PLAIN, WAYS, evaluated, model_of, models_for, way

STIFFNESS = (40.0, 0.0, 15.5)
REST = (0.3, 0.0, -0.2)


def sprung(description: Description, every: int = 2) -> Description:
    """Put springs at every second joint of one coordinate."""
    links = list(description.links)
    for k in range(0, len(links), every):
        if links[k].joint.type in ("revolute", "prismatic", "helical"):
            spring = {"stiffness": Number(str(5 + k)), "rest": Number("0.3") - k}
            links[k] = replace(links[k], joint=replace(links[k].joint, **spring))
    return replace(description, links=tuple(links))


def yaml_arm(folder: Path) -> Description:
    """Return an arm of two hinges and a slide whose springs stand in its file."""
    text = """
name: sprung
convention: transform
links:
  - {name: upper, joint: {type: revolute, name: shoulder}, axis: [0, 1, 0], mass: 2, com: [0.2, 0, 0],
     inertia: {xx: 0.01, yy: 0.02, zz: 0.02}}
  - {name: lower, joint: {type: revolute, name: elbow}, origin: {xyz: [0.4, 0, 0]}, axis: [0, 1, 0],
     mass: 1, com: [0.1, 0, 0], inertia: {xx: 0.01, yy: 0.01, zz: 0.01}}
  - {name: rod, joint: {type: prismatic, name: slide}, origin: {xyz: [0.2, 0, 0]}, axis: [1, 0, 0],
     mass: 0.5, com: [0.1, 0, 0], inertia: {xx: 0.001, yy: 0.001, zz: 0.001}}
springs:
  - {joint: shoulder, stiffness: 80/2, rest: 0.3}
  - {joint: slide, stiffness: 15.5, rest: -0.2}
"""
    path = folder / "sprung.yaml"
    path.write_text(text, encoding="utf-8")
    return read(str(path))


def mujoco_arm() -> mujoco.MjModel:
    """Return the same arm as MuJoCo's."""
    joint = '<joint type="{}" axis="{}" stiffness="{}" springref="{}"/>'
    kinds = zip(
        ("hinge", "hinge", "slide"), ("0 1 0", "0 1 0", "1 0 0"), STIFFNESS, REST, strict=True
    )
    shoulder, elbow, slide = (joint.format(*each) for each in kinds)
    return mujoco.MjModel.from_xml_string(f"""
<mujoco><compiler angle="radian"/><option gravity="0 0 -9.81"/><worldbody>
 <body>{shoulder}<inertial pos="0.2 0 0" mass="2" diaginertia="0.01 0.02 0.02"/>
  <body pos="0.4 0 0">{elbow}<inertial pos="0.1 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>
   <body pos="0.2 0 0">{slide}<inertial pos="0.1 0 0" mass="0.5" diaginertia="0.001 0.001 0.001"/>
   </body></body></body></worldbody></mujoco>""")


def test_springs_pull_as_mujoco_s(tmp_path: Path) -> None:
    description = yaml_arm(tmp_path)
    theirs = mujoco_arm()
    data = mujoco.MjData(theirs)
    plain = replace(
        description,
        links=tuple(
            replace(k, joint=replace(k.joint, stiffness=Number(0))) for k in description.links
        ),
    )
    for seed in range(3):
        q, qd, qdd, tau = random_state(description, seed)
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, qd, tau
        mujoco.mj_forward(theirs, data)
        state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
        both = [
            evaluated(model_of(each), way("bias", "rnea"), state)["h"]
            for each in (description, plain)
        ]
        measure.assert_same(both[1] - both[0], data.qfrc_spring, 1e-12)
        found = evaluated(model_of(description), way("forward_dynamics", "ldlt"), state)["qdd"]
        measure.assert_same(found, data.qacc, 1e-10)
        # MuJoCo counts the energy of weight from the world's origin, as we do.
        mujoco.mj_energyPos(theirs, data)
        energy = evaluated(
            model_of(description, PLAIN), way("potential_energy", "recursive"), state
        )
        measure.assert_same(energy["e"], data.energy[:1], 1e-12)


@pytest.mark.parametrize("follows", [False, True], ids=["free", "followers"])
def test_torques_at_rest_are_the_derivative_of_the_energy(follows: bool) -> None:
    robot = sprung(random_robot(3, 4, prismatic=0.3))
    if follows:
        last = robot.links[-1]
        tied = replace(last.joint, mimic=Mimic("joint2", Number("-0.5"), Number("0.3")))
        tied = replace(tied, stiffness=Number(7), rest=Number("0.1"))
        robot = replace(robot, links=(*robot.links[:-1], replace(last, joint=tied)))
    plain: Case = case(robot, 3)
    plain = replace(plain, model=model_of(robot, PLAIN))
    still = plain.numbers | {"qd": [Number(0)] * plain.model.free_nv}

    def energy(state: object) -> list[Number]:
        return [*plain.values("potential_energy", "recursive", state)["e"]]  # type: ignore[arg-type]

    slope = derivative(energy, plain.numbers, "q", plain.model).ravel()
    g = plain.values("gravity", "rnea", plain.numbers)["g"]
    h = plain.values("bias", "gibbs_appell", still)["h"]
    measure.assert_same([float(x) for x in g], slope, 1e-14)
    measure.assert_same([float(x) for x in h], slope, 1e-14)


@pytest.mark.parametrize(
    "algorithm", ["composite", "relative", "turns_forward on crba+gibbs_appell"]
)
def test_springs_stand_on_the_diagonal_of_derivatives_by_positions(algorithm: str) -> None:
    one = case(sprung(random_robot(6, 4, prismatic=0.3)), 6)

    def torques(state: object) -> list[Number]:
        return [*one.values("inverse_dynamics", "gibbs_appell", state)["tau"]]  # type: ignore[arg-type]

    found = one.values("inverse_dynamics_derivatives", algorithm, one.numbers)["dtau_dq"]
    expected = derivative(torques, one.numbers, "q", one.model).ravel()
    measure.assert_same([float(x) for x in found], expected, 1e-14)


def test_every_way_holds_the_same_springs() -> None:
    description = sprung(random_robot(4, 4, prismatic=0.3))
    loose = replace(
        description,
        links=tuple(
            replace(k, joint=replace(k.joint, stiffness=Number(0))) for k in description.links
        ),
    )
    q, qd, qdd, tau = random_state(description, 4)
    pull = [
        float(k.stiffness) * (x - float(k.rest))
        for k, x in zip(model_of(description).links, q, strict=True)
    ]
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau, "fext": np.ones(24)}
    state |= {"v0": np.ones(6), "a0": np.ones(6)}
    tried = 0
    for each in WAYS:
        names = {"bias": "h", "gravity": "g", "inverse_dynamics": "tau", "forward_dynamics": "qdd"}
        base = each.kernel.removesuffix("_fext").removesuffix("_moving_base")
        if base not in names:
            continue
        tried += 1
        pairs = zip(models_for(description, each), models_for(loose, each), strict=True)
        for with_them, without in pairs:
            found = evaluated(with_them, each, state)[names[base]]
            if base == "forward_dynamics":
                other = evaluated(without, each, state | {"tau": tau - pull})["qdd"]
                measure.assert_same(found, other, 1e-9)
            else:
                other = evaluated(without, each, state)[names[base]]
                measure.assert_same(found - other, pull, 1e-11)
    assert tried > 20


def test_a_locked_joint_has_no_spring() -> None:
    robot = sprung(random_robot(3, 3, prismatic=0.0), every=1)
    held = edited(robot, Edits(lock={"joint1": "0.2"}))
    assert [bool(k.stiffness) for k in model_of(held).links] == [True, True]


def test_springs_of_limbs_pull_in_lanes_as_apart() -> None:
    robot = sprung(centaur(), every=1)
    q, qd, qdd, _ = random_state(robot, 2)
    state = {"q": q, "qd": qd, "qdd": qdd}
    found = []
    for options in (Options(), Options(optimise_for="operations")):
        search = searched(modelled(robot, options), options)
        choice = search.choose(KERNELS["inverse_dynamics"])
        found.append((choice.way.has_lanes, choice.graph))
    assert [lanes for lanes, _ in found] == [True, False]
    values = [evaluate(graph.outputs["tau"], state) for _, graph in found]
    measure.assert_same(*values, 1e-11)
