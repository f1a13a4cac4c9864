"""Mutations of lines, elements and the structure that they make."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from attack.hostile import XML_PIECES, YAML_LINES
from attack.places import YAML_VALUE, Mutation, at_place, drawn_place, is_xml, replaced

_XML_ATTRIBUTE = re.compile(r' [a-z]+="[^"]*"')
_XML_ELEMENT = re.compile(r"<([a-z]+)\b[^<>]*/>|<([a-z]+)\b[^<>]*>[^<]*(?:<[^<>]*/>[^<]*)*</\2>")
_LONGEST = 2**20  # no mutation doubles a text beyond


def lines(change: Callable[[Random, list[str]], None]) -> Mutation:
    """Return the mutation that changes a text's lines in place."""

    def mutation(draw: Random, text: str) -> str:
        lines = text.splitlines(keepends=True)
        if lines and len(text) < _LONGEST:
            change(draw, lines)
        return "".join(lines)

    return mutation


def drop(draw: Random, lines: list[str]) -> None:
    k = draw.randrange(len(lines))
    del lines[k : k + draw.choice([1, 1, 1, 2, 5])]


def double(draw: Random, lines: list[str]) -> None:
    k = draw.randrange(len(lines))
    part = lines[k : k + draw.choice([1, 1, 3, 8])]
    lines[k:k] = part * draw.choice([1, 1, 1, 3])


def swap(draw: Random, lines: list[str]) -> None:
    j, k = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[j], lines[k] = lines[k], lines[j]


def move(draw: Random, lines: list[str]) -> None:
    k, size = draw.randrange(len(lines)), draw.choice([1, 3, 8])
    part = lines[k : k + size]
    del lines[k : k + size]
    place = draw.randint(0, len(lines))
    lines[place:place] = part


def indent(draw: Random, lines: list[str]) -> None:
    k = draw.randrange(len(lines))
    lines[k] = draw.choice([f" {lines[k]}", lines[k].lstrip(" "), f"\t{lines[k]}", lines[k][1:]])


def insert(draw: Random, text: str) -> str:
    """Put in a line or piece of the language, where it does not belong."""
    k = draw.randint(0, len(text))
    if is_xml(text):
        if draw.random() < 0.7:
            k = text.find(">", k) + 1
        return text[:k] + draw.choice(XML_PIECES) + text[k:]
    k = text.rfind("\n", 0, k) + 1
    return text[:k] + " " * draw.choice([0, 0, 2, 4]) + draw.choice(YAML_LINES) + "\n" + text[k:]


# Structure --------------------------------------------------------------------------------------


def double_attribute(draw: Random, text: str) -> str:
    found = drawn_place(draw, _XML_ATTRIBUTE, text)
    return replaced(text, found.span(), found.group() * 2) if found else text


def drop_attribute(draw: Random, text: str) -> str:
    return at_place(_XML_ATTRIBUTE, lambda *_: "")(draw, text)


def drop_element(draw: Random, text: str) -> str:
    return at_place(_XML_ELEMENT, lambda *_: "")(draw, text)


def double_element(draw: Random, text: str) -> str:
    return at_place(_XML_ELEMENT, lambda _, element: element * 2)(draw, text)


def swap_elements(draw: Random, text: str) -> str:
    found = list(_XML_ELEMENT.finditer(text))
    if len(found) < 2:
        return lines(swap)(draw, text)
    first, second = sorted(draw.sample(found, 2), key=re.Match.start)
    text = replaced(text, second.span(), first.group())
    return replaced(text, first.span(), second.group())


def nest(draw: Random, text: str) -> str:
    """Wrap a value or element in many others."""
    depth = draw.choice([1, 10, 30, 60, 1000, 20_000])
    if is_xml(text):
        return at_place(_XML_ELEMENT, lambda _, e: "<a>" * depth + e + "</a>" * depth)(draw, text)
    before, after = draw.choice([("[", "]"), ("{a: ", "}"), ("(", ")"), ("- ", "")])
    return at_place(YAML_VALUE, lambda _, v: before * depth + v + after * depth)(draw, text)


def anchors(draw: Random, text: str) -> str:
    """Name a value and use it elsewhere; or let every alias stand for ten others."""
    if is_xml(text):
        laughs = "".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10}">' for k in range(1, 9))
        return f'<!DOCTYPE robot [<!ENTITY a0 "x">{laughs}]>' + text.replace(
            'name="', 'name="&a8;', 1
        )
    if draw.random() < 0.3:
        laughs = "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]\n" for k in range(1, 9))
        return f"a0: &a0 [x]\n{laughs}{text}"
    values = list(YAML_VALUE.finditer(text))
    if len(values) < 2:
        return text
    first, second = sorted(draw.sample(values, 2), key=re.Match.start)
    text = replaced(text, second.span(), "*here")
    return replaced(text, first.span(), f"&here {first.group()}")


def lengthen(draw: Random, text: str) -> str:
    """Repeat a part of the text many times, up to a megabyte."""
    j, k = sorted((draw.randint(0, len(text)), draw.randint(0, len(text))))
    part = text[j : min(k, j + 300)]
    times = draw.choice([10, 300, 5000])
    return text[:j] + part * min(times, _LONGEST // max(1, len(part))) + text[j:]


def cut(draw: Random, text: str) -> str:
    return text[: draw.randint(0, len(text))]
