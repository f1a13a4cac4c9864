"""The verbs, in the order of the help: what may follow each.

Light, so that --help stays quick: what a verb does stands in the module that its record names.
"""

from __future__ import annotations

from gen_robot.cli.verbs import bench, diff, generate, ops, robots, show, simulate, verify
from gen_robot.cli.verbs.verb import Verb

VERBS: dict[str, Verb] = {
    "generate": generate.VERB,
    "show": show.VERB,
    "ops": ops.VERB,
    "diff": diff.VERB,
    "verify": verify.VERB,
    "bench": bench.VERB,
    "simulate": simulate.VERB,
    "robots": robots.VERB,
}
