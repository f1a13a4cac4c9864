"""The cache of compiled libraries, and load() on top of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gen_robot
import tiny_robot
from gen_robot.delivery import build, cache, toolchain
from gen_robot.errors import UserError
from gen_robot.languages import LANGUAGES

FILES = tiny_robot.generated_files()
C = (LANGUAGES["c"],)

FETCH = """
import sys, tiny_robot
from gen_robot.delivery import cache
from gen_robot.bindings import Library
from gen_robot.languages import LANGUAGES
print("ready", flush=True)
sys.stdin.readline()
entry = cache.fetch("tiny", tiny_robot.generated_files(), (LANGUAGES["c"],))
print(entry.library, Library(entry.manifest, entry.library, "c").inertia_matrix([0, 1])[0, 0])
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library once for all the tests that do not look at how that is done."""
    return build.build(tiny_robot.write(tmp_path_factory.mktemp("compiled"), FILES), "tiny")


@pytest.fixture
def builds(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Count the builds, which cost nothing here."""
    made: list[Path] = []

    def counted(folder: Path, name: str) -> Path:
        made.append(folder)
        (folder / "build").mkdir()
        return Path(shutil.copy(compiled, folder / "build"))

    monkeypatch.setattr(cache, "build", counted)
    return made


def entries(root: Path) -> list[Path]:
    return [path for path in root.iterdir() if path.is_dir()]


def test_an_entry_is_built_once(root: Path, builds: list[Path]) -> None:
    first = cache.fetch("tiny", FILES, C)
    assert cache.fetch("tiny", FILES, C) == first
    assert len(builds) == 1
    assert first.library.parent == first.manifest.parent == root / cache.key("tiny", FILES, C)
    assert entries(root) == [first.library.parent]
    assert root.stat().st_mode & 0o777 == 0o700


def test_all_that_shapes_a_library_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [cache.key("tiny", FILES, C), cache.key("other", FILES, C)]
    keys += [cache.key("tiny", {**FILES, name: FILES[name] + " "}, C) for name in FILES]
    monkeypatch.setenv("CFLAGS", "-O1")
    keys.append(cache.key("tiny", FILES, C))
    monkeypatch.setattr(toolchain, "_processor", lambda: "x86_64 ['avx512f']")
    keys.append(cache.key("tiny", FILES, C))
    monkeypatch.setattr(toolchain, "_version", lambda compiler: "cc 99")
    keys.append(cache.key("tiny", FILES, C))
    assert len(set(keys)) == len(keys)


def test_processes_that_start_together_all_get_a_sound_library(root: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", FETCH],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
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
    assert len(entries(root)) == 1


def test_an_entry_made_meanwhile_is_taken(root, builds, monkeypatch) -> None:
    """Stand in for a file system without locks, where another process may finish first."""
    quick = cache.build

    def overtaken(folder: Path, name: str) -> Path:
        if not builds:
            library = quick(folder, name)
            cache._install("tiny", FILES, root / cache.key("tiny", FILES, C))
            return library
        return quick(folder, name)

    monkeypatch.setattr(cache, "build", overtaken)
    entry = cache.fetch("tiny", FILES, C)
    assert len(builds) == 2
    assert entry.library.is_file()
    assert entries(root) == [entry.library.parent]


@pytest.mark.parametrize("damage", ["no library", "short library", "other source", "no sums"])
def test_a_damaged_entry_is_built_again(root: Path, builds: list[Path], damage: str) -> None:
    entry = cache.fetch("tiny", FILES, C)
    content = entry.library.read_bytes()
    folder = entry.library.parent
    if damage == "no library":
        entry.library.unlink()
    elif damage == "short library":
        entry.library.write_bytes(content[:100])
    elif damage == "other source":
        (folder / "tiny.c").write_text("int x;\n")
    else:
        (folder / cache.SUMS).unlink()
    assert cache.fetch("tiny", FILES, C) == entry
    assert len(builds) == 2
    assert entry.library.read_bytes() == content
    assert (folder / "tiny.c").read_text() == FILES["tiny.c"]
    assert entries(root) == [folder]


def test_a_failed_build_leaves_nothing_and_names_the_robot(root: Path) -> None:
    with pytest.raises(UserError, match=r"^tiny: meson compile failed:"):
        cache.fetch("tiny", {**FILES, "tiny.c": "no C"}, C)
    assert entries(root) == []


def test_a_cache_that_others_can_enter_is_refused(root: Path) -> None:
    root.mkdir(mode=0o755)
    root.chmod(0o755)
    with pytest.raises(UserError, match=r"mode is 755.*chmod 700"):
        cache.cache_directory()
    root.chmod(0o700)
    assert cache.cache_directory() == root.resolve()


def test_a_cache_of_another_user_is_refused(root: Path, monkeypatch) -> None:
    root.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    with pytest.raises(UserError, match="belongs to another user"):
        cache.cache_directory()


def test_a_cache_that_cannot_be_made_says_what_to_set(root: Path) -> None:
    root.write_text("a file")
    with pytest.raises(UserError, match="name another in GEN_ROBOT_CACHE"):
        cache.cache_directory()


def test_load_takes_a_generated_folder_or_its_manifest(root, tmp_path, builds) -> None:
    folder = tiny_robot.write(tmp_path / "tiny", FILES)
    for robot in (folder, str(folder), folder / "tiny.json"):
        np.testing.assert_array_equal(gen_robot.load(robot).inertia_matrix([0, 1]), np.eye(2))
    assert len(builds) == 1
    assert not (folder / "build").exists()


def test_load_uses_a_folders_own_build_while_it_is_new(root, tmp_path, builds) -> None:
    folder = tiny_robot.write(tmp_path / "tiny", FILES)
    cache.build(folder, "tiny")
    builds.clear()
    gen_robot.load(folder)
    assert builds == []
    os.utime(folder / "tiny.c", (2e9, 2e9))
    gen_robot.load(folder)
    assert len(builds) == 1


def test_load_says_which_generated_file_is_missing(root, tmp_path) -> None:
    folder = tiny_robot.write(tmp_path / "tiny", FILES)
    (folder / "tiny.h").unlink()
    with pytest.raises(UserError, match=r"tiny\.h: is missing"):
        gen_robot.load(folder)


def test_load_takes_no_options_for_what_is_generated_already(tmp_path) -> None:
    with pytest.raises(TypeError, match="is generated already; options: friction"):
        gen_robot.load(tiny_robot.write(tmp_path / "tiny", FILES), friction=True)


def test_load_refuses_an_unknown_language() -> None:
    with pytest.raises(ValueError, match="lang: is 'ada'; allowed: c, f77"):
        gen_robot.load("puma560", lang="ada")


def test_load_generates_builds_and_binds(root: Path) -> None:
    for _ in range(2):
        arm = gen_robot.load("two_link", kernels=["inertia_matrix"], precision="single")
    assert arm.kernels == ("inertia_matrix",)
    assert arm.inertia_matrix(arm.neutral()).shape == (2, 2)
    assert arm.dtype == np.float32
    assert len(entries(root)) == 1


def test_import_is_light() -> None:
    code = "import sys, gen_robot; sys.exit(bool({'numpy', 'cffi', 'jinja2'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)
