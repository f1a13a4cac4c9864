#!/bin/sh
# Install gen-robot and what its tests need into .venv, and run the tests.
# Arguments go to pytest: sh tests/run.sh -k bindings
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/.ci/prepare.sh"

# Compilers and checkers besides cc that the tests use; each is also the name of its Debian package.
COMPILERS="clang gfortran f2c ftnchek"

need cc gcc
for compiler in $COMPILERS; do
    want "$compiler" "$compiler"
done
make_venv
pip_install "$ROOT[test]"

cd "$ROOT"
result=passed
"$VENV/bin/python" -m pytest -n 2 "$@" </dev/null || result=FAILED
[ -z "$SKIPPED" ] || say "not installed, so the tests that need them were skipped:$SKIPPED"
say "tests $result"
[ "$result" = passed ]
