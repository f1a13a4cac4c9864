"""A run as tables for people; the table of all formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen_robot.bench.machine import sentence
from gen_robot.bench.measure import LOW
from gen_robot.bench.records import as_csv, as_json, shares_of_peak
from gen_robot.bench.times import (
    ARRAYS,
    MANY,
    NEW,
    ONE,
    OUT,
    KernelTimes,
    Report,
    RobotTimes,
)
from gen_robot.errors import counted

Row = list[str]

LEGEND = """\
flop: multiplications, additions, divisions and roots of one state; sines and cosines are not counted.
C: one call a state, and one for all of them (batch); trig: the share of it that sines and cosines
take; peak: flop/ns by what this machine does at most with scalars (one) and with vectors (batch).
Python: with out=, without, and arrays of all states. In brackets: how many times ours it takes,
CasADi beside C, the others beside Python with out=.
"""


def text(report: Report) -> str:
    """Return tables for a terminal."""
    parts = [f"{sentence(report.machine)}\n{_said(report)}\n"]
    for robot in report.robots:
        heads, rows = _table(robot)
        parts.append("\n".join([_title(robot), *_aligned(heads, rows), *_remarks(robot), ""]))
    return "\n".join([*parts, LEGEND])


def markdown(report: Report) -> str:
    """Return tables for a document."""
    parts = [f"{sentence(report.machine)}. {_said(report)}\n"]
    for robot in report.robots:
        heads, rows = _table(robot)
        lines = [f"## {_title(robot)}\n", f"| {' | '.join(heads)} |"]
        lines.append(f"|---|---|{'---:|' * (len(heads) - 2)}")
        lines += [f"| {' | '.join(row)} |" for row in rows]
        parts.append("\n".join([*lines, "", *(f"- {each}" for each in _remarks(robot)), ""]))
    return "\n".join([*parts, LEGEND])


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text,
    "json": as_json,
    "csv": as_csv,
    "markdown": markdown,
}


def _said(report: Report) -> str:
    return (
        f"nanoseconds a state of processor time, {LOW}th percentile of {report.passes} passes in "
        f"turns over {counted(report.states, 'random state')}; compare ratios"
    )


def _title(robot: RobotTimes) -> str:
    size = f"{robot.nv} degree{'s' if robot.nv > 1 else ''} of freedom"
    peak = (
        f"peak {robot.peak.scalar:.1f} flop/ns, {robot.peak.vector:.1f} on {robot.peak.lanes} lanes"
    )
    return f"{robot.robot}: {size}, {robot.precision} precision; batches of {robot.batch}; {peak}"


def _remarks(robot: RobotTimes) -> list[str]:
    flags = list(dict.fromkeys(robot.flags.values()))
    lines = [f"{robot.trig} sines, built by {each}" for each in flags[:1]]
    lines += [f"no peer, {each}" for each in robot.missing]
    return lines + [f"not there, {each}" for each in robot.not_timed]


def _table(robot: RobotTimes) -> tuple[Row, list[Row]]:
    """Lay out a robot's times; columns that nobody has anything in are left out."""
    peers = list(dict.fromkeys(peer.name for one in robot.kernels for peer in one.peers))
    heads = ["kernel", "way", "flop", "C", "trig", "flop/ns", "peak"]
    heads += ["C batch", "peak", "Python out=", "Python", "Python batch", *peers]
    rows = [_row(robot, one, peers) for one in robot.kernels]
    kept = [k for k in range(len(heads)) if any(row[k] for row in rows)]
    return [heads[k] for k in kept], [[row[k] for k in kept] for row in rows]


def _row(robot: RobotTimes, one: KernelTimes, peers: Sequence[str]) -> Row:
    shares, rate = shares_of_peak(robot, one), one.rate(ONE)
    found = {peer.name: peer for peer in one.peers}
    cells = [
        f"{number(peer.times.low)} ({one.ratio(peer):.1f}x)" if (peer := found.get(name)) else ""
        for name in peers
    ]
    return [
        one.kernel,
        f"{one.way} *" if one.auto else one.way,
        str(one.flop),
        _time(one, ONE),
        _percent(one.share_of_trigonometry),
        f"{rate:.1f}" if rate is not None else "",
        _percent(shares.get(ONE)),
        _time(one, MANY),
        _percent(shares.get(MANY)),
        *(_time(one, how) for how in (OUT, NEW, ARRAYS)),
        *cells,
    ]


def _time(one: KernelTimes, how: str) -> str:
    return number(one.times[how].low) if how in one.times else ""


def number(ns: float) -> str:
    """Write nanoseconds with as many digits as they deserve."""
    return f"{ns:.1f}" if ns < 100 else f"{ns:.0f}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _aligned(heads: Row, rows: list[Row]) -> list[str]:
    """Put the first two columns to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: Row) -> str:
        padded = [
            cell.ljust(width) if k < 2 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return ("  " + "  ".join(padded)).rstrip()

    return [line(heads), *(line(row) for row in rows)]
