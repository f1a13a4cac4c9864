"""A file that xacro has yet to expand is told by what it holds, and answered with the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
from small_urdf import TREE

XMLNS = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
MACRO = f"""<?xml version="1.0"?>
<robot name="arm" {XMLNS}>
  <xacro:property name="a" value="1"/></robot>"""
NAMES = ["arm.urdf.xacro", "arm.xacro", "arm.urdf", "arm.xml", "arm", "arm.yaml"]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", NAMES)
def test_the_command_names_the_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read(written(tmp_path, name, MACRO))
    assert str(caught.value) == (
        f"{name}:3:3: is the element 'xacro:property', which xacro replaces;"
        f" run `xacro {name} > robot.urdf` first"
    )


@pytest.mark.parametrize(
    "text",
    [
        MACRO.replace("xacro:", "xc:").replace("xmlns:xacro", "xmlns:xc"),
        TREE.replace("Two Arms", "${prefix}arm"),
        TREE.replace("Two Arms", "$(arg name)"),
        f'<?xml version="1.0"?>\n<root {XMLNS}><xacro:include filename="a.xacro"/></root>',
        f"<xacro:macro {XMLNS} name='arm'/>",
    ],
    ids=["another prefix", "an expression", "an argument", "another root", "a bare macro"],
)
def test_xacro_is_recognised_in_every_form(text: str, tmp_path: Path) -> None:
    assert text != TREE
    with pytest.raises(UserError, match=r"run `xacro arm.urdf > robot.urdf` first"):
        read(written(tmp_path, "arm.urdf", text))


def test_the_command_can_be_typed_and_never_empties_its_own_input(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"run `xacro robot.urdf > expanded.urdf` first"):
        read(written(tmp_path, "robot.urdf", MACRO))
    with pytest.raises(UserError, match=r"run `xacro 'my \$\(arm\).xacro' > robot.urdf` first"):
        read(written(tmp_path, "my $(arm).xacro", MACRO))


def test_the_command_line_answers_so_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(written(tmp_path, "arm.urdf.xacro", MACRO)), "-o", str(tmp_path)]) == 2
    assert "run `xacro arm.urdf.xacro > robot.urdf` first" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["arm.urdf", "arm.urdf.xacro"])
def test_what_xacro_has_written_is_read_though_it_names_its_space(
    name: str, tmp_path: Path
) -> None:
    expanded = TREE.replace("<robot ", f"<robot {XMLNS} ", 1)
    found = read(written(tmp_path, name, expanded))
    plain = read(written(tmp_path, name, TREE))
    assert (found.links, found.warnings) == (plain.links, plain.warnings)


def test_a_file_called_xacro_that_is_no_xml_is_refused_as_such(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not XML"):
        read(written(tmp_path, "arm.xacro", "name: arm\n"))
