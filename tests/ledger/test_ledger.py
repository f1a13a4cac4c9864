"""The ledger of operations: counts of the text, beside and below those of the papers."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

import operations_table
import peer_counts
from c_counter import code_lines, counted
from gen_robot.cli import main
from gen_robot.description.general import general_robot
from gen_robot.kernels import KERNELS, of_group
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.languages.trig import TRIGS
from gen_robot.ledger.ledger import Count, Entry, Ledger, ledger
from gen_robot.ledger.paper_steps import PRINTED
from gen_robot.ledger.papers import PAPERS
from gen_robot.ledger.polynomial import polynomial, through
from gen_robot.ledger.published import PUBLISHED, TRACED
from gen_robot.ledger.records import FIELDS, GENERAL, THIS
from gen_robot.ledger.step_counts import step_counts
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled
from gen_robot.readers.robot_files import read, shipped
from gen_robot.search.weighing import OPERATIONS
from operations_growth import growth

SAHA_ON_SHORT_CHAINS = {(2, "udut"), (3, "udut")}
"""Saha's formula is a line, 92 operations at n = 2; what is known to lie above a paper up to n = 8."""

ON_SIX_JOINTS = {
    ("inertia_matrix", "gah"): 804,
    ("inertia_matrix", "lin"): 794,
    ("inertia_matrix", "crba"): 690,
    ("inverse_dynamics", "gibbs_appell"): 864,
    ("bias", "gibbs_appell"): 850,
}
"""What each may need at most on six joints, before regrouping."""

PRINTED_FOR_SIX = {
    "Walker and Orin 1982 in Mata et al. 2002, Table 2": (741, 598),
    "Walker and Orin 1982 in Provenzano et al., Table 1": (741, 601),
    "Walker and Orin 1982, restated in Lin 1991, Table I": (640, 538),
    "Angeles and Ma 1988 in Mata et al. 2002, Table 2": (710, 629),
    "Renaud 1984 in Lin 1991, Table I": (553, 416),
    "Fijany and Bejczy 1989 in Lin 1991, Table I": (680, 538),
    "Lin 1988 in Lin 1991, Table I": (651, 545),
    "Lin 1991 in Lin 1991, Table I": (524, 380),
    "Mata et al. 2002 in Mata et al. 2002, Table 2": (482, 426),
    "Khalil and Kleinfinger 1987 in Lin 1991, Table II": (477, 422),
    "Balafoutis et al. 1988 in Lin 1991, Table II": (489, 420),
    "Lin 1991 in Lin 1991, Table II": (486, 330),
    "Luh, Walker and Paul 1980 in Mata et al. 2002, Table 1": (852, 738),
    "Angeles, Ma and Rojas 1989 in Mata et al. 2002, Table 1": (521, 435),
    "Balafoutis and Patel 1991 in Mata et al. 2002, Table 1": (489, 420),
    "Mata et al. 2002 in Mata et al. 2002, Table 1": (475, 404),
}
"""What the papers print in brackets after their formulas."""


pytestmark = pytest.mark.xdist_group("ledger")


@pytest.fixture(scope="module")
def general() -> dict[int, Ledger]:
    """Count once what takes longest here, for all tests, which therefore share a process."""
    return {one.joints: one for one in operations_table.general_ledgers()}


def one_a_kernel(one: Ledger) -> Iterator[list[Entry]]:
    """Put entries together that one command can ask for: one of each kernel."""
    of = [one.of(kernel) for kernel in one.kernels]
    for k in range(max(map(len, of))):
        yield [entries[k] for entries in of if k < len(entries)]


@pytest.mark.parametrize("robot", ["scara", "general3"])
def test_counts_are_those_of_the_emitted_text(robot: str) -> None:
    description = general_robot(3) if robot == "general3" else read(robot)
    model = modelled(description, Options())
    # What solvers are given must be what auto takes.
    solving = [
        n for n in of_group(DYNAMICS, model) if not n.startswith(("inertia_matrix", "inertia_and"))
    ]
    ledgers = [ledger(description, kernels) for kernels in (["inertia_matrix"], solving)]
    for entries in (each for one in ledgers for each in one_a_kernel(one)):
        asked = {entry.kernel: entry.algorithm for entry in entries}
        for regroup in (False, True):
            options = Options(kernels=tuple(asked), algorithms=asked, regroup=regroup, trig="libm")
            output = generate_described(description, options)
            operations, lines = counted(output), code_lines(output)
            for entry in entries:
                count = entry.structure if regroup else entry.lumped
                assert count is not None
                assert operations[entry.kernel] == count.operations.as_dict()
                assert lines[entry.kernel] == count.lines


def test_what_is_done_more_costs_no_more_and_a_search_is_for_methods_that_know_structure() -> None:
    kernels = ["inertia_matrix", "inverse_dynamics"]
    one = ledger(general_robot(4), kernels, options=Options(optimise_for=OPERATIONS))
    for entry in one.entries:
        assert entry.lumped and entry.regrouped and entry.structure
        totals = [count.total for count in entry.columns.values()]
        assert totals == sorted(totals, reverse=True)
        searched_for = entry.algorithm in ("meeting", "gibbs_appell")
        assert (entry.structure.total < entry.regrouped.total) == searched_for
        assert entry.high is None


def test_high_effort_has_a_column_of_what_is_generated(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ops", "two_link", "puma560", "--kernels", "inertia_matrix", "--effort", "high"]
    assert main([*command, "--moves", "100", "--format", "json"]) == 0
    for robot in json.loads(capsys.readouterr().out)["robots"]:
        options = Options(kernels=("inertia_matrix",), effort="high", moves=100, trig="libm")
        text = counted(generate_described(read(robot["robot"]), options))["inertia_matrix"]
        for one in robot["kernels"]["inertia_matrix"]["algorithms"]:
            assert (one["high"] is not None) == one["auto"]
            assert not one["auto"] or one["high"]["operations"] == text
    assert main([*command, "--moves", "100"]) == 0
    assert " high " in capsys.readouterr().out


def test_where_sines_come_from_is_no_matter_of_counting() -> None:
    options = Options(kernels=("bias", "gravity"))
    outputs = [generate_described(read("puma560"), replace(options, trig=t)) for t in TRIGS]
    assert counted(outputs[0]) == counted(outputs[1])


def test_an_operation_and_a_line_more_are_noticed() -> None:
    output = generate_described(general_robot(2), Options(kernels=("gravity",)))
    source = f"{output.name}.c"
    text = output.files[source].replace(
        "    g[1] = ", "    g[0] = 2.0 *\n        q[0];\n    g[1] = "
    )
    changed = replace(output, files=output.files | {source: text})
    before, after = counted(output)["gravity"], counted(changed)["gravity"]
    assert after == before | {"mul": before["mul"] + 1}
    assert code_lines(changed)["gravity"] == code_lines(output)["gravity"] + 2


def test_on_six_joints_no_method_needs_more_than_was_promised(general: dict[int, Ledger]) -> None:
    for (kernel, algorithm), most in ON_SIX_JOINTS.items():
        assert lumped(general[6], kernel, algorithm).total <= most


def test_no_method_needs_more_than_its_paper_says(general: dict[int, Ledger]) -> None:
    above = {
        (n, entry.algorithm)
        for n, one in general.items()
        if n <= 8
        for entry, _ in operations_table.above_papers(one)
    }
    assert above <= SAHA_ON_SHORT_CHAINS


def test_a_method_above_its_paper_is_found(general: dict[int, Ledger]) -> None:
    entry = general[6].entry("inertia_matrix", "gah")
    count = lumped(general[6], "inertia_matrix", "gah")
    dearer = replace(count, operations=replace(count.operations, mul=10_000))
    changed = replace(general[6], entries=(replace(entry, lumped=dearer),))
    assert [found for found, _ in operations_table.above_papers(changed)] == list(changed.entries)


def test_every_formula_is_compared_with_a_method(general: dict[int, Ledger]) -> None:
    for paper in PAPERS:
        if paper.algorithm:
            entry = general[6].entry(paper.kernel, paper.algorithm)
            assert general[6].paper(entry)


def test_counts_grow_as_polynomials(general: dict[int, Ledger]) -> None:
    """A constant that helps by chance would break the row."""
    for name in ("gah", "crba", "lin", "renaud", "walker_orin", "noc"):
        counts = [lumped(one, "inertia_matrix", name) for one in general.values()]
        for column in ("mul", "add"):
            numbers = [count.operations.as_dict()[column] for count in counts]
            found = growth(numbers, min(general))
            assert found
            assert found[1] <= 4
            assert found[0].degree == (3 if name == "noc" else 2)


def test_the_page_is_up_to_date(general: dict[int, Ledger]) -> None:
    text = operations_table.page(list(general.values()), operations_table.shipped_ledgers())
    assert operations_table.PAGE.read_text(encoding="utf-8") == text, (
        "run python benchmarks/operations_table.py --write"
    )


@pytest.mark.parametrize("joints", [4, 6])
def test_auto_takes_the_fewest_operations_if_asked_to(joints: int) -> None:
    """The parts of lin+lin share so much that together they beat cheaper parts."""
    kernels = ["inertia_and_bias", "forward_dynamics"]
    entries = ledger(
        general_robot(joints), kernels, options=Options(optimise_for=OPERATIONS)
    ).entries
    for kernel in ("inertia_and_bias", "forward_dynamics"):
        costs = {e.algorithm: e.structure for e in entries if e.kernel == kernel}
        (auto,) = (e.algorithm for e in entries if e.kernel == kernel and e.auto)
        least = min(count.operations.cost for count in costs.values() if count)
        chosen = costs[auto]
        assert chosen is not None
        assert chosen.operations.cost == least


def test_formulas_give_what_the_papers_print_in_brackets() -> None:
    found = {
        f"{paper.method} in {paper.printed}": (paper.mul(6), paper.add(6))
        for paper in PAPERS
        if not paper.only and paper.kernel not in ("forward_dynamics", "inertia_and_bias")
    }
    printed_without = {"Mata et al. 2002 in Mata et al. 2002, Table 3"}
    assert found.keys() - printed_without == PRINTED_FOR_SIX.keys()
    assert all(found[name] == counts for name, counts in PRINTED_FOR_SIX.items())
    totals = [p for p in PAPERS if p.kernel == "forward_dynamics" and p.algorithm == "cholesky"]
    assert [(p.mul(6), p.add(6)) for p in totals] == [(1042, 905)]


def test_polynomials() -> None:
    cubic = polynomial("1/6", "-1/2", "1/3", 4)
    assert str(cubic) == "(1/6)n^3-0.5n^2+(1/3)n+4"
    assert through([cubic(n) for n in range(3, 9)], 3) == cubic + polynomial(0, 0, 0, 0, 0, 0)
    assert str(polynomial(0, 1, -1)) == "n-1"


def test_the_general_robot_begins_as_the_shorter_one() -> None:
    assert general_robot(5).links[:3] == general_robot(3).links


def test_json_and_csv_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ops", "two_link", "--general", "3", "--kernels", "inertia_matrix,bias"]
    assert main([*command, "--format", "json"]) == 0
    parsed = json.loads(capsys.readouterr().out)
    assert main([*command, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [robot["robot"] for robot in parsed["robots"]] == ["two_link", "general3"]
    ours = {
        (row["robot"], row["kernel"], row["algorithm"]): row
        for row in rows
        if row["source"] == "gen-robot"
    }
    for robot in parsed["robots"]:
        for kernel, found in robot["kernels"].items():
            assert sum(one["auto"] for one in found["algorithms"]) == 1
            for one in found["algorithms"]:
                row = ours.pop((robot["robot"], kernel, one["algorithm"]))
                counts = one["structure"]["operations"]
                assert {name: int(row[name]) for name in FIELDS} == counts
                assert int(row["lines"]) == one["structure"]["lines"]
            papers = [r for r in rows if r["kernel"] == kernel and r["for"] == GENERAL]
            assert {int(r["mul"]) for r in papers if r["robot"] == robot["robot"]} == {
                paper["mul"] for paper in found["papers"]
            }
    assert not ours


def test_what_is_published_for_a_robot_stands_apart_from_the_general_robot(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["ops", "puma560", "--kernels", "inverse_dynamics", "--format"]
    for format in ("text", "markdown"):
        assert main([*command, format]) == 0
        own, _, general = (
            capsys.readouterr()
            .out.partition("published for this robot:")[2]
            .partition("published for the general robot with 6 revolute joints:")
        )
        assert "739 mul 426 add, explicit model, Armstrong, Khatib and Burdick 1986" in own
        assert "305 in all" in own
        assert "340 in all, SYM" in own
        assert "Balafoutis" not in own
        assert "Balafoutis" in general
        assert "Armstrong" not in general
    assert main([*command, "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    own_rows = [row for row in rows if row["for"] == THIS]
    assert [(row["mul"], row["add"]) for row in own_rows] == [("", ""), ("", ""), ("739", "426")]
    assert main([*command, "json"]) == 0
    (robot,) = json.loads(capsys.readouterr().out)["robots"]
    kernel = robot["kernels"]["inverse_dynamics"]
    assert [each["total"] for each in kernel["published"]] == [305, 340, 1165]
    assert kernel["papers"]


def test_kernels_of_frames_are_counted_for_each_frame_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["ops", "planar3", "--kernels", "jacobian_elbow,jacobian_link3", "--format", "json"]
    further = ["--frame", "elbow=link1:0.1,0,0,0,0,0", "--frames", "elbow,link3"]
    assert main([*command, *further]) == 0
    (robot,) = json.loads(capsys.readouterr().out)["robots"]
    assert [*robot["kernels"]] == ["jacobian_elbow", "jacobian_link3"]
    least = {k: min(_total(a) for a in v["algorithms"]) for k, v in robot["kernels"].items()}
    assert least["jacobian_elbow"] < least["jacobian_link3"]


def _total(algorithm: dict[str, dict[str, dict[str, int]]]) -> int:
    operations = algorithm["structure"]["operations"]
    return operations["mul"] + operations["add"]


@pytest.mark.parametrize("format", ["text", "markdown", "csv"])
def test_groups_of_kernels_are_counted(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    groups = "kinematics,derivatives,regressors"
    assert main(["ops", "two_link", "--kernels", groups, "--format", format]) == 0
    printed = capsys.readouterr().out
    for kernel in ("jacobian_link2", "inverse_dynamics_derivatives", "base_regressor"):
        assert kernel in printed


def test_nothing_is_published_for_a_robot_that_no_paper_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ops", "two_link", "--kernels", "inverse_dynamics"]) == 0
    printed = capsys.readouterr().out
    assert "published for this robot" not in printed
    assert "published for the general robot" in printed


def test_every_published_count_is_of_a_shipped_robot_and_splits_into_its_operations() -> None:
    for each in PUBLISHED:
        assert set(each.robots) <= set(shipped())
        assert each.kernel in KERNELS
        assert each.mul is None or 0 < each.mul < each.total


def test_what_was_counted_of_pinocchio_and_casadi_is_what_the_benchmark_kept() -> None:
    traced = [each for each in PUBLISHED if each.printed == TRACED]
    kept = peer_counts.kept()["puma560"]
    functions = [(kernel, count) for kernel, each in kept.items() for count in each.values()]
    assert [(each.kernel, each.mul, each.add) for each in traced] == [
        (kernel, count["mul"], count["add"]) for kernel, count in functions
    ]


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_tables_for_people_name_what_does_not_cover_a_robot(
    format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ops", "torso", "--kernels", "inertia_matrix", "--format", format]) == 0
    printed = capsys.readouterr().out
    assert "lin covers serial chains only" in printed
    assert "crba *" in printed
    assert "general robot" not in printed, "no paper counts trees"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "name one, or use --general N"),
        (["pumma560"], "did you mean 'puma560'?"),
        (["--general", "0"], "--general"),
        (["--general", "six"], "--general"),
        (["--general", "41"], "from 1 to 40"),
        (["two_link", "--format", "jsn"], "did you mean 'json'?"),
        (["two_link", "--kernels", "bais"], "did you mean 'bias'?"),
    ],
)
def test_a_wrong_command_ends_with_one_message_and_code_2(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ops", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert expected in captured.err
    assert captured.err.count("\n") == 1


def test_steps_add_up_to_the_kernel_and_printed_steps_to_the_paper_s_formula(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kernels = "inertia_matrix,inverse_dynamics,forward_dynamics"
    asked = ["ops", "--general", "5", "--kernels", kernels, "--steps", "--format", "json"]
    assert main(asked) == 0
    lines = json.loads(capsys.readouterr().out)
    one = ledger(general_robot(5), kernels.split(","))
    for entry in one.entries:
        assert entry.structure is not None
        own = [
            x for x in lines if (x["kernel"], x["way"]) == (entry.kernel, str(entry.structure.way))
        ]
        ours = [x for x in own if not x["source"]]
        operations = entry.structure.operations
        assert sum(x["mul"] for x in ours) == operations.mul
        assert sum(x["add"] for x in ours) == operations.add
        assert len({x["step"] for x in ours}) == len(ours) > 1
    printed = [x for x in lines if x["source"] and x["way"] == "gah"]
    assert [sum(x[what] for x in printed) for what in ("mul", "add")] == [336, 301]
    # 11.5 n^2 + 19.5 n - 49 and 8.5 n^2 + 31.5 n - 69 at n = 5
    printed = [x for x in lines if x["source"] and x["way"] == "gibbs_appell"]
    # 96 n and 84 n: what the first and the last link save, the paper takes off the sum only.
    assert [sum(x[what] for x in printed) for what in ("mul", "add")] == [480, 420]


def test_every_printed_step_stands_beside_a_step_that_there_is() -> None:
    one = ledger(general_robot(4), ["inertia_matrix", "inverse_dynamics"])
    for step in PRINTED:
        count = one.entry(step.kernel, step.algorithm).structure
        assert count is not None
        assert {*step.ours} & {each.text for each in step_counts(count.graph)}
        assert {*step.ours} <= {each.text for each in count.graph.graph.steps}


def test_steps_for_people_have_the_paper_s_counts_behind_ours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ops", "--general", "6", "--kernels", "inertia_matrix", "--steps"]) == 0
    printed = capsys.readouterr().out
    assert "general6: inertia_matrix by gah, step by step" in printed
    assert re.search(r"paper, Provenzano et al., eq. 10: 8M 4A +15 +120 +60\n", printed)
    assert re.search(r"paper, all steps +482 +426\n", printed)
    assert main(["ops", "torso", "--kernels", "inertia_matrix", "--steps", "--format", "csv"]) == 0
    assert "8M 4A" not in capsys.readouterr().out, "no paper counts trees"


def test_help_of_ops_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom gen_robot.cli import main\n"
        "try: main(['ops', '--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'sympy', 'numpy', 'jinja2', 'yaml', 'tqdm'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "gen-robot ops --general 6" in result.stdout
    assert result.stdout.endswith("[]\n")


def lumped(one: Ledger, kernel: str, algorithm: str) -> Count:
    """Return what a method needs before regrouping."""
    count = one.entry(kernel, algorithm).lumped
    assert count is not None
    return count
