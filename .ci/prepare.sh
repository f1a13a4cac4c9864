# Sourced by the scripts that a fresh clone starts with; ROOT is the repository.
# Everything works without a terminal, from any directory, and a second time.

VENV=$ROOT/.venv
SKIPPED=

say() { printf '%s\n' "$*"; }

stop() {
    say "$*" >&2
    exit 1
}

# Run a command as root if we may do so without being asked for a password.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 </dev/null
}

# Install a system package where that is possible; the lists of a fresh container are empty.
install_package() {
    command -v apt-get >/dev/null || return 1
    apt_install "$1" && return
    as_root apt-get update -qq >/dev/null 2>&1 </dev/null && apt_install "$1"
}

# need COMMAND PACKAGE: have the command or stop.
need() {
    command -v "$1" >/dev/null || install_package "$2" ||
        stop "There is no '$1' here. Install it (Debian, Ubuntu: apt-get install $2), then start again."
}

# want COMMAND PACKAGE: have the command or remember that it was skipped.
want() {
    command -v "$1" >/dev/null || install_package "$2" || SKIPPED="$SKIPPED $2"
}

find_python() {
    for PYTHON in python3 python3.14 python3.13 python3.12 python3.11; do
        "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    stop "gen-robot needs Python 3.11 or newer. Install it, then start again."
}

# Have a virtual environment in .venv; one that was left half made is made anew.
make_venv() {
    "$VENV/bin/python" -c 'import pip' 2>/dev/null && return
    find_python
    rm -rf "$VENV"
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || install_package python3-venv ||
        stop "This Python cannot make environments. Install python3-venv (Debian, Ubuntu:" \
            "apt-get install python3-venv), then start again."
    "$PYTHON" -m venv "$VENV" || stop "$PYTHON -m venv failed, see above."
}

pip_install() {
    "$VENV/bin/python" -m pip install --quiet --no-input --no-compile --disable-pip-version-check "$@" </dev/null ||
        stop "pip install $* failed, see above."
}
