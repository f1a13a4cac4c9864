"""One robot from its file to its times: build, compare numbers, take turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gen_robot.bench import casadi_contest
from gen_robot.bench.agreement import allowed, demand, difference
from gen_robot.bench.casadi_files import casadi_files, variants
from gen_robot.bench.compilers import Compilers
from gen_robot.bench.harness import Harness
from gen_robot.bench.measure import Contender, Times, interleaved, shortlisted
from gen_robot.bench.ours import Timed
from gen_robot.bench.peer import Peer, PeerCall
from gen_robot.bench.peers import Peers, peers_of
from gen_robot.bench.python_loop import calls
from gen_robot.bench.states import Room, States, random_states
from gen_robot.bench.subject import Subject, build_flags, built
from gen_robot.bench.times import ONE, OUT, KernelTimes, Peak, PeerTimes, RobotTimes
from gen_robot.bench.trigonometry import angles_alone, share_of_angles
from gen_robot.bench.ways import Ways, all_ways
from gen_robot.delivery.asked import Asked
from gen_robot.description.description import Description
from gen_robot.description.names import check_robot_name

SAMPLE = 12
"""States at which numbers are compared before anything is timed."""

CASADI_KEPT = 4
"""Of a peer's files and flags, those that get many passes after a first look at all."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Setup:
    """Hold what is asked of a run besides the robots."""

    options: Asked
    kernels: tuple[str, ...]
    compilers: Compilers
    every_way: bool = False
    states: int = 1000
    batch: int = 100_000
    passes: int = 60
    seed: int = 1
    casadi: Path | None = None


@dataclass(frozen=True)
class Prepared:
    """Hold a robot that is built, with its peers, ready to be timed."""

    robot: str
    description: Description
    subjects: list[Subject]
    ways: Ways
    peers: Peers
    casadi: Mapping[str, list[casadi_contest.Compiled]]
    missing: tuple[str, ...]
    flags: Mapping[str, str] = field(default_factory=dict)

    @property
    def kernels(self) -> list[str]:
        return [*self.subjects[0].manifest["kernels"]]


def prepare(robot: str, description: Description, setup: Setup, progress: Progress) -> Prepared:
    """Build all that will be timed of a robot; this may use every core."""
    options = setup.options
    ways = Ways({}, ())
    libraries: list[dict[str, str]] = [{}]
    if setup.every_way:
        ways = all_ways(description, setup.kernels, progress)
        # The first holds what auto takes: the same library as without --all-ways.
        libraries += ways.libraries()[1:]
    subjects = []
    for each in libraries:
        progress(f"{description.name}: building {len(subjects) + 1} of {len(libraries)}")
        subjects.append(built(robot, options, tuple(each) or setup.kernels, each))
    library = subjects[0].library
    peers = peers_of(description, library.nq, library.nv)
    missing = list(peers.missing)
    casadi: dict[str, list[casadi_contest.Compiled]] = {}
    if setup.casadi is None:
        missing.append("CasADi: no folder of its functions is given (--casadi)")
    elif options.precision != "double":
        missing.append("CasADi: its functions are in double precision")
    else:
        progress(f"{description.name}: compiling CasADi's functions")
        files = casadi_files(setup.casadi, description.name)
        wanted = {k: p for k, p in files.items() if k in subjects[0].manifest["kernels"]}
        casadi = casadi_contest.compile_all(wanted, variants(setup.compilers.peers))
        missing += [] if casadi else [f"CasADi: {setup.casadi} has no function for this robot"]
    flags = build_flags(subjects[0], options.march)
    return Prepared(robot, description, subjects, ways, peers, casadi, tuple(missing), flags)


def nameable(description: Description) -> str | None:
    """Return another name for a robot whose own cannot be a file's."""
    return "robot" if check_robot_name(description.name) else None


def robot_times(made: Prepared, setup: Setup, peak: Peak, progress: Progress) -> RobotTimes:
    """Compare numbers, then time every kernel of a robot."""
    library = made.subjects[0].library
    harness = Harness(setup.compilers.own, library.dtype)
    states = random_states(made.subjects, setup.batch, setup.seed)
    contest = Contest(made, setup, harness, states, Room(made.subjects))
    found: list[KernelTimes] = []
    for kernel in made.kernels:
        progress(f"{made.description.name}: {kernel}")
        found += contest.kernel(kernel)
    return RobotTimes(
        robot=made.description.name,
        source=made.description.source,
        nv=library.nv,
        precision=setup.options.precision,
        march=setup.options.march,
        flags=made.flags,
        batch=states.count,
        peak=peak,
        kernels=tuple(found),
        not_timed=made.ways.not_there,
        missing=made.missing,
    )


@dataclass(frozen=True)
class Contest:
    """Time the kernels of one robot, each beside all that compute the same."""

    made: Prepared
    setup: Setup
    harness: Harness
    states: States
    room: Room

    def kernel(self, name: str) -> list[KernelTimes]:
        """Return the times of one kernel by all ways that are asked for."""
        with_it = [one for one in self.made.subjects if name in one.manifest["kernels"]]
        ways = [self._timed(subject, name) for subject in with_it]
        first = ways[0]
        self._compare_own(ways)
        contenders: dict[tuple[str, str], Contender] = {}
        for k, timed in enumerate(ways):
            own = timed.in_c() | (timed.from_python() if timed is first else {})
            contenders |= {(str(k), how): each for how, each in own.items()}
        contenders |= {("", k): c for k, c in angles_alone(first, self.harness, self.room).items()}
        calls_of = self._peer_calls(first)
        for peer, call in calls_of.items():
            arguments = [call.arguments(state) for state in first.singles]
            run = Contender(calls(call.function, arguments), len(arguments))
            contenders[("peer", peer)] = run
        tried = self._casadi(first)
        contenders |= {
            ("casadi", title): each for title, each in shortlisted(tried, CASADI_KEPT).items()
        }
        times = interleaved(contenders, self.setup.passes)
        looked = {title: each.low for (who, title), each in times.items() if who == "casadi"}
        return [
            KernelTimes(
                kernel=name,
                way=timed.record.get("way", timed.record["algorithm"]),
                auto=timed is first,
                operations=timed.record["operations"],
                times=(own := {how: t for (who, how), t in times.items() if who == str(k)}),
                trigonometry=share_of_angles(first, times, own[ONE]) if timed is first else None,
                peers=_peer_times(times, calls_of, looked) if timed is first else (),
            )
            for k, timed in enumerate(ways)
        ]

    def _timed(self, subject: Subject, name: str) -> Timed:
        return Timed(subject, name, self.harness, self.states, self.room, self.setup.states)

    def _place(self, timed: Timed) -> str:
        return f"{self.made.description.name}: {timed.kernel}"

    def _limit(self, timed: Timed) -> float:
        return allowed(self.setup.options.precision, timed.status)

    def _sample(self, timed: Timed) -> range:
        return range(min(SAMPLE, len(timed.singles)))

    def _floor(self, timed: Timed) -> float:
        """Return the size of terms that may cancel in torques: a hundredth of the mass, at 1 m."""
        return 0.0 if timed.status else 0.01 * self.made.peers.weight

    def _compare_own(self, ways: Sequence[Timed]) -> None:
        """Demand one answer of every way, and of batches what single calls give."""
        first = ways[0]
        place, limit, floor = self._place(first), self._limit(first), self._floor(first)
        for timed in ways[1:]:
            way = timed.record.get("way", "another way")
            for k in self._sample(first):
                found = difference(timed.result(k), first.result(k), floor)
                demand(place, way, found, limit)
        for who, (got, wanted) in first.batch_difference(SAMPLE).items():
            demand(place, f"the batch ({who})", difference(got, wanted, floor), limit)

    def _peer_calls(self, timed: Timed) -> dict[str, PeerCall]:
        """Return the peers that have this kernel, and agree."""
        found = {}
        for peer in self.made.peers.found:
            if call := peer.call(timed.kernel):
                self._compare(timed, peer, call)
                found[peer.name] = call
        return found

    def _compare(self, timed: Timed, peer: Peer, call: PeerCall) -> None:
        for k in self._sample(timed):
            theirs = call.results(call.function(*call.arguments(timed.singles[k])))
            found = difference(timed.result(k), theirs, self._floor(timed))
            demand(self._place(timed), f"{peer.name}, {call.called},", found, self._limit(timed))

    def _casadi(self, timed: Timed) -> dict[str, Contender]:
        compiled = self.made.casadi.get(timed.kernel, [])
        return casadi_contest.contenders(
            compiled,
            timed,
            self.harness,
            self.room.whole,
            self.made.peers.orders,
            self._place(timed),
            len(self._sample(timed)),
        )


def _peer_times(
    times: Mapping[tuple[str, str], Times],
    called: Mapping[str, PeerCall],
    looked: Mapping[str, float],
) -> tuple[PeerTimes, ...]:
    """Return the peers' times; of a peer's many compilations the best counts."""
    found = []
    if looked:
        best = min(looked, key=lambda title: looked[title])
        found.append(PeerTimes(casadi_contest.NAME, best, times["casadi", best], ONE, looked))
    for name, call in called.items():
        found.append(PeerTimes(name, call.called, times["peer", name], OUT))
    return tuple(found)
