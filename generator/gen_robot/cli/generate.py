"""gen-robot generate: write, check or build the kernels of a robot."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TextIO

from gen_robot.cli.aim import aim
from gen_robot.cli.edits import edits, pairs
from gen_robot.cli.frames import frames
from gen_robot.cli.kernel_list import kernel_list
from gen_robot.cli.lists import listed
from gen_robot.delivery.kept_searches import kept
from gen_robot.delivery.march import AUTO, check_march
from gen_robot.delivery.writing import differences, write
from gen_robot.errors import UserError
from gen_robot.examples import EXAMPLES
from gen_robot.languages import COMPILED, DEFAULT, LANGUAGES
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate
from gen_robot.progress import progress_bar, traces
from gen_robot.readers.robot_files import read
from gen_robot.report.report import report, warnings
from gen_robot.search.effort import HIGH, TOLD


def run(asked: argparse.Namespace) -> int:
    """Do what was asked and return the exit code."""
    options = _options(asked)
    _check_build(asked, options)
    directory = Path(asked.out)
    kernels = (*options.kernels, *options.together)
    steps = traces(kernels) + (TOLD * len(kernels) if options.searching is HIGH else 0)
    with progress_bar(steps, asked.quiet) as progress:
        output = generate(asked.robot, options, progress, kept)
    for warning in warnings(output):
        _say(asked, f"warning: {warning}", sys.stderr)
    if asked.check:
        diff = differences(output, directory)
        sys.stdout.write(diff)
        return 1 if diff else 0
    folder = write(output, directory, force=asked.force, say=lambda text: _say(asked, text))
    if not asked.quiet:
        _report(asked, options, output, folder)
    if asked.build:
        from gen_robot.delivery.build import build

        library = build(folder, output.name, march=asked.march or AUTO)
        _say(asked, f"built {library.relative_to(Path.cwd()) if _below_here(library) else library}")
        return _prove(asked, output, folder)
    return 0


def _prove(asked: argparse.Namespace, output: Output, folder: Path) -> int:
    """Prove what was written, as far as that is quick; say what is wrong even if quiet."""
    from gen_robot.cli.proving import proved_here

    told, is_right = proved_here(folder, output.description)
    for line in told:
        if is_right:
            _say(asked, line)
        else:
            print(f"gen-robot: this is a bug of gen-robot: {line}", file=sys.stderr)
    return 0 if is_right else 1


def _options(asked: argparse.Namespace) -> Options:
    return Options(
        languages=_once(asked.lang or _needed(asked.example)),
        name=asked.name,
        kernels=kernel_list(asked.kernels),
        algorithms=pairs("--algorithm", asked.algorithm, "KERNEL=NAME"),
        **aim(asked),
        precision=asked.precision,
        trig=asked.trig,
        friction=asked.friction,
        rotors=asked.rotors,
        regroup=not asked.no_regroup,
        snap=not asked.no_snap,
        edits=edits(asked),
        payload=asked.payload,
        runtime=listed(asked.runtime) or (),
        **frames(asked),
        together=listed(asked.together) or (),
        integrators=asked.integrators,
        f77_prefix=asked.f77_prefix,
        examples=_once(asked.example),
    )


def _check_build(asked: argparse.Namespace, options: Options) -> None:
    """Refuse before anything is written what the build would refuse."""
    if asked.build and not any(name in COMPILED for name in options.languages):
        titles = ", ".join(LANGUAGES[name].title for name in options.languages)
        raise UserError("--build", f"{titles} is for readers", f"add --lang {DEFAULT}")
    if asked.march is None:
        return
    check_march(asked.march)
    if not asked.build:
        cure = "add --build, or give -Dmarch=... to meson"
        raise UserError("--march", "is for the build, and there is none", cure)


def _needed(examples: list[str]) -> list[str]:
    """Return the languages that examples call kernels in, for those who name no language."""
    known = [EXAMPLES[name].language for name in examples if name in EXAMPLES]
    return [language for language in known if language] or [DEFAULT]


def _once(words: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _report(asked: argparse.Namespace, options: Options, output: Output, folder: Path) -> None:
    effect = ""
    if output.description.snaps:
        from gen_robot.ledger.snap_effect import snap_effect

        as_written = read(asked.robot, snap=False, edits=options.edits)
        effect = str(snap_effect(output.description, as_written))
    for line in report(output, options, effect):
        print(line)
    print(f"  wrote {', '.join(output.files)} in {folder}")


def _say(asked: argparse.Namespace, text: str, stream: TextIO | None = None) -> None:
    if not asked.quiet:
        print(text, file=stream or sys.stdout)


def _below_here(path: Path) -> bool:
    return path.is_relative_to(Path.cwd())
