"""The tree of a YAML text: as the parser sees it, with positions, within limits."""

from __future__ import annotations

from contextlib import suppress

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from effort import at_most
from gen_robot.errors import UserError
from gen_robot.readers import yaml_tree
from gen_robot.readers.yaml_tree import (
    DEEPEST,
    MOST_NODES,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    parse_tree,
)

PARSERS = {"compiled": yaml_tree._LOADER, "pure": yaml.BaseLoader}


@pytest.fixture(params=PARSERS, autouse=True)
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_tree, "_LOADER", PARSERS[request.param])


def plain(node: Node) -> object:
    """Forget positions."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def refusal(text: str) -> str:
    with pytest.raises(UserError) as caught:
        parse_tree(text, "robot.yaml")
    assert str(caught.value).isprintable()
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb: [2, 'x', \"y\"]\nc:\n  - d: 4e-05\n  - {e: yes, f: 017}\n",
        "a: &x {b: 1:30}\nc: *x\nd: [*x, *x]\n",
        "a: |\n  two\n  lines\nb: >\n  one\n  line\nc:\n",
        "%YAML 1.1\n---\na: 1\n...\n",
        "just text",
        "- 1\n- - 2\n  - 3\n",
    ],
)
def test_tree_holds_what_yaml_itself_reads_as_text(text: str) -> None:
    assert plain(parse_tree(text, "robot.yaml")) == yaml.load(text, Loader=yaml_tree._LOADER)


def test_positions_point_into_the_text() -> None:
    text = "alpha: beta\ngamma:\n  - delta\n  - {epsilon: 'zeta'}\n"
    lines = text.splitlines()

    def check(node: Node) -> None:
        if isinstance(node, ScalarNode):
            assert lines[node.line - 1][node.column - 1 :].lstrip("'").startswith(node.text)
        for item in node.items if isinstance(node, SequenceNode) else ():
            check(item)
        for entry in node.entries.values() if isinstance(node, MappingNode) else ():
            check(entry.key)
            check(entry.value)

    check(parse_tree(text, "robot.yaml"))


def test_quotes_are_remembered() -> None:
    node = parse_tree("[a, 'b', \"c\", '']", "robot.yaml")
    assert isinstance(node, SequenceNode)
    assert [item.quoted for item in node.items if isinstance(item, ScalarNode)] == [
        False,
        True,
        True,
        True,
    ]


def test_limits_hold_to_the_last_value() -> None:
    deepest = "[" * DEEPEST + "x" + "]" * DEEPEST
    assert parse_tree(deepest, "robot.yaml")
    assert "nested too deeply" in refusal(f"[{deepest}]")
    largest = "[" + "x," * (MOST_NODES - 1) + "]"
    assert parse_tree(largest, "robot.yaml")
    assert "is too large" in refusal(largest.replace("]", "x]"))


def test_aliases_count_as_if_written_out() -> None:
    thousand = "a: &a [" + "x," * 1000 + "]\n"
    assert parse_tree(thousand + "b: [" + "*a," * 48 + "]\n", "robot.yaml")
    assert "is too large" in refusal(thousand + "b: [" + "*a," * 49 + "]\n")


REFUSED = {
    "a: 1\nb: {c: 1, c: 2}\n": "robot.yaml:2:11: b: the key 'c' comes twice; it stands in line 2",
    "a: 1\n---\nb: 2\n": "robot.yaml:2:1: a second document begins",
    "a: [1, !!python/name:os.system x]": "robot.yaml:1:8: a[1]: has the tag",
    "a: &a {b: *a}": "robot.yaml:1:11: a.b: the alias 'a' contains itself",
    "a: [*b]": "robot.yaml:1:5: a[0]: no anchor is named 'b'",
    "a: {<<: {b: 1}}": "robot.yaml:1:5: a: the merge key",
    "{[a]: 1}": "a key is a list or mapping",
    "{'': 1}": "a key is empty",
    "a: [1, 2": "is not YAML",
    "a: b: c": "robot.yaml:1:5: is not YAML",
    "a: \x07": "robot.yaml:1:4: holds the control character U+0007",
    "a: 1\nb: \ud800": "robot.yaml:2:4: holds the control character U+D800",
    '"\\UFFFFFFFF"': "is not YAML",
    "%YAML 1." + "1" * 5000 + "\n---\na: 1": "robot.yaml",
    "# nothing": "holds comments only",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:20])
def test_what_is_no_plain_tree_is_refused_with_its_place(text: str) -> None:
    assert REFUSED[text] in refusal(text)


@pytest.mark.parametrize(
    "unit", ["[", "{", "- ", "? ", "[a, ", "{a: ", "'", '"\\', "&a ", "!a ", "a: ", "a: 1\n", "%"]
)
def test_repetition_is_little_work(unit: str) -> None:
    with at_most(100), suppress(UserError):
        parse_tree(unit * (2**18 // len(unit)), "robot.yaml")


@given(st.text("ab:-[]{}&*!|>'\"#%,? \n\t1", max_size=60))
def test_any_text_is_a_tree_or_refused(text: str) -> None:
    try:
        node = parse_tree(text, "robot.yaml")
    except UserError as error:
        assert str(error).isprintable()
    else:
        assert plain(node) == yaml.load(text, Loader=yaml_tree._LOADER)
