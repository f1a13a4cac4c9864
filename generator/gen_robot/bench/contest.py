"""The kernels of one robot, each timed in turns with all that compute the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gen_robot.bench import casadi_contest
from gen_robot.bench.agreement import allowed, demand, difference
from gen_robot.bench.harness import Harness
from gen_robot.bench.measure import Contender, Times, fastest, interleaved
from gen_robot.bench.ours import Timed
from gen_robot.bench.peer import CompiledPeer, Peer, PeerCall
from gen_robot.bench.prepare import Prepared, Progress, Setup
from gen_robot.bench.python_loop import calls
from gen_robot.bench.states import Room, States, random_states
from gen_robot.bench.subject import Subject
from gen_robot.bench.times import ARRAYS, ONE, OUT, KernelTimes, Peak, PeerTimes, RobotTimes
from gen_robot.bench.trigonometry import angles_of, share_of_angles
from gen_robot.kernels.sines import SUFFIX

SAMPLE = 12
"""States at which numbers are compared before anything is timed."""

COMPILED_KEPT, LOOPS_KEPT = 4, 2
"""Of a peer's files and flags, those that get many passes after a first look at all."""


def robot_times(
    made: Prepared,
    setup: Setup,
    peak: Peak,
    progress: Progress,
    others: Sequence[CompiledPeer] = (),
) -> RobotTimes:
    """Compare numbers, then time every kernel of a robot, beside others too if there are some."""
    library = made.subjects[0].library
    harness = Harness(setup.compilers.own, library.dtype)
    every = [*made.subjects, *([made.sines_given] if made.sines_given else [])]
    states = random_states(every, setup.batch, setup.seed)
    contest = Contest(made, setup, harness, states, Room(every), others)
    found: list[KernelTimes] = []
    for kernel in made.kernels:
        progress(f"{made.name}: {kernel}")
        found += contest.kernel(kernel)
    return RobotTimes(
        robot=made.name,
        source=made.description.source,
        nv=library.nv,
        precision=setup.options.precision,
        trig=setup.options.trig,
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
    others: Sequence[CompiledPeer] = ()

    def kernel(self, name: str) -> list[KernelTimes]:
        """Return the times of one kernel by all ways that are asked for."""
        with_it = [one for one in self.made.subjects if name in one.manifest["kernels"]]
        ways = [self._timed(subject, name) for subject in with_it]
        first = ways[0]
        self._compare_own(ways)
        contenders: dict[tuple[str, str], Contender] = {}
        for k, timed in enumerate(ways):
            forms = timed.in_c() | (timed.from_python() if timed is first else {})
            contenders |= {(str(k), how): each for how, each in forms.items()}
        angles = angles_of(first, self._given(name), self.harness, self.room)
        contenders |= {("angles", how): each for how, each in angles.items()}
        calls_of = self._peer_calls(first)
        for peer, call in calls_of.items():
            arguments = [call.arguments(state) for state in first.singles]
            run = Contender(calls(call.function, arguments), len(arguments))
            contenders[("peer", peer)] = run
        contenders |= self._casadi(first) | self._others(first)
        times = interleaved(contenders, self.setup.passes)
        found = []
        for k, timed in enumerate(ways):
            own = _of(times, str(k))
            extra = self._beside(first, times, own[ONE], calls_of) if timed is first else {}
            way = timed.record.get("way", timed.record["algorithm"])
            operations = timed.record["operations"]
            found.append(KernelTimes(name, way, timed is first, operations, own, **extra))
        return found

    def _given(self, name: str) -> list[Timed]:
        """Return a kernel's form that is given sines and cosines, if there is one."""
        subject, form = self.made.sines_given, name + SUFFIX
        there = subject is not None and form in subject.manifest["kernels"]
        return [self._timed(subject, form)] if subject and there else []

    def _timed(self, subject: Subject, name: str) -> Timed:
        return Timed(subject, name, self.harness, self.states, self.room, self.setup.states)

    def _place(self, timed: Timed) -> str:
        return f"{self.made.name}: {timed.kernel}"

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
            reference = timed.subject.manifest["options"].get("jacobian", "")
            if call := peer.call(timed.family, timed.frame, reference):
                self._compare(timed, peer, call)
                found[peer.name] = call
        return found

    def _compare(self, timed: Timed, peer: Peer, call: PeerCall) -> None:
        for k in self._sample(timed):
            theirs = call.results(call.function(*call.arguments(timed.singles[k])))
            found = difference(timed.result(k), theirs, self._floor(timed))
            demand(self._place(timed), f"{peer.name}, {call.called},", found, self._limit(timed))

    def _casadi(self, timed: Timed) -> dict[tuple[str, str], Contender]:
        """Return the best few of CasADi's functions, and the best of them on the whole batch."""
        entrants = casadi_contest.entrants(
            self.made.casadi.get(timed.kernel, []),
            timed,
            self.harness,
            self.room.whole,
            self.made.peers.orders,
            self._place(timed),
            len(self._sample(timed)),
        )
        one = fastest({title: each.one() for title, each in entrants.items()})
        found = {(casadi_contest.NAME, t): one[t] for t in [*one][:COMPILED_KEPT]}
        loops = {(casadi_contest.LOOP, t): entrants[t].many() for t in [*one][:LOOPS_KEPT]}
        return found | loops

    def _others(self, timed: Timed) -> dict[tuple[str, str], Contender]:
        """Return the best few of each other compiled peer."""
        found: dict[tuple[str, str], Contender] = {}
        for peer in self.others:
            agreed = {}
            for title, entrant in peer.entrants(timed).items():
                for k in self._sample(timed):
                    apart = difference(timed.result(k), entrant.result(k), self._floor(timed))
                    demand(self._place(timed), f"{peer.name}, {title},", apart, self._limit(timed))
                agreed[title] = entrant.contender
            best = [*fastest(agreed).items()][:COMPILED_KEPT]
            found |= {(peer.name, title): each for title, each in best}
        return found

    def _beside(
        self,
        timed: Timed,
        times: Mapping[tuple[str, str], Times],
        one: Times,
        called: Mapping[str, PeerCall],
    ) -> dict[str, Any]:
        """Return what is known of a kernel besides its own times: angles, and peers."""
        trigonometry = share_of_angles(timed, _of(times, "angles"), one)
        beside = {casadi_contest.NAME: ONE, casadi_contest.LOOP: ARRAYS}
        beside |= {peer.name: ONE for peer in self.others}
        peers = []
        for name, ours in beside.items():
            if tried := _of(times, name):
                # Of a peer's many compilations the best counts.
                best = min(tried, key=lambda title: tried[title].low)
                every = {title: each.low for title, each in tried.items()}
                peers.append(PeerTimes(name, best, tried[best], ours, every))
        python = _of(times, "peer")
        peers += [PeerTimes(name, called[name].called, python[name], OUT) for name in called]
        return {"trigonometry": trigonometry, "peers": tuple(peers)}


def _of(times: Mapping[tuple[str, str], Times], who: str) -> dict[str, Times]:
    return {how: each for (whose, how), each in times.items() if whose == who}
