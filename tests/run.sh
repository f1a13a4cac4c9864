#!/bin/sh
# Install gen-robot and what its tests need into .venv, and run the tests.
# Arguments go to pytest: sh tests/run.sh -k bindings
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/.ci/prepare.sh"

# What the tests use besides cc; each is also the name of its Debian package.
TOOLS="g++ clang gfortran f2c ftnchek make pkg-config chromium"

need cc gcc
for tool in $TOOLS; do
    want "$tool" "$tool"
done
make_venv
pip_install "$ROOT[test]"
# Robots in MJCF to read, without what their packages need to run.
pip_install --no-deps dm_control gymnasium-robotics

# Two workers share the machine: libraries that start a thread for each core would wait for each other.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

cd "$ROOT"
result=passed
"$VENV/bin/python" -m pytest -n 2 "$@" </dev/null || result=FAILED
[ -z "$SKIPPED" ] || say "not installed, so the tests that need them were skipped:$SKIPPED"
say "tests $result"
[ "$result" = passed ]
