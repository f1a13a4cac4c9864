"""Large matrices are stored four elements at a time, each element once and none too early."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from compiled import COMPILERS, compile_c
from gen_robot.algebra.number import ZERO
from gen_robot.description.general import general_robot
from gen_robot.ir.graph import Label
from gen_robot.ir.routine import Element, Expression, Let, Literal, Statement, Store, Temporary
from gen_robot.ir.schedule import schedule
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from gen_robot.printers.c import CPrinter
from gen_robot.printers.c_rows import WIDE, RowStore, by_rows
from random_robots import random_robot

A, B, C = (Temporary(Label(letter)) for letter in "abc")
X = Element("q", 0)
NOUGHT = Literal(ZERO)


def stored(statements: list[Statement | RowStore]) -> dict[tuple[str, int], Expression]:
    """Return what is stored where; nothing twice, nothing before it is known."""
    found: dict[tuple[str, int], Expression] = {}
    known: set[Expression] = set()
    for each in statements:
        values: dict[tuple[str, int], Expression] = {}
        match each:
            case Let(target, _):
                known.add(target)
            case Store(array, index, value):
                values = {(array, index): value}
            case RowStore(stores):
                values = {(each.array, each.index): each.value for each in stores}
                assert [each.index - stores[0].index for each in stores] == [0, 1, 2, 3]
        for place, value in values.items():
            assert place not in found
            assert not isinstance(value, Temporary) or value in known
        found |= values
    return found


@pytest.fixture(scope="module")
def tree() -> Output:
    """A robot of 13 joints, whose matrices have zeros and rows that four does not divide."""
    description = random_robot(5, 13, prismatic=0.2, branched=True)
    return generate_described(description, Options(kernels=("inertia_matrix", "udut")))


def test_every_element_is_stored_once_with_its_value(tree: Output) -> None:
    for choice in tree.choices:
        routine = schedule(choice.graph)
        every = [*routine.opening, *routine.statements]
        rows = by_rows(every, {"M": (13, 13), "U": (13, 13)})
        assert 13 < sum(isinstance(each, RowStore) for each in rows) <= 3 * 13
        assert stored(rows) == stored([*every])


def stores(*values: Expression) -> list[Statement]:
    return [Store("M", index, value) for index, value in enumerate(values)]


def test_a_row_waits_for_the_last_of_its_values() -> None:
    first, second, third, fourth = stores(A, B, A, B)
    statements = [Let(A, X), first, third, Let(B, X), fourth, second, Let(C, X)]
    row = RowStore((first, second, third, fourth))
    assert by_rows(statements, {"M": (1, 4)}) == [Let(A, X), Let(B, X), row, Let(C, X)]


def test_values_and_numbers_are_not_mixed() -> None:
    statements = stores(A, NOUGHT, B, NOUGHT)
    assert by_rows(statements, {"M": (1, 4)}) == statements
    numbers = stores(NOUGHT, NOUGHT, NOUGHT, NOUGHT)
    assert by_rows(numbers, {"M": (1, 4)}) == [RowStore(tuple(numbers))]  # type: ignore[arg-type]


def test_what_is_left_of_a_row_is_stored_one_by_one() -> None:
    statements = stores(*[X] * 6)
    row, *rest = by_rows(statements, {"M": (1, 6)})
    assert isinstance(row, RowStore)
    assert list(row.stores) == statements[:4]
    assert rest == statements[4:]


def test_the_remark_says_which_elements_are_meant() -> None:
    printer = CPrinter(shapes={"M": (2, WIDE)}, row_macro="ROW")
    four: list[Statement] = [Store("M", WIDE + 4 + k, A) for k in range(4)]
    assert printer.lines(four) == [f"    ROW(M + {WIDE + 4}, a, a, a, a); /* (2,5) to (2,8) */"]


@pytest.mark.parametrize("columns", [4, WIDE - 1])
def test_small_matrices_and_printers_without_a_macro_store_one_by_one(columns: int) -> None:
    four: list[Statement] = [Store("M", k, X) for k in range(4)]
    plain = [f"    M[{k}] = q[0]; /* (1,{k + 1}) */" for k in range(4)]
    assert CPrinter(shapes={"M": (2, columns)}, row_macro="ROW").lines(four) == plain
    assert CPrinter(shapes={"M": (2, WIDE)}).lines(four) == plain


@pytest.mark.parametrize("compiler", COMPILERS)
def test_iso_c_and_vectors_store_the_same(tree: Output, compiler: str, tmp_path: Path) -> None:
    assert re.search(r" ROW\(U \+ \d+, ", tree.files[f"{tree.name}.c"])
    exact = "-ffp-contract=off"
    with_vectors = compile_c(tree, tmp_path / "vectors", exact, compiler=compiler)
    iso = "-DGEN_ROBOT_ISO_C"
    without = compile_c(tree, tmp_path / "iso", exact, iso, compiler=compiler)
    state = {"q": np.random.default_rng(3).uniform(-2, 2, 13)}
    for kernel in with_vectors.manifest["kernels"]:
        status, expected = with_vectors(kernel, state)
        assert not status
        assert all(np.all(values != 1e30) for values in expected.values())
        found = without(kernel, state)[1]
        assert all(np.array_equal(found[name], expected[name]) for name in expected)


def test_symmetric_elements_are_computed_once() -> None:
    output = generate_described(general_robot(5), Options(kernels=("inertia_matrix",)))
    text = output.files["general5.c"]
    values = dict(re.findall(r"M\[(\d+)\] = (\w+|[\d.e-]+);", text))
    assert len(values) == 25
    for i in range(5):
        for k in range(i):
            assert values[str(5 * i + k)] == values[str(5 * k + i)]


def test_a_part_without_statements_has_no_rows() -> None:
    assert by_rows((), {"M": (2, 8)}) == []
