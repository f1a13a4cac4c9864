"""Kernels with many arrays, and arrays whose names Python has other uses for."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tiny_robot
from gen_robot.bindings import Library, routine
from gen_robot.bindings.manifest_check import python_name
from gen_robot.bindings.native import MOST_ARGUMENTS

INPUTS = ["q", "lambda", *(f"x{k}" for k in range(MOST_ARGUMENTS - 2))]


def kernel_of(arguments: int) -> tuple[list[str], list[str]]:
    """Return the inputs and outputs of a kernel with so many arrays; half of them are outputs."""
    outputs = [f"y{k}" for k in range(arguments // 2)]
    return INPUTS[: arguments - len(outputs)], outputs


def source(name: str, inputs: list[str], outputs: list[str], result: str) -> str:
    """Write a kernel whose output k is k + 1 times the sum of its inputs, each with its own weight."""
    arrays = [f"const double *{each}" for each in inputs] + [f"double *{each}" for each in outputs]
    total = " + ".join(f"{k + 1} * {each}[i]" for k, each in enumerate(inputs))
    lines = [f"    {each}[i] = {k + 1} * ({total});" for k, each in enumerate(outputs)]
    body = "\n".join(["for (int i = 0; i < 2; i++) {", *lines, "}"])
    end = "return q[0] < 0;" if result == "int" else ""
    return f"{result} {name}({', '.join(arrays)}) {{ {body} {end} }}"


def expected(inputs: list[np.ndarray], outputs: int) -> list[np.ndarray]:
    total = sum((k + 1) * each for k, each in enumerate(inputs))
    return [(k + 1) * total for k in range(outputs)]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Bind kernels with 2, 3, ... arrays, and one with a status."""
    folder = tmp_path_factory.mktemp("many")
    content = tiny_robot.manifest({}, ("c",), "double", tiny_robot.JOINTS)
    kernels: dict[str, Any] = {}
    texts = []
    sizes = [*range(2, MOST_ARGUMENTS + 1), MOST_ARGUMENTS]
    for position, arguments in enumerate(sizes):
        status = position == len(sizes) - 1
        name = "status" if status else f"of{arguments}"
        inputs, outputs = kernel_of(arguments)
        texts.append(source(f"many_{name}", inputs, outputs, "int" if status else "void"))
        kernels[name] = content["kernels"]["bias"] | {
            "inputs": inputs,
            "outputs": outputs,
            "shapes": {name: [2] for name in (*inputs, *outputs)},
            "status": status,
            "symbol": {"c": f"many_{name}"},
            "batch": {},
        }
    (folder / "tiny.json").write_text(json.dumps(content | {"kernels": kernels}))
    (folder / "many.c").write_text("\n".join(texts))
    command = [shutil.which("cc") or "gcc", "-shared", "-fPIC", "-o", "many.so", "many.c"]
    subprocess.run(command, cwd=folder, check=True)
    return Library(folder / "tiny.json", folder / "many.so")


@pytest.fixture(params=["extension", "cffi"])
def either(many: Library, request: pytest.FixtureRequest) -> Library:
    robot = Library(*many._source)
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "cffi":
            patch.setattr(routine, "_compiled", None)
        else:
            pytest.importorskip("gen_robot.bindings._compiled")
        for kernel in robot.kernels:
            getattr(robot, kernel)
    return robot


@pytest.mark.parametrize("leading", [(), (3,)])
def test_kernels_with_any_number_of_arrays_get_each_in_its_place(
    either: Library, leading: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(1)
    for name in either.kernels:
        kernel = getattr(either, name)
        inputs = list(rng.integers(0, 9, (len(kernel.inputs), *leading, 2)).astype(float))
        got = kernel(*inputs)
        got = got if len(kernel.outputs) > 1 else (got,)
        np.testing.assert_array_equal(got, expected(inputs, len(kernel.outputs)))


def test_a_failure_of_a_kernel_with_many_arrays_leaves_none_of_them(either: Library) -> None:
    count = len(either.status.inputs)
    q = np.array([[1.0, 1.0], [-1.0, 1.0]])
    got = either.status(q, *np.ones((count - 1, 2)), check=False)
    for each in got:
        assert np.isfinite(each[0]).all()
        assert np.isnan(each[1]).all()
    with pytest.raises(np.linalg.LinAlgError, match="state 1"):
        either.status(q, *np.ones((count - 1, 2)))


def test_a_ufunc_may_have_as_many_arrays(many: Library) -> None:
    pytest.importorskip("gen_robot.bindings._compiled")
    kernel = getattr(many, f"of{MOST_ARGUMENTS}")
    inputs = list(np.arange(2.0 * len(kernel.inputs)).reshape(-1, 2))
    np.testing.assert_array_equal(kernel.gufunc(*inputs), expected(inputs, len(kernel.outputs)))


def test_more_arrays_than_can_be_read_are_refused(many: Library, tmp_path: Path) -> None:
    content = many.manifest
    kernel = content["kernels"][f"of{MOST_ARGUMENTS}"]
    kernel["inputs"].append("more")
    kernel["shapes"]["more"] = [2]
    (tmp_path / "tiny.json").write_text(json.dumps(content))
    with pytest.raises(ValueError, match=f"at most {MOST_ARGUMENTS} are read"):
        Library(tmp_path / "tiny.json", many._source[1])


def test_an_array_with_the_name_of_a_keyword_has_an_underscore_behind_it(either: Library) -> None:
    assert python_name("lambda") == "lambda_"
    assert python_name("q") == "q"
    kernel = either.of4
    assert [each.name for each in kernel.inputs] == ["q", "lambda_"]
    one, two = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    by_name, by_place = kernel(q=one, lambda_=two), kernel(one, two)
    np.testing.assert_array_equal(by_name, by_place)
    with pytest.raises(ValueError, match="lambda_: its shape"):
        kernel(one, np.zeros(3))


def test_an_array_may_not_be_called_what_another_is_called_in_python(
    many: Library, tmp_path: Path
) -> None:
    content = many.manifest
    content["kernels"]["of4"]["inputs"] = ["lambda_", "lambda"]
    content["kernels"]["of4"]["shapes"]["lambda_"] = [2]
    (tmp_path / "tiny.json").write_text(json.dumps(content))
    with pytest.raises(ValueError, match="each once"):
        Library(tmp_path / "tiny.json", many._source[1])


def test_several_outputs_are_a_tuple_with_their_names(either: Library) -> None:
    one, two = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    result = either.of4(one, two)
    first, second = result
    assert isinstance(result, tuple)
    assert result.y0 is first
    assert result.y1 is second
    assert repr(result).startswith("of4(y0=array(")
    listed = either.of4([1, 2], two)  # by the general way
    assert type(listed) is type(result)
    again = either.of4(one, two, out=result)
    assert again.y0 is first
    for copied in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert type(copied) is type(result)
        np.testing.assert_array_equal(copied, result)


def test_one_output_is_an_array(either: Library) -> None:
    assert isinstance(either.of2(np.zeros(2)), np.ndarray)
