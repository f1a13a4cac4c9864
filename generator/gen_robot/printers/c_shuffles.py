"""Which elements of two vectors go where when a batch turns states into columns and back.

Vectors are put together from granules of 128 bits. Within granules rows and columns are exchanged by
rounds in which neighbours are interleaved, first numbers, then pairs; no number leaves its granule, so
the processor needs no shuffle that crosses them.
"""

from __future__ import annotations


def interleaved(lanes: int, granule: int, run: int, upper: bool) -> str:
    """Name, within each granule, runs of its lower or upper half, of two vectors in turn."""
    places: list[int] = []
    for start in range(0, lanes, granule):
        half = start + (granule // 2 if upper else 0)
        for place in range(half, half + granule // 2, run):
            for vector in (0, lanes):
                places += range(vector + place, vector + place + run)
    return ", ".join(str(place) for place in places)


def taken(lanes: int, granule: int, part: int, vectors: int) -> str:
    """Name one granule of each vector."""
    first = part * granule
    starts = [lanes * vector + first for vector in range(vectors)]
    return ", ".join(str(start + place) for start in starts for place in range(granule))


def every(lanes: int) -> str:
    """Name all elements of one vector."""
    return ", ".join(str(place) for place in range(lanes))
