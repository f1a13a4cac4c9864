"""Generate kernels, build both controllers, run them on MuJoCo's robots, draw how it went.

    python run_controllers.py              all of it: prints, and writes results/*.csv, results/*.svg
    python run_controllers.py --library    say where MuJoCo's library is, for the builds of README.md
    python run_controllers.py --panda      say where the Panda's URDF file is

Needs gen-robot, the packages mujoco and example-robot-data, matplotlib, and compilers for C and C++.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[-+]\d+)?")


@dataclass(frozen=True)
class Run:
    """Say which controller runs how; options are those that the program takes."""

    robot: str  # puma or panda
    name: str
    options: tuple[str, ...] = ()


RUNS = (
    Run("puma", "pd", ("--law", "pd")),
    Run("puma", "pd_gravity", ("--law", "pd_gravity")),
    Run("puma", "computed_torque"),
    Run("puma", "pd_gravity_load", ("--law", "pd_gravity", "--load", "2.5")),
    Run("puma", "load_unknown", ("--load", "2.5", "--told", "0")),
    Run("puma", "load_known", ("--load", "2.5")),
    Run("panda", "pd_gravity", ("--law", "pd_gravity")),
    Run("panda", "operational_space"),
    Run("panda", "pd_gravity_load", ("--law", "pd_gravity", "--load", "1")),
    Run("panda", "load_unknown", ("--load", "1", "--told", "0")),
    Run("panda", "load_known", ("--load", "1")),
)
"""What is compared: laws of the same gains, and a load that the law knows of or does not."""


def mujoco_library() -> Path:
    """Return the shared library of the package mujoco; its headers are in include/ beside it."""
    spec = find_spec("mujoco")
    folders = spec.submodule_search_locations if spec else None
    for folder in folders or ():
        for found in sorted(Path(folder).glob("libmujoco.so*")):
            return found
    sys.exit("MuJoCo is not installed: pip install mujoco")


def panda_urdf() -> Path:
    """Return the file of the Panda in the package example-robot-data."""
    try:
        listed = files("example-robot-data") or []
    except PackageNotFoundError:
        listed = []
    for file in listed:
        if file.name == "panda.urdf":
            return Path(str(file.locate())).resolve()
    sys.exit("the Panda's file is not installed: pip install example-robot-data")


def environment() -> dict[str, str]:
    """Return what an activated environment has: programs of this Python's packages on the path."""
    import ninja

    folders = (str(Path(sys.executable).parent), ninja.BIN_DIR, os.environ.get("PATH", ""))
    return {**os.environ, "PATH": os.pathsep.join(folder for folder in folders if folder)}


def build(folder: Path = HERE) -> Path:
    """Write the kernels and build both programs by meson, below the example's folder; return where."""
    meson = [sys.executable, "-m", "mesonbuild.mesonmain"]
    built = folder / "build" / "meson"
    setup = [f"-Dmujoco={mujoco_library()}", *(f"-D{r}:batch=false" for r in ("puma560", "panda"))]
    again = ["--reconfigure"] if (built / "build.ninja").exists() else []
    for command in (
        ["sh", "generate.sh", "subprojects", str(panda_urdf())],
        [*meson, "setup", *again, str(built), *setup],
        [*meson, "compile", "-C", str(built)],
    ):
        done = subprocess.run(
            command, cwd=folder, env=environment(), capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(f"{done.stdout}{done.stderr}\n{' '.join(command)} failed, see above")
    return built


def run(built: Path, one: Run, results: Path, *options: str) -> str:
    """Run a controller, write results/<robot>_<name>.csv, and return what it prints."""
    models = {"puma": HERE / "plant" / "puma560.xml", "panda": panda_urdf()}
    command: Sequence[str] = [
        str(built / f"{one.robot}_controller"),
        *("--model", str(models[one.robot])),
        *("--csv", str(results / f"{one.robot}_{one.name}.csv")),
        *one.options,
        *options,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\n{' '.join(command)} failed, see above")
    return done.stdout


def numbers(printed: str) -> dict[str, list[float]]:
    """Return the numbers of a report by what its lines begin with."""
    lines = (re.split(r"\s{2,}", line, maxsplit=1) for line in printed.splitlines() if "  " in line)
    return {name: [float(x) for x in NUMBER.findall(rest)] for name, rest in lines}


def main() -> None:
    """Read the options, and do it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--library", action="store_true", help="print where MuJoCo's library is")
    parser.add_argument("--panda", action="store_true", help="print where the Panda's file is")
    asked = parser.parse_args()
    if asked.library or asked.panda:
        print(mujoco_library() if asked.library else panda_urdf())
        return
    from draw_controllers import figures

    results = HERE / "results"
    results.mkdir(exist_ok=True)
    built = build()
    for one in RUNS:
        print(run(built, one, results))
    for name, figure in figures(results).items():
        figure.savefig(results / f"{name}.svg")
        print(f"drew {results / name}.svg")


if __name__ == "__main__":
    main()
