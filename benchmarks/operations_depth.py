"""How long the longest chain of operations becomes on long chains of links, and how many there are."""

from __future__ import annotations

from gen_robot.description.general import general_robot
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched

KERNEL = "forward_dynamics"
METHODS = ("aba", "sparse_kkt", "cfa")
JOINTS = (4, 8, 16, 32)


def depth_section() -> list[str]:
    """Give operations and depth of the methods of order n, twice as many joints in each row."""
    heads = [f"{method}, {what}" for method in METHODS for what in ("operations", "depth")]
    lines = [
        "## Critical path",
        "",
        "Depth is the longest chain of operations, each of which waits for the one before: the time",
        "on a machine that does all else at once. Forward dynamics of general robots, M + A +",
        "divisions. The depth of cfa grows by the same amount whenever the joints are doubled, while",
        "its operations grow in proportion.",
        "",
        f"| n | {' | '.join(heads)} |",
        "|---:|" + "---:|" * len(heads),
    ]
    for joints in JOINTS:
        cells = [str(x) for method in METHODS for x in counted(joints, method)]
        lines.append(f"| {joints} | {' | '.join(cells)} |")
    return [*lines, ""]


def counted(joints: int, method: str) -> tuple[int, int]:
    """Return the operations and the depth of forward dynamics of a general robot."""
    with room_for(joints):
        search = searched(modelled(general_robot(joints), Options()), Options())
        kernel = KERNELS[KERNEL]
        graph = search.best(kernel, search.asked(kernel, method)).graph
    n = graph.operations
    return n.mul + n.add + n.div, graph.depth
