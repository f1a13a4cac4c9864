"""URDF files to be refused: those in readers/broken_urdf, and those too large to be checked in."""

from __future__ import annotations

from pathlib import Path

from broken_cases import BrokenCase

FOLDER = Path(__file__).parents[1] / "readers" / "broken_urdf"
MEGABYTE = 1024 * 1024

_HEADER = "<!-- expect: "
_GOOD = '<robot name="arm"><link name="root"/></robot>'


def _checked_in(path: Path) -> BrokenCase:
    header = path.read_text(encoding="utf-8").partition(" -->\n")[0]
    assert header.startswith(_HEADER), f"{path.name} does not say what to expect"
    return BrokenCase(path.stem, header.removeprefix(_HEADER), lambda _: path)


def _written(name: str, expect: str, content: bytes, has_position: bool = True) -> BrokenCase:
    def make(folder: Path) -> Path:
        path = folder / f"{name}.urdf"
        path.write_bytes(content)
        return path

    return BrokenCase(name, expect, make, has_position)


def _repeated(name: str, expect: str, part: str, megabytes: float) -> BrokenCase:
    """Fill a robot with copies of a text."""

    def make(folder: Path) -> Path:
        path = folder / f"{name}.urdf"
        copies = int(megabytes * MEGABYTE) // len(part)
        path.write_text(f'<robot name="arm">{part * copies}</robot>', encoding="utf-8")
        return path

    return BrokenCase(name, expect, make, has_position=False)


def _many_attributes(folder: Path) -> Path:
    path = folder / "many_attributes.urdf"
    attributes = " ".join(f'a{k}=""' for k in range(1_500_000))
    path.write_text(f"<robot {attributes}/>", encoding="utf-8")
    return path


def _many_links(folder: Path) -> Path:
    path = folder / "many_links.urdf"
    links = "\n".join(f'<link name="link{k}"/>' for k in range(1001))
    path.write_text(f'<robot name="arm">\n{links}\n</robot>', encoding="utf-8")
    return path


LARGE = [
    _repeated("fifty_megabytes", "at most 20480 KiB", "<link/>", 50),
    _repeated("fifty_megabytes_of_text", "at most 20480 KiB", "x", 50),
    _repeated("many_elements", "at most 100000 elements are read", "<a/>", 19.9),
    _repeated("many_open_elements", "elements nest at most 64 deep", "<a>", 19.9),
    _repeated("many_elements_with_text", "at most 100000 elements are read", "<a>bc</a>", 19.9),
    _repeated("long_comment", "has 0 links", f"<!--{'x' * (19 * MEGABYTE)}-->", 19),
    _repeated("long_name", "a name is 1 to 64", f'<link name="{"x" * (19 * MEGABYTE)}"/>', 19.1),
    _repeated("many_references", "a name is 1 to 64", f'<link name="{"&lt;" * 10**6}"/>', 4.2),
    BrokenCase("many_attributes", "at most 500000 attributes are read", _many_attributes, False),
]
"""Files whose refusal could take long, or much memory."""

BROKEN = [
    *map(_checked_in, sorted(FOLDER.glob("*.urdf"))),
    *LARGE,
    BrokenCase("many_links", "has 1001 links; a robot has 1 to 1000", _many_links),
    BrokenCase("directory", "is a directory", lambda folder: folder, has_position=False),
    BrokenCase("missing", "no such file", lambda f: f / "missing.urdf", has_position=False),
    _written("empty", "is empty", b"", has_position=False),
    _written("zero_byte", "is not XML: not well-formed", b"<robot>\0</robot>"),
    _written("control_character", "is not XML: not well-formed", b"<robot>\x01</robot>"),
    _written("latin1", "is not UTF-8 text", b"<robot name='\xe9'/>", has_position=False),
    _written("utf16", "is not UTF-8 text", _GOOD.encode("utf-16"), has_position=False),
    _written("zip_archive", "is not UTF-8 text", b"PK\x03\x04\xff\xfe", has_position=False),
]
