"""YAML text as a tree of positioned texts, within limits; what a text means is not guessed.

Built from the parser's events in one loop, so that neither depth nor aliases can exhaust memory or
stack. Aliases share nodes, but count as if they were written out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from gen_robot.errors import UserError, shown

LARGEST_FILE = 512 * 1024
DEEPEST = 32
MOST_NODES = 50_000

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NOT_YAML = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
)
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_]{1,64}")


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """Hold one text as written; line and column count from 1."""

    text: str
    quoted: bool
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """Hold a list."""

    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Entry:
    """Hold a key with its value."""

    key: ScalarNode
    value: Node


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Hold the entries of a mapping by the texts of their keys, in the file's order."""

    entries: dict[str, Entry]
    line: int
    column: int


Node = ScalarNode | SequenceNode | MappingNode


def parse_tree(text: str, source: str) -> Node:
    """Return the root of the one document in a text; `source` names the file in messages."""
    _check_characters(text, source)
    builder = _Builder(source)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        problem = " ".join(part for part in (error.problem, error.context) if part)
        raise UserError(f"{source}{where}", _syntax(problem), _SYNTAX_CURE) from None
    except UserError:
        raise
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # The pure Python parser passes some broken escapes and directives on to int() and chr().
        raise UserError(source, _syntax(str(error)), _SYNTAX_CURE) from None
    if builder.root is None:
        raise UserError(f"{source}:1:1", "holds comments only", "a description is a mapping")
    return builder.root


def path_step(key: str) -> str:
    """Spell a key as it appears in the path of a message."""
    return key if _PLAIN_KEY.fullmatch(key) else shown(key, 30)


_SYNTAX_CURE = "check indentation, brackets, quotes and the blank after each colon"


def _syntax(problem: str) -> str:
    return "is not YAML: " + "".join(c if c.isprintable() else " " for c in problem)[:200]


def _check_characters(text: str, source: str) -> None:
    """Refuse control characters here, for the parsers do not say where they stand."""
    if found := _NOT_YAML.search(text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        raise UserError(
            f"{source}:{line}:{column}",
            f"holds the control character U+{ord(found.group()):04X}",
            "a robot description is text",
        )


@dataclass(frozen=True, slots=True)
class _Measured:
    """Hold a finished node and what it would be with its aliases written out."""

    node: Node
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """Hold a list or mapping whose end has not come yet."""

    is_mapping: bool
    anchor: str | None
    line: int
    column: int
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: ScalarNode | None = None
    size: int = 1
    height: int = 1

    def finished(self) -> _Measured:
        node: Node
        if self.is_mapping:
            node = MappingNode(self.entries, self.line, self.column)
        else:
            node = SequenceNode(tuple(self.items), self.line, self.column)
        return _Measured(node, self.size, self.height)


class _Builder:
    """Put events together to a tree."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, _Measured] = {}
        self.count = 0
        self.line = self.column = 1  # of the event that is being taken

    def take(self, event: Any) -> None:
        self.line, self.column = event.start_mark.line + 1, event.start_mark.column + 1
        if isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            cure = "a file describes one robot: remove --- and what follows"
            raise self.error("a second document begins", cure)
        if isinstance(event, yaml.NodeEvent):
            self.take_node(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = self.open.pop()
            self.add(closed.finished(), closed.anchor)

    def take_node(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent):
            target = self.aliased(str(event.anchor))
            self.check_size(target.size, target.height)
            self.add(target, None)
            return
        if event.tag is not None:
            cure = "tags are not used here: remove it"
            raise self.error(f"has the tag {shown(event.tag)}", cure)
        if isinstance(event, yaml.ScalarEvent):
            self.check_size(1, 0)
            scalar = ScalarNode(event.value, bool(event.style), self.line, self.column)
            self.add(_Measured(scalar), event.anchor)
            return
        self.check_size(1, 1)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.open.append(_Open(is_mapping, event.anchor, self.line, self.column))

    def aliased(self, anchor: str) -> _Measured:
        if any(container.anchor == anchor for container in self.open):
            cure = "an alias may not stand inside what it names"
            raise self.error(f"the alias {shown(anchor)} contains itself", cure)
        if anchor not in self.anchors:
            cure = "an anchor &name comes before its aliases *name"
            raise self.error(f"no anchor is named {shown(anchor)}", cure)
        return self.anchors[anchor]

    def add(self, child: _Measured, anchor: str | None) -> None:
        """Put a finished node where it belongs."""
        if anchor is not None:
            self.anchors[anchor] = child
        if not self.open:
            self.root = child.node
            return
        parent = self.open[-1]
        parent.size += child.size
        parent.height = max(parent.height, child.height + 1)
        if not parent.is_mapping:
            parent.items.append(child.node)
        elif parent.key is None:
            parent.key = self.checked_key(parent, child.node)
        else:
            parent.entries[parent.key.text] = Entry(parent.key, child.node)
            parent.key = None

    def checked_key(self, parent: _Open, key: Node) -> ScalarNode:
        if not isinstance(key, ScalarNode):
            raise self.error("a key is a list or mapping", "a key is a word")
        if not key.text:
            raise self.error("a key is empty", "a key is a word")
        if key.text == "<<" and not key.quoted:
            cure = "write the keys out, or give the whole value as an alias"
            raise self.error("the merge key '<<' is not used here", cure)
        if key.text in parent.entries:
            first = parent.entries[key.text].key.line
            cure = f"it stands in line {first} already: remove one of them"
            raise self.error(f"the key {shown(key.text)} comes twice", cure)
        return key

    # Limits and messages ----------------------------------------------------------------------

    def check_size(self, size: int, height: int) -> None:
        """Count what comes, before any of it is kept."""
        if len(self.open) + height > DEEPEST:
            cure = f"lists and mappings nest at most {DEEPEST} deep"
            raise self.error("is nested too deeply", cure)
        self.count += size
        if self.count > MOST_NODES:
            cure = f"a description has at most {MOST_NODES} values, aliases written out"
            raise self.error("is too large", cure)

    def error(self, problem: str, cure: str) -> UserError:
        place = f"{self.source}:{self.line}:{self.column}"
        path = self.path()
        return UserError(f"{place}: {path}" if path else place, problem, cure)

    def path(self) -> str:
        """Spell the way from the root to the node that is being read."""
        steps = ""
        for container in self.open:
            if not container.is_mapping:
                steps += f"[{len(container.items)}]"
            elif container.key is not None:
                steps += ("." if steps else "") + path_step(container.key.text)
        return steps
