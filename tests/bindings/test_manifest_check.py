"""A manifest is right, or refused with its place named: never a raw error, never a crash."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import tiny_robot
from gen_robot.bindings import Library
from gen_robot.bindings.manifest import read_manifest
from gen_robot.bindings.manifest_check import LARGEST_FILE, SIZES
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.bindings.manifolds import MANIFOLDS
from gen_robot.delivery.build import build
from gen_robot.description.edit import Edits
from gen_robot.description.joint_kinds import KINDS
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.pipeline import generate

Content = dict[str, Any]

REAL = generate("scara", Options(("c", "f77"), kernels=("all",), edits=Edits(floating=True)))
"""A robot with all that manifests can hold: a free base, a slide, warnings, every kernel."""

WRONG: list[Any] = [None, True, -1, 0, 2.5, 10**12, "", "../x", "a\x1b[31m\n", [], {}, [[]], "q"]


def written(folder: Path, content: Any) -> Path:
    path = folder / "tiny.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def tiny() -> Content:
    content: Content = json.loads(tiny_robot.generated_files()["tiny.json"])
    return content


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the path to every value below this one."""
    steps: Any = range(len(value)) if isinstance(value, list) else value
    for step in steps if isinstance(value, dict | list) else ():
        yield (*above, step)
        yield from places(value[step], (*above, step))


def mutants(content: Content, count: int | None = None) -> Iterator[Content]:
    """Give the manifest without each of its values, and with others in its place; or so many."""
    changes = [(path, wrong) for path in places(content) for wrong in (KeyError, *WRONG)]
    for path, wrong in random.Random(1).sample(changes, count or len(changes)):
        mutant = deepcopy(content)
        parent: Any = mutant
        for step in path[:-1]:
            parent = parent[step]
        if wrong is KeyError:
            del parent[path[-1]]
        else:
            parent[path[-1]] = deepcopy(wrong)
        yield mutant


def test_what_the_generator_writes_is_accepted(tmp_path: Path) -> None:
    read = read_manifest(written(tmp_path, REAL.files["scara.json"]))
    ending = {frame.name: f"_{frame.word}" for frame in read.frames}
    families = [k.name.removesuffix(ending.get(k.arguments.get("frame"), "")) for k in read.kernels]
    assert set(families) <= set(KERNELS)
    assert (read.nq, read.nv) == (11, 10)


def test_a_mutated_manifest_is_accepted_or_refused_by_name(tmp_path: Path) -> None:
    refused = 0
    for mutant in mutants(json.loads(REAL.files["scara.json"]), 1000):
        path = written(tmp_path, mutant)
        try:
            read_manifest(path)
        except ManifestError as error:
            refused += 1
            assert str(error).startswith(str(path))
            assert str(error).isprintable()
    assert refused > 500


def test_a_library_under_a_mutated_manifest_binds_or_says_why(tmp_path: Path) -> None:
    """What passes can be looked at; its kernels are called by nobody here."""
    library = build(tiny_robot.write(tmp_path / "tiny", tiny_robot.generated_files()), "tiny")
    for mutant in mutants(tiny(), 500):
        try:
            robot = Library(written(tmp_path, mutant), library, "c")
            assert repr(robot)
            robot.neutral()
            robot.random_state(1)
        except ValueError as error:
            assert str(error)
        except OSError as error:
            assert "has no routine" in str(error)


def test_broken_bytes_are_refused_as_such(tmp_path: Path) -> None:
    content, chance = REAL.files["scara.json"].encode(), random.Random(2)
    for end in range(0, len(content) - 2, 997):
        path = tmp_path / "tiny.json"
        path.write_bytes(content[:end])
        with pytest.raises(ManifestError, match="is not JSON"):
            read_manifest(path)
    for _ in range(300):
        flipped = bytearray(content)
        flipped[chance.randrange(len(content))] = chance.randrange(256)
        path.write_bytes(flipped)
        try:
            read_manifest(path)
        except ManifestError as error:
            assert str(error).startswith(str(path))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\xff\xfe{}", "is not UTF-8 text: byte 0xff at 0"),
        (b"[1, 2]", "is a list; a manifest is an object"),
        (b"{}", "format is None"),
        (b"[" * 100_000, "is not JSON of ours"),
        (b'{"nq": ' + b"1" * 5000 + b"}", "is not JSON of ours"),
        (b'{"format": 1, "format', "is it cut off"),
        (b" " * (LARGEST_FILE + 1), "has more than"),
    ],
    ids=["bytes", "list", "empty", "deep", "long number", "cut", "huge"],
)
def test_a_file_that_is_no_manifest_says_what_it_is(
    text: bytes, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "tiny.json"
    path.write_bytes(text)
    with pytest.raises(ManifestError, match=problem):
        read_manifest(path)


def test_a_manifest_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="cannot be read: No such file"):
        read_manifest(tmp_path / "none.json")
    with pytest.raises(ManifestError, match="cannot be read: Is a directory"):
        read_manifest(tmp_path)


def changed(**changes: Any) -> Content:
    """Change values of the manifest; `a__b` stands for b in a."""
    content = tiny()
    for path, value in changes.items():
        *steps, last = path.split("__")
        parent: Any = content
        for step in steps:
            parent = parent[int(step) if step.isdigit() else step]
        parent[last] = value
    return content


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (changed(nq=3), r"nq: is 3, and the joints have 2 together"),
        (changed(nv=-1), r"nv: is -1; an integer from 1 to"),
        (changed(nv=True), r"nv: is True; an integer"),
        (changed(nq=10**20), r"nq: is 1000+; an integer from 1"),
        (changed(joints__1__index=5), r"joints\[1\]: begins at 5 in q"),
        (changed(joints__0__manifold="rigid"), r"joints\[0\]: has nq 1 and nv 1; .*'rigid' has 7"),
        (changed(joints__0__type="floating"), r"joints\[0\]: has nq 1 and nv 1; .*'rigid' has 7"),
        (changed(kernels__bias__shapes__q=[3]), r"bias\.shapes\.q: is \[3\]; .* it is \[2\]"),
        (changed(kernels__bias__shapes__h=[1]), r"kernels\.bias\.shapes\.h: is \[1\]"),
        (changed(kernels__bias__shapes__h=[2, 10**9]), r"shapes\.h\[1\]: is 1000000000"),
        (changed(kernels__inertia_matrix__shapes__M=[4]), r"shapes\.M: is \[4\]"),
        (
            changed(kernels__inertia_matrix__sparsity={"M": ["x.", "."]}),
            r"inertia_matrix\.sparsity\.M: is not drawn in its shape",
        ),
        (
            changed(kernels__inertia_matrix__sparsity={"M": ["x.", "o."]}),
            r"sparsity\.M\[1\]: is 'o\.'; a row of x and \.",
        ),
        (changed(kernels__bias__shapes={}), r"kernels\.bias\.shapes\.q: is missing"),
        (changed(kernels__bias__inputs=["q", "q"]), r"kernels\.bias: has not some inputs"),
        (changed(kernels__bias__inputs=["out"]), r"inputs\[0\]: is 'out'; a name that Python"),
        (changed(kernels__bias__symbol={"c": "a-b"}), r"symbol\.c: is 'a-b'; an identifier of C"),
        (changed(kernels__bias__batch={"c": "a b"}), r"batch\.c: is 'a b'; an identifier of C"),
        (changed(kernels__bias__batch="tiny"), r"kernels\.bias\.batch: is 'tiny'; an object"),
        (changed(kernels__bias__status=0), r"kernels\.bias\.status: is 0; true or false"),
        (changed(files={"../x.c": "0" * 64}), r"files, a key: is '\.\./x\.c'; the plain name of a"),
        (changed(files={"/etc/x": "0" * 64}), r"files, a key: is '/etc/x'"),
        (changed(files={"x.c": "1"}), r"files\['x\.c'\]: is '1'; a SHA-256 sum"),
        (changed(name="../tiny"), r"name: is '\.\./tiny'; a robot's name"),
        (changed(options={"precision": "half"}), r"precision: is 'half'; 'double' or 'single'"),
        (changed(warnings="none"), r"warnings: is 'none'; a list"),
        (changed(joints__0__limits={"lower": "low"}), r"joints\[0\]\.limits\.lower: is 'low'"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_a_wrong_value_is_named_with_what_is_wanted(
    content: Content, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ManifestError, match=message):
        read_manifest(written(tmp_path, content))


def test_a_manifold_of_a_later_version_does_not_spoil_the_kernels(tmp_path: Path) -> None:
    path = written(tmp_path, changed(joints__0__manifold="torus"))
    assert read_manifest(path).joints[0].manifold == "torus"


def test_the_sizes_of_manifolds_are_those_of_the_kinds_of_joint() -> None:
    for kind in KINDS.values():
        if kind.moves:
            assert SIZES.get(kind.manifold.name, (kind.nv, kind.nv)) == (kind.nq, kind.nv)
    assert set(SIZES) < set(MANIFOLDS)
