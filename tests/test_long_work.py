"""Room for long work is shared by threads: nobody loses it to another, and all is as it was after."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread

import pytest

from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import generate, generate_described
from gen_robot.readers.robot_files import read
from random_robots import random_robot

LINKS = 1000


@pytest.fixture(autouse=True)
def all_is_as_it_was() -> Iterator[None]:
    before = sys.getrecursionlimit(), gc.isenabled(), gc.get_threshold()
    yield
    assert (sys.getrecursionlimit(), gc.isenabled(), gc.get_threshold()) == before


def depth(calls: int) -> int:
    return 1 + depth(calls - 1) if calls else 0


def collects() -> bool:
    return gc.isenabled() and gc.get_threshold()[0] > 0


def test_there_is_room_for_a_call_for_each_link() -> None:
    with pytest.raises(RecursionError):
        depth(10 * LINKS)
    with room_for(LINKS):
        assert depth(10 * LINKS) == 10 * LINKS
        assert not collects()


def test_work_inside_work_leaves_the_room_as_it_is() -> None:
    with room_for(LINKS):
        with room_for(1):
            assert depth(10 * LINKS)
        assert depth(10 * LINKS)
        assert not collects()


def test_one_that_fails_leaves_the_room_to_the_others() -> None:
    with room_for(LINKS):
        with pytest.raises(ZeroDivisionError), room_for(2 * LINKS):
            raise ZeroDivisionError
        assert depth(10 * LINKS)


@pytest.mark.parametrize("first", [1, LINKS])
def test_one_that_came_first_and_leaves_first_takes_nothing_from_another(first: int) -> None:
    begun, other_begun, left = Event(), Event(), Event()

    def short() -> None:
        with room_for(first):
            begun.set()
            other_begun.wait(60)
        left.set()

    before = sys.getrecursionlimit()
    thread = Thread(target=short)
    thread.start()
    begun.wait(60)
    with room_for(LINKS):
        other_begun.set()
        left.wait(60)
        assert depth(10 * LINKS) == 10 * LINKS
        assert not collects()
    thread.join()
    assert sys.getrecursionlimit() == before
    assert collects()


def test_many_threads_come_and_go() -> None:
    together = Barrier(4)

    def work(seed: int) -> int:
        together.wait(60)
        reached = 0
        for k in range(200):
            with room_for(100 * (1 + (seed + k) % 4)):
                reached += depth(1500)
        return reached

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [300_000] * 4


def test_what_others_set_meanwhile_stays() -> None:
    limit, thresholds = sys.getrecursionlimit(), gc.get_threshold()
    try:
        with room_for(LINKS):
            sys.setrecursionlimit(54_321)
            gc.set_threshold(123, 4, 5)
            gc.disable()
        assert (sys.getrecursionlimit(), gc.get_threshold()) == (54_321, (123, 4, 5))
        assert not gc.isenabled()
    finally:
        sys.setrecursionlimit(limit)
        gc.set_threshold(*thresholds)
        gc.enable()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with room_for(LINKS):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


# Generating in threads ----------------------------------------------------------------------------


def test_robots_generated_at_once_are_those_generated_one_by_one() -> None:
    options = Options(("c", "f77"), kernels=("inertia_matrix", "bias", "inertia_inverse"))
    descriptions = [read("two_link"), read("scara"), random_robot(5, 4, branched=True)]
    alone = [generate_described(description, options).files for description in descriptions]
    together = Barrier(4)

    def work(start: int) -> list[dict[str, str]]:
        together.wait(60)
        order = descriptions[start % 3 :] + descriptions[: start % 3]
        found = [generate_described(description, options).files for description in order]
        return found[3 - start % 3 :] + found[: 3 - start % 3]

    with ThreadPoolExecutor(4) as pool:
        for files in pool.map(work, range(4)):
            assert files == alone


def test_threads_read_and_generate_the_same_file_at_once() -> None:
    options = Options(kernels=("inertia_matrix", "gravity"), precision="single")
    expected = generate("stanford", options).files
    with ThreadPoolExecutor(4) as pool:
        for output in pool.map(lambda _: generate("stanford", options), range(4)):
            assert output.files == expected
