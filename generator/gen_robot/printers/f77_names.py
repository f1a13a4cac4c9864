"""Names for FORTRAN 77: six letters and digits, a letter first, no two alike in one routine.

A Greek letter keeps its first two letters, so psi4_xz is PS4XZ. Pairs of links take four digits
where one of them needs two: N6_5_z is N65Z or N0605Z. What does not fit loses letters of its
symbol, psi14_xz2 becoming P14XZ2; of a sum over a row of joints the ends will do, c8_9_10 becoming
C0810; what still does not fit, or is taken, gets a number. A derivative ends in what it is taken by:
d_omega3_y_q2 is OM3YQ2, with V for qd and A for qdd. An adjoint begins with B, bar_omega3_y being
BOM3Y, and what lacks its sign with N. A multiple of what is named ends in K: PS4XZK.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from itertools import chain, count
from string import ascii_uppercase

from gen_robot.ir.derived import ADJOINT, DERIVATIVE, MINUS
from gen_robot.ir.graph import Label

LONGEST = 6

_GREEK = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi chi psi omega
"""
# X3.9-1978, table 5.
_FUNCTIONS = """
    ABS ACOS AIMAG AINT ALOG ALOG10 AMAX0 AMAX1 AMIN0 AMIN1 AMOD ANINT ASIN ATAN ATAN2 CABS CCOS
    CEXP CHAR CLOG CMPLX CONJG COS COSH CSIN CSQRT DABS DACOS DASIN DATAN DATAN2 DBLE DCOS DCOSH
    DDIM DEXP DIM DINT DLOG DLOG10 DMAX1 DMIN1 DMOD DNINT DPROD DSIGN DSIN DSINH DSQRT DTAN DTANH
    EXP FLOAT IABS ICHAR IDIM IDINT IDNINT IFIX INDEX INT ISIGN LEN LGE LGT LLE LLT LOG LOG10 MAX
    MAX0 MAX1 MIN MIN0 MIN1 MOD NINT REAL SIGN SIN SINH SNGL SQRT TAN TANH
"""
# No word is reserved in FORTRAN, but a variable of one of these names would mislead a reader.
_STATEMENTS = """
    ASSIGN BLOCK CALL CLOSE COMMON DATA DO ELSE ELSEIF END ENDIF ENTRY FORMAT GO GOTO IF OPEN
    PAUSE PRINT READ RETURN REWIND SAVE STOP THEN TO WRITE
"""
GREEK = frozenset(_GREEK.split())
INTRINSICS = frozenset(_FUNCTIONS.split())
STATEMENTS = frozenset(_STATEMENTS.split())

_PREFIXES = {DERIVATIVE: "", ADJOINT: "B", MINUS: "N"}
_RATES = {"qdd": "A", "qd": "V"}
_ENDS = {"q": "Q", **_RATES}
_BY = re.compile(r"^qdd?(?=\d)")

Family = tuple[str, int, bool]


def short_names(labels: Sequence[Label], reserved: Set[str]) -> dict[Label, str]:
    """Return names for a routine's labels; none is reserved, an intrinsic or another's."""
    taken = {*reserved, *INTRINSICS, *STATEMENTS}
    names: dict[Label, str] = {}
    candidates = _candidates(labels)
    # Whole symbols go first, so that a shortened one never takes a name that belongs to another.
    whole = ((label, spelled[:1]) for label, spelled in candidates.items())
    shortened = ((label, spelled[1:]) for label, spelled in candidates.items())
    for label, spelled in chain(whole, shortened):
        name = next((n for n in spelled if len(n) <= LONGEST and n not in taken), None)
        if label not in names and name:
            names[label] = name
            taken.add(name)
    numbers = (f"{letter}{k:05}" for letter in "TUVWXYZ" for k in range(1, 100_000))
    free = (name for name in numbers if name not in taken)
    return {label: names.get(label) or next(free) for label in labels}


def array_names(arrays: Iterable[str], reserved: Set[str] = frozenset()) -> dict[str, str]:
    """Return names for a routine's arrays; what is reserved or another's ends in a number."""
    names: dict[str, str] = {}
    taken = set(reserved)
    for array in arrays:
        name = _array_name(array)
        numbered = (f"{name[: LONGEST - len(str(k))]}{k}" for k in count(2))
        names[array] = next(each for each in chain((name,), numbered) if each not in taken)
        taken.add(names[array])
    return names


def _array_name(array: str) -> str:
    """Return a name for an array; a long one loses its vowels: payload is PYLD.

    A matrix of derivatives ends in what it is taken by, as a label does: dtau_dqd is DTAUV.
    """
    of, _, by = array.rpartition("_d")
    if of and by in _ENDS:
        return _plain(of) + _ENDS[by]
    name = _plain(array)
    if len(name) <= LONGEST:
        return name
    return name[0] + re.sub("[AEIOU]", "", name[1:])[: LONGEST - 1]


def _candidates(labels: Sequence[Label]) -> dict[Label, list[str]]:
    """Return how each label may be spelled, best first; some may be too long."""
    symbols = _symbols(labels)
    pairs = [label for label in labels if len(label.links) > 1 and not _is_numbered(label)]
    many = any(link > 9 for label in pairs for link in label.links)
    candidates = {}
    for label in labels:
        if _is_numbered(label):
            link, number = label.links
            lane = "" if label.lane is None else ascii_uppercase[label.lane]
            candidates[label] = [f"T{link:02}{number:02}{lane}"]
            continue
        digits = 2 if many and len(label.links) > 1 else 1
        links = "".join(f"{link:0{digits}}" for link in label.links)
        symbol = symbols[_family(label)]
        letters = symbol.rstrip("0123456789")
        lane = "" if label.lane is None else ascii_uppercase[label.lane]
        end = _component(label) + ("K" if label.scaled else "") + lane
        rest = symbol[len(letters) :] + links + end
        candidates[label] = [letters[:n] + rest for n in range(len(letters), 0, -1)]
        if len(label.links) > 2:  # a sum over a row of joints: its first and its last will do
            ends = "".join(f"{label.links[k]:0{digits}}" for k in (0, -1))
            candidates[label].append(letters + ends + end)
    return candidates


def _symbols(labels: Sequence[Label]) -> dict[Family, str]:
    """Spell each symbol in capitals; a small letter whose capital is in use as well is doubled."""
    spelled: dict[Family, str] = {}
    used: set[tuple[str, int, bool, bool]] = set()
    # Capitals sort before small letters, so it is always the small one that gives way.
    for family in sorted({_family(label) for label in labels}):
        symbol, links, has_component = family
        prefix, symbol, is_derivative = _taken_apart(symbol)
        text = prefix + (symbol[:2].upper() if symbol in GREEK else _plain(symbol))
        # Derivatives are told apart by how they end.
        if (text, links, has_component, is_derivative) in used:
            text = text[0] + text
        used.add((text, links, has_component, is_derivative))
        spelled[family] = text
    return spelled


def _taken_apart(symbol: str) -> tuple[str, str, bool]:
    """Split off what a derived value has before the name of another: letters, the name, whether d_."""
    letters = ""
    is_derivative = False
    while found := next((p for p in _PREFIXES if symbol.startswith(p)), ""):
        letters, symbol = letters + _PREFIXES[found], symbol.removeprefix(found)
        is_derivative |= found == DERIVATIVE
    return letters, symbol, is_derivative


def _component(label: Label) -> str:
    """Spell what follows the numbers of the links, of a derivative with what it is taken by."""
    own, *by = label.component.split("_")
    return "".join(_plain(_BY.sub(_by, part)) for part in (own, *by))


def _by(found: re.Match[str]) -> str:
    return _RATES[found[0]]


def _family(label: Label) -> Family:
    """Return what tells names apart even if their symbols are spelled alike."""
    return label.symbol, len(label.links), bool(label.component)


def _is_numbered(label: Label) -> bool:
    """Tell whether no paper names the value: it has a link and a number of its own."""
    return label.symbol == "t" and len(label.links) == 2 and not label.component


def _plain(symbol: str) -> str:
    return "".join(c for c in symbol.upper() if c.isalnum())
