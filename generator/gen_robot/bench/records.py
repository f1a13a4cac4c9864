"""A run as JSON and CSV, for programs: everything that was measured."""

from __future__ import annotations

import csv
import io
import json

from gen_robot.bench.times import MANY, ONE, KernelTimes, PeerTimes, Report, RobotTimes


def as_json(report: Report) -> str:
    """Return everything, by robot and kernel."""
    told = {
        "format": 1,
        "machine": dict(report.machine),
        "states": report.states,
        "passes": report.passes,
        "seed": report.seed,
        "robots": [_robot(one) for one in report.robots],
    }
    return json.dumps(told, indent=2) + "\n"


def _robot(one: RobotTimes) -> dict[str, object]:
    return {
        "robot": one.robot,
        "source": one.source,
        "nv": one.nv,
        "precision": one.precision,
        "trig": one.trig,
        "march": one.march,
        "flags": dict(one.flags),
        "batch": one.batch,
        "peak": one.peak.as_dict(),
        "kernels": [_kernel(one, each) for each in one.kernels],
        "not_timed": list(one.not_timed),
        "missing": list(one.missing),
    }


def _kernel(robot: RobotTimes, one: KernelTimes) -> dict[str, object]:
    trigonometry = one.trigonometry
    return {
        "kernel": one.kernel,
        "way": one.way,
        "auto": one.auto,
        "operations": dict(one.operations),
        "flop": one.flop,
        "times": {how: each.as_dict() for how, each in one.times.items()},
        "flop_per_ns": {how: one.rate(how) for how in (ONE, MANY) if how in one.times},
        "share_of_peak": shares_of_peak(robot, one),
        "trigonometry": None
        if trigonometry is None
        else {
            "angles": trigonometry.angles,
            "ns": trigonometry.ns,
            "share": one.share_of_trigonometry,
            "how": trigonometry.how,
        },
        "peers": {peer.name: _peer(one, peer) for peer in one.peers},
    }


def shares_of_peak(robot: RobotTimes, one: KernelTimes) -> dict[str, float]:
    """Return operations a nanosecond by what is possible: one state by scalars, many by vectors."""
    most = {ONE: robot.peak.scalar, MANY: robot.peak.vector}
    rates = {how: one.rate(how) for how in most}
    return {how: rate / most[how] for how, rate in rates.items() if rate is not None}


def _peer(one: KernelTimes, peer: PeerTimes) -> dict[str, object]:
    return {
        "called": peer.called,
        **peer.times.as_dict(),
        "beside": peer.beside,
        "ratio": one.ratio(peer),
        "variants_p10_ns": dict(peer.variants),
    }


HEADS = (
    "robot",
    "nv",
    "kernel",
    "way",
    "auto",
    "flop",
    "who",
    "called",
    "p10_ns",
    "median_ns",
    "ratio",
)


def as_csv(report: Report) -> str:
    """Return one line for each contender; the ratio is a peer's time by ours."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(HEADS)
    for robot in report.robots:
        for one in robot.kernels:
            start = (robot.robot, robot.nv, one.kernel, one.way, int(one.auto), one.flop)
            for how, each in one.times.items():
                writer.writerow([*start, "gen-robot", how, each.low, each.median, ""])
            for peer in one.peers:
                told = (peer.name, peer.called, peer.times.low, peer.times.median, one.ratio(peer))
                writer.writerow([*start, *told])
    return stream.getvalue()
