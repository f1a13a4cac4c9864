"""What the symbols mean that values are named by, for the reader of the generated code.

Each method has the records of its own symbols beside its recursion; those that every recursion uses
stand here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gen_robot.ir.graph import Label

if TYPE_CHECKING:
    from gen_robot.algorithms.method import Quantity


@dataclass(frozen=True)
class Symbols:
    """Say what values of some symbols are: {"F": "force", "N": "moment"} "on link {0}".

    The keys are patterns of symbols. {0} and {1} stand for the numbers of a value's links or joints,
    {all} for all of them; `links` is how many it has, None for two or more. A joint of several
    degrees of freedom counts as so many.
    """

    nouns: Mapping[str, str]
    of: str
    links: int | None = 1
    parts: bool = True  # whether they are vectors or tensors, named by component
    only: Quantity | None = None  # of the method's quantities, the one that they are used for

    def noun(self, label: Label) -> str | None:
        """Return what a label's value is if its symbol is among these."""
        count = len(label.links)
        fits = count == self.links if self.links is not None else count > 1
        if not fits or self.parts != bool(label.component):
            return None
        found = (noun for symbol, noun in self.nouns.items() if re.fullmatch(symbol, label.symbol))
        return next(found, None)

    def place(self, links: tuple[int, ...]) -> str:
        """Say of which links or joints."""
        return self.of.format(*links, all=" and ".join(str(link) for link in links))


EVERYWHERE = (
    Symbols({"c": "cosine", "s": "sine"}, "of the angle of joint {0}", parts=False),
    Symbols({"q": "angle"}, "of joint {0}, with its offset", parts=False),
    Symbols(
        {"c": "cosine", "s": "sine"},
        "of the sum of the angles of joints {all}",
        links=None,
        parts=False,
    ),
    Symbols({"q": "sum"}, "of the angles of joints {all}", links=None, parts=False),
    Symbols({"l": "first moment", "S": "second moments"}, "of link {0} alone"),
    Symbols({"pl": "first moment", "pS": "second moments"}, "of the load on link {0}"),
)
"""What the joints, the bodies and the loads of every recursion are called."""

UNNAMED = Symbols({"t": "a value"}, "at link {0} that no paper names", links=2, parts=False)

INERTIA_MATRIX = Symbols({"D": "element"}, "({0},{1}) of the inertia matrix", links=2, parts=False)
COMPOSITE = Symbols(
    {"phi": "first moment", "psi": "second moments"},
    "of link {0} with all that it carries",
)
VELOCITY = Symbols(
    {"omega": "angular velocity", "v": "velocity of the origin"}, "of link {0}, in its frame"
)
TORQUE = Symbols({"tau": "torque or force"}, "at joint {0}", parts=False)
SOLUTION = (
    Symbols({"b": "what accelerates"}, "joint {0}, tau - h", parts=False),
    Symbols({"qdd": "acceleration"}, "of joint {0}", parts=False),
)
ELIMINATED = Symbols(
    {"b": "what is left"}, "for joint {0} with joint {1} eliminated", links=2, parts=False
)
PIVOTS = Symbols({"d": "pivot", "di": "its inverse"}, "of joint {0}", parts=False)
