"""Every broken URDF file is refused at once, in one line that says where, what and the cure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from broken_cases import BrokenCase, assert_tells
from broken_urdf_cases import BROKEN, FOLDER, LARGE
from effort import at_most
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read

MEASURE = """
import re, sys
from pathlib import Path
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
try:
    read(Path(sys.argv[1]))
except UserError:
    # Not getrusage: a child process inherits the size that its parent had when it was forked.
    status = Path("/proc/self/status").read_text()
    print(int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) // 1024)
"""


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_broken_file_is_refused_with_place_reason_and_cure(
    case: BrokenCase, tmp_path: Path
) -> None:
    path = case.make(tmp_path)
    with at_most(250), pytest.raises(UserError) as caught:
        read(path)
    # That nothing moves stands nowhere in the file.
    assert_tells(caught.value, case, path, case.has_position and "moving joint" not in case.expect)


@pytest.mark.parametrize("case", LARGE, ids=str)
def test_large_file_takes_bounded_memory(case: BrokenCase, tmp_path: Path) -> None:
    path = case.make(tmp_path)
    command = [sys.executable, "-c", MEASURE, str(path)]
    megabytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert int(megabytes) < 500


WATCH = """
import sys
from pathlib import Path
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
b"x".decode("utf-8-sig")  # loads a module
watched = "open", "socket.connect", "socket.getaddrinfo", "urllib.Request"
sys.addaudithook(lambda event, details: print(details[0]) if event in watched else None)
try:
    read(Path(sys.argv[1]))
except UserError:
    pass
"""


@pytest.mark.parametrize("name", ["external_entity", "external_dtd", "parameter_entity"])
def test_no_file_makes_the_reader_open_another(name: str) -> None:
    path = FOLDER / f"{name}.urdf"
    command = [sys.executable, "-c", WATCH, str(path)]
    opened = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert opened.split() == [str(path)]


def test_there_are_many_broken_files() -> None:
    assert len(BROKEN) > 100
    assert len({case.name for case in BROKEN}) == len(BROKEN)
