"""What MuJoCo is given of a robot in MJCF: one text a model, and the meshes, by names of our own.

Includes are in their places, and each element has a line of its own, by which messages lead back to
the user's files. What says nothing of a robot's motion is left out where it would open files, run for
long or need code of others: textures, skins, sensors, plugins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import quoteattr

from gen_robot.readers.mark import Mark
from gen_robot.readers.mjcf_files import Files, Node, relative
from gen_robot.readers.xml_tree import Element

_MEANINGLESS = {
    "texture",
    "layer",
    "skin",
    "sensor",
    "keyframe",
    "custom",
    "extension",
    "lengthrange",
}
"""Elements that nothing of what is read depends on."""

_PATHS = ("assetdir", "meshdir", "texturedir", "strippath")
_UNREAD = {
    "compiler": _PATHS,
    "hfield": ("file", "content_type", "elevation"),
}
_MAKERS = ("composite", "flexcomp")  # of bodies, as many as they count
_ENDLESS = 1e9
_MESHES = ("mesh", "flexcomp")
_MOST_MODELS = 100

_MOST_REPEATED = 10_000
"""Elements that repetition and attachment make; MuJoCo's time goes with the square of their number."""

_FINEST = 100  # divisions of a sphere that MuJoCo makes a mesh of

# The ranges of muscles' lengths are found by simulation, and not needed here.
_NO_SIMULATION = '<compiler><lengthrange mode="none"/></compiler>'


@dataclass
class Texts:
    """Hold the texts of a robot's models, the first of which attaches the others."""

    main: str = ""
    models: dict[str, bytes] = field(default_factory=dict)
    meshes: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # what the files call ours
    marks: list[Mark[Element]] = field(default_factory=list)  # of each line; no two texts share one
    plugins: list[str] = field(default_factory=list)  # left out

    def mark(self, line: int) -> Mark[Element] | None:
        """Return what stands in the user's files where these texts have a line."""
        return self.marks[line - 1] if 0 < line <= len(self.marks) else None


def texts(tree: Node, path: Path, files: Files) -> Texts:
    """Return the texts that say what a robot's own file and all others of it say."""
    made = Texts()
    model = _Model(tree, path.parent, files, made)
    made.main = model.text(last=_NO_SIMULATION)
    return made


class _Model:
    """Write one model; those that it attaches come first."""

    def __init__(self, tree: Node, folder: Path, files: Files, made: Texts, depth: int = 0) -> None:
        self.tree = tree
        self.folder = folder
        self.files = files
        self.made = made
        self.depth = depth
        self.attached: dict[str, int] = {}  # how many elements a model has, by its name
        self.aliases: dict[int, str] = {}  # of files, by the element that names them
        self.meshes = folder / _mesh_folder(tree)
        self.strips = _is_stripped(tree)
        self.elements = self.repeated = 0
        for node in tree.all():
            if node.tag == "model":
                self._add_model(node)

    def text(self, last: str = "") -> str:
        # Lines of models before are left empty: a number of a line is that of one text only.
        lines = [""] * len(self.made.marks)
        self._write(self.tree, lines, 1, last)
        return "\n".join(lines) + "\n"

    # Files --------------------------------------------------------------------------------------

    def _add_model(self, node: Node) -> None:
        mark, made = node.mark, self.made
        path = self.folder / relative(mark, "file")
        if len(made.models) == _MOST_MODELS or self.depth == _MOST_MODELS:
            raise mark.error("is one model too many", f"at most {_MOST_MODELS} are attached")
        tree = self.files.model(path, mark)
        model = _Model(tree, path.parent, self.files, made, self.depth + 1)
        text = model.text()
        alias = f"model_{len(made.models)}.xml"
        made.models[alias] = text.encode()
        made.names[alias] = node.attributes["file"]
        self.aliases[id(node)] = alias
        name = node.attributes.get("name") or tree.attributes.get("model", "")
        self.attached[name] = model.elements

    def _mesh_alias(self, node: Node) -> str:
        made, mark = self.made, node.mark
        given = PurePosixPath(relative(mark, "file"))
        path = self.meshes / (given.name if self.strips else given)
        alias = f"mesh_{len(made.meshes)}{given.suffix.lower()}"
        made.meshes[alias] = self.files.content(path, mark)
        made.names[alias] = node.attributes["file"]
        return alias

    # Elements -----------------------------------------------------------------------------------

    def _write(self, node: Node, lines: list[str], times: int, last: str = "") -> None:
        """Write an element that comes so many times."""
        self._count(node, times)
        if node.tag == "plugin":
            self.made.plugins.append(node.attributes.get("plugin", node.attributes.get("name", "")))
        if node.tag in _MEANINGLESS or node.tag == "plugin":
            return
        attributes = "".join(f" {k}={quoteattr(v)}" for k, v in self._attributes(node))
        self._add_line(f"<{node.tag}{attributes}>", node, lines)
        inside = times * _repeated(node)
        for child in node.children:
            self._write(child, lines, inside)
        self._add_line(f"{last}</{node.tag}>", node, lines)

    def _add_line(self, text: str, node: Node, lines: list[str]) -> None:
        lines.append(text)
        self.made.marks.append(node.mark)

    def _attributes(self, node: Node) -> Iterator[tuple[str, str]]:
        given = dict(node.attributes)
        given.pop("texture", None)
        name = given.get("file")
        for unread in _UNREAD.get(node.tag, ()):
            given.pop(unread, None)
        if node.tag == "hfield":
            given |= {"nrow": "2", "ncol": "2"}
        if node.tag == "model":
            given["file"] = self.aliases[id(node)]
        if node.tag in _MESHES and name is not None:
            given["file"] = self._mesh_alias(node)
        if name is not None and node.tag in ("mesh", "hfield"):
            given.setdefault("name", PurePosixPath(name.replace("\\", "/")).stem)
        return iter(given.items())

    def _count(self, node: Node, times: int) -> None:
        """Demand that what is repeated and attached stays within limits."""
        self.elements += times
        self.repeated += times - 1
        if node.tag in _MAKERS:
            self.repeated += times * _repeated(node)
        if node.tag == "attach":
            copied = times * self.attached.get(node.attributes.get("model", ""), 1)
            self.elements += copied
            self.repeated += copied
        if self.repeated > _MOST_REPEATED:
            cure = f"repetition may make {_MOST_REPEATED} elements"
            raise node.mark.error("makes too many elements", cure)
        if node.tag == "mesh" and any(size > _FINEST for size in _words(node, "params")):
            raise node.mark.error("is too fine", f"params are at most {_FINEST}")


def _repeated(node: Node) -> int:
    """Return how often an element makes what is inside it, or of itself."""
    counts = _words(node, "count") if node.tag in ("replicate", *_MAKERS) else []
    return max(1, int(min(prod(counts), _ENDLESS)))


def _words(node: Node, attribute: str) -> list[float]:
    """Return the numbers of an attribute; of one that has others, MuJoCo says what is wrong."""
    try:
        found = [float(word) for word in node.attributes.get(attribute, "").split()]
        return [min(max(0.0, each), _ENDLESS) if each == each else 0.0 for each in found]
    except ValueError:
        return []


def _mesh_folder(tree: Node) -> str:
    """Return the folder of meshes, which the last compiler that names one says."""
    found = "."
    for node in tree.children:
        if node.tag == "compiler":
            for key in ("assetdir", "meshdir"):
                if node.attributes.get(key):
                    found = relative(node.mark, key)
    return found


def _is_stripped(tree: Node) -> bool:
    """Tell whether only the last part of a path to a mesh counts."""
    given = [n.attributes.get("strippath") for n in tree.children if n.tag == "compiler"]
    return next((each for each in reversed(given) if each), "false") == "true"
