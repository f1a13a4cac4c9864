"""Attack the generator: spoiled robot files, and random robots; every law that is broken is told.

    python benchmarks/robustness.py mutants [--count 20000] [--seed 1] [--jobs 2] [--from 0]
    python benchmarks/robustness.py robots [--count 500] [--seed 1] [--jobs 2] [--from 0]
    python benchmarks/robustness.py mutants --only 1234 --keep FOLDER    write a file, and try it

A file must be refused with exit code 2 and one message that says where, what and the cure, or be
accepted; it must take no more than 10 s of processor time, and nothing may be written outside its
folder. What is generated compiles without a warning and gives Pinocchio's numbers. Exit code 1 if not.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from attack.examine import Result
from attack.kinds import ATTACKS, Attack
from attack.summary import add_result, read_results, summary

TOGETHER = 20
"""How many files a process takes at a time."""


def main() -> int:
    """Run an attack and print its summary."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("attack", choices=ATTACKS)
    add("--count", type=int, metavar="N", help="how many; default as in docs/robustness.md")
    add("--seed", type=int, default=1, metavar="N")
    add("--from", type=int, default=0, dest="first", metavar="N", help="number of the first")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at a time")
    add("--only", type=int, metavar="N", help="try the file with this number alone")
    add("--keep", type=Path, metavar="FOLDER", help="write the file of --only there")
    add(
        "--results",
        type=Path,
        metavar="FILE",
        help="keep a line for each file; those in it that broke no law are not tried again",
    )
    add("--write", action="store_true", help="keep the summary for docs/robustness.md")
    asked = parser.parse_args()
    attack = ATTACKS[asked.attack]
    if asked.only is not None:
        return _one(attack, asked.seed, asked.only, asked.keep)
    numbers = range(asked.first, asked.first + (asked.count or attack.count))
    done = read_results(asked.results) if asked.results else {}
    results = [done[n] for n in numbers if n in done and not done[n].broken]
    left = sorted({*numbers} - {result.number for result in results})
    bar = tqdm(total=len(left), unit="file", disable=None, smoothing=0.02)
    for result in _results(attack, asked.seed, left, asked.jobs):
        bar.update()
        results.append(result)
        if asked.results:
            add_result(asked.results, result)
        for law in result.broken:
            bar.write(f"{result.number} {result.original}: {law}", file=sys.stderr)
    bar.close()
    text = summary(attack.title, asked.seed, results)
    print(text, end="")
    if asked.write:
        attack.kept.write_text(text, encoding="utf-8")
    return 1 if any(result.broken for result in results) else 0


def _results(attack: Attack, seed: int, numbers: list[int], jobs: int) -> Iterator[Result]:
    parts = [numbers[k : k + TOGETHER] for k in range(0, len(numbers), TOGETHER)]
    if jobs == 1:
        for part in parts:
            yield from attack.examined(seed, part)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for results in pool.map(attack.examined, [seed] * len(parts), parts):
            yield from results


def _one(attack: Attack, seed: int, number: int, folder: Path | None) -> int:
    file, content, options = attack.made(seed, number)
    print(f"gen-robot {file} {' '.join(options)}")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    (result,) = attack.examined(seed, [number])
    print(Counter(result.stages), result.remark, *result.broken, sep="\n")
    return 1 if result.broken else 0


if __name__ == "__main__":
    sys.exit(main())
