"""How a language is called travels in the manifest; the bindings know no language by name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tiny_robot
from gen_robot.bindings import Library
from gen_robot.bindings.manifest import read_manifest
from gen_robot.delivery.build import build
from gen_robot.languages import BOUND, LANGUAGES
from gen_robot.options import Options
from gen_robot.pipeline import generate


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tiny_robot.write(tmp_path_factory.mktemp("tiny"), tiny_robot.generated_files())
    build(where, "tiny")
    return where


def bound(folder: Path, change: dict[str, Any], lang: str = "c") -> Library:
    """Bind the library under a manifest that was changed; None removes a key."""
    content = json.loads((folder / "tiny.json").read_text()) | change
    content = {key: value for key, value in content.items() if value is not None}
    (folder / "changed.json").write_text(json.dumps(content))
    (library,) = (folder / "build").glob("libtiny.so")
    return Library(folder / "changed.json", library, lang)


def test_the_manifest_says_how_each_language_is_called() -> None:
    output = generate("two_link", Options(languages=tuple(LANGUAGES)))
    said = json.loads(output.files["two_link.json"])["languages"]
    assert list(said) == list(BOUND)
    assert said["c"] == {"matrices": "rows", "status": "returned"}
    assert said["f77"] == {"matrices": "columns", "status": "last argument"}


def test_a_manifest_of_one_language_speaks_of_no_other() -> None:
    output = generate("two_link", Options(languages=("f77",)))
    assert list(json.loads(output.files["two_link.json"])["languages"]) == ["f77"]


def test_an_older_manifest_is_read_as_its_languages_were(folder: Path) -> None:
    q = np.array([0.3, 0.7])
    old = bound(folder, {"languages": None})
    np.testing.assert_allclose(old.inertia_matrix(q), tiny_robot.inertia_matrix(q), rtol=1e-15)
    assert read_manifest(folder / "changed.json").languages == tiny_robot.CONVENTIONS


def test_a_language_that_nobody_heard_of_is_called_as_its_manifest_says(folder: Path) -> None:
    content = json.loads((folder / "tiny.json").read_text())
    kernel = content["kernels"]["udut"]
    kernel["symbol"] = {"ada": kernel["symbol"]["c"]}
    languages = {"ada": {"matrices": "columns", "status": "returned"}}
    ada = bound(folder, {"languages": languages, "kernels": {"udut": kernel}}, "ada")
    q = np.array([0.3, 0.7])
    # The routine writes by rows; read by columns, U comes out transposed.
    np.testing.assert_allclose(ada.udut(q)[0], bound(folder, {}).udut(q)[0].T)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            {"matrices": "diagonals", "status": "returned"},
            "changed.json: languages.c.matrices: is 'diagonals'; this gen-robot knows 'rows' or"
            " 'columns'; write the robot's files again",
        ),
        (
            {"matrices": "rows", "status": "thrown"},
            "languages.c.status: is 'thrown'; this gen-robot knows 'returned' or 'last argument'",
        ),
        ({"matrices": "rows"}, "languages.c.status: is 'not said'"),
    ],
)
def test_an_unknown_convention_is_refused(
    folder: Path, words: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        bound(folder, {"languages": {"c": words}})


def test_an_unknown_convention_of_another_language_is_no_matter(folder: Path) -> None:
    languages = {**tiny_robot.CONVENTIONS, "ada": {"matrices": "diagonals"}}
    assert bound(folder, {"languages": languages}).kernels


def test_a_language_that_the_manifest_does_not_have_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="has no kernels in 'f77'; generate with --lang f77"):
        bound(folder, {}, "f77")
