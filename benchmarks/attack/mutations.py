"""Ways to spoil a robot's file; each takes what it draws from a seeded stream alone."""

from __future__ import annotations

from random import Random

from attack import structure, values
from attack.hostile import BYTES
from attack.places import Mutation, at_place

GENTLE: dict[str, Mutation] = {
    "a digit": at_place(values.NUMBER, values.near),
    "a sign": at_place(values.NUMBER, values.negated),
    "another number": at_place(values.NUMBER, values.drawn),
    "almost nothing": at_place(values.NUMBER, values.tiny),
    "another size": at_place(values.NUMBER, values.scaled),
    "another value": values.other_value,
    "a line dropped": structure.lines(structure.drop),
    "an attribute dropped": structure.drop_attribute,
    "an element dropped": structure.drop_element,
    "elements swapped": structure.swap_elements,
    "lines moved": structure.lines(structure.move),
}
"""What may leave a robot that can be read."""

HARSH: dict[str, Mutation] = {
    "a hostile number": at_place(values.NUMBER, values.hostile_number),
    "an expression": at_place(values.NUMBER, values.expression),
    "a word misspelt": at_place(values.WORD, values.misspelt),
    "a hostile text": at_place(values.WORD, values.hostile_text),
    "a hostile value": values.hostile_value,
    "another word": values.other_word,
    "lines doubled": structure.lines(structure.double),
    "lines swapped": structure.lines(structure.swap),
    "an indent": structure.lines(structure.indent),
    "a foreign piece": structure.insert,
    "an attribute doubled": structure.double_attribute,
    "an element doubled": structure.double_element,
    "nested": structure.nest,
    "anchors and entities": structure.anchors,
    "lengthened": structure.lengthen,
    "cut off": structure.cut,
}
"""What seldom does."""


def spoiled_bytes(draw: Random, content: bytes) -> bytes:
    """Change bytes without a thought of what they mean."""
    k = draw.randint(0, len(content))
    match draw.randrange(4):
        case 0:
            return content[:k] + draw.choice(BYTES) + content[k:]
        case 1:
            return content[:k] + draw.randbytes(draw.choice([1, 2, 8])) + content[k + 1 :]
        case 2:
            return content[:k] + content[k + draw.choice([1, 4, 40]) :]
        case _:
            return content.decode().encode(draw.choice(["utf-16", "utf-32", "utf-8-sig", "cp037"]))
