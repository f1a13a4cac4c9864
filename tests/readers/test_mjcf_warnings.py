"""What MJCF files say in vain is told, by name."""

from __future__ import annotations

import pytest

from gen_robot.cli.wording import FILES
from gen_robot.readers.formats import FORMATS
from gen_robot.readers.mjcf_not_carried import SUBJECTS
from small_mjcf import HEAVY, ROBOTS, body, described, model

J = f'<joint name="j"/>{HEAVY}'
TENDON = '<fixed name="t"><joint joint="j" coef="1"/></fixed>'

CASES = {
    "contacts are not computed: 2 geoms": model('<geom type="plane" size="1 1 1"/>' + body(J)),
    "springs of ball and free joints are left out: s": model(
        body(f'<joint name="s" type="ball" stiffness="2"/>{HEAVY}')
    ),
    "stiffness beyond what is linear is left out: j": model(
        body(J.replace("/>", ' stiffness="1 2 3"/>', 1))
    ),
    "damping beyond what is linear is left out: j": model(
        body(J.replace("/>", ' damping="1 2 3"/>', 1))
    ),
    "free joints' own inertia and friction are left out: f": model(
        body(f'<joint name="f" type="free" armature="1"/>{HEAVY}')
    ),
    "limits of ball joints are left out: s": model(
        body(f'<joint name="s" type="ball" range="0 40"/>{HEAVY}')
    ),
    "tendons are left out, with their springs, friction and inertia: t": model(
        body(J), tendon=TENDON
    ),
    "no motors at joints are left out (tau is what they give at the joints): servo, m": model(
        body(J),
        actuator='<motor joint="j"/><position name="servo" joint="j"/><muscle name="m" joint="j"/>',
    ),
    "actuators' inertia and friction are left out: m": model(
        body(J), tendon=TENDON, actuator='<motor name="m" tendon="t" armature="1"/>'
    ),
    "constraints that are not between bodies are left out: e": model(
        body(J), equality='<joint name="e" joint1="j"/>'
    ),
    "constraints that are switched off are left out: e": model(
        body(J), equality='<connect name="e" body1="a" anchor="0 0 0" active="false"/>'
    ),
    "fluid forces are left out: density": model(body(J), option="").replace(
        "<option>", '<option density="1000">'
    ),
    "compensation of gravity is left out: a": model(body(J, gravcomp="1")),
    "mocap bodies are taken as fixed: hand": model(body(J) + '<body name="hand" mocap="true"/>'),
    "flexible bodies are taken as the bodies they consist of, without elasticity: f": ROBOTS[
        "flexible body"
    ],
}


@pytest.mark.parametrize("told", CASES)
def test_what_is_not_carried_over_is_told(told: str) -> None:
    assert [w for w in described(CASES[told]).warnings if told in w]


@pytest.mark.parametrize("told", CASES)
def test_only_what_there_is_is_told(told: str) -> None:
    what = told.partition(":")[0]
    others = [text for other, text in CASES.items() if other != told and other not in told]
    innocent = [t for t in others if not any(what in w for w in described(t).warnings)]
    assert len(innocent) >= len(others) - 3  # some cannot be without another


def test_every_subject_has_a_case() -> None:
    assert len(CASES) == len(SUBJECTS)
    for subject in SUBJECTS:
        assert any(subject.what.endswith(told.rpartition(":")[0]) for told in CASES), subject.what


def test_a_robot_of_links_and_motors_is_read_in_silence() -> None:
    limited = J.replace("/>", ' range="-10 10" damping="1" armature="1" frictionloss="1"/>', 1)
    assert described(model(body(limited), actuator='<motor joint="j"/>')).warnings == ()


def test_mujocos_own_warnings_are_passed_on() -> None:
    text = model(body(J), compiler="").replace("<compiler>", '<compiler settotalmass="5">')
    (told,) = described(text).warnings
    assert told.startswith("robot.xml: MuJoCo says: compiler attribute 'settotalmass'")


def test_help_names_the_formats_that_are_read() -> None:
    assert ", ".join(each.name for each in FORMATS) == FILES
