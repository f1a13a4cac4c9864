"""load(): any robot in one call, answered as the command line answers, and quickly the second time."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import warnings
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gen_robot
import small_urdf
import tiny_robot
from gen_robot.delivery import asked as asking
from gen_robot.delivery import cache, generating, library, toolchain
from gen_robot.delivery.asked import PLAIN, Asked, asked
from gen_robot.delivery.generator_identity import identity_of
from gen_robot.description.edit import Edits
from gen_robot.errors import RobotWarning, UserError
from gen_robot.options import Options
from gen_robot.readers.robot_files import shipped_text

ARM = """\
name: arm
convention: modified_dh
links:
  - {name: upper, joint: revolute, dh: {alpha: 0, a: 0, d: 0, theta: 0}, mass: 1,
     com: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
"""

SECOND = """
import sys, warnings
import gen_robot
load, started = gen_robot.load, []
sys.addaudithook(lambda event, _: started.append(event) if event in (
    "subprocess.Popen", "os.posix_spawn", "os.exec", "os.system", "os.fork") else None)
warnings.simplefilter("ignore")
robot = load(sys.argv[1], kernels="gravity")
assert robot.gravity(robot.neutral()).shape == (1,)
parts = {name.split(".")[1] for name in sys.modules if name.startswith("gen_robot.")}
print(sorted(parts), started)
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.yaml"
    path.write_text(ARM)
    return path


def entry_of(robot: str | Path, **options: Any) -> cache.Entry:
    """Find a robot's library as load() does, without opening it."""
    return library.found(robot, asked(**options))


def test_it_generates_builds_and_binds(root: Path) -> None:
    for _ in range(2):
        arm = gen_robot.load("two_link", kernels=["inertia_matrix"], precision="single")
    assert arm.kernels == ("inertia_matrix",)
    assert arm.inertia_matrix(arm.neutral()).shape == (2, 2)
    assert arm.dtype == np.float32
    assert len([*root.iterdir()]) == 1


def test_what_is_kept_is_found_without_the_generator_or_a_compiler(root: Path, arm: Path) -> None:
    gen_robot.load(arm, kernels=["gravity"])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = [sys.executable, "-c", SECOND, str(arm)]
    second = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert second.stdout == (
        "['bindings', 'delivery', 'errors', 'languages', 'readers', 'seal', 'version'] []\n"
    )
    arm.write_text(ARM.replace("mass: 1", "mass: 2"))
    again = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert "pipeline" in again.stdout  # else the check above would see nothing
    assert "subprocess.Popen" in again.stdout


def test_spelling_an_option_otherwise_makes_no_difference(root, arm, generations) -> None:
    lists: list[Any] = [["gravity", "bias"], ("gravity", "bias", "bias"), "gravity, bias"]
    for kernels in (*lists, iter(lists[0])):
        entry_of(arm, kernels=kernels, algorithms={"bias": "rnea", "gravity": "rnea"})
    entry_of(str(arm), kernels=lists[0], algorithms={"gravity": "rnea", "bias": "rnea"})
    assert len(generations) == 1


def test_a_file_of_loops_is_part_of_what_shapes_a_library(root, tmp_path, generations) -> None:
    tree, _, loops = shipped_text("four_bar").partition("loops:")
    robot, beside = tmp_path / "tree.yaml", tmp_path / "closed.yaml"
    robot.write_text(tree)
    for length, made in (("0.5", 1), ("0.5", 1), ("0.45", 2)):
        beside.write_text(f"parameters: {{coupler: {length}, rocker: 0.4}}\nloops:{loops}")
        entry_of(robot, kernels="gravity", loops=beside)
        assert len(generations) == made


def test_all_that_shapes_a_library_makes_another_one(root, arm, generations, monkeypatch) -> None:
    def is_another() -> bool:
        before = len(generations)
        entry_of(arm, kernels="gravity")
        made = len(generations) - before
        entry_of(arm, kernels="gravity")
        assert len(generations) - before == made
        return bool(made)

    assert is_another()
    assert not is_another()
    content = arm.read_bytes()
    arm.write_bytes(content + b"\n")
    assert is_another()
    arm.write_bytes(content)
    assert not is_another()
    options = [("precision", "single"), ("floating", True), ("lock", {}), ("name", "b")]
    for option, value in [*options, ("march", "baseline"), ("f77_prefix", "ARM")]:
        before = len(generations)
        entry_of(arm, kernels="gravity", **{option: value})
        assert (len(generations) > before) == (option != "lock")
    monkeypatch.setenv("CFLAGS", "-O1")
    assert is_another()
    monkeypatch.setattr(toolchain, "_processor", lambda: "x86_64 ['avx512f']")
    assert is_another()
    monkeypatch.setattr(toolchain, "_executables", lambda compiler: "cc 99")
    assert is_another()
    monkeypatch.setattr(library, "GENERATOR", "9.8.7")
    assert is_another()


def test_a_shipped_name_and_a_file_of_its_name_are_told_apart(
    root, tmp_path, generations, monkeypatch
) -> None:
    (tmp_path / "scara.yaml").write_text(ARM)
    monkeypatch.chdir(tmp_path)
    entry_of("scara.yaml", kernels="gravity")
    entry_of("scara", kernels="gravity")
    assert len(generations) == 2


def test_a_file_that_changes_while_it_is_read_is_kept_as_it_was_read(
    root, arm, generations, monkeypatch
) -> None:
    counted = generating.generate

    def changing(robot: Any, options: Options, progress: Any) -> Any:
        if not generations:
            arm.write_text(ARM + "\n")
        return counted(robot, options, progress)

    monkeypatch.setattr(generating, "generate", changing)
    entry = entry_of(arm, kernels="gravity")
    said = json.loads(entry.manifest.read_text())["input"]["sha256"]
    assert len(generations) == 2
    assert said == library._sum(arm)
    arm.write_text(ARM)
    assert json.loads(entry_of(arm, kernels="gravity").manifest.read_text())["input"] != said
    assert len(generations) == 3


def test_a_file_that_never_rests_is_given_up(root, arm, generations, monkeypatch) -> None:
    counted = generating.generate

    def changing(robot: Any, options: Options, progress: Any) -> Any:
        arm.write_text(arm.read_text() + "\n")
        return counted(robot, options, progress)

    monkeypatch.setattr(generating, "generate", changing)
    with pytest.raises(UserError, match="keeps changing while it is read"):
        entry_of(arm, kernels="gravity")


def test_an_installed_generator_is_known_by_its_version_and_the_sums_of_its_files(
    tmp_path: Path,
) -> None:
    """Whoever installs from the sources twice may have one version, and two generators."""
    package = tmp_path / "gen_robot"
    record = tmp_path / "gen_robot-0.1.0.dist-info" / "RECORD"
    record.parent.mkdir()

    def identity(text: str) -> str:
        record.write_text(text)
        return identity_of(package)

    first = identity("../../bin/gen-robot,sha256=aa,1\ngen_robot/ir/graph.py,sha256=bb,2\n")
    assert first.startswith(gen_robot.__version__)
    # Where scripts lie, and what was compiled, changes nothing.
    moved = "../bin/gen-robot,sha256=cc,1\ngen_robot/ir/graph.py,sha256=bb,2\ngen_robot/a.pyc,,\n"
    assert identity(moved) == first
    assert identity("gen_robot/ir/graph.py,sha256=dd,2\n") != first


def test_a_generator_that_is_worked_on_is_known_by_the_state_of_its_files(tmp_path: Path) -> None:
    package = tmp_path / "generator" / "gen_robot"
    (package / "ir").mkdir(parents=True)
    (package / "ir" / "graph.py").write_text("")
    (tmp_path / "pyproject.toml").touch()
    found = [identity_of(package)]
    (package / "ir" / "graph.py").write_text("new")
    found.append(identity_of(package))
    (package / "ir" / "node.py").write_text("")
    found.append(identity_of(package))
    assert len(set(found)) == 3
    (package / "ir" / "__pycache__").mkdir()
    (package / "ir" / "__pycache__" / "node.pyc").touch()
    assert identity_of(package) == found[-1]


# Options -----------------------------------------------------------------------------------------


def test_every_option_of_the_generator_is_one_of_load() -> None:
    offered = set(inspect.signature(gen_robot.load).parameters) - {"robot", "lang"}
    wanted = {each.name for kind in (Options, Edits) for each in fields(kind)}
    written_beside = {"examples"}  # for who reads the folder; what is loaded has none
    assert offered == wanted - {"languages", "edits"} - written_beside | {"march"}
    assert (
        offered == {each.name for each in fields(Asked)} - {"lang"} == set(asking._FORMS) - {"lang"}
    )


def test_by_default_load_asks_for_what_the_command_line_does() -> None:
    assert PLAIN.options() == Options()
    assert PLAIN.changes == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"precison": "single"}, r"load\(\): 'precison' is no option; did you mean 'precision'\?"),
        ({"speed": 1}, r"load\(\): 'speed' is no option; allowed: robot, lang, name, kernels"),
        ({"lang": "ada"}, r"load\(\): lang: is 'ada'; allowed: c, f77"),
        ({"lang": 7}, r"load\(\): lang: is '7'"),
        ({"precision": "singel"}, r"load\(\): precision: is 'singel'; did you mean 'single'\?"),
        ({"precision": None}, r"load\(\): precision: is 'None'; give a text"),
        ({"kernels": "biass"}, r"load\(\): kernels: is 'biass'; did you mean 'bias'\?"),
        ({"kernels": ["biass"]}, r"load\(\): kernels: is 'biass'; did you mean 'bias'\?"),
        ({"kernels": 5}, r"load\(\): kernels: is '5'; give a list of names"),
        ({"kernels": [5]}, r"load\(\): kernels: is '5'; give a text"),
        ({"algorithms": {"bias": "rnae"}}, r"algorithms bias: is 'rnae'; did you mean 'rnea'\?"),
        ({"algorithms": "rnea"}, r"load\(\): algorithms: is 'rnea'; give a mapping"),
        ({"friction": "yes"}, r"load\(\): friction: is 'yes'; give True or False"),
        ({"name": "Arm!"}, r"load\(\): name: is 'Arm!'; a robot's name is"),
        ({"lock": {"link2": True}}, r"load\(\): lock\['link2'\]: is 'True'; give a number"),
        ({"lock": {"link2": np.nan}}, r"load\(\): lock\['link2'\]: is 'nan'; give a number"),
        ({"lock": {"link9": 0}}, r"load\(\): lock: 'link9' is no joint"),
        ({"lock": {"link2": "__import__('os')"}}, r"load\(\): lock link2: "),
        ({"tip": "hand"}, r"load\(\): tip: 'hand' is no link of two_link\.yaml"),
        ({"payload": 3}, r"load\(\): payload: is '3'; give a text"),
        ({"f77_prefix": "too long"}, r"load\(\): f77_prefix: is 'too long'; a prefix is"),
        ({"effort": "hard"}, r"load\(\): effort: is 'hard'; allowed: fast, normal, high"),
        ({"effort": 3}, r"load\(\): effort: is '3'; give a text"),
        ({"effort": None}, r"load\(\): effort: is 'None'; give a text"),
        ({"moves": 10}, r"load\(\): moves: is for --effort high alone; add --effort high"),
        ({"effort": "high", "moves": "10"}, r"load\(\): moves: is '10'; give a whole number"),
        ({"effort": "high", "moves": 1.0}, r"load\(\): moves: is '1\.0'; give a whole number"),
        ({"effort": "high", "moves": -1}, r"load\(\): moves: is '-1'; give a whole number"),
        ({"effort": "high", "moves": True}, r"load\(\): moves: is 'True'; give a whole number"),
        ({"march": "-O3"}, r"load\(\): march: is '-O3'; give auto, baseline, native, or"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_a_wrong_option_is_answered_as_on_the_command_line(
    root: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=message) as caught:
        gen_robot.load("two_link", **options)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("robot", [None, 5, b"two_link", ["two_link"]])
def test_what_is_no_robot_is_refused(robot: Any) -> None:
    with pytest.raises(UserError, match=r"load\(\): robot: is .*; give a path or a shipped"):
        gen_robot.load(robot)


def test_numbers_of_all_kinds_hold_a_joint() -> None:
    values = {"a": 1, "b": 0.1, "c": np.float64(0.5), "d": np.int64(2), "e": "pi/2", "f": 1e-05}
    assert asked(lock=values).lock == {
        "a": "1",
        "b": "0.1",
        "c": "0.5",
        "d": "2",
        "e": "pi/2",
        "f": "1e-05",
    }
    assert asked(friction=np.bool_(True)).friction is True


def test_a_type_checker_sees_the_options(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    path = tmp_path / "use.py"
    path.write_text(
        "from gen_robot.delivery.library import load\n"
        "load('puma560', kernels=['bias'], lock={'a': 1.0}, precision='single')\n"
        "load('puma560', precison='single')\n"
        "load('puma560', friction='yes')\n"
    )
    package = tmp_path / "package" / "gen_robot"
    source = Path(__file__).resolve().parents[2]
    package.parent.mkdir()
    package.symlink_to(source / "generator" / "gen_robot")
    environment = {**os.environ, "MYPYPATH": str(package.parent)}
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", str(path)]
    command += ["--ignore-missing-imports", "--cache-dir", str(tmp_path / "cache")]
    said = subprocess.run(command, env=environment, capture_output=True, text=True).stdout
    assert 'use.py:3: error: Unexpected keyword argument "precison"' in said
    assert "use.py:4: error: Argument" in said
    assert "use.py:2" not in said


# Warnings ----------------------------------------------------------------------------------------

DEGREES = ARM.replace("alpha: 0,", "alpha: 90,")
NO_BODY = ARM.replace("{xx: 1, yy: 1, zz: 1}", "{xx: 1, yy: 1, zz: 3}")
FRICTION = ARM.replace("mass: 1,", "mass: 1, friction: {viscous: 1},")
ROUNDED = ARM.replace("alpha: 0,", "alpha: 1.5708,")
SINGULAR = ARM.replace("mass: 1,", "mass: 0,").replace("{xx: 1, yy: 1, zz: 1}", "{}")
HAND = ARM + ARM.splitlines()[3].replace("upper", "hand").replace("revolute", "fixed") + "\n"
HAND += ARM.splitlines()[4] + "\n"

WARNED = [
    (DEGREES, {}, r"holds 90\.0 radians; if degrees are meant"),
    (NO_BODY, {}, "breaks the triangle inequality"),
    (HAND, {"tip": "upper"}, "--tip upper: left out, though it is fixed to the chain: hand"),
    (ROUNDED, {}, r"1\.5708 is taken as pi/2; --no-snap takes it as written"),
    (FRICTION, {}, "arm: friction is given and left out; --friction takes it in"),
    (SINGULAR, {"kernels": "forward_dynamics"}, "forward_dynamics fails at every state"),
]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    WARNED,
    ids=["degrees", "inertia", "tip", "snap", "friction", "singular"],
)
def test_what_the_command_line_warns_of_is_warned_of(
    root, arm, generations, monkeypatch, text: str, options: dict[str, Any], message: str
) -> None:
    """When it is generated, when it was kept, and in the folder that the command line writes."""
    arm.write_text(text)
    options = {"kernels": "gravity", **options}
    read = []
    for _ in range(2):
        entry = entry_of(arm, **options)
        read.append(json.loads(entry.manifest.read_text())["warnings"])
    assert len(generations) == 1
    assert read[0] == read[1]
    assert any(re.search(message, each) for each in read[0])
    monkeypatch.setattr(library, "found", lambda *_: entry)
    monkeypatch.setattr(library, "Library", lambda manifest, *_: Warned(manifest))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        gen_robot.load(arm, **options)
    assert [str(each.message) for each in caught] == read[0]
    assert {each.category for each in caught} == {RobotWarning}
    assert {each.filename for each in caught} == {__file__}


class Warned:
    """Stand for a library, of which only the manifest is read."""

    def __init__(self, manifest: Path) -> None:
        self.warnings = tuple(json.loads(manifest.read_text())["warnings"])


def test_a_robot_without_blemish_is_loaded_in_silence(root: Path, arm: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        robot = gen_robot.load(arm, kernels="gravity")
    assert robot.warnings == ()
    assert robot.report.startswith("arm: 1 degree of freedom, 1 moving link\n")


def test_a_robot_that_comes_compiled_warns_as_any_other(tmp_path, monkeypatch, compiled) -> None:
    content = json.loads(tiny_robot.generated_files()["tiny.json"]) | {"warnings": ["of its own"]}
    manifest = tmp_path / "tiny.json"
    manifest.write_text(json.dumps(content))
    entry = cache.Entry(manifest, compiled)
    monkeypatch.setattr(library, "_prebuilt", lambda robot: entry)
    with pytest.warns(RobotWarning, match="of its own"):
        gen_robot.load("tiny")


def test_a_robot_that_came_compiled_from_another_file_is_built_anew(
    root, tmp_path, monkeypatch
) -> None:
    if (entry := library._prebuilt("two_link")) is None:
        pytest.skip("no robot came compiled")
    real = library.checked_content
    content = {**real(entry.manifest), "input": {"sha256": "0" * 64}}
    monkeypatch.setattr(library, "checked_content", lambda path: content)
    assert library._prebuilt("two_link") is None
    content["input"] = {"sha256": library._sum("two_link")}
    assert library._prebuilt("two_link") == entry


def test_a_urdf_file_is_looked_up_by_its_bytes_too(root, tmp_path, generations) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(small_urdf.one_joint('<axis xyz="0 0 1"/>', "continuous"))
    for _ in range(2):
        entry_of(path, kernels="gravity")
    assert len(generations) == 1


def test_import_is_light() -> None:
    code = "import sys, gen_robot; sys.exit(bool({'numpy', 'cffi', 'jinja2'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)
