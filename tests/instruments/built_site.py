"""A site of pages as it is on disk: what they load, where their links lead, what can be linked to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "embed": "src",
    "object": "data",
    "use": "href",
}
"""Elements that make a browser load what they name; so does a link, but for these relations:"""

NOT_LOADED = {"canonical", "prev", "next", "edit", "alternate", "license"}


class Page(HTMLParser):
    """Read one page: what it loads, its links, and the names that links can end in."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.loads: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.names |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "link" and not NOT_LOADED & set(values.get("rel", "").split()):
            self.loads.append(values.get("href", ""))
        if tag in LOADED and LOADED[tag] in values:
            self.loads.append(values[LOADED[tag]])
        self.loads += in_style(values.get("style", ""))


def in_style(css: str) -> list[str]:
    """Return what a style sheet makes a browser load."""
    found = re.findall(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", css)
    return [one or other for one, other in found]


@dataclass
class Site:
    """Hold all pages of a folder."""

    folder: Path
    _pages: dict[Path, Page] = field(default_factory=dict)

    @cached_property
    def pages(self) -> list[Page]:
        """Every page but the one of a server's for what is not found, which knows no place."""
        paths = sorted(self.folder.rglob("*.html"))
        return [self._page(path) for path in paths if path != self.folder / "404.html"]

    def from_elsewhere(self) -> list[str]:
        """Return what pages and style sheets load from other hosts, each with its page."""
        loads = [(page.path, each) for page in self.pages for each in page.loads]
        for path in self.folder.rglob("*.css"):
            loads += [(path, each) for each in in_style(path.read_text(encoding="utf-8"))]
        return [
            f"{path.relative_to(self.folder)}: {each}"
            for path, each in loads
            if urlsplit(each).netloc
        ]

    def broken(self) -> list[str]:
        """Return links, and files to load, that are not there or have no such name."""
        return [
            f"{page.path.relative_to(self.folder)}: {each}"
            for page in self.pages
            for each in (*page.links, *page.loads)
            if not self._leads_somewhere(page.path, each)
        ]

    def _leads_somewhere(self, start: Path, link: str) -> bool:
        target = urlsplit(link)
        if target.scheme or target.netloc:  # another host, or data in the page itself
            return True
        path = (start.parent / unquote(target.path)).resolve() if target.path else start
        if path.is_dir():
            path /= "index.html"
        if not path.is_relative_to(self.folder.resolve()) or not path.is_file():
            return False
        name = unquote(target.fragment)
        return not name or path.suffix != ".html" or name in self._page(path).names

    def _page(self, path: Path) -> Page:
        path = path.resolve()
        if path not in self._pages:
            self._pages[path] = Page(path)
        return self._pages[path]
