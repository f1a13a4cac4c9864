"""Every broken description is refused in one line that says where, what and the cure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from broken_cases import BROKEN, BrokenCase, without_privileges
from effort import at_most
from gen_robot.errors import UserError
from gen_robot.readers import yaml_tree
from gen_robot.readers.yaml_reader import read_yaml

PARSERS = {"compiled": yaml_tree._LOADER, "pure": yaml.BaseLoader}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_broken_description_is_refused_with_place_reason_and_cure(
    case: BrokenCase, parser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_tree, "_LOADER", PARSERS[parser])
    path = case.make(tmp_path)
    with at_most(100), without_privileges(case), pytest.raises(UserError) as caught:
        read_yaml(path)
    message = str(caught.value)
    assert case.expect in message
    assert message.isprintable(), "one line, without control characters"
    assert caught.value.cure, "says what to do"
    assert len(message) < 1000
    if case.has_position:
        assert re.match(rf"{re.escape(path.name)}:[0-9]+:[0-9]+: ", message)
    else:
        assert path.name.replace("\0", "?") in message


def test_there_are_many_broken_descriptions() -> None:
    assert len(BROKEN) > 100
    assert len({case.name for case in BROKEN}) == len(BROKEN)
