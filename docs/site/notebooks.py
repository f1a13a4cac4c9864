"""Notebooks as pages of Markdown, so that links, formulas and code are as on every other page."""

from __future__ import annotations

from pathlib import Path

import nbconvert
from jinja2 import DictLoader, FileSystemLoader
from nbconvert.exporters import MarkdownExporter

TEMPLATE = Path(__file__).with_name("notebook.md.j2")

SHARED = Path(nbconvert.__file__).parents[4] / "share" / "jupyter" / "nbconvert" / "templates"
"""Where nbconvert's own templates are installed; it would look beside Python only."""


def notebook_page(path: Path) -> tuple[str, dict[str, bytes]]:
    """Return a notebook's text and its pictures by file name; nothing is executed."""
    exporter = MarkdownExporter(
        extra_loaders=[
            DictLoader({"notebook": TEMPLATE.read_text(encoding="utf-8")}),
            FileSystemLoader(SHARED),
        ],
        extra_template_basedirs=[str(SHARED)],
        template_file="notebook",
    )
    resources = {"unique_key": path.stem, "output_files_dir": f"{path.stem}_files"}
    text, found = exporter.from_filename(str(path), resources=resources)
    return text, found["outputs"]
