"""Whatever stops a write, every file is whole, old or new, and the manifest tells which."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from gen_robot.delivery.writing import write
from gen_robot.errors import UserError
from gen_robot.options import Options
from gen_robot.pipeline import generate

OLD = generate("two_link", Options(kernels=("bias",)))
NEW = generate("two_link", Options())


def contents(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text() for p in folder.iterdir()}


@pytest.mark.parametrize("stop", range(len(NEW.files)))
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_write_leaves_whole_files(
    stop: int, error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(OLD, tmp_path)
    replace, calls = os.replace, []

    def stopping(source: object, target: object) -> None:
        if len(calls) == stop:
            raise error(28, "No space left on device")
        calls.append(target)
        replace(source, target)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", stopping)
    with pytest.raises(KeyboardInterrupt if error is KeyboardInterrupt else UserError):
        write(NEW, tmp_path)
    left = contents(folder)
    assert set(left) == set(NEW.files)
    for file, text in left.items():
        assert text in (OLD.files[file], NEW.files[file])
    # The manifest comes last: until then it is the old one, and its hashes give the rest away.
    manifest = json.loads(left["two_link.json"])
    digests = {f: hashlib.sha256(left[f].encode()).hexdigest() for f in manifest["files"]}
    assert (digests == manifest["files"]) == (left == OLD.files)


@pytest.mark.parametrize("stop", range(len(NEW.files)))
def test_a_failing_stage_changes_nothing(
    stop: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(OLD, tmp_path)
    fsync, calls = os.fsync, []

    def failing(descriptor: int) -> None:
        if len(calls) == stop:
            raise OSError(28, "No space left on device")
        calls.append(descriptor)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(UserError, match="No space left on device"):
        write(NEW, tmp_path)
    assert contents(folder) == OLD.files


def test_a_directory_that_cannot_be_made_is_the_users_to_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="use --out DIR"):
        write(NEW, tmp_path / "file")


def test_files_are_as_readable_as_any_source(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        folder = write(NEW, tmp_path)
    finally:
        os.umask(mask)
    assert all(p.stat().st_mode & 0o777 == 0o644 for p in folder.iterdir())
