"""The cache of compiled libraries: built once, whole or not there, mended when damaged."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import tiny_robot
from gen_robot.delivery import cache, locks
from gen_robot.errors import UserError

FILES = tiny_robot.generated_files()
KEY, OTHER = cache.key("tiny"), cache.key("other")

FETCH = """
import sys, tiny_robot
from types import SimpleNamespace
from gen_robot.delivery import cache
from gen_robot.bindings import Library
print("ready", flush=True)
sys.stdin.readline()
tiny = SimpleNamespace(name="tiny", files=tiny_robot.generated_files())
entry = cache.fetch(cache.key("tiny"), lambda: tiny)
print(entry.library, Library(entry.manifest, entry.library, "c").inertia_matrix([0, 1])[0, 0])
"""

KILLED = """
import os, signal, tiny_robot
from types import SimpleNamespace
from gen_robot.delivery import cache
tiny = SimpleNamespace(name="tiny", files=tiny_robot.generated_files())
cache.build = lambda folder, name, **_: os.kill(os.getpid(), signal.SIGKILL)
cache.fetch(cache.key("{}"), lambda: tiny)
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def tiny(**changes: str) -> SimpleNamespace:
    return SimpleNamespace(name="tiny", files={**FILES, **changes})


def fetch(key: str = KEY) -> cache.Entry:
    return cache.fetch(key, tiny)


def entries(root: Path) -> list[Path]:
    """Return all that is in the cache, leftovers and locks included."""
    return sorted(root.iterdir())


def test_an_entry_is_built_once(root: Path, builds: list[Path]) -> None:
    assert cache.look_up(KEY) is None
    first = fetch()
    assert fetch() == first == cache.look_up(KEY)
    assert len(builds) == 1
    assert first.library.parent == first.manifest.parent == root / KEY
    assert entries(root) == [first.library.parent]


def test_a_key_knows_each_of_its_parts() -> None:
    parts: list[tuple[object, ...]] = [("a", "b"), ("ab",), ("a", "b", None), ({"a": "b"},), ("a",)]
    assert len({cache.key(*each) for each in parts}) == len(parts)
    assert cache.key({"a": 1, "b": 2}) == cache.key({"b": 2, "a": 1})


def test_processes_that_start_together_all_get_a_sound_library(root: Path) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", FETCH],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        for _ in range(5)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    answers = {process.communicate("go\n", timeout=100)[0] for process in running}
    assert [process.returncode for process in running] == [0] * 5
    assert len(answers) == 1
    assert answers.pop().endswith(" 1.0\n")
    assert entries(root) == [root / KEY]


def test_an_entry_made_meanwhile_is_taken(root, builds, monkeypatch) -> None:
    """Stand in for a file system without locks, where another process may finish first."""
    quick = cache.build

    def overtaken(folder: Path, name: str, **_: str) -> Path:
        if not builds:
            library = quick(folder, name)
            cache._install(tiny(), root / KEY)
            return library
        return quick(folder, name)

    monkeypatch.setattr(cache, "build", overtaken)
    entry = fetch()
    assert len(builds) == 2
    assert entry.library.is_file()
    assert entries(root) == [entry.library.parent]


def damage(folder: Path, how: str) -> None:
    """Spoil an entry."""
    library = next(folder.glob("*tiny*.so"))
    if how == "no library":
        library.unlink()
    elif how == "short library":
        library.write_bytes(library.read_bytes()[:100])
    elif how == "another library":
        library.write_bytes(library.read_bytes()[:-1] + b"\1")
    elif how == "other source":
        (folder / "tiny.c").write_text("int x;\n")
    elif how == "no sums":
        (folder / cache.SUMS).unlink()
    elif how == "sums of nothing":
        (folder / cache.SUMS).write_text("")
    elif how == "sums that are no text":
        (folder / cache.SUMS).write_bytes(b"\xff\0\n")
    elif how == "sums are a folder":
        (folder / cache.SUMS).unlink()
        (folder / cache.SUMS).mkdir()
    elif how == "not to be entered":
        folder.chmod(0)
    else:
        shutil.rmtree(folder)
        if how == "a file":
            folder.write_text("no folder")
        elif how == "an empty folder":
            folder.mkdir()
        elif how == "a dangling link":
            folder.symlink_to(folder.parent / "nowhere")
        elif how == "a link to a file":
            (folder.parent.parent / "file").touch()
            folder.symlink_to(folder.parent.parent / "file")


DAMAGES = [
    *("no library", "short library", "another library", "other source"),
    *("no sums", "sums of nothing", "sums that are no text", "sums are a folder"),
    *("a file", "an empty folder", "a dangling link", "a link to a file"),
    pytest.param(
        "not to be entered",
        marks=pytest.mark.skipif(os.geteuid() == 0, reason="the superuser enters anything"),
    ),
]


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_entry_is_built_again(root: Path, builds: list[Path], how: str) -> None:
    entry = fetch()
    content = entry.library.read_bytes()
    damage(root / KEY, how)
    assert cache.look_up(KEY) is None
    assert fetch() == entry == cache.look_up(KEY)
    assert len(builds) == 2
    assert entry.library.read_bytes() == content
    assert (root / KEY / "tiny.c").read_text() == FILES["tiny.c"]
    assert entries(root) == [root / KEY]


@pytest.mark.parametrize("kind", ["folder", "full folder", "dangling link", "link to a file"])
def test_what_is_no_lock_does_not_stand_in_the_way(root, builds, kind: str) -> None:
    root.mkdir(mode=0o700)
    lock, outside = root / f".{KEY}.lock", root.parent / "outside"
    if "folder" in kind:
        lock.mkdir()
        if kind == "full folder":
            (lock / "file").touch()
    else:
        if kind == "link to a file":
            outside.write_text("precious")
        lock.symlink_to(outside)
    assert fetch().library.is_file()
    assert entries(root) == [root / KEY]
    assert outside.exists() == (kind == "link to a file")


def test_a_failed_build_leaves_nothing_and_names_the_robot(root: Path) -> None:
    with pytest.raises(UserError, match=r"^tiny: meson compile failed:"):
        cache.fetch(KEY, lambda: tiny(**{"tiny.c": "no C"}))
    assert entries(root) == []


@pytest.mark.parametrize("what", ["write_text", "rename"])
def test_a_full_disk_is_explained_and_leaves_nothing(root, builds, monkeypatch, what) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(Path, what, full)
        with pytest.raises(UserError, match=r"No space left on device; make room, or name another"):
            fetch()
    assert entries(root) == []
    assert fetch().library.is_file()


def test_a_disk_that_fills_up_while_compiling_is_explained(root, monkeypatch) -> None:
    def full(folder: Path, name: str, **_: str) -> Path:
        raise UserError(str(folder), "meson compile failed:\ncc: No space left on device")

    monkeypatch.setattr(cache, "build", full)
    with pytest.raises(UserError, match=r"(?s)^tiny: .*; make room in .*, or name another"):
        fetch()
    assert entries(root) == []


def test_a_cache_for_reading_only_serves_what_it_has(root, builds, monkeypatch) -> None:
    entry, real = fetch(), os.open

    def read_only(path: str, flags: int, *mode: int) -> int:
        if flags & (os.O_CREAT | os.O_RDWR):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, *mode)

    monkeypatch.setattr(os, "open", read_only)
    assert fetch() == entry
    with pytest.raises(UserError, match=r"cannot be written to: Read-only.*GEN_ROBOT_CACHE"):
        fetch(OTHER)
    assert len(builds) == 1


def test_leftovers_of_a_killed_process_are_removed_by_the_next_that_builds(root, builds) -> None:
    for key in ("tiny", "other"):
        killed = subprocess.run([sys.executable, "-c", KILLED.format(key)], env=environment())
        assert killed.returncode == -signal.SIGKILL
        left = entries(root)
        assert len(left) == 2  # its lock and its folder; what was there before is gone
        assert all(path.name.startswith(f".{cache.key(key)}.") for path in left)
    assert fetch().library.is_file()
    assert entries(root) == [root / KEY]


def test_what_another_process_is_at_work_on_is_left_alone(root: Path, builds: list[Path]) -> None:
    root.mkdir(mode=0o700)
    staged = root / f".{OTHER}.staged"
    staged.mkdir()
    old = time.time() - 30 * 24 * 3600
    os.utime(staged, (old, old))
    with locks.locked(root / f".{OTHER}.lock"):
        fetch()
        assert staged.is_dir()
    fetch(cache.key("third"))
    assert not staged.exists()


def test_without_locks_only_what_is_old_is_taken_for_abandoned(root, builds, monkeypatch) -> None:
    monkeypatch.setattr(locks, "_lock", lambda descriptor, wait: None)
    root.mkdir(mode=0o700)
    new, old = root / f".{KEY}.new", root / f".{KEY}.old"
    former, former_new = root / ".broken-a", root / ".tiny-b"  # names that there once were
    for path in (new, old, former, former_new):
        path.mkdir()
    for path in (old, former):
        os.utime(path, (1e9, 1e9))
    fetch()
    assert entries(root) == sorted([root / KEY, new, former_new])


def test_a_lock_that_was_removed_while_waiting_is_taken_anew(tmp_path: Path, monkeypatch) -> None:
    path, taken = tmp_path / "lock", []
    real = locks._lock

    def removed_once(descriptor: int, wait: bool) -> bool | None:
        taken.append(descriptor)
        if len(taken) == 1:
            path.unlink()
        return real(descriptor, wait)

    monkeypatch.setattr(locks, "_lock", removed_once)
    with locks.locked(path) as works:
        assert works
        assert path.exists()
        with locks.if_free(path) as free:
            assert free is None
    assert len(taken) == 3
    assert not path.exists()
