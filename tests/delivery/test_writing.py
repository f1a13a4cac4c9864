"""Whatever stops a write, every file is whole, old or new, and the manifest tells which."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from gen_robot.delivery.writing import write
from gen_robot.errors import UserError
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate

OLD = generate("two_link", Options(languages=("c", "f77"), kernels=("bias",)))
NEW = generate("two_link", Options())
OTHER = generate("two_link", Options(kernels=("gravity",)))
STALE = OLD.files.keys() - NEW.files.keys()


def contents(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text() for p in folder.iterdir() if not p.name.endswith(".part")}


def hidden(folder: Path) -> list[str]:
    return [p.name for p in folder.iterdir() if p.name.endswith(".part")]


def stop_at(step: int, leave: Callable[[], object]) -> Callable[[object, object], None]:
    """Return a rename that works so many times, and then leaves."""
    replace, calls = os.replace, []

    def stopping(source: object, target: object) -> None:
        if len(calls) == step:
            leave()
        calls.append(target)
        replace(source, target)  # type: ignore[arg-type]

    return stopping


def check_that_all_is_whole(folder: Path) -> None:
    left = contents(folder)
    assert set(NEW.files) <= set(left) <= {*NEW.files, *STALE}
    for file, text in left.items():
        assert text in (OLD.files[file], NEW.files.get(file))
    # The manifest comes last: until then it is the old one, and its hashes give the rest away.
    manifest = json.loads(left["two_link.json"])
    digests = {f: hashlib.sha256(t.encode()).hexdigest() for f, t in left.items()}
    belong = {f: digests.get(f) for f in manifest["files"]} == manifest["files"]
    assert belong == (left in (OLD.files, NEW.files))


@pytest.mark.parametrize("stop", range(len(NEW.files)))
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_write_leaves_whole_files(
    stop: int, error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(OLD, tmp_path)

    def leave() -> None:
        raise error(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", stop_at(stop, leave))
        with pytest.raises(KeyboardInterrupt if error is KeyboardInterrupt else UserError):
            write(NEW, tmp_path)
    check_that_all_is_whole(folder)
    # What is still staged says whose the new files are, and nothing if there are none.
    assert len(hidden(folder)) == (1 if stop else 0)


@pytest.mark.parametrize("again", [NEW, OTHER, OLD], ids=["same", "other", "former"])
@pytest.mark.parametrize("stop", range(2 * len(NEW.files)))
def test_after_a_kill_at_any_step_any_command_finds_the_files_ours(
    stop: int, again: Output, tmp_path: Path
) -> None:
    """Kill a process while it stages (the first steps) or renames: nothing is cleaned up then."""
    folder = write(OLD, tmp_path)
    child = os.fork()
    if not child:
        kill = partial(os._exit, 9)
        os.fsync = stop_at_stage(stop, kill)
        os.replace = stop_at(stop - len(NEW.files), kill)  # type: ignore[assignment]
        write(NEW, tmp_path)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    check_that_all_is_whole(folder)
    assert hidden(folder)
    write(again, tmp_path)
    assert contents(folder) == again.files
    assert not hidden(folder)


def stop_at_stage(step: int, leave: Callable[[], object]) -> Callable[[int], None]:
    """Return an fsync, of which each file gets one, that works so many times, and then leaves."""
    calls: list[int] = []

    def stopping(descriptor: int) -> None:
        if len(calls) == step:
            leave()
        calls.append(descriptor)

    return stopping


def test_an_edit_after_a_kill_is_an_edit_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(OLD, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", stop_at(2, lambda: os.unlink(tmp_path / "nowhere")))
        with pytest.raises(UserError):
            write(NEW, tmp_path)
    (folder / "two_link.c").write_text("mine\n")
    with pytest.raises(UserError, match=r"two_link\.c \(edited"):
        write(OTHER, tmp_path)
    assert (folder / "two_link.c").read_text() == "mine\n"


def test_programs_that_write_at_once_do_not_take_each_others_staged_files(tmp_path: Path) -> None:
    outputs = [NEW, OTHER] * 4
    with ThreadPoolExecutor(len(outputs)) as pool:
        list(pool.map(lambda output: write(output, tmp_path), outputs))
    assert contents(tmp_path / "two_link") in (NEW.files, OTHER.files)
    assert not hidden(tmp_path / "two_link")


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
    assert not hidden(folder)


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
