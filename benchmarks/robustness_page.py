"""The page of what the generator was attacked with, docs/robustness.md, from the kept summaries.

python benchmarks/robustness_page.py              print the page
python benchmarks/robustness_page.py --write      write it
python benchmarks/robustness_page.py --check      say whether it is up to date (exit code 1)
"""

from __future__ import annotations

import sys
from pathlib import Path

from written_page import run

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "robustness.md"
KEPT = ROOT / "benchmarks" / "attack" / "kept"

INTRODUCTION = """\
# Robustness

Robot files come from strangers. `benchmarks/robustness.py` attacks the generator with files that
were spoiled at random and with robots that were drawn at random; everything follows from a seed, so
that a number names a file. A sample runs with the tests.

What must hold of every file:

- it is refused with exit code 2 and one message that says where, what and the cure, or it is
  accepted;
- never a traceback, never more than 10 s of processor time;
- nothing is written outside the folder that was asked for, nothing at all if the file is refused,
  and no process is started; one file of 400 is tried once more in a process of its own;
- what is generated compiles with `-std=c99 -Wall -Wextra -pedantic -Werror`, and FORTRAN with
  gfortran;
- its numbers are Pinocchio's. How far two right programs may differ is measured: every number of
  Pinocchio's model and state is changed by a unit in its last place, and a hundred times what that
  does is allowed beyond 1e-12 (single precision: 1e-5). The graphs of all are evaluated; one
  spoiled file in twenty and all random robots are also compiled and run, and one random robot in
  25 is tried by all algorithms on all formulations;
- kernels that check pivots fail where M is not positive definite, and nowhere else.
"""

MUTANTS = """\
## Spoiled files

```sh
python benchmarks/robustness.py mutants --write
```

Bytes, lines, words, numbers, keys, attributes and elements are changed, removed, doubled, swapped,
misspelt, nested, lengthened or replaced by what is hostile: nan and 1e400, expressions that never
end, entities and aliases that multiply, paths, shell and C and template text, names that are taken.
One to three changes a file; options are drawn, too.
"""

ROBOTS = """\
## Random robots

```sh
python benchmarks/robustness.py robots --write
```

One to six moving links, in chains and trees, YAML or URDF: every kind of joint, mimicry, rotors,
friction, massless links, floating bases; axes that are parallel, at right angles, generic, or
parallel but for 1e-12 to 0.1 rad; lengths from a micrometre to 100 km, masses from a milligram to a
thousand tons. Options are drawn: `--tip`, `--root`, `--lock`, `--floating`, `--payload`,
`--friction`, `--no-regroup`, `--precision single`, both languages. Refused are options that do not
fit the robot: methods that do not cover it, links that were left out.
"""

OTHERWISE = """\
## What is not compared

Pinocchio refuses some files that are accepted here, because nothing in them matters to the dynamics
of a rigid robot: joints whose limits are missing, lack velocity or effort, or are negative; materials
that come twice; a robot without a name. An `<axis>` without `xyz` is the x axis here, as that of a
joint without `<axis>`, and a zero vector there. Masses and lengths near 1e30 overflow in its double
precision.

Where angles were snapped or parts of the robot were left out (`--tip`, `--root`, `--lock`), the
robot is not the file's any more: then Pinocchio is given the robot that was generated for, link by
link. So it is for YAML.
"""


def main() -> int:
    """Write or check the page; without either, print it."""
    return run(__doc__, PAGE, page)


def page() -> str:
    """Return the whole page."""
    return "\n".join([INTRODUCTION, MUTANTS, _kept("mutants"), ROBOTS, _kept("robots"), OTHERWISE])


def _kept(attack: str) -> str:
    text = (KEPT / f"{attack}.txt").read_text(encoding="utf-8")
    return f"```text\n{text}```\n"


if __name__ == "__main__":
    sys.exit(main())
