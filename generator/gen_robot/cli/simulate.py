"""gen-robot simulate: from torques to motions, files and pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from gen_robot.cli.aim import aim
from gen_robot.cli.edits import edits, pairs
from gen_robot.errors import UserError, nearest, shown
from gen_robot.integrators.methods import METHODS
from gen_robot.languages import BOUND
from gen_robot.options import Options
from gen_robot.progress import progress_bar
from gen_robot.simulation.asked import Torques, positive
from gen_robot.simulation.files import as_csv, as_npz, check_place, write_whole
from gen_robot.simulation.job import Job, Simulated, loaded, simulated
from gen_robot.simulation.plots import SUFFIXES, as_picture, check_matplotlib
from gen_robot.simulation.summary import FORMATS

PARTS = 100  # of the progress bar
SECONDS = ("step", "tolerance", "max_step", "every", "slip")
Written = tuple[Path, Callable[[Simulated], bytes]]


def run(asked: argparse.Namespace) -> int:
    """Simulate, write what was asked for, and say what it was."""
    if asked.format not in FORMATS:
        raise UserError("--format", f"is {shown(asked.format)}", nearest(asked.format, [*FORMATS]))
    if asked.lang not in BOUND:
        raise UserError("--lang", f"is {shown(asked.lang)}", nearest(asked.lang, [*BOUND]))
    Options(**aim(asked))  # which refuses what is none of them, as other verbs do
    job, files = _job(asked), _files(asked)
    robot = loaded(
        asked.robot,
        {
            "lang": asked.lang,
            "friction": asked.friction,
            "algorithms": pairs("--algorithm", asked.algorithm, "KERNEL=NAME"),
            **aim(asked),
            "snap": not asked.no_snap,
        },
        edits(asked),
    )
    for text in () if asked.quiet else robot.warnings:
        print(f"warning: {text}", file=sys.stderr)
    with progress_bar(PARTS, asked.quiet) as progress:
        made = simulated(robot, job, _advancing(job.duration, progress))
    # All are made before the first is written: none is there if one cannot be made.
    contents = [(path, content(made)) for path, content in files]
    for path, content in contents:
        write_whole(path, content)
    if not asked.quiet:
        sys.stdout.write(FORMATS[asked.format](made))
        if asked.format == "text" and contents:
            print(f"  wrote {', '.join(str(path) for path, _ in contents)}")
    return 0


def _job(asked: argparse.Namespace) -> Job:
    duration = positive("--duration", asked.duration)
    assert duration is not None
    if asked.method is not None and asked.method not in METHODS:
        cure = nearest(asked.method, [*METHODS])
        raise UserError("--method", f"is {shown(asked.method)}", cure)
    settings = {
        name: positive(f"--{name.replace('_', '-')}", getattr(asked, name)) for name in SECONDS
    }
    if asked.slip is not None and not asked.friction:
        raise UserError("--slip", "is for friction", "add --friction")
    torques = Torques(
        asked.torque,
        asked.interpolation,
        asked.path,
        asked.to,
        positive("--within", asked.within),
        asked.kp,
        asked.kd,
        asked.limit,
    )
    most = _whole("--most-steps", asked.most_steps)
    return Job(
        duration,
        asked.q,
        asked.qd,
        torques,
        {**settings, "method": asked.method, "most_steps": most},
    )


def _files(asked: argparse.Namespace) -> list[Written]:
    """Return what is to be written; refuse now what could not be."""
    files: list[Written] = []
    if asked.csv is not None:
        path = check_place("--csv", asked.csv, (".csv",))
        files.append((path, lambda made: as_csv(made.robot, made.trajectory)))
    if asked.npz is not None:
        path = check_place("--npz", asked.npz, (".npz",))
        files.append((path, lambda made: as_npz(made.robot, made.trajectory)))
    if asked.plot is not None:
        picture = check_place("--plot", asked.plot, SUFFIXES)
        check_matplotlib()
        files.append((picture, lambda made: as_picture(made, picture)))
    read = {Path(name).resolve() for name in (asked.torque, asked.path, asked.robot) if name}
    for path, _ in files:
        if path.resolve() in read:
            raise UserError(str(path), "is read, and would be replaced", "choose another name")
    return files


def _advancing(duration: float, progress: Callable[[str], None]) -> Callable[[float], None]:
    """Return what moves the bar as time goes by in the simulation."""
    shown_parts = 0

    def advance(t: float) -> None:
        nonlocal shown_parts
        while shown_parts < PARTS * t / duration:
            progress(f"t = {t:.4g} s")
            shown_parts += 1

    return advance


def _whole(option: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:12]) <= 10**9):
        raise UserError(option, f"is {shown(text)}", "give a whole number from 1 to 1000000000")
    return int(text)
