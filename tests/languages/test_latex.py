"""The document of a robot is LaTeX, says what the code computes, and takes no harm from names."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gen_robot.cli.generate import run
from gen_robot.cli.parser import parse
from gen_robot.errors import UserError
from gen_robot.languages.latex import escaped, with_symbols
from gen_robot.options import Options
from gen_robot.pipeline import generate
from latex_reader import complaints

ROBOTS = ["two_link", "stanford", "torso"]
HOSTILE = r"a\b{c}$d$&e#f%g_h^i~j<k>|"


def document(robot: str | Path, **options: object) -> str:
    output = generate(robot, Options(languages=("latex",), **options))
    (text,) = (text for name, text in output.files.items() if name.endswith(".tex"))
    return text


@pytest.mark.parametrize("robot", ROBOTS)
def test_documents_are_latex(robot: str) -> None:
    assert complaints(document(robot)) == []


SPOILED = {
    "a brace": ("{align*}", "{align*}}"),
    "a command": (r"\cos(", r"\cosinus("),
    "an end": (r"\end{itemize}", ""),
    "a name": ("left\\_shoulder", "left_shoulder"),
    "a dollar": ("$q_{1}$", "$q_{1}"),
    "an empty row": (r"\begin{align*}", "\\begin{align*}\n\n"),
}


@pytest.mark.parametrize("change", SPOILED.values(), ids=list(SPOILED))
def test_what_tex_would_stop_at_is_found(change: tuple[str, str]) -> None:
    text = document("torso", kernels=("gravity",))
    assert change[0] in text
    assert complaints(text.replace(*change, 1))


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no LaTeX")
def test_pdflatex_makes_pages_of_it(tmp_path: Path) -> None:
    hostile = _hostile_robot(tmp_path)
    for robot in ("torso", hostile):
        (tmp_path / "robot.tex").write_text(document(robot))
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "robot.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout[-2000:]
        assert "Overfull" not in done.stdout


def _hostile_robot(folder: Path) -> Path:
    """Write a file whose name and links are as bad as they may be."""
    path = folder / f"{HOSTILE.replace('/', '')}.yaml"
    path.write_text(
        "name: arm\nconvention: modified_dh\nlinks:\n"
        "  - {name: 'tau_x: a/b - c.d_', joint: revolute, dh: {}, mass: 1, com: [1, 0, 0],"
        " inertia: {}}\n"
    )
    return path


def test_names_of_strangers_are_shown_and_nothing_else(tmp_path: Path) -> None:
    assert complaints(document(_hostile_robot(tmp_path))) == []
    wrapped = f"\\begin{{document}}\n{escaped(HOSTILE)}\n\\end{{document}}"
    assert complaints(wrapped) == []
    assert complaints(wrapped.replace(escaped(HOSTILE), HOSTILE))


def test_symbols_in_sentences_are_mathematics() -> None:
    assert with_symbols("moment n_i, omega") == r"moment $n_{i}$, $\omega$"
    assert with_symbols("a link") == "a link"
    assert with_symbols("left_shoulder") == r"left\_shoulder"


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_value_of_the_code_is_there_under_a_name_of_its_own(robot: str) -> None:
    """One row a statement of C, but outputs of one value share one."""
    kernel = "inverse_dynamics"
    text = document(robot, kernels=(kernel,))
    code = generate(robot, Options(kernels=(kernel,))).files[f"{robot}.c"]
    routine = code[code.index(f"void {robot}_{kernel}(\n") :]
    named = set(re.findall(r"const double (\w+) =", routine[: routine.index("\n}")]))
    left = re.findall(r"^(\S+) &=", text, re.MULTILINE)
    computed = [each for each in left if not each.startswith((r"\cos", r"\sin"))]
    assert len(computed) == len(set(computed))
    assert len(named) <= len(computed)


def test_nothing_is_built_from_a_document(tmp_path: Path) -> None:
    output = generate("two_link", Options(languages=("latex",)))
    assert sorted(output.files) == ["two_link.json", "two_link.tex"]
    with pytest.raises(UserError, match="for readers"):
        run(parse(["two_link", "--lang", "latex", "--build", "-o", str(tmp_path)]))
    assert not any(tmp_path.iterdir())
