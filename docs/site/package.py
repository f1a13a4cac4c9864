"""The package as it is installed, for the reader of docstrings: here it stands in two folders."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority

ROOT = Path(__file__).resolve().parents[2]
_KEPT: list[TemporaryDirectory[str]] = []  # as long as pages are made


@event_priority(100)  # before mkdocstrings reads its own
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let mkdocstrings find generator/gen_robot and bindings/ as one package."""
    _KEPT[:] = [TemporaryDirectory(prefix="gen-robot-docs-")]
    package = Path(_KEPT[0].name) / "gen_robot"
    package.mkdir()
    for path in (ROOT / "generator" / "gen_robot").iterdir():
        (package / path.name).symlink_to(path)
    (package / "bindings").symlink_to(ROOT / "bindings")
    handlers = config.plugins["mkdocstrings"].config.handlers
    handlers["python"]["paths"] = [str(package.parent)]
    return config
