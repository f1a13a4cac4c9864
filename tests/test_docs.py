"""Pages that say what the code does are what the code says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kernels_page
from gen_robot import kernels
from gen_robot.algorithms import METHODS
from gen_robot.kernels import KERNELS
from gen_robot.kernels.groups import KINEMATICS
from gen_robot.options import Options
from gen_robot.pipeline import generate

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def test_the_page_of_kernels_is_what_the_records_say() -> None:
    assert kernels_page.page() == kernels_page.PAGE.read_text(encoding="utf-8"), (
        "python benchmarks/kernels_page.py --write"
    )


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_section_and_its_sources(method: str) -> None:
    page = (DOCS / "algorithms.md").read_text(encoding="utf-8")
    sources = METHODS[method].sources
    # Energies need no paper.
    assert bool(sources) == (f"\n## {method}\n" in page)
    for source, _ in sources:
        assert source.full in page


def test_the_page_of_the_manifest_has_every_key_and_no_other() -> None:
    asked = Options(
        kernels=("regressor",), examples=("c",), runtime=("link1.mass",), together=("M", "h")
    )
    output = generate("two_link", asked)
    simulated = generate("two_link", Options(kernels=("forward_dynamics",), integrators=True))
    manifest = json.loads(simulated.files["two_link.json"]) | json.loads(
        output.files["two_link.json"]
    )
    closed = generate("four_bar", Options(kernels=("loop_residual",)))
    manifest |= {
        k: v for k, v in json.loads(closed.files["four_bar.json"]).items() if k not in manifest
    }
    page = (DOCS / "manifest.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?) \|", page, re.M)
    told = [key for row in rows for key in re.findall(r"`(\w+)`", row)]
    kernel = manifest["kernels"]["regressor"] | manifest["kernels"]["together"]
    assert sorted(told) == sorted([*manifest, *kernel])
    (options,) = re.findall(r"^\| `options` \| (.*) \|$", page, re.M)
    assert re.findall(r"`(\w+)`", options) == list(manifest["options"])


def test_every_file_that_the_architecture_page_names_is_there() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z_0-9]+/)+[a-z_*0-9]*(?:\.[a-z0-9]+)*)`", page))
    assert len(named) > 40
    roots = (ROOT / "generator" / "gen_robot", ROOT, ROOT / "tests")
    missing = [n for n in named if not any(_exists(root, n) for root in roots)]
    assert not missing


def _exists(root: Path, name: str) -> bool:
    """Tell whether a path, or module.NAME in one, is there."""
    if any(root.glob(name)):
        return True
    module, _, attribute = name.rpartition(".")
    path = root / f"{module}.py"
    return path.is_file() and attribute in path.read_text(encoding="utf-8")


def test_no_second_list_of_kernels() -> None:
    """Beside the records only a language may say what it calls each kernel."""
    records = {name for name, kernel in vars(kernels).items() if hasattr(kernel, "KERNELS")}
    allowed = {"languages/f77.py", *(f"kernels/{name}.py" for name in records)}
    allowed |= {
        "ledger/papers.py",
        "ledger/paper_steps.py",
        "ledger/published.py",
    }  # what others count, kernel by kernel
    allowed |= {"bench/casadi_files.py"}  # what others call each kernel
    # What each is the derivative of.
    allowed |= {"languages/casadi_functions.py", "autodiff/rules.py"}
    allowed |= {"integrators/robot.py", "simulation/job.py"}  # those that a simulation wants
    # Proofs may know no list of the generator's.
    proving = ("dynamics", "derivative_kernels", "loop_kernels", "relations", "theorems")
    allowed |= {f"verification/{name}.py" for name in proving}
    package = ROOT / "generator" / "gen_robot"
    telling = [name for name in KERNELS if "_" in name]  # com, velocity, ... mean other things, too
    texts = {p.relative_to(package).as_posix(): p for p in package.rglob("*.py")}
    texts |= {f"bindings/{p.name}": p for p in (ROOT / "bindings").glob("*.py")}
    # Velocity, placement and the like are words of every day.
    telling = [name for name, k in KERNELS.items() if "_" in name or k.group != KINEMATICS]
    lists = {
        name
        for name, path in texts.items()
        if sum(f'"{kernel}"' in path.read_text(encoding="utf-8") for kernel in telling) > 2
    }
    assert lists <= allowed
