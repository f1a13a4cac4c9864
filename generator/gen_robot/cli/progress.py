"""A bar on a terminal for work of more than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Give a function that is told each step as it begins."""
    if quiet or not sys.stderr.isatty():
        yield lambda text: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit="trace", leave=False, delay=1.0) as bar:

        def progress(text: str) -> None:
            bar.set_description(text)
            bar.update()

        yield progress
