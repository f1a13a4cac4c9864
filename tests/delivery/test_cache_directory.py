"""The cache holds code that gets run: nobody else may write to it; reading does no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gen_robot.delivery import cache_directory as trust
from gen_robot.delivery.cache_directory import cache_directory
from gen_robot.errors import UserError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")


def test_it_is_made_for_its_owner_alone(root: Path) -> None:
    assert cache_directory() == root.resolve()
    assert root.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o700, 0o750, 0o755, 0o711, 0o744])
def test_others_may_read_it(root: Path, mode: int) -> None:
    root.mkdir()
    root.chmod(mode)
    assert cache_directory() == root.resolve()


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777, 0o770, 0o1777])
def test_others_may_not_write_to_it(root: Path, mode: int) -> None:
    root.mkdir()
    root.chmod(mode)
    with pytest.raises(UserError, match=rf"mode is {mode:03o}, so others can write.*chmod go-w"):
        cache_directory()


@pytest.mark.parametrize("mode", [0o777, 0o757])
def test_others_may_not_replace_it(tmp_path: Path, monkeypatch, mode: int) -> None:
    above = tmp_path / "above"
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(above / "cache"))
    cache_directory()
    above.chmod(mode)
    with pytest.raises(UserError, match=rf"above: its mode is {mode:03o}.*replace"):
        cache_directory()
    above.chmod(mode | 0o1000)  # as /tmp is
    assert cache_directory() == (above / "cache").resolve()


def test_a_group_of_ones_own_may_write_above_it(tmp_path: Path, monkeypatch) -> None:
    above = tmp_path / "above"
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(above / "cache"))
    cache_directory()
    above.chmod(0o775)
    assert cache_directory() == (above / "cache").resolve()
    monkeypatch.setattr(trust, "_own_groups", lambda: (-1, -1))
    with pytest.raises(UserError, match="above: its mode is 775"):
        cache_directory()


def test_another_users_is_refused(root: Path, monkeypatch) -> None:
    root.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: root.stat().st_uid + 1)
    with pytest.raises(UserError, match="belongs to another user; name your own"):
        cache_directory()


@pytest.mark.parametrize("kind", ["file", "dangling link", "below a file"])
def test_one_that_cannot_be_made_says_what_to_set(root: Path, monkeypatch, kind: str) -> None:
    if kind == "dangling link":
        root.symlink_to(root.parent / "nowhere")
    else:
        root.write_text("a file")
    if kind == "below a file":
        monkeypatch.setenv("GEN_ROBOT_CACHE", str(root / "deep"))
    with pytest.raises(UserError, match=r"no cache directory: .*another directory in GEN_ROBOT_C"):
        cache_directory()


def test_a_name_that_is_no_path_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "user_cache_path", lambda *_, **__: Path("a\0b"))
    monkeypatch.delenv("GEN_ROBOT_CACHE", raising=False)
    with pytest.raises(UserError, match="no cache directory"):
        cache_directory()
