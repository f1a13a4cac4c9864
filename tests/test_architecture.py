"""Which package may import which: data flows one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "generator" / "gen_robot"

BOTTOM = {"errors", "algebra"}
FRONT = BOTTOM | {"description", "model", "ir", "algorithms", "kernels", "search"}

ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "algebra": BOTTOM,
    "ir": BOTTOM | {"ir"},
    "description": BOTTOM | {"description"},
    "readers": BOTTOM | {"description", "readers"},
    "model": BOTTOM | {"description", "model"},
    "algorithms": BOTTOM
    | {"description", "ir", "model", "algorithms", "references", "bindings.manifolds"},
    "kernels": BOTTOM | {"description", "ir", "model", "algorithms", "kernels", "references"},
    "passes": {"errors", "algebra.number", "algebra.lanes", "algebra.precision", "ir", "passes"},
    "rewriting": {"errors", "algebra", "ir", "rewriting"},
    # It tries structures on algorithms themselves, before there are kernels.
    "search": BOTTOM | {"ir", "model", "algorithms", "kernels", "search"},
    "printers": {"errors", "algebra.number", "algebra.precision", "ir", "printers"},
    "languages": FRONT - {"algorithms"}
    | {"passes", "printers", "references", "render", "languages"},
    "render": {"errors"},
    "examples": FRONT - {"algorithms", "ir"} | {"printers", "languages", "render", "examples"},
    "integrators": {"errors", "algebra.number", "ir", "model", "kernels", "printers"}
    | {"languages", "render", "integrators"},
    "long_work": set(),
    "references": set(),
    "progress": {"kernels"},
    "seal": set(),
    "version": set(),
    "fitting": BOTTOM | {"ir", "passes", "search"},
    "high_effort": {"ir", "kernels", "options", "passes", "rewriting", "search"},
    "preparing": {"ir", "model", "kernels", "passes", "search"},
    "output": {"description", "model", "search"},
    "manifest": FRONT - {"algorithms", "ir"} | {"languages", "seal", "version"},
    "options": FRONT - {"algorithms", "ir"} | {"examples", "languages", "references"},
    "report": FRONT - {"algorithms"} | {"options", "output"},
    "error_bounds": {"algebra.precision", "description", "ir", "model", "languages.emission"}
    | {"verification.bodies", "verification.program", "verification.robot"}
    | {"verification.rounding", "verification.units"},
    "pipeline": FRONT
    | {
        "error_bounds",
        "high_effort",
        "readers",
        "passes",
        "rewriting",
        "fitting",
        "preparing",
        "languages",
        "long_work",
        "manifest",
        "options",
        "output",
    }
    | {"render", "examples", "integrators.writing", "report.report"},
    "delivery": {"errors", "languages", "bindings", "manifest", "seal", "delivery"}
    | {"version", "readers.location"}
    # On demand, where load() has to generate first.
    | {"pipeline", "output", "options", "progress", "description.edit"},
    "formulas": FRONT - {"algorithms", "search"}
    | {"readers", "long_work", "options", "pipeline", "delivery.asked", "formulas"},
    "casadi": FRONT - {"algorithms", "description"}
    | {"readers", "long_work", "pipeline", "delivery", "bindings.manifest_check", "casadi"},
    "ledger": FRONT - {"algorithms"}
    | {"printers.c", "printers.c_lanes", "long_work", "high_effort", "options", "pipeline"}
    | {"ledger"},
    "show": BOTTOM | {"description", "model", "show"},
    "comparison": FRONT
    | {"bindings", "languages", "readers", "delivery", "seal", "options", "output", "pipeline"}
    | {"long_work", "render", "comparison"},
    # It proves what the others made, and trusts none of them.
    "verification": {"errors", "algebra.number", "description", "readers", "verification"},
    "bench": BOTTOM
    | {"description", "model.model", "kernels", "languages", "bindings", "delivery", "ledger"}
    | {"options", "pipeline", "references", "version", "bench"},
    "identification": BOTTOM
    | {"description", "model", "readers", "kernels.regressors", "identification"},
    "simulation": {
        "errors",
        "description",
        "readers",
        "bindings",
        "delivery.library",
        "simulation",
    },
    "cli": FRONT - {"algorithms", "ir"}
    | {
        "readers",
        "examples",
        "languages",
        "options",
        "output",
        "pipeline",
        "progress",
        "references",
        "delivery",
        "ledger",
        "report",
        "version",
        "show",
        "comparison",
        "verification",
        "bench",
        "integrators.methods",
        "simulation",
        "cli",
    },
    "autodiff": {"errors", "references", "bindings", "autodiff"},
    "jax": {"errors", "bindings", "delivery", "languages", "autodiff", "jax"},
    "torch": {"errors", "bindings", "autodiff"},
    "mujoco": set(),
    "bindings": {"bindings"},
    "__init__": {
        "delivery.library",
        "bindings.library",
        "errors",
        "formulas.symbolic",
        "version",
        "identification.identify",
    },
    "__main__": {"cli"},
}
"""Packages and modules of gen_robot that each part may import; a part that is not here fails."""


def modules() -> list[tuple[str, Path]]:
    found = [(p.relative_to(PACKAGE).parts[0], p) for p in sorted(PACKAGE.rglob("*.py"))]
    found += [("bindings", p) for p in sorted((ROOT / "bindings").glob("*.py"))]
    return [(part.removesuffix(".py"), path) for part, path in found]


def imported(source: str) -> set[str]:
    """Return what a module imports of gen_robot, as dotted names below the package."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {n.removeprefix("gen_robot.") for n in names if n.startswith("gen_robot.")}


def forbidden(part: str, source: str) -> set[str]:
    """Return the imports that a part of the package may not have."""

    def is_allowed(name: str) -> bool:
        return any(name == a or name.startswith(a + ".") for a in ALLOWED[part])

    return {name for name in imported(source) if not is_allowed(name)}


@pytest.mark.parametrize(("part", "path"), modules(), ids=lambda x: getattr(x, "name", x))
def test_imports_go_one_way(part: str, path: Path) -> None:
    assert not forbidden(part, path.read_text(encoding="utf-8"))


def test_a_wrong_import_is_found() -> None:
    assert forbidden("algebra", "from gen_robot.model.model import Model")
    assert forbidden("printers", "from gen_robot.algebra import vectors")
    assert forbidden("bindings", "import gen_robot.errors")
    for part in ("model.model", "ir.graph", "pipeline", "comparison.c_source", "algebra.vectors"):
        assert forbidden("verification", f"import gen_robot.{part}")
    assert not forbidden("ir", "from gen_robot.algebra.number import Number")


def test_every_part_is_ruled_and_every_rule_has_a_part() -> None:
    assert {part for part, _ in modules()} == set(ALLOWED)


def test_imports_between_parts_have_no_circle() -> None:
    """Else there would be no first room to read."""
    settled: set[str] = set()
    while len(settled) < len(ALLOWED):
        ready = {
            part
            for part, allowed in ALLOWED.items()
            if {name.partition(".")[0] for name in allowed} - {part} <= settled
        }
        assert ready - settled, f"a circle among {sorted(set(ALLOWED) - settled)}"
        settled |= ready


def test_generated_code_and_sources_name_no_place_of_this_machine() -> None:
    here = str(ROOT)
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "generated").rglob("*.[ch]")]:
        assert here not in path.read_text(encoding="utf-8")
