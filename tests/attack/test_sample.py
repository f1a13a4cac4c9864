"""A sample of the attack: spoiled files and random robots break no law.

The whole of it is run by benchmarks/robustness.py; its files here are others, by another seed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import robustness_page
from attack.examine import Result
from attack.kinds import ATTACKS
from attack.mutants import mutant, originals
from attack.mutations import GENTLE, HARSH, spoiled_bytes
from attack.summary import add_result, read_results, summary

SEED = 20
PARTS = 4
MUTANTS_A_PART = 60
SMALL_ROBOTS = 1500
"""Bytes of the files of random robots that are tried here."""


@pytest.mark.parametrize("part", range(PARTS))
def test_spoiled_files_break_no_law(part: int) -> None:
    numbers = range(part * MUTANTS_A_PART, (part + 1) * MUTANTS_A_PART)
    results = ATTACKS["mutants"].examined(SEED, numbers)
    assert not [result for result in results if result.broken]
    ends = {stage.partition(" ")[2] for result in results for stage in result.stages}
    assert {"refused", "accepted", "compiled", "agreed"} <= ends, "files of every fate are tried"


def test_random_robots_break_no_law() -> None:
    attack = ATTACKS["robots"]
    small = [n for n in range(1, 60) if len(attack.made(SEED, n)[1]) < SMALL_ROBOTS][:16]
    results = attack.examined(SEED, small)
    assert len(results) == 16
    assert not [result for result in results if result.broken]
    assert sum("agreed" in result.stages for result in results) > 8


def test_a_mutant_is_the_same_for_the_same_seed_and_number_only() -> None:
    assert mutant(1, 5) == mutant(1, 5)
    assert mutant(1, 5) != mutant(2, 5)
    assert len({mutant(1, number).content for number in range(50)}) > 45


@pytest.mark.parametrize("name", [*GENTLE, *HARSH])
def test_every_mutation_changes_files_of_either_format(name: str) -> None:
    mutation = (GENTLE | HARSH)[name]
    own, _ = originals()
    for ending in (".yaml", ".urdf"):
        texts = [text for file, text in own.items() if file.endswith(ending)]
        changed = {mutation(Random(seed), text) for seed in range(10) for text in texts}
        of_xml_alone = "attribute" in name or "element dropped" in name or "element doubled" in name
        assert changed - {*texts} or (of_xml_alone and ending == ".yaml")


def test_bytes_are_spoiled_in_every_way() -> None:
    content = b"name: arm\n"
    assert len({spoiled_bytes(Random(seed), content) for seed in range(40)}) > 20


def test_the_summary_counts_stages_and_broken_laws() -> None:
    results = [
        Result(1, "a.yaml", ("accepted", "agreed")),
        Result(2, "b.yaml", ("accepted",), "Pinocchio refuses it"),
        Result(3, "c.yaml", ("broken",), "", ("traceback",)),
    ]
    text = summary("Files", 7, results)
    assert "Files: 3, seed 7" in text
    assert "      2  accepted" in text
    assert "      1  Pinocchio refuses it" in text
    assert text.endswith("Laws broken: 1\n")


def test_results_are_read_as_they_were_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first, again = Result(1, "a", ("broken",), "", ("x",)), Result(1, "a", ("refused",))
    for result in (first, Result(2, "b", ("accepted",), "y"), again):
        add_result(path, result)
    assert read_results(path) == {1: again, 2: Result(2, "b", ("accepted",), "y")}


@pytest.mark.parametrize("name", ATTACKS)
def test_the_kept_run_is_a_whole_one_that_broke_no_law(name: str) -> None:
    attack = ATTACKS[name]
    kept = attack.kept.read_text(encoding="utf-8")
    assert kept.startswith(f"{attack.title}: {attack.count}, seed ")
    assert kept.endswith("Laws broken: 0\n")


def test_the_page_of_robustness_is_what_the_runs_gave() -> None:
    assert robustness_page.page() == robustness_page.PAGE.read_text(encoding="utf-8"), (
        "python benchmarks/robustness_page.py --write"
    )
