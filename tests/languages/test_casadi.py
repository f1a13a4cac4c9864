"""What CasADi finds in a library is what it asks for: names, patterns, columns; and strict C."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from compiled import COMPILERS, STRICT
from gen_robot.delivery.writing import write
from gen_robot.errors import UserError
from gen_robot.languages.casadi_ports import Pattern, row_major
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate


def written(robot: str | Path = "two_link", **options: object) -> Output:
    return generate(robot, Options(languages=("casadi",), **options))


def functions(output: Output) -> list[str]:
    """Return the functions that a source has for CasADi."""
    return re.findall(r"^FUNCTION\((\w+),", output.files[f"{output.name}_casadi.c"], re.MULTILINE)


def test_patterns_are_told_by_columns() -> None:
    assert Pattern.dense(3, 2).words == [3, 2, 1]
    assert Pattern.empty(3, 2).words == [3, 2, 0, 0, 0]
    sparse = Pattern(3, 2, frozenset({(2, 0), (0, 1), (1, 1)}))
    assert sparse.words == [3, 2, 0, 1, 3, 2, 0, 1]
    assert row_major(sparse) == [4, 1, 3]
    # The transpose of a matrix of two rows and three columns.
    assert row_major(sparse, transposed=True) == [2, 3, 4]
    assert (sparse @ Pattern(2, 1, frozenset({(0, 0)}))).places == {(2, 0)}
    assert (sparse | sparse.transposed.transposed) == sparse


def test_the_kernels_that_derivatives_need_come_along() -> None:
    output = written(kernels=("inverse_dynamics", "inertia_matrix"))
    assert output.added == {
        "casadi": (
            "inverse_dynamics_derivatives",
            "inverse_dynamics_adjoint",
            "inverse_dynamics_hessian",
        )
    }
    head = output.files["two_link.h"]
    assert all(f"two_link_{name}(" in head for name in output.added["casadi"])
    # Anybody who types what the files say gets them again.
    (words,) = re.findall(r"Written by: gen-robot (.*)", output.files["two_link.c"])
    assert words.startswith("two_link --lang c --lang casadi --kernels")
    names = {"two_link_im", "two_link_id", "jac_two_link_id", "adj1_two_link_id"}
    assert names | {"jac_adj1_two_link_id"} <= {*functions(output)}


def test_no_derivative_is_there_that_would_not_be_complete() -> None:
    assert functions(written(kernels=("inertia_matrix",))) == ["two_link_im"]
    loaded = written(payload="link2", kernels=("gravity",))
    assert not loaded.added
    assert functions(loaded) == [
        f"{kind}two_link_gv" for kind in ("", "jac_", "adj1_", "jac_adj1_")
    ]
    assert '"jac_g_q", "jac_g_payload"' in loaded.files["two_link_casadi.c"]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_source_is_strict_c(compiler: str, tmp_path: Path) -> None:
    kernels = ("forward_dynamics", "potential_energy")
    folder = write(written(kernels=kernels, friction=True), tmp_path)
    command = [compiler, *STRICT, "-fsyntax-only", "two_link_casadi.c"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_what_casadi_cannot_call_is_refused() -> None:
    with pytest.raises(UserError, match="double precision"):
        written(precision="single", kernels=("inertia_matrix",))
    for name in ("a__b", "arm_"):
        with pytest.raises(UserError, match="underscore"):
            written(name=name, kernels=("inertia_matrix",))


def test_the_manifest_names_the_functions() -> None:
    output = written(kernels=("inertia_matrix",))
    manifest = json.loads(output.files["two_link.json"])
    assert manifest["kernels"]["inertia_matrix"]["symbol"] == {
        "c": "two_link_inertia_matrix",
        "casadi": "two_link_im",
    }
    assert list(manifest["languages"]) == ["c"]
