"""The page: well formed, alone, safe from strangers' names; searched and folded in Chromium."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from browser import outcome
from gen_robot.comparison.as_json import as_dict
from gen_robot.comparison.colours import Colours
from gen_robot.comparison.compare import compare
from gen_robot.comparison.comparison import Comparison
from gen_robot.comparison.page import page
from gen_robot.comparison.text import text
from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.pipeline import generate
from gen_robot.seal import sealed
from urdf_robots import urdf_files

THREE = Options(kernels=("inertia_matrix", "gravity", "inverse_dynamics"))
VOID = {"meta", "link", "input", "br"}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>'\"&amp;{{7*7}}\x1b[31m"


@cache
def pumas() -> Comparison:
    return compare("puma560", "puma560_corke", THREE)


class Elements(HTMLParser):
    """Collect elements, attributes and texts, and whether all that is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.data = ""
        self.feed(page)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"{tag} closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script" and self.elements[-1][1].get("id") == "data":
            self.data += data
        elif self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.elements]


def test_the_page_is_well_formed_and_needs_nothing_else() -> None:
    found = Elements(page(pumas()))
    for tag, attributes in found.elements:
        assert "src" not in attributes, tag
        assert not any(name.startswith("on") for name in attributes), tag
        href = attributes.get("href")
        assert href is None or href.startswith(("#", "data:")), href
    assert found.tags.count("h1") == 1
    labelled = {a["for"] for tag, a in found.elements if tag == "label" and "for" in a}
    inputs = [a for tag, a in found.elements if tag == "input" and a.get("type") != "checkbox"]
    assert {a["id"] for a in inputs} == labelled


def test_the_page_has_every_line_of_both_sides() -> None:
    kernels = json.loads(Elements(page(pumas())).data)["kernels"]

    def line(parts: str | list[str]) -> str:
        return parts if isinstance(parts, str) else "".join(parts)

    told = as_dict(pumas())["kernels"]
    for mine, wanted in zip(kernels, told, strict=True):
        rows = [row for step in mine["steps"] for row in step["rows"]]
        sides = [(line(row[1]), line(row[-1])) for row in rows]
        every = [row for step in wanted["steps"] for row in step["rows"]]
        assert sides == [(row["left"] or "", row["right"] or "") for row in every]
    summary = " ".join(Elements(page(pumas())).texts)
    for change in pumas().constants:
        assert change.where in summary


def test_constants_that_differ_are_marked_by_themselves() -> None:
    kernels = json.loads(Elements(page(pumas())).data)["kernels"]
    marked = [row for k in kernels for s in k["steps"] for row in s["rows"] if row[0] == "c"]
    assert marked
    for _, left, right in marked:
        for parts in (left, right):
            assert all(float(part) for part in parts[1::2])


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2 of a colour such as #1b1f24 or #fff."""
    digits = colour.lstrip("#")
    pairs = [digits[k : k + 2] for k in (0, 2, 4)] if len(digits) == 6 else [2 * d for d in digits]
    parts = [int(pair, 16) / 255 for pair in pairs]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_can_be_read_in_light_in_dark_and_on_paper() -> None:
    """Letters have a contrast of 4.5 at least on whatever they stand on, as WCAG 2 AA wants."""
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    palettes = re.findall(r":root \{(.*?)\}", page(pumas()), re.S)
    light, dark, paper = (dict(re.findall(r"--([\w-]+): (#\w+)", text)) for text in palettes)
    for colours in (light, dark, {**light, **paper}):
        for letters, grounds in {
            "ink": "paper shade left-shade right-shade left-mark right-mark found bar",
            "faint": "paper",
            "left": "paper",
            "right": "paper",
            "link": "paper",
        }.items():
            for ground in grounds.split():
                assert contrast(colours[letters], colours[ground]) >= 4.5, (letters, ground)


def hostile_folder(folder: Path, name: str) -> str:
    """Generate a robot, and give names to its joints and links that no reader would let pass."""
    path = write(generate("two_link", Options(kernels=("gravity",))), folder)
    manifest = path / "two_link.json"
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content["joints"][0]["name"] = content["links"][1]["joint"] = name
    content["links"][1]["name"] = content["bodies"][0] = name + "L"
    content["links"][1]["mass"] = 7.0
    content["warnings"] = [name]
    manifest.write_text(json.dumps(sealed(content)), encoding="utf-8")
    source = path / "two_link.c"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("    g[1] = ", f"    {name};\n    g[1] = "), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    folders = [tmp_path_factory.mktemp(f"<b>{k}") for k in "xy"]
    paths = [hostile_folder(folder, f"{HOSTILE}{k}") for k, folder in enumerate(folders)]
    return compare(*paths)


def test_a_strangers_names_are_no_markup(hostile: Comparison) -> None:
    assert any(HOSTILE in (joint.left or "") for joint in hostile.joints)
    found, plain = Elements(page(hostile)), Elements(page(pumas()))
    assert {*found.tags} <= {*plain.tags}
    assert found.tags.count("script") == plain.tags.count("script")
    assert any(HOSTILE in text for text in found.texts)
    assert HOSTILE in json.dumps(json.loads(found.data), ensure_ascii=False).encode().decode(
        "unicode_escape"
    )


def test_a_strangers_names_do_not_command_a_terminal(hostile: Comparison) -> None:
    assert "\x1b" not in text(hostile)
    painted = text(hostile, Colours(True))
    assert "\x1b[31m?" not in painted.replace("\x1b[31m  - ", "")
    assert "'\"&amp;{{7*7}}?[31m" in painted


def test_a_strangers_names_do_nothing_in_a_browser(hostile: Comparison, tmp_path: Path) -> None:
    script = """
    document.getElementById("unfold").click();
    await pause(300);
    finish({images: document.images.length, scripts: document.scripts.length,
            bold: document.querySelectorAll("h1 b").length,
            lines: document.querySelectorAll(".row").length});
    """
    found = outcome(page(hostile), script, tmp_path)
    assert found["images"] == found["bold"] == 0
    assert found["scripts"] == 3  # the data, the page's, and this test's
    assert found["lines"] > 0


USE = """
const rows = () => document.querySelectorAll(".row").length;
const nodes = () => document.querySelectorAll("*").length;
const told = {folded: [rows(), nodes()], kernels: document.querySelectorAll(".kernel").length};
const kernel = document.querySelector(".kernel");
kernel.querySelector("summary").click();
await pause(100);
told.steps = kernel.querySelectorAll(".step").length;
kernel.querySelector(".step summary").click();
await pause(300);
told.one = rows();
document.getElementById("unfold").click();
await pause(500);
told.unfolded = [rows(), nodes(), document.querySelectorAll(".step:not([open])").length];
document.getElementById("fold").click();
await pause(100);
told.again = [rows(), document.querySelectorAll(".kernel[open]").length];
const query = document.getElementById("query");
document.dispatchEvent(new KeyboardEvent("keydown", {key: "/"}));
told.focused = document.activeElement === query;
query.value = "WORD";
query.dispatchEvent(new Event("input"));
await pause(600);
told.found = document.getElementById("found").textContent;
told.marks = [...new Set([...document.querySelectorAll("mark")].map((m) => m.textContent))];
query.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"}));
told.here = document.querySelectorAll("mark.here").length;
query.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
await pause(300);
told.ended = [query.value, document.querySelectorAll("mark").length];
finish(told);
"""


def matching(comparison: Comparison, word: str) -> int:
    rows = [row for k in comparison.kernels for step in k.steps for row in step.rows]
    lines = ((r.left.text if r.left else "", r.right.text if r.right else "") for r in rows)
    return sum(word.lower() in a.lower() or word.lower() in b.lower() for a, b in lines)


def test_the_page_is_searched_and_folded_in_a_browser(tmp_path: Path) -> None:
    told = outcome(page(pumas()), USE.replace("WORD", "Omega3_x"), tmp_path)
    kernel = pumas().kernels[0]
    assert told["kernels"] == 3
    assert told["steps"] == sum(step.differs for step in kernel.steps)
    assert told["folded"][0] == told["again"][0] == told["again"][1] == 0
    assert told["one"] > 0
    assert told["unfolded"][2] == 0
    assert told["focused"]
    assert told["found"].startswith(f"{matching(pumas(), 'omega3_x')} lines in ")
    assert told["marks"] == ["omega3_x"]
    assert told["here"] == 1
    assert told["ended"] == ["", 0]


def test_a_search_can_be_shared_by_its_address(tmp_path: Path) -> None:
    script = 'await pause(400); finish(document.getElementById("found").textContent);'
    found = outcome(page(pumas()), script, tmp_path, "#q=psi4_x")
    assert found.startswith(f"{matching(pumas(), 'psi4_x')} lines in ")


def test_a_humanoid_stays_usable(tmp_path: Path) -> None:
    """Thousands of lines, and elements only for those that are looked at."""
    talos = next((p for p in urdf_files().values() if p.name == "talos_reduced.urdf"), None)
    if talos is None:
        pytest.skip("example-robot-data is not installed")
    other = tmp_path / "talos.urdf"
    body = talos.read_text(encoding="utf-8")
    at = body.index('<link name="arm_left_4_link"')
    start = body.index('<mass value="', at) + len('<mass value="')
    end = body.index('"', start)
    other.write_text(f"{body[:start]}3.5{body[end:]}", encoding="utf-8")
    comparison = compare(str(talos), str(other), Options(kernels=("inertia_matrix", "bias")))
    assert [change.where for change in comparison.constants] == ["arm_left_4_link.mass"]
    told = outcome(page(comparison), USE.replace("WORD", "psi3_x"), tmp_path)
    lines = sum(sum(kernel.counts.values()) for kernel in comparison.kernels)
    assert lines > 3000
    assert told["unfolded"][2] == 0
    assert 0 < told["unfolded"][0] < 500
    assert told["unfolded"][1] < lines
    assert told["found"].startswith(f"{matching(comparison, 'psi3_x')} lines in ")
