"""What load() is asked for, in one form however it was spelled.

Light: a library that is kept already is found by it, and nothing is generated for that. So what needs
to know of kernels and joints is checked by the generator, when it runs.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from numbers import Integral, Real
from typing import Any

from gen_robot.delivery.march import AUTO, CHOICES, check_march
from gen_robot.errors import UserError, nearest, shown
from gen_robot.languages import BOUND, DEFAULT
from gen_robot.languages.trig import INLINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gen_robot.options import Options

Kernels = str | Iterable[str]
"""Names of kernels, as a list or separated by commas; or "all"."""


@dataclass(frozen=True)
class Asked:
    """Hold the options of load() by their names there."""

    lang: str = DEFAULT
    name: str | None = None
    kernels: tuple[str, ...] | None = None
    algorithms: Mapping[str, str] = field(default_factory=dict)
    optimise_for: str = "time"
    effort: str = "normal"
    moves: int | None = None
    precision: str = "double"
    trig: str = INLINE
    friction: bool = False
    rotors: bool = False
    regroup: bool = True
    snap: bool = True
    payload: str | None = None
    runtime: tuple[str, ...] = ()
    frame: Mapping[str, str] = field(default_factory=dict)
    frames: tuple[str, ...] | None = None
    jacobian: str = "local_world_aligned"
    together: tuple[str, ...] = ()
    integrators: bool = False
    lock: Mapping[str, str] = field(default_factory=dict)
    root: str | None = None
    tip: str | None = None
    floating: bool = False
    loops: str | None = None
    f77_prefix: str | None = None
    march: str = AUTO  # of the build, and no option of the generator

    @property
    def changes(self) -> tuple[str, ...]:
        """Return the options, but for the language, that are not as they are by default."""
        return tuple(
            each.name
            for each in fields(self)
            if each.name != "lang" and getattr(self, each.name) != getattr(PLAIN, each.name)
        )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def options(self) -> Options:
        """Return the generator's options."""
        from gen_robot.description.edit import Edits
        from gen_robot.options import Options

        given = self.as_dict()
        del given["march"]
        edits = Edits(**{each.name: given.pop(each.name) for each in fields(Edits)})
        if given["kernels"] is None:
            del given["kernels"]
        return Options(languages=(given.pop("lang"),), edits=edits, **given)


PLAIN = Asked()


def asked(**given: Any) -> Asked:
    """Bring what a caller gave into one form; refuse what is no such option's."""
    return Asked(**{name: _FORMS[name](name, value) for name, value in given.items()})


def wrong(option: str, value: object, cure: str) -> UserError:
    """Say which option of load() is wrong, and how to mend it."""
    return UserError(f"load(): {option}", f"is {shown(value)}", cure)


def _language(option: str, value: Any) -> str:
    if not isinstance(value, str) or value not in BOUND:
        raise wrong(option, value, nearest(str(value), tuple(BOUND)))
    return value


def _text(option: str, value: Any) -> str:
    if not isinstance(value, str):
        raise wrong(option, value, "give a text")
    return value


def _text_or_none(option: str, value: Any) -> str | None:
    return None if value is None else _text(option, value)


def _path_or_none(option: str, value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str | os.PathLike) or isinstance(os.fspath(value), bytes):
        raise wrong(option, value, "give a path")
    return str(os.fspath(value))


def _flag(option: str, value: Any) -> bool:
    # NumPy's booleans are none of Python's, and as good.
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise wrong(option, value, "give True or False")
    return bool(value)


def _march(option: str, value: Any) -> str:
    try:
        check_march(_text(option, value))
    except UserError:
        raise wrong(option, value, f"give {CHOICES}") from None
    return str(value)


def _names(option: str, value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, Iterable) or isinstance(words, bytes):
        raise wrong(option, value, "give a list of names, or a text with commas between them")
    return tuple(dict.fromkeys(_text(option, word).strip() for word in words))


def _names_or_nothing(option: str, value: Any) -> tuple[str, ...]:
    return _names(option, value) or ()


def _frames(option: str, value: Any) -> dict[str, str]:
    pairs = _mapping(option, value, "give a mapping from frames to LINK:x,y,z,r,p,y")
    return {name: _text(f"{option}[{shown(name)}]", each) for name, each in pairs.items()}


def _algorithms(option: str, value: Any) -> dict[str, str]:
    pairs = _mapping(option, value, "give a mapping from kernels to algorithms")
    return {name: _text(f"{option}[{shown(name)}]", each) for name, each in pairs.items()}


def _values(option: str, value: Any) -> dict[str, str]:
    """Spell the values of joints as the grammar of robot files has them."""
    pairs = _mapping(option, value, "give a mapping from joints to values")
    return {name: _spelled(f"{option}[{shown(name)}]", each) for name, each in pairs.items()}


def _spelled(place: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value):
        return repr(float(value))
    raise wrong(place, value, "give a number, or an expression such as 'pi/2'")


def _count_or_none(option: str, value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 0:
        raise wrong(option, value, "give a whole number, 0 or more")
    return int(value)


def _mapping(option: str, value: Any, cure: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise wrong(option, value, cure)
    return dict(sorted(value.items()))  # the order in which they were given changes nothing


_FORMS: dict[str, Callable[[str, Any], Any]] = {
    "lang": _language,
    "name": _text_or_none,
    "kernels": _names,
    "algorithms": _algorithms,
    "optimise_for": _text,
    "effort": _text,
    "moves": _count_or_none,
    "precision": _text,
    "trig": _text,
    "friction": _flag,
    "rotors": _flag,
    "regroup": _flag,
    "snap": _flag,
    "payload": _text_or_none,
    "runtime": _names_or_nothing,
    "frame": _frames,
    "frames": _names,
    "jacobian": _text,
    "together": _names_or_nothing,
    "integrators": _flag,
    "lock": _values,
    "root": _text_or_none,
    "tip": _text_or_none,
    "floating": _flag,
    "loops": _path_or_none,
    "f77_prefix": _text_or_none,
    "march": _march,
}
