"""The page of gen-robot verify: its commands print what it says; every key of JSON is told."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import Any

from gen_robot.cli import main
from gen_robot.verification import verdict
from page_snippets import snippets

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
_COMMAND = re.compile(r"^\$ (.*)$", re.M)


def test_every_command_prints_what_the_page_says(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    blocks = [s for s in snippets(PAGE, os.environ["PATH"]) if s.text.startswith("$ ")]
    assert len(blocks) > 2
    for block in blocks:
        _, *parts = _COMMAND.split(block.text)
        for command, said in zip(parts[::2], parts[1::2], strict=True):
            run = subprocess.run(
                ["sh", "-c", command],
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            assert run.stderr == ""
            gives = run.stdout.strip("\n")
            same = OutputChecker().check_output(said.strip("\n") + "\n", gives + "\n", ELLIPSIS)
            assert same, f"$ {command}\n{gives}\n\nand not\n\n{said}"
    assert (tmp_path / "puma560" / "puma560.proof.json").is_file()


def test_every_key_of_json_is_told(capsys: Any) -> None:
    folder = str(ROOT / "generated" / "two_link")
    assert main(["verify", folder, "--kernels", "gravity", "--format", "json"]) == 0
    content = json.loads(capsys.readouterr().out)
    told = {*re.findall(r"`(\w+)`", PAGE)}
    assert {*content, *content["robot"], *content["kernels"][0]} <= told


def test_every_verdict_is_told() -> None:
    for word in verdict.WORDS:
        assert f"| {word} |" in PAGE
