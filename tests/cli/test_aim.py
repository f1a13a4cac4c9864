"""How hard is searched, as every verb that chooses algorithms is told it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gen_robot.cli import main

VERBS = ("generate", "ops", "diff", "simulate", "bench")

WRONG = [
    (["--effort", "hihg"], "--effort: is 'hihg'; did you mean 'high'?"),
    (["--effort", "7"], "--effort: is '7'; allowed: fast, normal, high"),
    (["--moves", "100"], "--moves: is for --effort high alone; add --effort high, or leave it out"),
    (["--effort", "fast", "--moves", "0"], "--moves: is for --effort high alone; "),
    (["--effort", "high", "--moves", "many"], "--moves: is 'many'; give a whole number of moves"),
    (["--effort", "high", "--moves", "-5"], "--moves: is '-5'; give a whole number of moves"),
    (["--effort", "high", "--moves", "1.5"], "--moves: is '1.5'; give a whole number of moves"),
    (["--effort", "high", "--moves", "1e4"], "--moves: is '1e4'; give a whole number of moves"),
    (["--effort", "high", "--moves", "٣"], "give a whole number of moves, such as"),
    (["--effort", "high", "--moves", "9" * 10], "give a whole number of moves, such as"),
    (["--effort", "high", "--moves", ""], "--moves: is ''; give a whole number of moves"),
]


@pytest.mark.parametrize(
    ("words", "message"), WRONG, ids=lambda x: " ".join(x) if isinstance(x, list) else ""
)
@pytest.mark.parametrize("verb", ["generate", "ops", "simulate"])
def test_a_wrong_effort_ends_with_one_message_and_code_2(
    verb: str,
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([verb, "two_link", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gen-robot: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_that_chooses_has_the_options(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "--help"]) == 0
    told = capsys.readouterr().out
    assert "--effort EFFORT" in told
    assert "--moves N" in told
    assert "default: a search for the structure" in " ".join(told.split())


def test_moves_are_counted_so_the_bytes_are_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["planar3", "--quiet", "--kernels", "bias", "-o", str(tmp_path)]
    words += ["--effort", "high", "--moves", "40"]
    assert main(words) == 0
    assert main([*words, "--check"]) == 0
    text = (tmp_path / "planar3" / "planar3.c").read_text()
    assert "--effort high --moves 40" in text
    said = json.loads((tmp_path / "planar3" / "planar3.json").read_text())
    assert (said["options"]["effort"], said["options"]["moves"]) == ("high", 40)
    # Other moves are another file, and it says so.
    capsys.readouterr()
    assert main([*words[:-1], "41", "--check"]) == 1


def test_the_ledger_is_of_the_effort_that_was_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []
    for effort in ("fast", "normal"):
        words = ["ops", "puma560", "--kernels", "bias", "--effort", effort]
        assert main(words) == 0
        found.append(capsys.readouterr().out)
    assert found[0] != found[1]
