"""The documentation's site: built without a warning, whole, and without another host."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml

from built_site import Page, Site, in_style

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {"contributing.md", "changelog.md"}
"""Pages of the navigation that stand beside docs/."""

PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

pytestmark = pytest.mark.xdist_group("site")


def build(root: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of a tree, as strictly as the command of CONTRIBUTING.md."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # of the theme's next version
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT, folder)
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "WARNING" not in said and "ERROR" not in said, said
    return Site(folder)


def named(nav: Any) -> Iterator[str]:
    """Return the files that a navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from named(item)


def test_every_page_is_in_the_navigation() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {name for name in named(nav) if name != "notebooks/*"} == pages | OUTSIDE


def test_nothing_is_loaded_from_another_host(site: Site) -> None:
    assert sum(len(page.loads) for page in site.pages) > 100
    assert site.from_elsewhere() == []


def test_every_link_and_every_anchor_leads_somewhere(site: Site) -> None:
    assert sum(len(page.links) for page in site.pages) > 1000
    assert site.broken() == []


def test_pages_of_elsewhere_are_part_of_it(site: Site) -> None:
    def text(name: str) -> str:
        return (site.folder / name).read_text(encoding="utf-8")

    assert "Keep a Changelog" in text("changelog.html")
    assert "A test states a law" in text("contributing.html")
    page = Page(site.folder / "tools-casadi.html")
    assert "examples/python/optimal_control.py.html" in page.links
    assert "ipopt" in text("examples/python/optimal_control.py.html")


def test_pages_are_called_by_their_titles(site: Site) -> None:
    texts = [page.path.read_text(encoding="utf-8") for page in site.pages]
    assert sum(text.count(">Algorithms</a>") for text in texts) > 3
    assert not [name for text in texts for name in re.findall(r">([\w./-]+\.md)</a>", text)]


def test_every_notebook_is_a_page(site: Site) -> None:
    for path in (ROOT / "examples" / "notebooks").glob("*.ipynb"):
        assert (site.folder / "notebooks" / f"{path.stem}.html").is_file()


@pytest.mark.parametrize("name", ["gen_robot.load", "gen_robot.Library.random_state"])
def test_docstrings_are_on_the_page_of_python(site: Site, name: str) -> None:
    page = site.folder / "python-api.html"
    assert name in Page(page).names
    assert "DEFAULT" not in page.read_text(encoding="utf-8")  # but what it stands for


def test_search_needs_no_server(site: Site) -> None:
    """Browsers let a page that is opened as a file load scripts, and nothing else."""
    script = (site.folder / "search" / "search_index.js").read_text(encoding="utf-8")
    index = json.loads(script.removeprefix("var __index = "))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {"python.html", "command-line.html", "changelog.html"} <= found
    assert "site/iframe-worker.js" in Page(site.folder / "index.html").loads


# A site with every fault ------------------------------------------------------------------------------

SPOILED = """\
# Spoiled

[a page](nowhere.md) [an anchor](python.md#nowhere) [an example](../examples/nowhere.py)
[a name][gen_robot.nowhere]

- [a script](../benchmarks/speed.py) and [an example](../examples/c/controller.c) are there
"""


@pytest.fixture(scope="module")
def spoiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Build a tree with a spoiled page, and a notebook; return what was said, and the folder."""
    root, folder = tmp_path_factory.mktemp("spoiled"), tmp_path_factory.mktemp("spoiled-site")
    for name in ("mkdocs.yml", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, root)
    for name in ("docs", "examples"):
        shutil.copytree(ROOT / name, root / name)
    for name in ("generator", "bindings", "benchmarks"):
        (root / name).symlink_to(ROOT / name)
    (root / "docs" / "spoiled.md").write_text(SPOILED, encoding="utf-8")
    (root / "examples" / "notebooks").mkdir(exist_ok=True)
    nbformat.write(notebook(), root / "examples" / "notebooks" / "sample.ipynb")
    done = build(root, folder)
    assert done.returncode != 0
    return done.stdout + done.stderr, folder


def notebook() -> nbformat.NotebookNode:
    """Make a notebook with one output of each kind."""
    v4 = nbformat.v4
    outputs = [
        v4.new_output("stream", text="printed\n"),
        v4.new_output("execute_result", {"text/plain": "array([1., 2.])"}),
        v4.new_output("display_data", {"image/png": PIXEL, "text/plain": "<Figure>"}),
        v4.new_output("display_data", {"text/html": "<table>\n\n<tr><td>cell</td></tr></table>"}),
        v4.new_output("error", ename="UserError", evalue="too heavy", traceback=[]),
    ]
    text = (
        "# Sample\n\nThis is $M \\ddot q + h$; see [Python](../../docs/python.md), [lost](lost.md)."
    )
    formula = "$$\\begin{aligned}\na &= b \\\\\nc &\\le d\n\\end{aligned}$$"
    cells = [v4.new_markdown_cell(text), v4.new_markdown_cell(formula)]
    cells += [v4.new_code_cell("print('x')", outputs=outputs)]
    return v4.new_notebook(cells=cells)


@pytest.mark.parametrize(
    "fault",
    [
        r"not included in the \"nav\" configuration:\n.*spoiled\.md",
        r"'spoiled\.md' contains a link 'nowhere\.md'",
        r"'spoiled\.md' contains a link 'python\.md#nowhere'",
        r"'spoiled\.md' contains a link '\.\./examples/nowhere\.py'",
        r"spoiled\.md: .*'gen_robot\.nowhere'",
        r"'notebooks/sample\.md' contains a link 'lost\.md'",
    ],
)
def test_a_fault_fails_the_build(spoiled: tuple[str, Path], fault: str) -> None:
    assert re.search(rf"WARNING.*?{fault}", spoiled[0]), spoiled[0]


def test_what_is_no_page_is_plain_text(spoiled: tuple[str, Path]) -> None:
    _, folder = spoiled
    page = Page(folder / "spoiled.html")
    assert "examples/c/controller.c.html" in page.links
    assert not any("speed.py" in link for link in page.links)


def test_a_notebook_is_a_page_with_what_its_cells_gave(spoiled: tuple[str, Path]) -> None:
    _, folder = spoiled
    path = folder / "notebooks" / "sample.html"
    text = path.read_text(encoding="utf-8")
    for part in ("<math", "printed", "array([1., 2.])", "<td>cell</td>", "UserError: too heavy"):
        assert part in text
    assert text.count("<mtr>") == 2
    page = Page(path)
    assert "../python.html" in page.links
    (picture,) = [each for each in page.loads if each.endswith(".png")]
    assert (path.parent / picture).is_file()
    assert Page(folder / "index.html").links.count("notebooks/sample.html")


def test_what_is_loaded_or_broken_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<link rel="canonical" href="https://own.example/"><link rel="stylesheet" href="look.css">'
        '<script src="//cdn.example/x.js"></script><img src="lost.png">'
        '<a href="b.html#there">x</a><a href="b.html#lost">x</a><a href="../up.html">x</a>'
        '<a href="https://example.org">x</a>'
    )
    (tmp_path / "b.html").write_text('<p id="there">')
    (tmp_path / "look.css").write_text(
        '@import "https://fonts.example/f.css"; p{background:url(x)}'
    )
    found = Site(tmp_path)
    assert found.from_elsewhere() == [
        "a.html: //cdn.example/x.js",
        "look.css: https://fonts.example/f.css",
    ]
    assert found.broken() == [
        "a.html: b.html#lost",
        "a.html: ../up.html",
        "a.html: lost.png",
    ]
    assert in_style("a{b:url('c.png')}") == ["c.png"]
