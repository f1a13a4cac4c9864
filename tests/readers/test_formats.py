"""A robot's file is what it holds, whatever its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pinocchio as pin
import pytest

from gen_robot.errors import UserError
from gen_robot.readers import xml_tree, yaml_tree
from gen_robot.readers.formats import FORMATS, YAML, format_of
from gen_robot.readers.robot_files import read, read_file, shipped
from small_urdf import TREE, one_joint, read_text

ARM = "name: arm\nconvention: modified_dh\nlinks: [{name: a, joint: revolute, dh: {}}]\n"
ENDINGS = ("arm.yaml", "arm.urdf", "arm.xml", "arm.txt", "arm", "arm.YML", ".hidden")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.parametrize("before", ["", "\n \t", "\ufeff", "<!-- a robot -->"])
def test_urdf_is_read_under_any_name(name: str, before: str, tmp_path: Path) -> None:
    text = before + TREE.removeprefix('<?xml version="1.0"?>\n')
    found = read(written(tmp_path, name, text))
    assert found.source == name
    assert found.links == read_text(TREE).links


LATE = {
    "blanks": "\n \t",
    "line ends of two": "\r\n\r\n",
    "a second byte order mark": "\ufeff\ufeff",
    "a mark behind blanks": "\n\ufeff",
    "a wide blank": "\u00a0\u3000",
}


@pytest.mark.parametrize("name", ["arm.urdf", "arm.yaml", "arm"])
@pytest.mark.parametrize("before", LATE.values(), ids=list(LATE))
def test_what_stands_before_the_declaration_is_passed_over_with_a_warning(
    name: str, before: str, tmp_path: Path
) -> None:
    found = read(written(tmp_path, name, before + TREE))
    assert found.links == read_text(TREE).links
    assert f"{name}:1:1: begins with blanks" in found.warnings[0]
    assert len(found.warnings) == 1 + len(read(written(tmp_path, name, TREE)).warnings)
    # As Pinocchio does, where they are blanks that XML knows.
    if not before.strip(" \t\r\n"):
        text = one_joint('<axis xyz="0 0 1"/><limit effort="1" velocity="1"/>')
        assert pin.buildModelFromXML(before + text).nv == 1


def test_places_are_told_as_they_are_in_a_file_that_begins_late(tmp_path: Path) -> None:
    text = '\n\n <?xml version="1.0"?> <robot name="a"><link/></robot>'
    with pytest.raises(UserError, match=r"^arm.urdf:3:40: link: has no attribute 'name'"):
        read(written(tmp_path, "arm.urdf", text))


def test_a_declaration_that_is_none_is_refused_wherever_it_begins(tmp_path: Path) -> None:
    for opening in ('<?xml version="1.0"', "<?xml", "<?xml version='1.0' <robot/> ?>"):
        with pytest.raises(UserError, match="is not XML"):
            read(written(tmp_path, "arm.urdf", "\n" + opening + "<robot/>"))


@pytest.mark.parametrize("name", [name for name in ENDINGS if name not in ("arm.urdf", "arm.xml")])
def test_yaml_is_read_under_any_name_but_one_of_xml(name: str, tmp_path: Path) -> None:
    found = read(written(tmp_path, name, "# <robot>\n" + ARM))
    assert (found.name, found.source) == ("arm", name)


@pytest.mark.parametrize("name", ["arm.urdf", "arm.xml"])
def test_what_is_meant_as_xml_and_is_not_is_refused_as_such(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=rf"^{name}:1:1: is not XML: syntax error"):
        read(written(tmp_path, name, ARM))


@pytest.mark.parametrize("name", ENDINGS)
def test_an_unknown_root_element_is_refused_where_it_stands(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name, '<?xml version="1.0"?>\n  <scene><robot/></scene>')
    with pytest.raises(UserError) as caught:
        read(path)
    assert str(caught.value) == (
        f"{name}:2:3: is the element 'scene'; a robot in XML is one element <robot> (URDF)"
        " or <mujoco> (MJCF)"
    )


def test_a_root_element_is_found_without_reading_further() -> None:
    text = "<!-- <b/> -->\n<a x='1'>" + "<c>" * 1000 + "& what is no XML"
    root = xml_tree.root_element(text, "a.xml")
    assert (root.tag, root.attributes, root.line, root.children) == ("a", {"x": "1"}, 2, [])
    with pytest.raises(UserError, match="declares a document type"):
        xml_tree.root_element("<!DOCTYPE a><a/>", "a.xml")


def test_the_merge_key_of_yaml_does_not_begin_xml(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the merge key '<<' is not used here"):
        read(written(tmp_path, "arm.txt", "<<: {a: 1}\n" + ARM))


@pytest.mark.parametrize("name", ["arm.yaml", "arm.txt"])
def test_the_size_that_is_allowed_is_that_of_the_format(name: str, tmp_path: Path) -> None:
    filling = "x" * yaml_tree.LARGEST_FILE
    with pytest.raises(UserError, match=f"at most {yaml_tree.LARGEST_FILE // 1024} KiB"):
        read(written(tmp_path, name, f"{ARM}# {filling}"))
    assert read(written(tmp_path, name, f"{TREE}<!-- {filling} -->")).links
    with pytest.raises(UserError, match=f"at most {xml_tree.LARGEST_FILE // 1024} KiB"):
        read(written(tmp_path, name, TREE + " " * xml_tree.LARGEST_FILE))


def test_a_file_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, opened = written(tmp_path, "arm.txt", TREE), []
    original = Path.open

    def noted(file: Path, mode: str) -> Any:
        opened.append(file)
        return original(file, mode)

    monkeypatch.setattr(Path, "open", noted)
    read_file(path)
    assert opened == [path]


def test_a_bare_name_is_that_of_a_shipped_robot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "puma560", ARM)
    written(tmp_path, "arm", ARM)
    monkeypatch.chdir(tmp_path)
    assert read("puma560").name == "puma560"
    assert read("./puma560").name == "arm"
    assert read(Path("puma560")).name == "arm"
    with pytest.raises(UserError, match="is no file and no robot that ships"):
        read("arm")
    assert all(format_of(Path(f"{name}.yaml"), "name: x") is YAML for name in shipped())


def test_every_format_in_xml_has_a_root_element_of_its_own() -> None:
    roots = [each.root for each in FORMATS if each is not YAML]
    assert all(roots)
    assert len(set(roots)) == len(roots)
