"""gen-robot bench: what is printed in which format, peers that are missing or wrong, refusals.

Times are never compared with anything: only that they are there, and positive.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gen_robot.bench.reference import NumpyDynamics
from gen_robot.cli import main
from gen_robot.ledger.ledger import ledger
from gen_robot.readers.robot_files import read

FEW = ("--passes", "2", "--states", "20", "--batch", "50")

PENDULUM = """\
name: pendulum
convention: modified_dh
gravity: [0, -9.81, 0]
links:
  - name: arm
    joint: revolute
    dh: {a: 0}
    mass: 2
    com: [0.5, 0, 0]
    inertia: {xx: 0.1, yy: 0.1, zz: 0.1}
"""
INERTIA = 0.1 + 2 * 0.5**2

CASADI = """\
#define casadi_int long long int
static const casadi_int dense[3] = {1, 1, 1};
int crba(const double **arg, double **res, casadi_int *iw, double *w, int mem)
{
    (void)arg; (void)iw; (void)w; (void)mem;
    res[0][0] = VALUE;
    return 0;
}
casadi_int crba_n_in(void) { return 3; }
const casadi_int *crba_sparsity_out(casadi_int i) { (void)i; return dense; }
int crba_work(casadi_int *arg, casadi_int *res, casadi_int *iw, casadi_int *w)
{
    *arg = 3; *res = 1; *iw = 0; *w = 0;
    return 0;
}
"""


@pytest.fixture(scope="module", autouse=True)
def one_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Build each library once for all tests here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what is printed, with nothing on the side of errors."""
    assert main(["bench", *arguments, *FEW]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return why nothing is timed."""
    assert main(["bench", *arguments, *FEW]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


@pytest.fixture
def pendulum(tmp_path: Path) -> str:
    path = tmp_path / "pendulum.yaml"
    path.write_text(PENDULUM, encoding="utf-8")
    return str(path)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return what is measured of two kernels by all ways."""
    wanted = ("--kernels", "bias,gravity", "--all-ways", "--format", "json")
    return dict(json.loads(printed(capsys, "two_link", *wanted)))


def test_every_way_of_the_ledger_is_timed_and_everything_is_positive(told: dict[str, Any]) -> None:
    (robot,) = told["robots"]
    found = {(each["kernel"], each["way"]): each["auto"] for each in robot["kernels"]}
    entries = ledger(read("two_link"), ("bias", "gravity")).entries
    assert found == {(e.kernel, str(e.structure.way)): e.auto for e in entries if e.structure}
    for kernel in robot["kernels"]:
        hows = {"c", "c_batch"} | (
            {"python_out", "python", "python_batch"} if kernel["auto"] else set()
        )
        assert kernel["times"].keys() == hows
        for each in kernel["times"].values():
            assert 0 < each["p10_ns"] <= each["median_ns"]
        assert kernel["flop"] == sum(kernel["operations"][o] for o in ("mul", "add", "div", "sqrt"))
        assert kernel["flop_per_ns"]["c"] > 0 and kernel["share_of_peak"]["c"] > 0
    first = next(each for each in robot["kernels"] if each["auto"])
    assert first["trigonometry"]["angles"] == 2 and first["trigonometry"]["ns"] >= 0
    assert first["peers"].keys() == {"Pinocchio", "NumPy"}
    assert all(peer["ratio"] > 0 for peer in first["peers"].values())


def test_json_says_what_was_measured_on(told: dict[str, Any]) -> None:
    assert told["format"] == 1 and (told["states"], told["passes"]) == (20, 2)
    machine = told["machine"]
    for key in ("date", "gen_robot", "processor", "cores", "core", "system", "python", "numpy"):
        assert key in machine
    assert "own" in machine["compilers"]
    (robot,) = told["robots"]
    assert any("-O2" in flags for flags in robot["flags"].values())
    assert robot["peak"]["vector_flop_per_ns"] >= robot["peak"]["scalar_flop_per_ns"] > 0
    assert robot["missing"] == ["CasADi: no folder of its functions is given (--casadi)"]


def test_tables_have_a_row_for_each_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    some = ("two_link", "--kernels", "bias,gravity")
    text = printed(capsys, *some)
    assert "two_link: 2 degrees of freedom" in text and "compare ratios" in text
    assert [line.split()[0] for line in text.splitlines() if " * " in line] == ["bias", "gravity"]
    rows = [
        line.split(" | ")
        for line in printed(capsys, *some, "--format", "markdown").splitlines()
        if line.startswith("| ")
    ]
    assert len(rows) == 3 and len({len(row) for row in rows}) == 1
    records = list(csv.DictReader(io.StringIO(printed(capsys, *some, "--format", "csv"))))
    assert {each["who"] for each in records} == {"gen-robot", "Pinocchio", "NumPy"}
    assert all(float(each["p10_ns"]) > 0 for each in records)


def test_a_picture_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "times.png"
    printed(capsys, "two_link", "--kernels", "bias,gravity", "--plot", str(path))
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "is no picture" in refused(capsys, "two_link", "--plot", str(tmp_path / "times.txt"))
    assert "no folder" in refused(capsys, "two_link", "--plot", str(tmp_path / "no" / "times.png"))


def test_without_matplotlib_a_picture_is_refused_before_anything_is_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "pip install 'gen-robot[bench]'" in refused(capsys, "two_link", "--plot", "times.png")


def casadi(folder: Path, value: float) -> str:
    path = folder / "pendulum" / "crba.c"
    path.parent.mkdir(parents=True)
    path.write_text(CASADI.replace("VALUE", str(value)), encoding="utf-8")
    return str(folder)


def test_functions_of_casadi_are_timed_by_every_compiler(
    pendulum: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = casadi(tmp_path / "casadi", INERTIA)
    wanted = ("--kernels", "inertia_matrix", "--casadi", folder, "--format", "json")
    (robot,) = json.loads(printed(capsys, pendulum, *wanted))["robots"]
    (kernel,) = robot["kernels"]
    assert kernel["trigonometry"]["angles"] == 0
    assert kernel["peers"].keys() >= {"CasADi", "CasADi, all states"}
    assert kernel["peers"]["CasADi"]["ratio"] > 0
    assert kernel["peers"]["CasADi"]["called"].startswith("crba.c: ")


def test_a_function_of_another_robot_is_found_out(
    pendulum: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = casadi(tmp_path / "casadi", INERTIA + 1e-3)
    said = refused(capsys, pendulum, "--kernels", "inertia_matrix", "--casadi", folder)
    assert said.startswith("gen-robot: pendulum: inertia_matrix: CasADi, crba.c: ")
    assert "gives other numbers" in said


def test_a_peer_that_is_off_is_an_error_that_names_the_kernel(
    pendulum: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = NumpyDynamics.inertia_matrix
    monkeypatch.setattr(NumpyDynamics, "inertia_matrix", lambda self, q: right(self, q) * 1.001)
    said = refused(capsys, pendulum, "--kernels", "inertia_matrix")
    assert said.startswith("gen-robot: pendulum: inertia_matrix: NumPy")
    assert "gives other numbers" in said


def test_a_machine_with_gcc_alone_is_enough(
    pendulum: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for path in Path("/usr/bin").iterdir():
        if not path.name.startswith("clang"):
            (programs / path.name).symlink_to(path)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    folder = casadi(tmp_path / "casadi", INERTIA)
    wanted = ("--kernels", "inertia_matrix", "--casadi", folder, "--format", "json")
    told = json.loads(printed(capsys, pendulum, *wanted))
    assert told["machine"]["compilers"].keys() == {"own", "gcc"}
    (robot,) = told["robots"]
    assert robot["missing"] == ["Pinocchio: is not installed; pip install pin"]
    assert robot["kernels"][0]["peers"].keys() == {"CasADi", "CasADi, all states", "NumPy"}


def test_without_a_compiler_nothing_is_timed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert "there is no C compiler" in refused(capsys, "two_link")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "bench: has no robot to time"),
        (["no_such"], "'no_such': is no file and no robot that ships"),
        (["two_link", "--kernels", "bais"], "--kernels: is 'bais'; did you mean 'bias'?"),
        (["two_link", "--format", "xml"], "--format: is 'xml'"),
        (["two_link", "--passes", "0"], "--passes: is '0'"),
        (["two_link", "--states", "many"], "--states: is 'many'"),
        (["two_link", "--core", "4711"], "--core: is '4711'"),
        (["two_link", "--march", "-x"], "--march"),
        (["two_link", "--precision", "half"], "--precision: is 'half'"),
        (["two_link", "--casadi", "/no/such"], "--casadi: '/no/such' is no folder"),
        (["two_link", "--lock", "link1"], "--lock: is 'link1'"),
        (["two_link", "--all-way"], "--all-way"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # The last of two counts, so that what is wrong comes behind.
    assert main(["bench", *FEW, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_broken_robot_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("name: broken\nlinks: 3\n", encoding="utf-8")
    assert "broken.yaml" in refused(capsys, str(path))
