"""Print the largest errors of the inline sines and cosines, over every multiple of pi/2 in their range.

    python benchmarks/sincos_error.py [--random N]

Arguments: every multiple of pi/2 that does not go to the library, of either sign, with two neighbours
on either side; and random ones of all sizes. The reference is GCC's library of quadruple precision.
A row is a compiler with its flags; errors are in units in the last place, of sines and of cosines.
Ends with 1 if one is above 1. Takes some minutes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tqdm import tqdm

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "instruments"))

from arrays import Array
from sincos_probe import BUILDS, Probe, Reference, around, of_all_sizes

RECIPES = {"double": (1 << 20, 1.6e6), "widened": (1 << 20, 1.6e6), "float": (1 << 13, 12_800.0)}
"""By recipe: beyond how many quarter turns the library is asked, and some radians less than that."""

AT_ONCE = 1 << 16


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--random", type=int, default=500_000, metavar="N", help="of each size")
    asked = parser.parse_args()
    found = {recipe: _worst(recipe, asked.random) for recipe in RECIPES}
    print("".join([f"{'':24}", *(f"{recipe:>17}" for recipe in RECIPES)]))
    for build in BUILDS:
        pairs = ("{:.3f} / {:.3f}".format(*found[recipe][build]) for recipe in RECIPES)
        print("".join([f"{build:24}", *(f"{pair:>17}" for pair in pairs)]))
    return int(max(np.max(pair) for each in found.values() for pair in each.values()) > 1)


def _worst(recipe: str, random: int) -> dict[str, Array]:
    """Return by build the largest errors of sines and of cosines."""
    with tempfile.TemporaryDirectory() as folder:
        places = {build: Path(folder) / str(k) for k, build in enumerate(("", *BUILDS))}
        for place in places.values():
            place.mkdir()
        reference = Reference(places[""])
        probes = {build: Probe(places[build], build, recipe) for build in BUILDS}
        worst = {build: np.zeros(2) for build in BUILDS}
        for x in tqdm(list(_arguments(recipe, random)), desc=recipe, unit="part", leave=False):
            exact = reference(x.astype(next(iter(probes.values())).dtype))
            for build, probe in probes.items():
                worst[build] = np.maximum(worst[build], exact.worst(probe))
        return worst


def _arguments(recipe: str, random: int) -> Iterator[Array]:
    """Yield arguments in parts of a multiple of four."""
    turns, radians = RECIPES[recipe]
    part = min(AT_ONCE, turns)
    for start in range(-turns, turns, part):
        yield around(np.arange(start, start + part))
    for seed in range(0, random, AT_ONCE):
        yield of_all_sizes(AT_ONCE, seed, radians)


if __name__ == "__main__":
    sys.exit(main())
