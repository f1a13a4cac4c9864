"""What all tests share: golden files, cheap builds, small robots, their order; few collections."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cheap_builds import builds as builds
from cheap_builds import compiled as compiled
from cheap_builds import generations as generations
from cheap_builds import root as root
from golden_files import accept, difference
from quick_library import small as small

TESTS = Path(__file__).resolve().parent

Golden = Callable[..., None]


def pytest_configure() -> None:
    """Collect garbage seldom: models and graphs are kept for the whole run, and walked each time."""
    gc.set_threshold(200_000, 20, 100)


def pytest_unconfigure() -> None:
    """Leave at once: what is kept needs no last look."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of a file to one worker, which makes what they share once; pages come first.

    Those run whole programs, a minute some of them: a worker that had one last would be waited for.
    """
    items.sort(key=lambda item: len(item.path.relative_to(TESTS).parts))
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(str(item.path.relative_to(TESTS))))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="accept what is generated now: write the golden files instead of comparing with them",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return what fails unless a folder holds exactly these texts; golden/<test's name> by default."""

    def check(texts: Mapping[str, str], folder: Path | None = None) -> None:
        own = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
        folder = folder or request.path.parent / "golden" / own
        if request.config.getoption("--update-golden"):
            accept(folder, texts)
            return
        found = difference(folder, texts)
        if found:
            cure = f"pytest '{request.node.nodeid}' --update-golden"
            pytest.fail(f"{found}\n\nIf this is meant, accept it: {cure}", pytrace=False)

    return check
