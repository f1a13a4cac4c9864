"""Other numbers in a YAML file: a text is changed where they stand, or where they are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import yaml

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import SymMat3, complement, square
from gen_robot.description.description import Inertial
from gen_robot.description.expression import parse
from gen_robot.errors import UserError, shown
from gen_robot.identification.link_changes import BodyChange, DriveChange
from gen_robot.identification.text_edits import TextEdit, same, spelled
from gen_robot.model.drives import COULOMB, ROTOR, VISCOUS
from gen_robot.readers.yaml_fields import Cursor, Parameters, named_values
from gen_robot.readers.yaml_parameters import read_parameters
from gen_robot.readers.yaml_tree import parse_tree

_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
Change = tuple[Number, Number]
"""A number before and after."""

_FRICTION = {VISCOUS.name: "viscous", COULOMB.name: "coulomb"}


def yaml_edits(
    text: str,
    source: str,
    root: str,
    bodies: Sequence[BodyChange],
    drives: Sequence[DriveChange],
) -> list[TextEdit]:
    """Return the changes of a text that readers have read; `root` is what the base is called."""
    file = _File(text, source)
    links = file.links()
    for change in bodies:
        mapping = links.get(change.link) or (file.base() if change.link == root else None)
        if mapping is None:
            raise UserError(
                source, f"has no link {shown(change.link)}", "give the robot's own file"
            )
        _change_body(file, mapping, change)
    for drive in drives:
        _change_drive(file, links[drive.link], drive)
    return file.edits


def _change_body(file: _File, link: yaml.MappingNode, change: BodyChange) -> None:
    before, after = change.before, change.after
    file.set_numbers(link, {"mass": (before.mass, after.mass)})
    file.set_list(link, "com", [*before.com], [*after.com])
    inertia = file.value(link, "inertia")
    about = file.value(inertia, "about") if inertia is not None else None
    at_origin = about is not None and about.value == "origin"
    old, new = (_tensor(body, at_origin) for body in (before, after))
    pairs = zip(_ELEMENTS, zip(old, new, strict=True), strict=True)
    file.set_inside(link, "inertia", dict(pairs))


def _tensor(body: Inertial, at_origin: bool) -> SymMat3:
    return body.inertia + complement(square(body.com)) * body.mass if at_origin else body.inertia


def _change_drive(file: _File, link: yaml.MappingNode, change: DriveChange) -> None:
    numbers = {name: (change.before[name], new) for name, new in change.after.items()}
    friction = {key: numbers[name] for name, key in _FRICTION.items() if name in numbers}
    file.set_inside(link, "friction", friction)
    if ROTOR.name in numbers:
        rotor = file.value(link, "rotor")
        # The gear ratio stays: the rotor's own inertia is felt by its square.
        ratio = file.number(rotor, "gear_ratio", ONE) if rotor is not None else ONE
        before, after = (x / (ratio * ratio) for x in numbers[ROTOR.name])
        file.set_inside(link, "rotor", {"inertia": (before, after)})


class _File:
    """Find values in a text by their keys, and note what becomes of them."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        assert root is not None, "readers have read it"
        self.root = root
        self.edits: list[TextEdit] = []
        self._uses: Counter[int] = Counter()
        self._count(self.root)

    # Finding ------------------------------------------------------------------------------------

    def links(self) -> dict[str, yaml.MappingNode]:
        rows = self.value(self.root, "links")
        assert isinstance(rows, yaml.SequenceNode), "readers have read it"
        return {_text(self.value(row, "name")): row for row in rows.value}

    def base(self) -> yaml.MappingNode | None:
        base = self.value(self.root, "base")
        return base if isinstance(base, yaml.MappingNode) else None

    def value(self, mapping: yaml.Node | None, key: str) -> yaml.Node | None:
        """Return the value of a key, if there is one."""
        assert isinstance(mapping, yaml.MappingNode), "readers have read it"
        return next((value for own, value in mapping.value if own.value == key), None)

    def number(self, mapping: yaml.Node, key: str, otherwise: Number) -> Number:
        """Return a number that the file gives, which may be an expression."""
        found = self.value(mapping, key)
        return otherwise if found is None else parse(_text(found), self._parameters())

    def _parameters(self) -> Parameters:
        tree = Cursor(self.source, parse_tree(self.text, self.source))
        given = named_values(tree, "a robot").get("parameters")
        return read_parameters(given) if given else {}

    # Changing -----------------------------------------------------------------------------------

    def set_numbers(self, mapping: yaml.Node, numbers: Mapping[str, Change]) -> None:
        """Replace numbers that have changed, or add them where their keys are missing."""
        missing = {}
        for key, after in _changed(numbers).items():
            value = self.value(mapping, key)
            if value is None:
                missing[key] = spelled(after)
            else:
                self._replace(value, after)
        self._add(mapping, missing)

    def set_inside(self, mapping: yaml.Node, key: str, numbers: Mapping[str, Change]) -> None:
        """Do so with numbers of a mapping that is the value of a key, or add it."""
        inner = self.value(mapping, key)
        if inner is not None:
            self.set_numbers(inner, numbers)
            return
        if changed := _changed(numbers):
            given = ", ".join(f"{name}: {spelled(x)}" for name, x in changed.items())
            self._add(mapping, {key: f"{{{given}}}"})

    def set_list(
        self, mapping: yaml.Node, key: str, before: Sequence[Number], after: Sequence[Number]
    ) -> None:
        """Replace the numbers of a list that have changed, or add it."""
        size = max(map(abs, (*before, *after)))
        changed = [not same(a, b, size) for a, b in zip(before, after, strict=True)]
        value = self.value(mapping, key)
        if value is None and any(changed):
            self._add(mapping, {key: f"[{', '.join(map(spelled, after))}]"})
        elif isinstance(value, yaml.SequenceNode):
            for item, number, is_other in zip(value.value, after, changed, strict=True):
                if is_other:
                    self._replace(item, number)

    def _add(self, mapping: yaml.Node, texts: Mapping[str, str]) -> None:
        """Add keys: on lines of their own, or inside the braces."""
        if not texts:
            return
        self._refuse_shared(mapping)
        assert isinstance(mapping, yaml.MappingNode), "readers have read it"
        added = [f"{key}: {text}" for key, text in texts.items()]
        if mapping.flow_style:
            end = mapping.end_mark.index - 1  # the brace
            inside = self.text[mapping.start_mark.index + 1 : end].rstrip()
            comma = ", " if inside and not inside.endswith(",") else ""
            place = mapping.start_mark.index + 1 + len(inside)
            self.edits.append(TextEdit(place, place, comma + ", ".join(added)))
            return
        own, value = next(
            (own, value)
            for own, value in mapping.value
            if isinstance(value, yaml.ScalarNode) and value.end_mark.line == own.start_mark.line
        )
        line_end = self.text.find("\n", value.end_mark.index)
        place = len(self.text) if line_end < 0 else line_end
        place -= self.text[place - 1 : place] == "\r"
        end_of_line = "\r\n" if "\r\n" in self.text else "\n"
        indent = " " * own.start_mark.column
        lines = "".join(f"{end_of_line}{indent}{each}" for each in added)
        self.edits.append(TextEdit(place, place, lines))

    def _replace(self, value: yaml.Node, number: Number) -> None:
        self._refuse_shared(value)
        start, end = value.start_mark.index, value.end_mark.index
        self.edits.append(TextEdit(start, end, spelled(number)))

    def _refuse_shared(self, node: yaml.Node) -> None:
        """Refuse to change what an alias says elsewhere, too."""
        if self._uses[id(node)] > 1:
            place = f"{self.source}:{node.start_mark.line + 1}:{node.start_mark.column + 1}"
            found = "is used elsewhere, too, by an alias"
            raise UserError(place, found, "write the value out in both places")

    def _count(self, node: yaml.Node) -> None:
        self._uses[id(node)] += 1
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self._count(key)
                self._count(value)
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self._count(item)


def _changed(numbers: Mapping[str, Change]) -> dict[str, Number]:
    """Return those of a few numbers of one kind that have changed by more than rounding."""
    size = max((abs(x) for pair in numbers.values() for x in pair), default=ZERO)
    return {name: after for name, (b, after) in numbers.items() if not same(b, after, size)}


def _text(node: yaml.Node | None) -> str:
    assert isinstance(node, yaml.ScalarNode), "readers have read it"
    return str(node.value)
