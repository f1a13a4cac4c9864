"""The wheel: what it holds, and that it works where there is no compiler."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {  # folder of the repository -> folder of the package, and what belongs there
    "generator/gen_robot": ("gen_robot", (".py", ".yaml", "py.typed", "harness.c", "handler.c")),
    "bindings": ("gen_robot/bindings", (".py", ".pyi")),
    "templates": ("gen_robot/templates", (".j2",)),
}
EXTENSION = "gen_robot/bindings/_compiled."

pytestmark = pytest.mark.xdist_group("wheel")  # which one worker builds


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # Where the environment is not activated, meson-python needs to be shown its tools.
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps"]
    build = f"-Cbuild-dir={folder / 'build'}"
    subprocess.run(
        [*command, build, "-w", folder, ROOT], env={**os.environ, "PATH": path}, check=True
    )
    (path_of_wheel,) = folder.glob("*.whl")
    return path_of_wheel


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.startswith("gen_robot/")}


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a new environment that holds the wheel; its dependencies are ours."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    (site,) = (folder / "lib").glob("python*/site-packages")
    # A path that is listed so comes after the environment's own, and its .pth files are not read.
    (site / "dependencies.pth").write_text(str(Path(numpy.__file__).parent.parent) + "\n")
    return python


def run(python: Path, code: str, **environment: str) -> str:
    done = subprocess.run(
        [python, "-c", code],
        env={"PATH": "/nonexistent", "HOME": "/nonexistent", **environment},
        capture_output=True,
        text=True,
        check=False,
        cwd=python.parent,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_is_tagged_for_its_platform(wheel: Path) -> None:
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert wheel.stem.split("-")[-1].endswith(platform.split("_", 1)[1])
    assert not wheel.stem.endswith("-any")


def test_the_wheel_holds_the_sources_and_nothing_else(contents: set[str]) -> None:
    expected = {
        f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, (package, endings) in SOURCES.items()
        for path in (ROOT / folder).rglob("*")
        if path.name.endswith(endings) and "__pycache__" not in path.parts
    }
    compiled = ("gen_robot/_native/", EXTENSION)
    assert {n for n in contents if not n.startswith(compiled) or n in expected} == expected
    for folder in ("robots", "templates", "bindings"):
        assert any(name.startswith(f"gen_robot/{folder}/") for name in expected)


def test_the_wheel_holds_the_compiled_kernels_of_generated(contents: set[str]) -> None:
    folders = {path.parent.name for path in (ROOT / "generated").glob("*/*.json")}
    kernels = {f"{name}/{name}{end}" for name in folders for end in (".so", ".json")}
    expected = kernels | {"loop.so", "reach.so"}
    prefix = "gen_robot/_native/"
    assert {name.removeprefix(prefix) for name in contents if name.startswith(prefix)} == expected


def test_the_wheel_holds_the_extension_for_this_python(contents: set[str]) -> None:
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    built = {name for name in contents if name.startswith(EXTENSION) and name[-1] != "i"}
    assert built == {f"{EXTENSION.removesuffix('.')}{ending}"}


def test_packages_have_an_init_and_native_code_has_none(contents: set[str]) -> None:
    folders = {name.rsplit("/", 1)[0] for name in contents if name.endswith(".py")}
    assert all(f"{folder}/__init__.py" in contents for folder in folders)
    assert not any(folder.startswith("gen_robot/_native") for folder in folders)


def configured(folder: Path, *options: str) -> tuple[int, str]:
    """Configure the package's build without the robots; return the exit code and the targets."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    meson = ["meson", "setup", "-Dkernels=false", *options, folder / "build", ROOT]
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(meson, env=environment, capture_output=True, check=False)
    targets = ["meson", "introspect", "--targets", folder / "build"]
    found = subprocess.run(targets, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, found.stdout


def test_the_extension_can_be_left_out(tmp_path: Path) -> None:
    code, targets = configured(tmp_path, "-Dextension=disabled")
    assert code == 0
    assert '"loop"' in targets
    assert "_compiled" not in targets


def test_where_headers_are_missing_the_package_goes_without_the_extension(tmp_path: Path) -> None:
    """A new environment has no NumPy to compile with."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    native = tmp_path / "native.ini"
    native.write_text(f"[binaries]\npython = '{tmp_path / 'bare' / 'bin' / 'python'}'\n")
    code, targets = configured(tmp_path, f"--native-file={native}")
    assert code == 0
    assert '"loop"' in targets
    assert "_compiled" not in targets
    assert configured(tmp_path / "asked", f"--native-file={native}", "-Dextension=enabled")[0] != 0


def test_versions_agree() -> None:
    version = r"""^version = "(.*)"|^  version: '(.*)',"""
    texts = [(ROOT / name).read_text() for name in ("pyproject.toml", "meson.build")]
    found = ["".join(re.search(version, text, re.MULTILINE).groups("")) for text in texts]
    assert found[0] == found[1] != ""


def test_an_installed_wheel_imports_without_a_compiler(fresh: Path) -> None:
    code = (
        "import gen_robot, gen_robot.bindings._compiled\n"
        "from gen_robot.bindings import loop, reaching\n"
        "loop._loop(), reaching._reach()\n"
        "print(gen_robot.__version__, gen_robot.__file__)"
    )
    version, file = run(fresh, code).split()
    assert version == "0.1.0"
    assert Path(file).is_relative_to(fresh.parent.parent)


def test_shipped_kernels_load_without_compiler_and_generator(fresh: Path) -> None:
    code = (
        "import sys, gen_robot\n"
        "puma = gen_robot.load('puma560')\n"
        "print(puma.inertia_matrix(puma.neutral())[0, 0] > 0)\n"
        "print(any(name in sys.modules for name in ('gen_robot.pipeline', 'jinja2', 'mpmath')))"
    )
    assert run(fresh, code).split() == ["True", "False"]


def test_without_a_compiler_other_robots_say_what_to_install(fresh: Path, tmp_path: Path) -> None:
    code = (
        "import gen_robot\n"
        "from gen_robot.errors import UserError\n"
        "try: gen_robot.load('two_link', kernels=['inertia_matrix'])\n"
        "except UserError as error: print(error)"
    )
    assert "apt-get install gcc" in run(fresh, code, GEN_ROBOT_CACHE=str(tmp_path / "cache"))


def test_the_command_is_installed(fresh: Path) -> None:
    command = fresh.parent / "gen-robot"
    assert "gen_robot.cli" in command.read_text()
