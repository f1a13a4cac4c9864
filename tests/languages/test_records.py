"""Each language's record says all that the house needs to know, and the house asks nobody else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest

import tiny_robot
from gen_robot.bindings.convention import read_convention
from gen_robot.cli import main
from gen_robot.delivery import build, toolchain
from gen_robot.errors import UserError
from gen_robot.languages import BOUND, BUILDS, COMPILED, DEFAULT, LANGUAGES
from gen_robot.languages.language import Compiler, Language
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate
from gen_robot.printers.base import Printer

ROOT = next(p for p in Path(__file__).resolve().parents if (p / "pyproject.toml").is_file())

EVERY = pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
EVERY_COMPILED = pytest.mark.parametrize("language", COMPILED.values(), ids=list(COMPILED))
EVERY_BOUND = pytest.mark.parametrize("language", BOUND.values(), ids=list(BOUND))

OTHERS = """
bindings/convention.py: how older manifests were called
bindings/integrator.py: how the integrators of each are called
bindings/laws.py: how the integrators of each are called
generator/gen_robot/description/description.py: a key of robot files
generator/gen_robot/description/names.py: a key of robot files
generator/gen_robot/readers/yaml_reader.py: a key of robot files
generator/gen_robot/options.py: --f77-prefix
generator/gen_robot/pipeline.py: --f77-prefix
generator/gen_robot/cli/generate.py: --f77-prefix
generator/gen_robot/cli/verbs/generate.py: --f77-prefix
generator/gen_robot/comparison/side.py: a reader of the sources of each
generator/gen_robot/cli/verbs/verify.py: whose sources are read
generator/gen_robot/delivery/asked.py: load(f77_prefix=)
generator/gen_robot/delivery/library.py: load(f77_prefix=)
generator/gen_robot/examples/__init__.py: an example in each
generator/gen_robot/examples/fortran.py: an example in each
generator/gen_robot/examples/writing.py: an example in each
templates/examples/example.f.j2: an example in each
generator/gen_robot/integrators/writing.py: what writes the integrators of each
generator/gen_robot/formulas/robot.py: how sympy prints symbols
generator/gen_robot/formulas/symbolic.py: load(f77_prefix=)
"""
"""The only places outside the language's own that may name one, and why."""

PEERS = {"casadi": {"bench", "ledger", "bench.py", "ops.py"}}
"""Languages whose makers compute the same, and where they are spoken of as peers."""

BUILD_FILES = ("meson.build", "CMakeLists.txt")
SHARED = (*BUILD_FILES, "meson.options", "two_link.json")
"""Files of a folder that belong to no language."""

HEAVY = {"jinja2", "mpmath", "numpy", "yaml", "gen_robot.printers", "gen_robot.model"}


def written(language: Language) -> Output:
    return generate("two_link", Options(languages=(language.name,), kernels=("inertia_matrix",)))


def imported_by(code: str) -> set[str]:
    """Return what a new Python has imported after running this."""
    code += "\nimport sys; print('\\n'.join(sys.modules))"
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).split())


@EVERY
def test_a_record_is_complete(language: Language) -> None:
    assert LANGUAGES[language.name] is language
    assert re.fullmatch(r"[a-z][a-z0-9]*", language.name)
    assert language.title
    assert language.source.count("{}") == 1
    assert language.header.count("{}") == 1 or language.header == ""
    assert all(name.count("{}") == 1 for name in language.others)
    assert issubclass(language.printer, Printer)
    assert language.compiler or not language.convention, "nothing to call"
    assert {*language.needs} <= {*LANGUAGES}


@EVERY_COMPILED
def test_a_record_tells_how_to_compile_it(language: Language) -> None:
    assert all(getattr(language.compiler, field.name) for field in fields(Compiler))
    for name in BUILD_FILES:
        assert (files("gen_robot") / "templates" / language.name / f"{name}.j2").is_file()


@EVERY
def test_a_language_writes_the_files_that_its_record_names(language: Language) -> None:
    names: set[str] = set()
    for each in (language, *(LANGUAGES[name] for name in language.needs)):
        names |= {each.source_of("two_link"), *each.installed("two_link")}
        names |= {name for name in [each.batch_source_of("two_link")] if name}
    output = written(language)
    if not language.compiler:
        assert set(output.files) == {*names, "two_link.json"}
        return
    assert set(output.files) == {*names, *SHARED}
    assert all(f"'{name}'" in output.files["meson.build"] for name in names)
    listed = re.split(r"[\s()]+", output.files["CMakeLists.txt"])
    assert names <= set(listed)


@EVERY_BOUND
def test_the_bindings_can_call_every_language(language: Language) -> None:
    assert language.convention
    words = language.convention.as_dict()
    assert read_convention(words, "here").column_major == (words["matrices"] == "columns")


def test_languages_do_not_get_in_each_others_way() -> None:
    options = Options(languages=tuple(LANGUAGES), kernels=("inertia_matrix",))
    everything = generate("two_link", options)
    alone = [written(language).files for language in LANGUAGES.values()]
    for texts in alone:
        for name in set(texts) - {*SHARED}:
            assert everything.files[name] == texts[name]
    assert {*everything.files} == {*SHARED}.union(*alone)


def test_the_build_does_not_depend_on_the_order_of_asking() -> None:
    orders = (tuple(LANGUAGES), tuple(reversed(LANGUAGES)))
    there, back = (generate("two_link", Options(languages=names)).files for names in orders)
    for name in BUILD_FILES:
        assert there[name] == back[name]


@EVERY_COMPILED
def test_a_library_depends_on_its_compiler_and_flags(language: Language, monkeypatch) -> None:
    seen = [toolchain.identity([language])]
    for variable in (*language.compiler.flags, toolchain.LINKING, language.compiler.variable):
        monkeypatch.setenv(variable, "other")
        seen.append(toolchain.identity([language]))
    assert len(set(seen)) == len(seen)


@EVERY_COMPILED
def test_a_missing_compiler_is_an_error_with_a_cure(language, tmp_path, monkeypatch) -> None:
    """Stand in for meson, which says that it found none."""
    output = written(language)
    for name, text in output.files.items():
        (tmp_path / name).write_text(text)
    assert f"error('{build.NO_COMPILER}')" in output.files["meson.build"]
    monkeypatch.setattr(build, "_meson", lambda *_: (1, f"ERROR: {build.NO_COMPILER}"))
    with pytest.raises(UserError, match=re.escape(language.compiler.cure)):
        build.build(tmp_path, output.name)
    assert language.compiler.package in language.compiler.cure
    assert language.compiler.variable in language.compiler.cure


def test_without_the_compiler_of_the_build_its_own_cure_is_given(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(build, "_meson", lambda *_: (1, "ERROR: Unknown compiler(s): [['cc']]"))
    tiny_robot.write(tmp_path, tiny_robot.generated_files())
    with pytest.raises(UserError, match=re.escape(BUILDS.compiler.cure)):
        build.build(tmp_path, "tiny")


def test_help_lists_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    option = re.search(r"language to write: ([^;]*);", text)
    assert option
    assert re.split(", | or ", option[1]) == [
        f"{name} (default)" if name == DEFAULT else name for name in LANGUAGES
    ]
    assert all(language.title in text for language in LANGUAGES.values())


def test_an_unknown_language_is_answered_with_all_that_there_are() -> None:
    with pytest.raises(UserError, match=f"allowed: {', '.join(LANGUAGES)}$"):
        Options(languages=("cobol",))


@pytest.mark.parametrize(
    "code",
    [
        "import gen_robot.languages",
        "import gen_robot.delivery.cache",
        "import gen_robot.cli as cli\ncli.main(['--help'])",
    ],
)
def test_the_table_is_light(code: str) -> None:
    assert not imported_by(code) & HEAVY


def test_heavy_imports_are_seen() -> None:
    assert imported_by("import gen_robot.languages.c") & HEAVY


def test_delivery_does_without_the_pipeline() -> None:
    modules = ("build", "cache", "library", "toolchain", "writing")
    code = "\n".join(f"import gen_robot.delivery.{module}" for module in modules)
    assert "gen_robot.pipeline" not in imported_by(code)


def names_a_language(path: str, text: str) -> bool:
    """Tell whether a file that belongs to no language names one, beyond those of the contract."""
    parts = Path(path).parts
    if {"languages", "verification"} & {*parts}:  # which may not know the generator's records
        return False
    others = [
        language
        for language in LANGUAGES.values()
        if language is not BUILDS
        and language.name not in parts
        and not PEERS.get(language.name, set()) & {*parts}
        and not parts[-1].startswith(language.name)
    ]
    words = [word for other in others for word in (other.name, other.title.split()[0])]
    return any(re.search(f"(?<![a-z]){w}(?![a-z])", text, re.IGNORECASE) for w in words)


def test_no_language_is_named_outside_its_own_place() -> None:
    folders = [ROOT / "generator" / "gen_robot", ROOT / "bindings", ROOT / "templates"]
    paths = [p for folder in folders for end in ("*.py", "*.j2") for p in folder.rglob(end)]
    named = {
        str(path.relative_to(ROOT))
        for path in paths
        if names_a_language(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    }
    assert named == {line.split(":")[0] for line in OTHERS.split("\n") if line}


def test_a_language_in_the_wrong_place_is_found() -> None:
    assert names_a_language(os.path.join("delivery", "toolchain.py"), "FLAGS = {'f77': 'FFLAGS'}")
    assert names_a_language(os.path.join("templates", "meson.build.j2"), "add_languages('fortran')")
    assert not names_a_language(os.path.join("templates", "f77", "meson.build.j2"), "'fortran'")
