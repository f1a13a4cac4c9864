"""Examples: built by the line in their head, they print what the Python library computes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gen_robot
import measure
from arrays import Array
from f77_library import needs
from f77_rules import violations
from gen_robot.cli import main
from gen_robot.delivery.writing import write
from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.examples import EXAMPLES
from gen_robot.examples.state import sample_state
from gen_robot.model.canonical import canonical
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate, generate_described
from gen_robot.readers.robot_files import read
from shipped_robots import SHIPPED, described
from urdf_robots import urdf_files

TOOLS = {"c": ["cc"], "cpp": ["cc", "c++"], "cmake": ["cmake", "cc"], "f77": ["gfortran"], "py": []}
PRINTED = 2e-5
"""Six digits are printed."""

WITHOUT_INVERSE = ("inertia_matrix", "bias", "inverse_dynamics", "gravity")

LINE = re.compile(r"^(?:C|//|#)? {4,}((?:cc|gfortran|cmake|python|\./|example-cmake/).*)$", re.M)


@cache
def small(**options: object) -> Output:
    return generate("two_link", Options(languages=("c", "f77"), **options))  # type: ignore[arg-type]


def head(folder: Path, name: str) -> list[str]:
    """Return the lines that a file's head says to type."""
    file = [*EXAMPLES[name].files][-1]
    text = (folder / file).read_text(encoding="utf-8")
    return [line.strip() for line in LINE.findall(text[:700])]


def run_example(folder: Path, name: str) -> dict[str, Array]:
    """Type what the head says, and return the numbers that the program prints, by their names."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    commands = head(folder, name)
    assert commands
    done = subprocess.run(
        ["sh", "-ec", "\n".join(commands)],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PATH": path, "GEN_ROBOT_CACHE": str(folder / "cache")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stderr
    return numbers(done.stdout)


def numbers(printed: str) -> dict[str, Array]:
    """Read `name =` and what follows it, up to the next name."""
    blocks = re.split(r"^ *([A-Za-z][A-Za-z0-9 ]*) =\s*$", printed, flags=re.M)[1:]
    pattern = r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?"
    return {
        name.lower(): np.array([float(x) for x in re.findall(pattern, text.split(" of ")[0])])
        for name, text in zip(blocks[::2], blocks[1::2], strict=True)
    }


CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "double": ("puma560", {}),
    "single": ("scara", {"precision": "single"}),
    # A base without mass could not be accelerated.
    "floating": ("two_link", {"edits": Edits(floating=True), "kernels": WITHOUT_INVERSE}),
}


@dataclass(frozen=True)
class Written:
    """Hold a robot's folder with all examples, and what they should print."""

    folder: Path
    wanted: dict[str, Array]
    exact: float


@pytest.fixture(scope="module", params=CASES)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Write a robot once, and compute with the Python library what its kernels give."""
    robot, options = CASES[request.param]
    place = tmp_path_factory.mktemp(request.param)
    output = generate(robot, Options(("c", "f77"), examples=tuple(EXAMPLES), **options))
    folder = write(output, place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(folder / "cache"))
        library = gen_robot.load(folder)
    q, qd, qdd = (np.array([float(x) for x in v]) for v in sample_state(output.model).values())
    wanted = {
        "m": library.inertia_matrix(q).ravel(),
        "h": library.bias(q, qd),
        "tau": library.inverse_dynamics(q, qd, qdd),
        "g": library.gravity(q),
    }
    if "forward_dynamics" in library.kernels:
        wanted |= {"qdd2": qdd, "round trip": np.zeros(1)}
    return Written(folder, wanted, 1e-3 if request.param == "single" else 1e-9)


@pytest.mark.xdist_group("examples")
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_built_as_its_head_says_agrees_with_the_library(
    name: str, written: Written
) -> None:
    if missing := [tool for tool in TOOLS[name] if shutil.which(tool) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    found = run_example(written.folder, name)
    assert set(found) == set(written.wanted)
    for key, value in written.wanted.items():
        assert found[key].shape == value.shape
        largest = np.abs(value).max() if key != "round trip" else written.exact / PRINTED
        assert np.abs(found[key] - value).max() <= PRINTED * largest, key


def test_a_program_that_prints_something_else_is_found_out() -> None:
    assert numbers("m =\n 1 -2.5e-3\nh =\n[0.5\n 3.]\n of 1000")["h"].tolist() == [0.5, 3.0]
    assert numbers(" M =\n  0.5E+01\n")["m"].tolist() == [5.0]
    assert numbers("nothing") == {}


@needs("cc", "gfortran")
@pytest.mark.parametrize("name", ["c", "f77"])
def test_an_example_calls_whatever_kernels_there_are(name: str, tmp_path: Path) -> None:
    folder = write(small(kernels=("all",), examples=(name,)), tmp_path)
    found = run_example(folder, name)
    assert {"m", "h", "tau", "g", "qdd2", "minv", "u", "d", "e", "e2"} <= set(found)
    m, u = found["m"].reshape(2, 2), found["u"].reshape(2, 2)
    measure.assert_same(u @ np.diag(found["d"]) @ u.T, m, PRINTED)


@needs("cc")
def test_an_example_of_forward_dynamics_alone_lets_the_robot_fall(tmp_path: Path) -> None:
    output = small(kernels=("forward_dynamics",), examples=("c",), payload="link2")
    found = run_example(write(output, tmp_path), "c")
    assert set(found) == {"qdd"}


@needs("cc", "c++")
@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("example.c", "cc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror"),
        ("example.cpp", "c++ -std=c++11 -Wall -Wextra -Wpedantic -Wconversion -Werror"),
    ],
)
def test_strict_compilers_have_nothing_to_say(file: str, command: str, tmp_path: Path) -> None:
    folder = write(small(kernels=("all",), examples=("c", "cpp")), tmp_path)
    done = subprocess.run(
        [*command.split(), "-c", file], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_fortran_keeps_to_the_standard() -> None:
    """But for the head, where a shell's small letters are."""
    text = small(kernels=("all",), examples=("f77",)).files["example.f"]
    program = text[text.index("      PROGRAM") :]
    assert max(map(len, text.splitlines())) <= 72
    assert not violations(program, by_hand=True)


@pytest.mark.parametrize("robot", [*SHIPPED, "panda", "hyq_no_sensors", "talos_reduced"])
def test_the_state_is_within_the_limits_and_of_unit_length(robot: str) -> None:
    is_urdf = robot in urdf_files()
    description = read(urdf_files()[robot]) if is_urdf else described(robot)
    model = canonical(description)
    state, place = sample_state(model), 0
    assert len(state["q"]) == model.free_nq
    assert len(state["qd"]) == len(state["qdd"]) == model.free_nv
    for link in model.free_links:
        own = state["q"][place : place + link.kind.nq]
        place += link.kind.nq
        if unit := link.kind.manifold.unit:
            assert sum((x * x for x in own[-unit:]), start=own[0] * 0) == 1
        if link.limits.lower is not None:
            assert link.limits.lower <= own[0]
        if link.limits.upper is not None:
            assert own[0] <= link.limits.upper


def test_examples_stand_apart_in_the_manifest(tmp_path: Path) -> None:
    """They are the user's to change: a folder is whole without them."""
    folder = write(small(examples=("c", "cmake")), tmp_path)
    manifest = json.loads((folder / "two_link.json").read_text())
    assert set(manifest["examples"]) == {"example.c", "example-cmake/CMakeLists.txt"}
    assert not set(manifest["examples"]) & set(manifest["files"])
    assert "examples" not in json.loads(small().files["two_link.json"])


def test_an_edited_example_is_not_overwritten(tmp_path: Path) -> None:
    folder = write(small(examples=("cmake",)), tmp_path)
    for file in ("example.c", "example-cmake/CMakeLists.txt"):
        path = folder / file
        before = path.read_text()
        path.write_text(before + "\n")
        with pytest.raises(UserError, match=f"{file} \\(edited since"):
            write(small(examples=("cmake",), kernels=("bias",)), tmp_path)
        write(small(), tmp_path)
        assert path.read_text() == before + "\n", "it stays where it is not written again"
        write(small(examples=("cmake",)), tmp_path, force=True)
        assert path.read_text() == before


def test_an_example_is_not_written_through_a_link_to_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out" / "two_link").mkdir(parents=True)
    (tmp_path / "out" / "two_link" / "example-cmake").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="a symbolic link"):
        write(small(examples=("cmake",)), tmp_path / "out")
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["two_link", "--example", "cobol"], "--example: is 'cobol'"),
        (["two_link", "--example", "f77", "--lang", "c"], "add --lang f77"),
        (["two_link", "--example", "c", "--name", "example"], "whose name is example"),
    ],
)
def test_an_example_that_cannot_be_is_refused(
    arguments: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "-o", str(tmp_path)]) == 2
    assert expected in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_an_example_brings_its_language_where_none_is_named(tmp_path: Path) -> None:
    assert main(["two_link", "--example", "f77", "--quiet", "-o", str(tmp_path)]) == 0
    files = {path.name for path in (tmp_path / "two_link").iterdir()}
    assert {"two_link.f", "example.f"} <= files
    assert "two_link.c" not in files


def test_kernels_do_not_change_with_an_example() -> None:
    plain, more = small().files, small(examples=("c", "py")).files
    assert {file: plain[file] for file in plain if file != "two_link.json"} == {
        file: more[file] for file in plain if file != "two_link.json"
    }


def test_every_example_has_its_template_and_says_how_to_run_it(tmp_path: Path) -> None:
    robot = described("two_link")
    output = generate_described(robot, Options(("c", "f77"), examples=tuple(EXAMPLES)))
    folder = write(output, tmp_path)
    for name in EXAMPLES:
        assert head(folder, name), name
