"""Both controllers follow their paths on MuJoCo's robots, however they are built, and touch no heap."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import controller_page
import run_controllers
from built_controllers import EXAMPLE, Controllers, Done, built, environment
from f77_library import needs
from speed_tables import written

pytestmark = needs("cc", "c++", "make", "pkg-config")

SAMPLES = Path(__file__).parent / "controller"
BUILDS = ("meson", "make", "cmake")
ERRORS = {"puma": ("joint error",), "panda": ("tool position", "tool orientation")}
TORQUES = (97.6, 186.4, 89.4, 24.2, 20.1, 21.3)


@pytest.fixture(scope="module")
def controllers(tmp_path_factory: pytest.TempPathFactory) -> Controllers:
    """Build all once, for all tests."""
    return built(tmp_path_factory.mktemp("example") / "controller")


@pytest.fixture(scope="module")
def followed(controllers: Controllers) -> dict[str, Done]:
    """Run each robot with its best law once, for all tests."""
    return {robot: controllers.run(robot) for robot in ERRORS}


def record(file: Path) -> np.ndarray:
    return np.genfromtxt(file, delimiter=",", names=True)


def of(rows: np.ndarray, name: str, count: int) -> np.ndarray:
    return np.array([rows[f"{name}{k + 1}"] for k in range(count)])


@pytest.mark.parametrize("robot", ERRORS)
@pytest.mark.parametrize("build", BUILDS)
def test_every_build_follows_the_path_equally_well(
    build: str, robot: str, controllers: Controllers, followed: dict[str, Done]
) -> None:
    found = controllers.run(robot, build=build)
    assert found.status == 0, found.printed + found.said
    assert found.numbers["cycles"][0] == 6000 and found.numbers["torques cut"] == [0]
    for name in ERRORS[robot]:
        assert 0 < found.rms(name) < 1e-4
        assert found.rms(name) == pytest.approx(followed[robot].rms(name), rel=1e-2)


def test_computed_torque_is_a_thousand_times_closer_than_pd_of_the_same_gains(
    controllers: Controllers, followed: dict[str, Done]
) -> None:
    pd = controllers.run("puma", "--law", "pd")
    gravity = controllers.run("puma", "--law", "pd_gravity")
    best = followed["puma"]
    assert pd.rms("joint error") > gravity.rms("joint error")
    assert pd.rms("joint error") > 1000 * best.rms("joint error")
    for joint in range(1, 7):
        assert pd.rms(f"joint error {joint}") > 100 * best.rms(f"joint error {joint}")


def test_operational_space_control_is_closer_than_constant_inertia(
    controllers: Controllers, followed: dict[str, Done]
) -> None:
    plain = controllers.run("panda", "--law", "pd_gravity")
    for name in ERRORS["panda"]:
        assert plain.rms(name) > 100 * followed["panda"].rms(name)


@pytest.mark.parametrize("robot", ERRORS)
def test_what_is_left_comes_of_holding_torques_for_a_period(
    robot: str, controllers: Controllers, followed: dict[str, Done]
) -> None:
    """A term that is wrong would leave an error that does not care how short periods are."""
    short = controllers.run(robot, "--rate", "2000")
    assert short.numbers["cycles"][0] == 12000
    for name in ERRORS[robot]:
        assert followed[robot].rms(name) / short.rms(name) == pytest.approx(2, rel=0.05)


@pytest.mark.parametrize("robot", ERRORS)
def test_a_load_costs_nothing_if_the_law_is_told_of_it(
    robot: str, controllers: Controllers
) -> None:
    told = controllers.run(robot, "--load", "1")
    untold = controllers.run(robot, "--load", "1", "--told", "0")
    believed = controllers.run(robot, "--load", "0", "--told", "1")
    for name in ERRORS[robot]:
        assert untold.rms(name) > 100 * told.rms(name)
        assert believed.rms(name) > 100 * told.rms(name)


@pytest.mark.parametrize("robot", ERRORS)
def test_the_loop_touches_no_heap(robot: str, followed: dict[str, Done]) -> None:
    assert followed[robot].numbers["allocations"] == [0.0]


@pytest.mark.parametrize(
    ("robot", "sample", "instead_of"),
    [
        ("puma", "allocating_law.c", "puma/law.c"),
        ("panda", "allocating_guard.cpp", "loop/guard.c"),
    ],
)
def test_every_touch_of_the_heap_is_counted(
    robot: str, sample: str, instead_of: str, controllers: Controllers, tmp_path: Path
) -> None:
    """The program of the Makefile, with one of its objects replaced by what allocates."""
    folder, usr = controllers.folder, controllers.folder / "usr"
    parts = ("loop", "plant", "program", "trajectory", robot)
    objects = [o for p in parts for o in (folder / "build" / "make" / p).glob("*.o")]
    kept = [o for o in objects if not o.match(f"{instead_of}.o")]
    assert len(kept) == len(objects) - 1
    library = run_controllers.mujoco_library()
    name = "puma560" if robot == "puma" else "panda"
    compiler = (
        ["c++", "-std=c++17"] if sample.endswith("cpp") else ["cc", "-std=c99", "-D_GNU_SOURCE"]
    )
    subprocess.run(
        [
            *compiler,
            *(f"-I{folder / part}" for part in parts),
            f"-I{usr / 'include'}",
            SAMPLES / sample,
            *kept,
            usr / "lib" / f"lib{name}.a",
            library,
            f"-Wl,-rpath,{library.parent}",
            "-lm",
            *("-o", tmp_path / "allocating"),
        ],
        check=True,
    )
    found = controllers.run(robot, "--seconds", "0.5", program=str(tmp_path / "allocating"))
    assert found.status == 1, found.printed + found.said
    assert found.numbers["allocations"] == [2 * 500]


def test_an_arm_that_cannot_lead_its_tool_is_held_up_and_calmed(
    controllers: Controllers, tmp_path: Path
) -> None:
    usr, folder = controllers.folder / "usr", controllers.folder
    program = tmp_path / "singular"
    subprocess.run(
        [
            *("c++", "-std=c++17", f"-I{folder / 'panda'}", f"-I{folder / 'loop'}"),
            *(f"-I{usr / 'include'}", SAMPLES / "singular_posture.cpp"),
            *(folder / "build" / "make" / "panda" / "law.cpp.o", usr / "lib" / "libpanda.a"),
            *("-lm", "-o", program),
        ],
        check=True,
    )
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    panda = pin.buildModelFromUrdf(str(run_controllers.panda_urdf()))
    gravity = pin.computeGeneralizedGravity(panda, panda.createData(), np.zeros(9))[:7]
    qd = np.array([0.1, -0.2, 0.3, -0.4, 0.5, -0.6, 0.7])
    for line in lines.splitlines():
        *tau, unknown = map(float, line.split())
        assert tau == pytest.approx(gravity - 5 * qd, abs=1e-9)
        assert unknown, "how far the tool is from its path is not said"


def test_the_clock_changes_when_cycles_begin_and_nothing_else(
    controllers: Controllers, tmp_path: Path
) -> None:
    for file, options in (("lock.csv", ()), ("clock.csv", ("--realtime",))):
        found = controllers.run("puma", "--seconds", "0.3", "--csv", str(tmp_path / file), *options)
        assert found.status == 0, found.printed + found.said
    lock, clock = record(tmp_path / "lock.csv"), record(tmp_path / "clock.csv")
    assert (clock["late_us"] > 0).all() and not lock["late_us"].any()
    for name in ("q", "tau", "e"):
        assert np.array_equal(of(lock, name, 6), of(clock, name, 6))


def test_kernels_take_a_part_of_the_control_s_time(
    controllers: Controllers, tmp_path: Path
) -> None:
    for robot in ERRORS:
        file = tmp_path / f"{robot}.csv"
        controllers.run(robot, "--seconds", "0.2", "--csv", str(file))
        rows = record(file)
        assert len(rows) == 200
        assert (rows["kernels_us"] > 0).all() and (rows["kernels_us"] < rows["control_us"]).all()


def test_torques_stay_within_what_motors_give(controllers: Controllers, tmp_path: Path) -> None:
    file = tmp_path / "heavy.csv"
    found = controllers.run("puma", "--load", "10", "--csv", str(file))
    assert found.status == 0 and found.numbers["torques cut"][0] > 0
    largest = np.abs(of(record(file), "tau", 6)).max(axis=1)
    assert (largest <= TORQUES).all() and (largest == TORQUES).any()


def test_a_robot_that_runs_away_is_let_go(controllers: Controllers, tmp_path: Path) -> None:
    file = tmp_path / "stopped.csv"
    found = controllers.run("puma", "--load", "100", "--told", "0", "--csv", str(file))
    assert found.status == 1 and "STOPPED by the guard" in found.printed
    rows = record(file)
    assert len(rows) < 6000
    assert not of(rows, "tau", 6)[:, -1].any() and of(rows, "tau", 6)[:, -2].any()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--law", "magic"), "--law: is 'magic'"),
        (("--seconds", "-1"), "--seconds: is '-1'"),
        (("--load", "heavy"), "--load: is 'heavy'"),
        (("--rate", "nan"), "--rate: is 'nan'"),
        (("--model", "nowhere.xml"), "nowhere.xml"),
        (("more",), "options only"),
    ],
)
def test_what_cannot_be_done_is_refused(
    options: tuple[str, ...], expected: str, controllers: Controllers
) -> None:
    found = controllers.run("puma", *options)
    assert found.status == 2
    assert expected in found.said and not found.printed


def test_another_robot_is_refused(controllers: Controllers) -> None:
    found = controllers.run("puma", "--model", str(run_controllers.panda_urdf()))
    assert found.status == 2 and "joints are not link1 ... link6" in found.said


def test_the_page_has_the_errors_that_the_runs_give(
    controllers: Controllers, tmp_path: Path
) -> None:
    told = {"errors": controller_page.errors(controllers.folder / "build" / "meson", tmp_path)}
    page = controller_page.PAGE.read_text(encoding="utf-8")
    again = written(page, told, {"puma": controller_page.puma, "panda": controller_page.panda})
    number = re.compile(r"(?<=\| )\d[\d.e-]*(?= \|)")
    assert number.sub("", again) == number.sub("", page), "benchmarks/controller_page.py --write"
    found, wanted = (np.array([float(x) for x in number.findall(text)]) for text in (page, again))
    assert len(found) > 60
    np.testing.assert_allclose(found, wanted, rtol=0.05)


def test_the_script_does_it_all_and_draws(controllers: Controllers) -> None:
    done = subprocess.run(
        [sys.executable, "run_controllers.py"],
        cwd=controllers.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = controllers.folder / "results"
    assert {path.name for path in results.iterdir()} == {
        *(f"{one.robot}_{one.name}.csv" for one in run_controllers.RUNS),
        *("controller_puma.svg", "controller_panda.svg"),
    }
    assert done.stdout.count("allocations              0 in the loop") == len(run_controllers.RUNS)


def test_links_of_the_pages_lead_somewhere() -> None:
    for page in (controller_page.PAGE, EXAMPLE / "README.md"):
        targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        assert targets and all((page.parent / target).exists() for target in targets)


def test_strict_compilers_have_nothing_to_say(controllers: Controllers) -> None:
    include = run_controllers.mujoco_library().parent / "include"
    parts = ("loop", "plant", "program", "trajectory", "puma", "panda", "usr/include")
    common = [
        *("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"),
        *(f"-I{part}" for part in parts),
        *("-isystem", str(include)),
    ]
    for compiler, names in (
        (("cc", "-std=c99", "-D_GNU_SOURCE"), ("*/*.c",)),
        (("c++", "-std=c++17"), ("panda/*.cpp",)),
    ):
        sources = [str(s.relative_to(EXAMPLE)) for n in names for s in sorted(EXAMPLE.glob(n))]
        done = subprocess.run(
            [*compiler, *common, *sources],
            cwd=controllers.folder,
            env=environment(),
            capture_output=True,
            text=True,
        )
        assert len(sources) >= 3 and done.returncode == 0, done.stderr
