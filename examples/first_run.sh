#!/bin/sh
# Install gen-robot into .venv, generate and build a robot, and call its kernels from Python.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/.ci/prepare.sh"

need cc gcc
make_venv
pip_install "$ROOT"

"$VENV/bin/gen-robot" puma560 --lang c --build -o "$ROOT/out"

"$VENV/bin/python" - "$ROOT/out/puma560" <<'END'
import sys

import gen_robot

puma = gen_robot.load(sys.argv[1])
M = puma.inertia_matrix(puma.neutral())
print(f"inertia about the first joint at q = 0, from the native library: {M[0, 0]:.4f} kg m^2")
END
