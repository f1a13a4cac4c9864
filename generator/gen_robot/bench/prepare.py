"""What a run needs before anything is timed: robots built, peers set up, their functions compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gen_robot.bench.casadi_contest import Compiled, compile_all
from gen_robot.bench.casadi_files import casadi_files, variants
from gen_robot.bench.compilers import Compilers
from gen_robot.bench.peers import Peers, peers_of
from gen_robot.bench.subject import Subject, build_flags, built
from gen_robot.bench.trigonometry import with_sines
from gen_robot.bench.ways import Ways, all_ways
from gen_robot.delivery.asked import Asked
from gen_robot.description.description import Description
from gen_robot.description.frames import with_frames
from gen_robot.description.names import check_robot_name
from gen_robot.options import Options
from gen_robot.pipeline import modelled

NAMELESS = "robot"
"""What a robot's files are called here if its own name cannot be theirs."""

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
    subjects: list[Subject]  # the first by the ways that auto takes
    sines_given: Subject | None  # the same kernels, where there is such a form of them
    ways: Ways
    peers: Peers
    casadi: Mapping[str, list[Compiled]]
    missing: tuple[str, ...]
    flags: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.subjects[0].library.name

    @property
    def kernels(self) -> list[str]:
        return [*self.subjects[0].manifest["kernels"]]


def prepare(robot: str, description: Description, setup: Setup, progress: Progress) -> Prepared:
    """Build all that will be timed of a robot; this may use every core."""
    name = nameable(description)
    options = replace(setup.options, name=name if name != description.name else None)
    framed = Options(frame=options.frame, frames=options.frames, jacobian=options.jacobian)
    ways = Ways({}, ())
    libraries: list[dict[str, str]] = [{}]
    if setup.every_way:
        ways = all_ways(description, setup.kernels, progress, framed)
        # The first holds what auto takes: the same library as without --all-ways.
        libraries += ways.libraries()[1:]
    subjects: list[Subject] = []
    for each in libraries:
        progress(f"{name}: building {len(subjects) + 1} of {len(libraries)}")
        subjects.append(built(robot, options, tuple(each) or setup.kernels, each))
    given = with_sines(subjects[0], modelled(description, framed))
    sines_given = built(robot, options, tuple(given), given) if given else None
    library = subjects[0].library
    peers = peers_of(with_frames(description, framed.frame), library.nq, library.nv)
    missing = list(peers.missing)
    casadi: dict[str, list[Compiled]] = {}
    if setup.casadi is None:
        missing.append("CasADi: no folder of its functions is given (--casadi)")
    elif options.precision != "double":
        missing.append("CasADi: its functions are in double precision")
    else:
        progress(f"{name}: compiling CasADi's functions")
        files = casadi_files(setup.casadi, name)
        wanted = {k: p for k, p in files.items() if k in subjects[0].manifest["kernels"]}
        casadi = compile_all(wanted, variants(setup.compilers.peers))
        missing += [] if casadi else [f"CasADi: {setup.casadi} has no function for this robot"]
    flags = build_flags(subjects[0], options.march)
    return Prepared(
        robot, description, subjects, sines_given, ways, peers, casadi, tuple(missing), flags
    )


def nameable(description: Description) -> str:
    """Return what a robot's files may be called: its own name, or another if it cannot be theirs."""
    return NAMELESS if check_robot_name(description.name) else description.name
