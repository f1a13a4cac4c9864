"""The formats of robot files, told apart by what a file holds rather than by its name.

A text that begins as XML does is XML, and its root element says which format; any other is YAML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gen_robot.description.description import Description
from gen_robot.errors import shown
from gen_robot.readers import xml_tree, yaml_tree
from gen_robot.readers.mark import Mark
from gen_robot.readers.text_file import printable
from gen_robot.readers.urdf_reader import read_urdf
from gen_robot.readers.xml_tree import root_element
from gen_robot.readers.yaml_reader import read_yaml


class Reader(Protocol):
    """Reads a robot from the text of a file; the path is for names and messages alone."""

    def __call__(self, path: Path, text: str, *, snap: bool = True) -> Description: ...


@dataclass(frozen=True)
class Format:
    """Say how a format is recognised, and who reads it."""

    name: str
    root: str  # the tag of its root element
    ending: str  # of files that are meant to be in it, whatever they hold
    read: Reader


YAML = Format("YAML", "", ".yaml", read_yaml)
XML = (Format("URDF", "robot", ".urdf", read_urdf),)

# Not `<` alone, with which YAML's merge key begins, too.
_BEGINNING = re.compile(r"\s*<[?!A-Za-z_]")


def format_of(path: Path, text: str) -> Format:
    """Return the format of a file, from its text."""
    if not (_BEGINNING.match(text) or _is_meant_as_xml(path)):
        return YAML
    source = printable(path.name)
    root = root_element(text, source)
    for each in XML:
        if each.root == root.tag:
            return each
    known = " or ".join(f"<{each.root}> ({each.name})" for each in XML)
    found = f"is the element {shown(root.tag, 30)}"
    raise Mark(source, root).error(found, f"a robot in XML is one element {known}")


def size_limit(path: Path, beginning: str) -> int:
    """Return how many bytes a file that begins so may have."""
    if _BEGINNING.match(beginning) or _is_meant_as_xml(path):
        return xml_tree.LARGEST_FILE
    return yaml_tree.LARGEST_FILE


def _is_meant_as_xml(path: Path) -> bool:
    return path.suffix.lower() in [".xml", *(each.ending for each in XML)]
