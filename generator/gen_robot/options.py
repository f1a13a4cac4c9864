"""What the user may ask for, checked where it is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from shlex import quote

from gen_robot.algebra.precision import PRECISIONS
from gen_robot.description.edit import AS_WRITTEN, Edits
from gen_robot.description.names import check_f77_prefix, check_robot_name
from gen_robot.errors import UserError, nearest, shown
from gen_robot.examples import EXAMPLES
from gen_robot.kernels import ALL, DEFAULT_KERNELS
from gen_robot.kernels.task import Setting
from gen_robot.languages import DEFAULT, LANGUAGES
from gen_robot.languages.trig import INLINE, TRIGS
from gen_robot.model.drives import COULOMB, ROTOR, VISCOUS
from gen_robot.model.formulation import Bodies, Limbs
from gen_robot.references import LOCAL_WORLD_ALIGNED, REFERENCES
from gen_robot.search.effort import EFFORTS, HIGH, NORMAL, Effort
from gen_robot.search.search import AUTO
from gen_robot.search.weighing import AIMS, TIME, Aim


@dataclass(frozen=True)
class Options:
    """Hold what the user asks for."""

    languages: tuple[str, ...] = (DEFAULT,)
    name: str | None = None
    kernels: tuple[str, ...] = DEFAULT_KERNELS
    algorithms: Mapping[str, str] = field(default_factory=dict)
    optimise_for: str = TIME  # what auto weighs algorithms for
    effort: str = NORMAL.name  # how hard a search tries
    moves: int | None = None  # of rewriting that each kernel is given
    precision: str = "double"
    trig: str = INLINE  # where the sines and cosines of C come from
    friction: bool = False
    rotors: bool = False  # whether regressors have columns for the rotors' inertia
    regroup: bool = True
    snap: bool = True
    edits: Edits = AS_WRITTEN
    payload: str | None = None  # the link that carries a load known at run time only
    runtime: tuple[str, ...] = ()  # inertial parameters known at run time only
    frame: Mapping[str, str] = field(default_factory=dict)  # further frames: LINK:x,y,z,r,p,y
    frames: tuple[str, ...] | None = None  # those that kernels are made for; None: the tips
    jacobian: str = LOCAL_WORLD_ALIGNED  # in what motions of frames are given
    together: tuple[str, ...] = ()  # kernels that are computed by one
    integrators: bool = False  # whether simulations are written around the kernels
    examples: tuple[str, ...] = ()  # small programs to write beside the kernels
    f77_prefix: str | None = None  # first letters of FORTRAN routines, instead of the robot's own

    def __post_init__(self) -> None:
        _one_of("--lang", self.languages, tuple(LANGUAGES))
        needed = [n for name in self.languages for n in (*LANGUAGES[name].needs, name)]
        object.__setattr__(self, "languages", tuple(dict.fromkeys(needed)))
        _one_of("--optimise-for", (self.optimise_for,), tuple(AIMS))
        _one_of("--effort", (self.effort,), tuple(EFFORTS))
        if self.moves is not None and self.searching is not HIGH:
            cure = f"add --effort {HIGH.name}, or leave it out"
            raise UserError("--moves", f"is for --effort {HIGH.name} alone", cure)
        _one_of("--precision", (self.precision,), tuple(PRECISIONS))
        _one_of("--trig", (self.trig,), TRIGS)
        _one_of("--jacobian", (self.jacobian,), tuple(REFERENCES))
        _one_of("--example", self.examples, tuple(EXAMPLES))
        for name in self.examples:
            language = EXAMPLES[name].language
            if language and language not in self.languages:
                found = f"calls kernels in {LANGUAGES[language].title}"
                raise UserError(f"--example {name}", found, f"add --lang {language}")
        if self.name is not None and (reason := check_robot_name(self.name)):
            raise UserError("--name", f"is {shown(self.name)}", f"{reason}: choose another")
        if self.f77_prefix is not None:
            if reason := check_f77_prefix(self.f77_prefix):
                raise UserError("--f77-prefix", f"is {shown(self.f77_prefix)}", reason)
            object.__setattr__(self, "f77_prefix", self.f77_prefix.upper())  # as FORTRAN has it

    @property
    def words(self) -> tuple[str, ...]:
        """Return the options that change bytes, as they are typed; not the language."""
        words = [f"--name {self.name}"] if self.name else []
        words += [f"--f77-prefix {self.f77_prefix}"] if self.f77_prefix else []
        if self.kernels != DEFAULT_KERNELS:
            words.append("--kernels " + (ALL if self.wants_all else ",".join(self.kernels)))
        asked = [f"{k}={a}" for k, a in self.algorithms.items() if a != AUTO]
        words += [f"--algorithm {quote(pair)}" for pair in asked]
        words += [f"--optimise-for {self.optimise_for}"] if self.optimise_for != TIME else []
        words += [f"--effort {self.effort}"] if self.effort != NORMAL.name else []
        words += [f"--moves {self.moves}"] if self.moves is not None else []
        words += [f"--precision {self.precision}"] if self.precision != "double" else []
        words += [f"--trig {self.trig}"] if self.trig != INLINE else []
        words += ["--friction"] if self.friction else []
        words += ["--rotors"] if self.rotors else []
        words += [] if self.regroup else ["--no-regroup"]
        words += [] if self.snap else ["--no-snap"]
        # An expression may hold line breaks, which a comment may not.
        locks = {j: " ".join(v.split()) for j, v in self.edits.lock.items()}
        words += [f"--lock {quote(f'{j}={v}')}" for j, v in locks.items()]
        words += [f"--root {quote(self.edits.root)}"] if self.edits.root else []
        words += [f"--tip {quote(self.edits.tip)}"] if self.edits.tip else []
        words += ["--floating"] if self.edits.floating else []
        words += [f"--loops {quote(_name_of(self.edits.loops))}"] if self.edits.loops else []
        words += [f"--payload {quote(self.payload)}"] if self.payload else []
        words += [f"--runtime {quote(','.join(self.runtime))}"] if self.runtime else []
        places = {name: " ".join(place.split()) for name, place in self.frame.items()}
        words += [f"--frame {quote(f'{name}={place}')}" for name, place in places.items()]
        words += [f"--frames {quote(','.join(self.frames))}"] if self.frames is not None else []
        words += [f"--jacobian {self.jacobian}"] if self.jacobian != LOCAL_WORLD_ALIGNED else []
        words += [f"--together {quote(','.join(self.together))}"] if self.together else []
        words += ["--integrators"] if self.integrators else []
        return tuple(words)

    @property
    def wants_all(self) -> bool:
        """Tell whether all kernels are asked for, and so only those that there are."""
        return self.kernels == (ALL,)

    @property
    def aim(self) -> Aim:
        """Return how auto weighs algorithms."""
        return AIMS[self.optimise_for]

    @property
    def searching(self) -> Effort:
        """Return how hard a search tries."""
        return EFFORTS[self.effort]

    @property
    def without_rewriting(self) -> Options:
        """Return the same options with no more effort than a search for structure."""
        return replace(self, effort=NORMAL.name, moves=None) if self.searching is HIGH else self

    @property
    def bodies(self) -> Bodies:
        """Return how masses are moved, wherever a method lets them be moved."""
        return Bodies.REGROUPED if self.regroup else Bodies.LUMPED

    @property
    def drives(self) -> tuple[str, ...]:
        """Return the parameters of drives that regressors have columns for."""
        rotors, friction = (ROTOR,), (VISCOUS, COULOMB)
        asked = (rotors if self.rotors else ()) + (friction if self.friction else ())
        return tuple(drive.name for drive in asked)

    @property
    def limbs(self) -> tuple[Limbs, ...]:
        """Return how congruent limbs may be computed."""
        return tuple(Limbs) if self.aim.takes_lanes else (Limbs.APART,)

    @property
    def setting(self) -> Setting:
        """Return what kernels are traced for."""
        return Setting(PRECISIONS[self.precision].epsilon, self.friction, self.jacobian)

    def as_dict(self) -> dict[str, object]:
        """Return all options by name, as the manifest keeps them."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        edits = given.pop("edits")
        given |= {each.name: getattr(edits, each.name) for each in fields(edits)}
        given["loops"] = edits.loops and _name_of(edits.loops)  # not where it was
        given["kernels"] = (ALL,) if self.wants_all else self.kernels
        return {name: dict(v) if isinstance(v, Mapping) else v for name, v in given.items()}


def _name_of(path: str) -> str:
    """Return a file's base name, on one line."""
    return "".join(c if c.isprintable() else "?" for c in Path(path).name)


def _one_of(place: str, values: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for value in values:
        if value not in allowed:
            raise UserError(place, f"is {shown(value)}", nearest(value, allowed))
