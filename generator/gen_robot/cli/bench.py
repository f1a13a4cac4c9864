"""gen-robot bench: how long kernels take, beside others that compute the same."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gen_robot.bench.casadi_files import check_folder
from gen_robot.bench.compilers import Compilers, compilers
from gen_robot.bench.contest import robot_times
from gen_robot.bench.formats import FORMATS
from gen_robot.bench.machine import machine
from gen_robot.bench.measure import allowed_cores, pinned
from gen_robot.bench.peak import peak_of
from gen_robot.bench.prepare import Prepared, Setup, prepare
from gen_robot.bench.times import Report
from gen_robot.cli.aim import aim
from gen_robot.cli.edits import edits
from gen_robot.cli.frames import frames
from gen_robot.cli.kernel_list import kernel_list
from gen_robot.delivery.asked import asked as as_asked
from gen_robot.delivery.march import check_march
from gen_robot.errors import UserError, nearest, shown
from gen_robot.kernels import wanted
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from gen_robot.progress import progress_bar, traces
from gen_robot.readers.robot_files import read


def run(asked: argparse.Namespace) -> int:
    """Time each robot and print what was measured."""
    if asked.format not in FORMATS:
        raise UserError("--format", f"is {shown(asked.format)}", nearest(asked.format, [*FORMATS]))
    write_plot = None
    if asked.plot is not None:
        from gen_robot.bench.plot import plotter

        write_plot = plotter(Path(asked.plot))
    if not asked.robots:
        raise UserError("bench", "has no robot to time", "name one, e.g. gen-robot bench puma560")
    setup, core = _setup(asked, compilers()), _core(asked.core)
    made = [_prepared(robot, asked, setup) for robot in asked.robots]
    with pinned(core), progress_bar(sum(len(one.kernels) for one in made) + 1) as progress:
        progress("the machine's peak")
        peak = peak_of(setup.compilers.own, made[0].subjects[0].library.dtype)
        robots = tuple(robot_times(one, setup, peak, progress) for one in made)
    told = machine(setup.compilers, core)
    report = Report(told, setup.states, setup.passes, setup.seed, robots)
    if write_plot:
        write_plot(report)
    sys.stdout.write(FORMATS[asked.format](report))
    return 0


def _setup(asked: argparse.Namespace, found: Compilers) -> Setup:
    check_march(asked.march)
    # Which refuses what is none of them:
    Options(precision=asked.precision, trig=asked.trig, **aim(asked))
    if asked.casadi is not None:
        check_folder(Path(asked.casadi))
    wanted_edits = edits(asked)
    options = as_asked(
        lock=dict(wanted_edits.lock),
        root=wanted_edits.root,
        tip=wanted_edits.tip,
        floating=wanted_edits.floating,
        precision=asked.precision,
        trig=asked.trig,
        **aim(asked),
        snap=not asked.no_snap,
        march=asked.march,
        **frames(asked),
    )
    return Setup(
        options,
        kernel_list(asked.kernels),
        found,
        every_way=asked.all_ways,
        states=_whole("--states", asked.states),
        batch=_whole("--batch", asked.batch),
        passes=_whole("--passes", asked.passes),
        casadi=Path(asked.casadi) if asked.casadi is not None else None,
    )


def _prepared(robot: str, asked: argparse.Namespace, setup: Setup) -> Prepared:
    description = read(robot, snap=not asked.no_snap, edits=edits(asked))
    kernels = wanted(setup.kernels, modelled(description, Options(**frames(asked))))
    steps = traces(setup.kernels) if setup.every_way else 0
    with progress_bar(steps + len(kernels)) as progress:
        return prepare(robot, description, setup, progress)


def _whole(option: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= 10_000_000):
        raise UserError(option, f"is {shown(text)}", "give a whole number from 1 to 10000000")
    return int(text)


def _core(text: str | None) -> int | None:
    """Return the core to stay on: the last, for the system's own work is on the first."""
    allowed = allowed_cores()
    if text is None:
        return allowed[-1] if allowed else None
    if not (text.isascii() and text.isdecimal() and int(text[:9]) in allowed):
        cure = f"allowed: {', '.join(map(str, allowed))}" if allowed else "leave it out"
        raise UserError("--core", f"is {shown(text)}", cure)
    return int(text)
