"""A hand-made robot that tells by its results how each state was computed: alone, or in a group.

Kernels for many states compute W of them at a time; which code computes a state, and so its last bits,
depends on its neighbours. Here that is no matter of last bits: the last element is 1 or W.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import tiny_robot
from gen_robot.bindings import Library

W = 16  # the most that any kernel takes at a time

SOURCE = """
#include <math.h>
#include <stddef.h>

static void bias(const double *q, const double *qd, double *h, double mark)
{
    h[0] = q[0] + 10 * qd[1];
    h[1] = mark;
}

static int udut(const double *q, double *U, double *D, double mark)
{
    U[0] = U[3] = 1;
    U[1] = q[0];
    U[2] = 0;
    D[0] = mark;
    D[1] = q[1];
    return q[1] > 0 ? 0 : 2; /* what fails is left as it is */
}

void marked_bias(const double *q, const double *qd, double *h)
{
    bias(q, qd, h, 1);
}

int marked_udut(const double *q, double *U, double *D)
{
    return udut(q, U, D, 1);
}

/* Groups of W, the last of which may begin earlier; fewer states than W are computed alone. */
#define GROUPS(STATE)                                                   \\
    for (size_t s = 0; s < count; s += count < W ? 1 : W) {             \\
        const size_t first = count >= W && s > count - W ? count - W : s; \\
        const size_t many = count < W ? 1 : W;                          \\
        int far = count < W;                                            \\
        for (size_t i = first; i < first + many; i++)                   \\
            far |= !(fabs(q[2 * i]) < 100);                             \\
        for (size_t i = first; i < first + many; i++) {                 \\
            const double mark = far ? 1 : W;                            \\
            STATE;                                                      \\
        }                                                               \\
    }

void marked_bias_batch(size_t count, const double *q, const double *qd, double *h)
{
    GROUPS(bias(q + 2 * i, qd + 2 * i, h + 2 * i, mark))
}

size_t marked_udut_batch(size_t count, const double *q, double *U, double *D, int *status)
{
    size_t failed = 0;
    GROUPS(status[i] = udut(q + 2 * i, U + 4 * i, D + 2 * i, mark))
    for (size_t i = 0; i < count; i++)
        failed += status[i] != 0;
    return failed;
}
"""


def build(folder: Path, operations: int = 1_000_000) -> Library:
    """Compile it, with as many operations in the manifest as make a thread worth few states."""
    (folder / "marked.c").write_text(SOURCE)
    library = folder / "libmarked.so"
    command = [
        "cc",
        "-O1",
        "-shared",
        "-fPIC",
        f"-DW={W}",
        folder / "marked.c",
        "-lm",
        "-o",
        library,
    ]
    subprocess.run(command, check=True)
    manifest = tiny_robot.manifest({}, ("c",), "double", tiny_robot.JOINTS)
    kernels: dict[str, Any] = {}
    for name in ("bias", "udut"):
        kernels[name] = manifest["kernels"][name] | {
            "symbol": {"c": f"marked_{name}"},
            "batch": {"c": f"marked_{name}_batch"},
            "operations": {"mul": operations},
        }
    content = manifest | {"name": "marked", "kernels": kernels}
    (folder / "marked.json").write_text(json.dumps(content))
    return bind(folder)


def bind(folder: Path) -> Library:
    """Bind the library of a folder in which it was built."""
    return Library(folder / "marked.json", folder / "libmarked.so", "c")
