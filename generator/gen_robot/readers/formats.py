"""The formats of robot files, told apart by what a file holds rather than by its name.

A text that begins as XML does is XML, and its root element says which format; any other is YAML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gen_robot.description.description import Description
from gen_robot.readers import xacro, xml_tree, yaml_tree
from gen_robot.readers.text_file import printable
from gen_robot.readers.urdf_reader import read_urdf
from gen_robot.readers.xacro import refused_root
from gen_robot.readers.xml_tree import root_element
from gen_robot.readers.yaml_reader import read_yaml


class Reader(Protocol):
    """Reads a robot from the text of a file; the path is for names, messages, and what it includes."""

    def __call__(self, path: Path, text: str, *, snap: bool = True) -> Description: ...


@dataclass(frozen=True)
class Format:
    """Say how a format is recognised, and who reads it."""

    name: str
    read: Reader
    root: str = ""  # the tag of the root element, if it is XML
    ending: str = ""  # of files that are meant to be XML, whatever they hold


def _read_mjcf(path: Path, text: str, *, snap: bool = True) -> Description:
    from gen_robot.readers.mjcf_reader import read_mjcf  # with NumPy, which takes its time

    return read_mjcf(path, text, snap=snap)


YAML = Format("YAML", read_yaml)
URDF = Format("URDF", read_urdf, "robot", ".urdf")
MJCF = Format("MJCF", _read_mjcf, "mujoco", ".mjcf")
FORMATS = (YAML, URDF, MJCF)

_XML = {each.root: each for each in FORMATS if each.root}
_XML_ENDINGS = {".xml", xacro.ENDING, *(each.ending for each in _XML.values())}

_PARTS = ("mujocoinclude",)

# Not `<` alone, with which YAML's merge key begins, too.
_BEGINNING = re.compile(r"[\s\ufeff]*<[?!A-Za-z_]")


def format_of(path: Path, text: str) -> Format:
    """Return the format of a file, from its text."""
    if not _is_xml(path, text):
        return YAML
    source = printable(path.name)
    root = root_element(text, source)
    if root.tag not in _XML:
        known = " or ".join(f"<{tag}> ({each.name})" for tag, each in _XML.items())
        part = "; this is a part that such files include" if root.tag in _PARTS else ""
        raise refused_root(root, path, source, f"a robot in XML is one element {known}{part}")
    return _XML[root.tag]


def size_limit(path: Path, beginning: str) -> int:
    """Return how many bytes a file that begins so may have."""
    return (xml_tree if _is_xml(path, beginning) else yaml_tree).LARGEST_FILE


def _is_xml(path: Path, text: str) -> bool:
    """Tell whether a text is XML, or meant to be: then it is refused as such."""
    return bool(_BEGINNING.match(text)) or path.suffix.lower() in _XML_ENDINGS
