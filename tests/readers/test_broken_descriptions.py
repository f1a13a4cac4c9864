"""Every broken description is refused in one line that says where, what and the cure."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from broken_cases import BROKEN, BrokenCase, assert_tells, without_privileges
from effort import at_most
from gen_robot.errors import UserError
from gen_robot.readers import yaml_tree
from gen_robot.readers.robot_files import read

PARSERS = {"compiled": yaml_tree._LOADER, "pure": yaml.BaseLoader}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_broken_description_is_refused_with_place_reason_and_cure(
    case: BrokenCase, parser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_tree, "_LOADER", PARSERS[parser])
    path = case.make(tmp_path)
    with at_most(100), without_privileges(case), pytest.raises(UserError) as caught:
        read(path)
    assert_tells(caught.value, case, path, case.has_position)


def test_there_are_many_broken_descriptions() -> None:
    assert len(BROKEN) > 100
    assert len({case.name for case in BROKEN}) == len(BROKEN)
