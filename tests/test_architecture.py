"""Which package may import which: data flows one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "generator" / "gen_robot"

ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "algebra": {"errors", "algebra"},
    "ir": {"errors", "algebra", "ir"},
    "description": {"errors", "algebra", "description"},
    "readers": {"errors", "algebra", "description", "readers"},
    "model": {"errors", "algebra", "description", "model"},
    "algorithms": {"errors", "algebra", "ir", "description", "model", "algorithms"},
    "kernels": {"errors", "algebra", "ir", "model", "algorithms", "kernels"},
    "search": {"errors", "ir", "model", "kernels", "search"},
    "output": {"description", "model", "search"},
    "long_work": set(),
    "passes": {"errors", "algebra.number", "ir", "passes"},
    "printers": {"errors", "algebra.number", "ir", "printers"},
    "render": {"errors"},
    "bindings": {"bindings"},
}
"""Packages and modules of gen_robot that each may import; those not listed may import all."""


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
    if part not in ALLOWED:
        return set()

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
    assert not forbidden("ir", "from gen_robot.algebra.number import Number")


def test_every_package_is_known() -> None:
    packages = {p.parent.name for p in PACKAGE.glob("*/__init__.py")}
    assert packages - set(ALLOWED) == {"cli", "delivery", "languages", "ledger", "report"}


def test_generated_code_and_sources_name_no_place_of_this_machine() -> None:
    here = str(ROOT)
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "generated").rglob("*.[ch]")]:
        assert here not in path.read_text(encoding="utf-8")
