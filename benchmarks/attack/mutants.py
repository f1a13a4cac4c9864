"""Mutants: originals, spoiled once or a few times, with a command to be given to; all from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from random import Random

from attack.commands import command
from attack.mutations import GENTLE, HARSH, spoiled_bytes

ORIGINALS = Path(__file__).parent / "originals"
SHIPPED = ("planar3", "scara", "stanford", "two_link")
INSTALLED = ("double_pendulum", "TwoDofs", "iris", "borinot_flying_arm_2")
"""Short names of real files, taken if the packages that hold them are installed."""

_SMALL = 4
"""How much more often the small files of this folder are drawn than each of the others."""


@dataclass(frozen=True)
class Mutant:
    """Hold a file to be tried: its name, its bytes, what was done to it, and options to try it with."""

    number: int
    original: str
    content: bytes
    mutations: tuple[str, ...]
    options: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"mutant{self.number}{Path(self.original).suffix}"

    @property
    def is_urdf(self) -> bool:
        return self.original.endswith(".urdf")


def mutant(seed: int, number: int) -> Mutant:
    """Return one mutant, the same for the same seed and number."""
    draw = Random(f"{seed} {number}")
    own, others = originals()
    names = [*(name for name in own for _ in range(_SMALL)), *others]
    name = draw.choice(names)
    text = (own | others)[name]
    applied = []
    gentle = draw.random() < 0.4
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        table = GENTLE if gentle else HARSH
        word = draw.choice(list(table))
        text = table[word](draw, text)
        applied.append(word)
    content = text.encode("utf-8", "surrogatepass")
    if draw.random() < 0.04:
        content = spoiled_bytes(draw, content)
        applied.append("bytes")
    options = command(draw, text)
    return Mutant(number, name, content, tuple(applied), options)


@cache
def originals() -> tuple[dict[str, str], dict[str, str]]:
    """Return the files to start from: those of this folder, and others."""
    own = {path.name: path.read_text(encoding="utf-8") for path in sorted(ORIGINALS.iterdir())}
    others: dict[str, str] = {}
    for name in SHIPPED:
        with as_file(files("gen_robot") / "robots" / f"{name}.yaml") as path:
            others[path.name] = path.read_text(encoding="utf-8")
    from urdf_robots import urdf_files

    installed = urdf_files()
    for name in INSTALLED:
        if name in installed:
            others[f"{name}.urdf"] = installed[name].read_text(encoding="utf-8")
    return own, others
