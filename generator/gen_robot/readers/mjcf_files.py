"""The files of a robot in MJCF: its own, those it includes, models that it attaches, meshes.

All of them are opened here, as any stranger's file is: regular, of bounded size, XML within limits.
MuJoCo is handed their content and opens nothing. Paths are relative to the file that names them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath

from gen_robot.description.description import Companion
from gen_robot.errors import UserError, shown
from gen_robot.readers.mark import Mark
from gen_robot.readers.text_file import decoded, printable, read_bytes
from gen_robot.readers.xml_tree import DEEPEST, LARGEST_FILE, MOST_ELEMENTS, Element, parse_xml

LARGEST_MESH = 64 * 1024 * 1024
MOST_BYTES = 512 * 1024 * 1024  # of all files of a robot together
ROOT = "mujoco"


@dataclass(frozen=True)
class Node:
    """Hold an element and where it stands, with what was included in the place of <include>."""

    mark: Mark[Element]
    children: list[Node]

    @property
    def tag(self) -> str:
        return self.mark.node.tag

    @property
    def attributes(self) -> dict[str, str]:
        return self.mark.node.attributes

    def all(self) -> Iterator[Node]:
        """Return this element and all inside, in the order of the file."""
        yield self
        for child in self.children:
            yield from child.all()


@dataclass(frozen=True)
class _Place:
    """Say where paths begin that a file names: at the main file's folder, else at its own."""

    main: Path
    own: Path
    source: str  # what messages call the file

    def find(self, name: str) -> Path:
        paths = [Path(os.path.normpath(folder / name)) for folder in (self.main, self.own)]
        return next((path for path in paths if path.exists()), paths[0])


@dataclass
class Files:
    """Read the files of one robot, and remember which."""

    folder: Path  # of the robot's own file
    sums: dict[str, str] = field(default_factory=dict)
    size: int = 0  # of all of them, in bytes
    elements: int = 0

    @property
    def companions(self) -> tuple[Companion, ...]:
        return tuple(Companion(path, self.sums[path]) for path in sorted(self.sums))

    def tree(self, path: Path, text: str, source: str) -> Node:
        """Return the elements of a model's text, with all that it includes."""
        return self._expanded(
            _Place(path.parent, path.parent, source), parse_xml(text, source), {path}
        )

    def model(self, path: Path, at: Mark[Element]) -> Node:
        """Return the elements of a model in a file of its own."""
        tree = self.tree(path, *self._text(path, at))
        if tree.tag != ROOT:
            raise tree.mark.error(f"is the element {shown(tree.tag, 30)}", f"a model is <{ROOT}>")
        return tree

    def content(self, path: Path, at: Mark[Element]) -> bytes:
        """Return the bytes of a file that an element names."""
        return self._read(path, at, LARGEST_MESH)

    def _text(self, path: Path, at: Mark[Element]) -> tuple[str, str]:
        """Return the text of a file that an element names, and what messages call it."""
        return decoded(path, self._read(path, at, LARGEST_FILE)), printable(self._named(path))

    def _expanded(
        self, place: _Place, element: Element, included: set[Path], depth: int = 1
    ) -> Node:
        """Put what is included in its place."""
        mark = Mark(place.source, element)
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise mark.error("is too large", f"at most {MOST_ELEMENTS} elements are read")
        if depth > DEEPEST:
            raise mark.error("is nested too deeply", f"elements nest at most {DEEPEST} deep")
        children: list[Node] = []
        for child in element.children:
            if child.tag != "include":
                children.append(self._expanded(place, child, included, depth + 1))
                continue
            at = Mark(place.source, child, "include")
            name = relative(at, "file")
            path = place.find(name)
            if path in included:
                raise at.error(f"includes {shown(name)} again", "a file is included once")
            included.add(path)
            text, called = self._text(path, at)
            inside = _Place(place.main, path.parent, called)
            # Its root stands for the element that includes it.
            children += self._expanded(inside, parse_xml(text, called), included, depth).children
        return Node(mark, children)

    def _named(self, path: Path) -> str:
        """Return the way to a file from the folder of the robot's own."""
        return Path(os.path.relpath(path, self.folder)).as_posix()

    def _read(self, path: Path, at: Mark[Element], limit: int) -> bytes:
        try:
            content = read_bytes(path, lambda *_: limit)
        except UserError as error:
            found = f"names {shown(self._named(path))}, which {_said(error.problem)}"
            raise at.error(found, error.cure) from None
        name = self._named(path)
        self.size += len(content) if name not in self.sums else 0
        if self.size > MOST_BYTES:
            cure = f"the files of a robot have at most {MOST_BYTES // 1024**2} MiB together"
            raise at.error("is one file too many", cure)
        self.sums[name] = sha256(content).hexdigest()
        return content


def relative(at: Mark[Element], attribute: str) -> str:
    """Return the path that an attribute gives, which begins at the file that it stands in."""
    text = at.node.attributes.get(attribute, "")
    # Other programs' paths may have the separators of Windows.
    path = PurePosixPath(text.replace("\\", "/"))
    if not text:
        raise at.error(f"has no attribute '{attribute}'", f'write {attribute}="..."')
    if path.is_absolute() or ":" in text or not text.isprintable():
        found = f"has {attribute} {shown(text)}"
        raise at.error(found, "a path begins at the folder of the robot's file, as in ../meshes")
    return path.as_posix()


def _said(problem: str) -> str:
    return "is not there" if problem == "no such file" else problem
