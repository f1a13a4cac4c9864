"""Generated sources read back: every statement, every operation, and what they mean."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from gen_robot.bindings.manifest import manifest_of
from gen_robot.cli import main
from gen_robot.comparison import c_source, f77_source
from gen_robot.comparison.evaluation import outputs
from gen_robot.comparison.side import READERS, Side
from gen_robot.comparison.source import KernelSource, Statement, Step, operations
from gen_robot.delivery.writing import write
from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.languages import LANGUAGES
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate
from shipped_robots import generated
from urdf_robots import urdf_files

LONG = "anymal-kinova"
"""Its kernels are cut into parts, and its legs are lanes of one."""


def side(output: Output, language: str) -> Side:
    manifest = manifest_of(json.loads(output.files[f"{output.name}.json"]))
    source = output.files[LANGUAGES[language].source_of(output.name)]
    return Side(output.name, manifest, language, source, ())


@pytest.fixture(scope="module", params=["double", "single", "long"])
def output(request: pytest.FixtureRequest) -> Output:
    kernels = ("dynamics", "derivatives", "regressors")
    if request.param == "long":
        found = [path for name, path in urdf_files().items() if LONG in str(path)]
        if not found:
            pytest.skip("example-robot-data is not installed")
        return generate(
            found[0],
            Options(("c", "f77"), friction=True, edits=Edits(floating=True), name="walker"),
        )
    return generate(
        "scara",
        Options(("c", "f77"), kernels=kernels, friction=True, precision=request.param),
    )


@pytest.mark.parametrize("language", [*READERS])
def test_what_is_read_costs_what_the_manifest_says(output: Output, language: str) -> None:
    own = side(output, language)
    for kernel in own.manifest.kernels:
        assert operations(own.sources[kernel.name].statements).as_dict() == kernel.operations


@pytest.mark.parametrize("language", [*READERS])
def test_nothing_emitted_is_taken_for_a_strangers_line(output: Output, language: str) -> None:
    own = side(output, language)
    statements = [s for kernel in own.sources.values() for s in kernel.statements]
    assert statements
    assert all(s.value for s in statements)


@pytest.mark.parametrize("language", [*READERS])
def test_every_element_of_every_output_is_read_once(output: Output, language: str) -> None:
    own = side(output, language)
    for kernel in own.manifest.kernels:
        names = own.arrays(kernel.name)
        wanted = [(names[a.name], k) for a in kernel.outputs for k in range(int(np.prod(a.shape)))]
        stores = [(s.array, s.index) for s in own.sources[kernel.name].statements if s.array]
        assert sorted(stores) == sorted(wanted)


def test_every_value_of_a_short_source_is_read_in_order() -> None:
    output = generated("puma560")
    text = output.files["puma560.c"]
    own = side(output, "c")
    read = [s.target for k in own.manifest.kernels for s in own.sources[k.name].statements]
    # Found another way: all declarations from the first kernel on.
    body = text[text.index("void puma560_inertia_matrix(") :]
    declared = re.findall(r"^ {4}const double (\w+) = ", body, re.M)
    assert [name for name in read if name and "[" not in name] == declared


@pytest.mark.parametrize("language", [*READERS])
def test_what_is_read_means_what_the_graph_means(output: Output, language: str) -> None:
    own = side(output, language)
    rng = np.random.default_rng(3)
    choices = {choice.kernel.name: choice for choice in output.choices}
    single = own.manifest.precision == "single"
    for kernel in own.manifest.kernels:
        given = {a.name: rng.uniform(-1, 1, (5, int(np.prod(a.shape)))) for a in kernel.inputs}
        names = own.arrays(kernel.name)
        sizes = {names[a.name]: int(np.prod(a.shape)) for a in kernel.outputs}
        inputs = {names[name]: values for name, values in given.items()}
        found = outputs(own.sources[kernel.name], inputs, sizes, "here")
        graph = choices[kernel.name].graph
        for array in kernel.outputs:
            told = {name.rstrip("_"): x for name, x in given.items()}
            meant = evaluate(graph.outputs[array.name], told)
            scale = np.abs(meant).max()
            near = 1e-5 if single else 1e-12
            assert np.abs(found[names[array.name]] - meant).max() <= near * scale


def test_a_statement_that_is_no_arithmetic_is_refused() -> None:
    for value in ("__import__('os')", "q[0] ** 2", "open(q)", "q[0] if q[0] else 1", "(", "x[9]"):
        kernel = KernelSource((Step("", (Statement("x", value),)),))
        with pytest.raises(UserError, match="here: has a statement that gen-robot did not write"):
            outputs(kernel, {"q": np.zeros((2, 3))}, {}, "here")


def test_a_line_by_another_hand_is_kept() -> None:
    text = (
        "void f(\n    const double q[1],\n    double M[1])\n{\n    M[0] = 1.0;\n    abort();\n}\n"
    )
    kernel = c_source.kernels(text, {"inertia_matrix": "f"})["inertia_matrix"]
    assert [s.target for s in kernel.statements] == ["M[0]", "abort();"]
    text = "      SUBROUTINE F(Q, M)\n      REAL Q(1), M(1,1)\n      M(1,1) = 1.0E0\n      STOP\n"
    kernel = f77_source.kernels(text, {"inertia_matrix": "f_"})["inertia_matrix"]
    assert [s.target for s in kernel.statements] == ["M(1,1)", "STOP"]


@pytest.mark.parametrize("language", [*READERS])
def test_a_spoilt_source_is_read_or_refused_and_never_a_bug(language: str, tmp_path: Path) -> None:
    """Whatever stands in a stranger's folder: lines doubled, cut, exchanged, numbers without end."""
    output = generate("two_link", Options(("c", "f77"), kernels=("inertia_matrix", "gravity")))
    folder = write(output, tmp_path)
    path = folder / LANGUAGES[language].source_of("two_link")
    lines = path.read_text(encoding="utf-8").splitlines()
    begin = next(k for k, line in enumerate(lines) if "inertia_matrix(" in line or "IM(Q" in line)
    rng = np.random.default_rng(0)
    spoil = (
        lambda line: line * 2,
        lambda line: line[: len(line) // 2],
        lambda line: line.replace("1", "9" * 5000),
        lambda line: line.replace(" = ", " = x_part1(q);\n    const double x = "),
        lambda line: line.replace("(", "((").replace("[", "[["),
        lambda line: (
            "    inertia_matrix_part1(q, M);" if language == "c" else "      CALL TWOLIM(Q, M)"
        ),
        lambda line: "    M[77] = q[9];" if language == "c" else "      M(7,7) = Q(9)",
        lambda line: "",
    )
    codes: set[int] = set()
    for number in range(60):
        place = int(rng.integers(begin, len(lines)))
        text = [*lines]
        text[place] = spoil[number % len(spoil)](text[place])
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
        codes.add(main(["diff", "two_link", str(folder), "--lang", language, "--format", "json"]))
    assert codes <= {0, 1, 2}
    assert 1 in codes
