"""From bounds on differences to a verdict in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gen_robot.verification.backwards import AGAIN
from gen_robot.verification.equality import Coefficient
from gen_robot.verification.layout import Layout
from gen_robot.verification.program import Program
from gen_robot.verification.sampling import NOWHERE, Sampled
from gen_robot.verification.verdict import NOT_PROVED, PROVED, REFUTED, Verdict


def wrong(kernel: str, program: Program, files: tuple[str, ...], found: Sampled) -> Verdict:
    """Say at which state a kernel is wrong."""
    array, index = found.place
    q = ", ".join(f"{float(x):.3f}" for x in found.state.values["q"])
    what = f"{array}[{index}] is off by {found.worst:.1e} of the largest term"
    if found.place == NOWHERE:
        what = "something has no value (a division by zero, a root of less)"
    what += f" at q = ({q})"
    return Verdict(kernel, files, REFUTED, what, operations=len(program.nodes))


def judged(
    kernel: str,
    program: Program,
    files: tuple[str, ...],
    found: Sequence[Coefficient],
    points: Mapping[int, int],
    layout: Layout,
) -> Verdict:
    """Say what bounds on all coefficients come to."""
    wrong = [c for c in found if not c.is_proved]
    bounds: dict[str, float] = {}
    elements: dict[str, float] = {}
    for array in dict.fromkeys(c.place[0] for c in found):
        of_array = [c for c in found if c.place[0] == array]
        largest = max(c.size for c in of_array)
        bound = max(c.bound for c in of_array)
        bounds[array] = bound / largest if largest else bound
        for c in of_array:
            name = f"{array}[{c.place[1] % AGAIN}]"
            elements[name] = max(c.bound, elements.get(name, 0.0))
    if wrong:
        worst = max(wrong, key=lambda c: c.bound / (c.explained + c.floor or 1e-300))
        is_sure = any(c.is_refuted for c in wrong)
        worst = next((c for c in wrong if c.is_refuted), worst)
        word, text = (REFUTED if is_sure else NOT_PROVED), _complaint(worst, layout)
    else:
        largest = max(bounds.values(), default=0.0)
        word, text = PROVED, f"within {largest:.1e} at all states"
    return Verdict(
        kernel, files, word, text, points, bounds, elements, operations=len(program.nodes)
    )


def solved(array: str, verdict: Verdict, doubt: float) -> str:
    """Say what is proved of a solution of M x = b."""
    of_m = max(x for name, x in verdict.bounds.items() if name != "b")
    chance = f"chance of error < {max(doubt, 1e-99):.0e}"
    if array == "Minv":
        return f"(M + E) Minv = 1, E within {of_m:.1e} at all states; {chance}"
    equation = f"(M + E) qdd = tau - h - e, E within {of_m:.1e}"
    return f"{equation}, e within {verdict.bounds['b']:.1e} at all states; {chance}"


def _complaint(c: Coefficient, layout: Layout) -> str:
    """Say where a kernel is wrong: the element, the monomial, the angles."""
    array, index = c.place[0], c.place[1] % AGAIN
    of = f"the coefficient of {' '.join(c.monomial)}" if c.monomial else "the part without rates"
    where = ", ".join(layout.shown(axis, x) for axis, x in c.where)
    found = f"{array}[{index}]: {of} is off by {c.worst:.2e}"
    at = f" at {where}" if where else ""
    return f"{found}, it should be {c.should_be:.6g}{at}; rounding explains {c.explained:.1e}"
