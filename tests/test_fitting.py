"""Constants outside the range of the precision asked for: zero with a note, or a clear refusal."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import measure
from f77_library import compile_both, needs, random_states
from f77_rules import violations
from gen_robot.algebra.precision import PRECISIONS
from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.kernels import ALL, KERNELS
from gen_robot.kernels.groups import LOOPS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate
from gen_robot.report.report import warnings
from small_urdf import joint, link, robot

ARM = """\
name: arm
convention: transform
links:
  - {{name: upper, joint: revolute, axis: [0, 1, 0], mass: 2, com: [0.3, 0, 0.1],
      inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}}}
  - {{name: lower, joint: revolute, axis: [1, 0, 0], origin: {{xyz: [0.4, 0.1, 0]}}, mass: {mass},
      com: [0.2, 0, 0.3], inertia: {{xx: {inertia}, yy: {inertia}, zz: {inertia}}},
      friction: {{viscous: {viscous}}}}}
"""
SINGLE = float(PRECISIONS["single"].epsilon)


def arm(folder: Path, viscous: str = "0", mass: str = "1", inertia: str = "0.1") -> Path:
    path = folder / "arm.yaml"
    path.write_text(ARM.format(viscous=viscous, mass=mass, inertia=inertia), encoding="utf-8")
    return path


def made(path: Path, precision: str, kernels: tuple[str, ...] = (ALL,)) -> Output:
    return generate(
        path, Options(("c", "f77"), kernels=kernels, precision=precision, friction=True)
    )


def literals(output: Output) -> list[float]:
    """Return all constants of the FORTRAN and the C."""
    code = re.sub(r"/\*.*?\*/", "", output.files["arm.c"], flags=re.DOTALL) + "\n"
    code += "\n".join(
        line for line in output.files["arm.f"].splitlines() if not line.startswith("C")
    )
    found = re.findall(r"(?<![\w.])\d+\.\d*(?:[eED]-?\d+)?|(?<![\w.])\d+e-?\d+", code)
    return [float(text.replace("D", "e")) for text in found]


# Too small ----------------------------------------------------------------------------------------


@needs("gcc", "gfortran")
def test_constants_below_single_precision_are_taken_as_zero_and_the_code_compiles(
    tmp_path: Path,
) -> None:
    path = arm(tmp_path, viscous="1e-39")
    single, double = made(path, "single"), made(path, "double")
    assert any(0 < x < 1e-38 for x in literals(double))
    least = float(PRECISIONS["single"].least)
    assert all(x == 0 or x >= least for x in literals(single))
    assert violations(single.files["arm.f"], precision="single") == []
    exact = compile_both(double, tmp_path / "double")["c"]
    states = {n: x.astype(np.float32) for n, x in random_states(single, 20).items()}
    for library in compile_both(single, tmp_path / "single").values():
        for kernel in ("inertia_matrix", "bias", "inverse_dynamics"):
            for name, expected in exact(kernel, states)[1].items():
                measure.assert_same(library(kernel, states)[1][name], expected, 8 * SINGLE)


def test_a_note_says_what_was_taken_as_zero_and_the_cure(tmp_path: Path) -> None:
    path = arm(tmp_path, viscous="1e-39")
    (note,) = warnings(made(path, "single", ("inertia_matrix", "bias")))
    assert re.fullmatch(
        r"arm.yaml: a constant too small for single precision, up to 1.0e-39, is taken as"
        r" zero in bias; check the units if that matters, or use --precision double",
        note,
    )
    assert warnings(made(path, "double", ("inertia_matrix", "bias"))) == []


def test_products_of_small_numbers_may_leave_the_range_of_doubles(tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(
        "name: arm\nconvention: modified_dh\nlinks:\n"
        "  - {name: a, joint: revolute, dh: {}, mass: 1, com: [1, 0, 0]}\n"
        "  - {name: b, joint: {type: revolute, mimic: {joint: a, multiplier: 1e-20}}, dh: {a: 1},\n"
        "     friction: {viscous: 1e-295}}\n",
        encoding="utf-8",
    )
    output = made(path, "double", ("inertia_matrix", "bias"))
    (note,) = warnings(output)
    assert "a constant too small for double precision, up to 1.0e-335, is taken as zero" in note
    assert "--precision" not in note
    assert all(x == 0 or x >= float(PRECISIONS["double"].least) for x in literals(output))


def test_what_is_zero_costs_nothing(tmp_path: Path) -> None:
    path = arm(tmp_path, viscous="1e-60")
    costs = {p: made(path, p, ("bias",)).choices[0].graph.operations.cost for p in PRECISIONS}
    assert costs["single"] < costs["double"]
    assert not re.search(r"[-+*/] \(?0\.0f", made(path, "single").files["arm.c"])


# Too large ----------------------------------------------------------------------------------------


def test_a_joint_with_next_to_no_inertia_is_named(tmp_path: Path) -> None:
    path = arm(tmp_path, mass="1e-41", inertia="1e-41")
    text = path.read_text(encoding="utf-8").replace("mass: 2", "mass: 2e-10")
    path.write_text(text.replace("0.1, yy: 0.1, zz: 0.1", "1e-9, yy: 1e-9, zz: 1e-9"))
    with pytest.raises(UserError, match=r"forward_dynamics needs the constant .* \(link 2"):
        made(path, "single", ("forward_dynamics",))
    assert made(path, "double", ("forward_dynamics",)).files


@pytest.mark.parametrize("kernel", ["inertia_matrix", "bias", "kinetic_energy"])
def test_constants_beyond_single_precision_are_refused_by_kernel_value_and_cure(
    kernel: str, tmp_path: Path
) -> None:
    path = arm(tmp_path, mass="1e30")
    path.write_text(path.read_text(encoding="utf-8").replace("0.4, 0.1", "4e9, 0.1"))
    with pytest.raises(UserError) as caught:
        made(path, "single", (kernel,))
    message = str(caught.value)
    assert re.match(rf"arm.yaml: {kernel} needs the constant \d\.\d+e\+\d\d \(", message)
    assert message.endswith(
        "and single precision ends at 3.4e+38;"
        " check the units of masses, inertias and lengths, or use --precision double"
    )
    assert made(path, "double", (kernel,)).files


def test_the_command_line_refuses_what_is_too_large(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = arm(tmp_path, mass="1e30")
    path.write_text(path.read_text(encoding="utf-8").replace("0.4, 0.1", "4e9, 0.1"))
    for lang in ("c", "f77"):
        command = [str(path), "--precision", "single", "--lang", lang, "-o", str(tmp_path)]
        assert main(command) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith("gen-robot: arm.yaml: inertia_matrix needs the constant")
        assert len(printed.err.splitlines()) == 1
    assert not (tmp_path / "arm").exists()


def test_constants_beyond_double_precision_are_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    rotor = "{inertia: 1e-300, gear_ratio: 1e-100}"
    link = f"{{name: a, joint: revolute, dh: {{}}, rotor: {rotor}}}"
    path.write_text(f"name: arm\nconvention: modified_dh\nlinks: [{link}]\n", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        made(path, "double", ("forward_dynamics",))
    assert str(caught.value) == (
        "arm.yaml: forward_dynamics needs the constant 1.0e+500"
        " (link 1: pivot d_k; clear column k of M, and of b), and double precision"
        " ends at 1.8e+308; check the units of masses, inertias and lengths"
    )


# Every kernel of what strangers' files may hold -----------------------------------------------------


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("size", ["1e-400", "1e-320", "1e-60", "1e-40", "1e-38", "1e28"])
def test_urdf_files_with_numbers_of_any_size_give_code_or_a_clear_refusal(
    size: str, precision: str, tmp_path: Path
) -> None:
    body = (
        f'<inertial><origin xyz="{size} 0.1 0"/><mass value="1.5"/>'
        f'<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="{size}" ixz="0" iyz="0"/></inertial>'
    )
    path = tmp_path / "arm.urdf"
    inside = f'<origin xyz="0 0.3 {size}" rpy="0 {size} 0"/><axis xyz="0 0 1"/>'
    text = link("a") + link("b", body) + link("c", body)
    text += joint("j", "a", "b", inside=inside) + joint("k", "b", "c", inside=inside)
    path.write_text(robot(text), encoding="utf-8")
    try:
        output = made(path, precision)
    except UserError as refused:
        assert size == "1e28"
        assert "needs the constant" in str(refused)
        return
    asked = [kernel for kernel in KERNELS.values() if kernel.group != LOOPS]  # it has none
    assert len(output.choices) + len(output.left_out) == len(asked)
    bounds = PRECISIONS[precision]
    low, high = float(bounds.least), float(bounds.largest)
    assert all(x == 0 or low <= x <= high for x in literals(output))
