"""A bar on a terminal for work of more than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from gen_robot.kernels import ALL, EVERY_KERNEL, KERNELS
from gen_robot.kernels.way import algorithms

DELAY = 1.0
"""Seconds that work may take before a bar is shown."""


def traces(names: Sequence[str]) -> int:
    """Estimate how many ways will be traced for these kernels, or groups of kernels."""
    groups = {*names}
    of_groups = {k.name for k in KERNELS.values() if groups & {k.group, ALL}}
    # Of kernels with arguments only the beginning of the name is known.
    chosen = [
        kernel
        for name, kernel in EVERY_KERNEL.items()
        if name in of_groups
        or name in names
        or (kernel.takes and any(each.startswith(f"{name}_") for each in names))
    ]
    return sum(len(algorithms(kernel)) for kernel in chosen)


@contextmanager
def progress_bar(total: int, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Give a function that is told each step as it begins."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda text: None
        return
    from threading import Timer

    from tqdm import tqdm

    with tqdm(total=total, unit="step", leave=False, delay=DELAY, mininterval=0, miniters=0) as bar:

        def progress(text: str) -> None:
            bar.set_description(text, refresh=False)
            bar.update()

        # A step that takes long may have begun before there was anything to show.
        late = Timer(DELAY + 0.1, bar.update, (0,))
        late.daemon = True
        late.start()
        try:
            yield progress
        finally:
            late.cancel()
