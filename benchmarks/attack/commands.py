"""Options of `gen-robot generate`, drawn for a file: those that fit, and some that do not."""

from __future__ import annotations

import re
from random import Random

from attack.hostile import EXPRESSIONS, NUMBERS, TEXTS

_NAME = re.compile(r"""name(?:="|: )([A-Za-z0-9_.:/ -]{1,64})""")
WAYS = {
    "inertia_matrix": ("crba", "gah", "noc"),
    "bias": ("rnea", "gibbs_appell"),
    "inverse_dynamics": ("rnea", "gibbs_appell"),
    "gravity": ("rnea",),
    "forward_dynamics": ("aba", "ldlt on crba+rnea", "gauss_jordan on gah+gibbs_appell"),
}
"""Some ways to the kernels that Pinocchio has; one alone is traced in a moment."""


def command(draw: Random, text: str) -> tuple[str, ...]:
    """Return options to try a file with: mostly such that it is generated quickly."""
    options = ["--no-snap"] if draw.random() < 0.8 else []
    if draw.random() < 0.99:
        kernels = draw.sample([*WAYS], draw.choice([1, 1, 1, 1, 1, 2]))
        options.append(f"--kernels={','.join(kernels)}")
        options += [f"--algorithm={kernel}={draw.choice(WAYS[kernel])}" for kernel in kernels]
    elif draw.random() < 0.3:
        options.append("--kernels=all")
    if draw.random() < 0.2:
        options += others(draw, text)
    if draw.random() < 0.05:
        options += ["--lang=c", "--lang=f77"]
    return tuple(options)


def others(draw: Random, text: str) -> list[str]:
    """Return one or two of the options that change the robot or what is written of it."""
    names = _NAME.findall(text) or ["base"]

    def name() -> str:
        return draw.choice(names) if draw.random() < 0.9 else draw.choice(TEXTS).replace("\0", "")

    every = (
        lambda: "--precision=single",
        lambda: "--friction",
        lambda: "--no-regroup",
        lambda: "--no-snap",
        lambda: "--floating",
        lambda: f"--root={name()}",
        lambda: f"--tip={name()}",
        lambda: f"--payload={name()}",
        lambda: f"--lock={name()}={draw.choice(('0', '0.3', *NUMBERS, *EXPRESSIONS))}",
        lambda: f"--name={draw.choice(['arm', *TEXTS])}".replace("\0", ""),
    )
    return [draw.choice(every)() for _ in range(draw.choice([1, 1, 2]))]
