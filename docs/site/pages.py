"""Pages of the site that stand elsewhere in the repository, and links to them.

CHANGELOG.md and CONTRIBUTING.md are pages; files of examples/ are shown, notebooks with what they
gave when they were run last. A link keeps the form that works in the repository, relative to the
file it stands in; here it is led to the page that shows its target, by that page's title if it is
called by the file's name. What is no page becomes plain text, and what does not exist is left to
MkDocs, which warns of it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from notebooks import notebook_page

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
NOTEBOOKS = ROOT / "examples" / "notebooks"

TEXTS = {"changelog.md": ROOT / "CHANGELOG.md", "contributing.md": ROOT / "CONTRIBUTING.md"}
"""Pages that are files beside docs/, by their names in the site."""

LANGUAGES = {
    ".c": "c",
    ".cpp": "cpp",
    ".f": "fortranfixed",
    ".f90": "fortran",
    ".h": "c",
    ".hpp": "cpp",
    ".py": "python",
    ".sh": "sh",
    ".urdf": "xml",
    ".xml": "xml",
    ".yaml": "yaml",
}
"""Files of examples/ that are shown, and how they are coloured."""

_DISPLAYED = re.compile(r"^\$\$.*?\$\$", re.MULTILINE | re.DOTALL)

MADE = {"build", "out", "__pycache__"}
"""Folders that running an example leaves."""


def notebooks() -> dict[str, Path]:
    """Return the notebooks, by their names in the site, in the order in which their page has them."""
    page = DOCS / "notebooks.md"
    told = page.read_text(encoding="utf-8") if page.exists() else ""
    found = sorted(NOTEBOOKS.glob("*.ipynb"), key=lambda path: (told.find(path.name), path))
    return {f"notebooks/{path.stem}.md": path for path in found}


def listings() -> dict[str, Path]:
    """Return the other examples, by their names in the site."""
    found = {path: path.relative_to(ROOT) for path in sorted((ROOT / "examples").rglob("*.*"))}
    return {
        f"{place.as_posix()}.md": path
        for path, place in found.items()
        if path.suffix in LANGUAGES and not MADE & {*place.parts}
    }


def introductions() -> dict[str, Path]:
    """Return the texts beside examples, by their names in the site."""
    found = sorted((ROOT / "examples").rglob("*.md"))
    return {path.relative_to(ROOT).as_posix(): path for path in found}


@cache
def elsewhere() -> dict[str, Path]:
    """Return all pages that are not files of docs/."""
    return TEXTS | notebooks() | listings() | introductions()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the notebooks where the navigation has a place for them."""
    config.nav = _with_notebooks(config.nav)
    _LINKS.titles = dict(_titles(config.nav))
    config.markdown_extensions.append(_LINKS)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of elsewhere; listings are reached by links, not by the navigation."""
    elsewhere.cache_clear()  # a server goes on while files come and go
    for name, path in TEXTS.items():
        files.append(File.generated(config, name, abs_src_path=str(path)))
    for name, path in introductions().items():
        level = InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, name, abs_src_path=str(path), inclusion=level))
    for name, path in listings().items():
        text = path.read_text(encoding="utf-8").rstrip()
        title = path.relative_to(ROOT).as_posix()
        content = f"# {title}\n\n````{LANGUAGES[path.suffix]}\n{text}\n````\n"
        level = InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, name, content=content, inclusion=level))
    for name, path in notebooks().items():
        content, pictures = notebook_page(path)
        files.append(File.generated(config, name, content=content))
        for picture, data in pictures.items():
            files.append(File.generated(config, f"notebooks/{picture}", content=data))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Note which page's links are looked at next, and spell formulas as their reader knows them."""
    _LINKS.page = page.file.src_uri
    return _DISPLAYED.sub(lambda formula: formula[0].replace("{aligned}", "{split}"), markdown)


def _with_notebooks(nav: Any) -> Any:
    """Replace notebooks/* by what there is, and leave out a section that holds nothing."""
    if isinstance(nav, dict):
        return {title: _with_notebooks(inside) for title, inside in nav.items()}
    if not isinstance(nav, list):
        return nav
    items: list[Any] = []
    for item in nav:
        items += [*notebooks()] if item == "notebooks/*" else [_with_notebooks(item)]
    return [item for item in items if not isinstance(item, dict) or all(item.values())]


def _titles(nav: Any) -> Iterator[tuple[str, str]]:
    """Return the pages that the navigation has a title for, and the titles."""
    for item in nav:
        for title, inside in item.items() if isinstance(item, dict) else ():
            if isinstance(inside, str):
                yield inside, title
            else:
                yield from _titles(inside)


class _Links(Extension):
    """Give links the form that MkDocs knows: relative, from page to page."""

    def __init__(self) -> None:
        super().__init__()
        self.page = ""
        self.titles: dict[str, str] = {}

    def extendMarkdown(self, md: Markdown) -> None:
        # Behind what makes links, and before MkDocs looks at them (priority 0).
        md.treeprocessors.register(_Leading(md, self), "leading", 1)


class _Leading(Treeprocessor):
    def __init__(self, md: Markdown, links: _Links) -> None:
        super().__init__(md)
        self.links = links

    def run(self, root: Element) -> None:
        for link in root.iter("a"):
            _lead(link, self.links.page, self.links.titles)


def _lead(link: Element, page: str, titles: Mapping[str, str]) -> None:
    target = urlsplit(link.get("href", ""))
    if target.scheme or target.netloc or not target.path:
        return
    pages = elsewhere()
    home = pages.get(page, DOCS / page)
    path = (home.parent / unquote(target.path)).resolve()
    known = {file: name for name, file in pages.items()} | {ROOT / "README.md": "index.md"}
    if path in known or path.is_relative_to(DOCS):
        name = known.get(path) or path.relative_to(DOCS).as_posix()
        leads = posixpath.relpath(name, posixpath.dirname(page) or ".")
        link.set("href", leads + (f"#{target.fragment}" if target.fragment else ""))
        if link.text in (target.path, path.name):
            link.text = titles.get(name, link.text)
    elif path.exists():
        link.tag = "span"
        link.attrib.pop("href")


_LINKS = _Links()
