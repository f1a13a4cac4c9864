"""Long routines in FORTRAN are subroutines of bounded size that compute the bits of the whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from f77_library import compile_one, needs, random_states
from f77_rules import violations
from gen_robot.description.general import general_robot
from gen_robot.ir import blocks
from gen_robot.ir.routine import Element, Routine, Store
from gen_robot.languages import f77_parts
from gen_robot.languages.f77 import TAKEN
from gen_robot.languages.f77_parts import in_subroutines
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from shipped_robots import asked_of, described, generated, kernels_of

ROBOT = "stanford"
"""One whose kernels are long enough to be cut."""


def shortened(monkeypatch: pytest.MonkeyPatch) -> Output:
    """Return a robot's kernels in parts as short as no compiler needs them."""
    monkeypatch.setattr(f77_parts, "LONG", 40)
    monkeypatch.setattr(f77_parts, "MOST", 35)
    options = Options(("c", "f77"), kernels=asked_of(ROBOT), friction=True)
    return generate_described(described(ROBOT), options)


@needs("gcc", "gfortran")
def test_parts_give_the_bits_of_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = shortened(monkeypatch)
    assert output.files[f"{ROBOT}.f"].count("CALL ") > 2 * len(kernels_of(ROBOT))
    whole = compile_one(generated(ROBOT, kernels=asked_of(ROBOT), friction=True), tmp_path, "f77")
    parts = compile_one(output, tmp_path / "parts", "f77")
    states = random_states(output, 50)
    states["q"][7:12] = float("nan")
    for kernel in kernels_of(ROBOT):
        status, expected = whole(kernel, states)
        found_status, found = parts(kernel, states)
        assert found_status.tobytes() == status.tobytes()
        if kernel == "forward_dynamics":
            assert status.any()
        for name, values in expected.items():
            assert found[name].tobytes() == values.tobytes(), (kernel, name)


def test_parts_keep_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shortened(monkeypatch).files[f"{ROBOT}.f"]
    assert f"SUBROUTINE {described(ROBOT).f77_prefix}00(" in text
    assert violations(text) == []


def test_no_subroutine_is_longer_than_a_compiler_takes_well() -> None:
    options = Options(("f77",), kernels=("inertia_matrix",), algorithms={"inertia_matrix": "crba"})
    output = generate_described(general_robot(20), options)
    units = output.files["general20.f"].split("      END\n")
    assert len(units) > 3
    for unit in units[:-1]:
        code = [line for line in unit.splitlines() if re.match(r"      [A-Z]", line)]
        own = [line for line in code if "KEPT(" not in line and not line.startswith("      DOUBLE")]
        assert len([line for line in own if " = " in line]) <= blocks.MOST


def long_routine(statements: int) -> Routine:
    return Routine(
        (), (), blocks.blocks([[Store("y", i, Element("q", 0)) for i in range(statements)]])
    )


@pytest.mark.parametrize("lengths", [(3_000,), (200_000, 90_000), (100, 2_500) * 12])
def test_there_are_names_for_all_parts(lengths: tuple[int, ...]) -> None:
    found = in_subroutines([long_routine(n) for n in lengths], "ROBO", set(TAKEN))
    names = [name for each in found if each for name in each.names]
    assert all(len(each.names) == len(each.whole.parts) for each in found if each)
    assert len(set(names)) == len(names) <= f77_parts.NAMES
    assert all(re.fullmatch("ROBO[0-9][0-9A-J]", name) for name in names)
    assert [bool(each) for each in found] == [n > blocks.LONG for n in lengths]


def test_no_part_has_the_name_of_a_function() -> None:
    (found,) = in_subroutines([long_routine(8_000)], "LOG", set(TAKEN))
    assert found and len(found.names) > 12
    assert "LOG10" not in found.names
    assert "LOG11" in found.names
