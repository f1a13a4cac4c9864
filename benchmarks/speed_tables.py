"""Tables of what speed.py measured, and their places in docs/performance.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gen_robot.errors import counted

Told = Mapping[str, Any]

KERNELS = {
    "M": "inertia_matrix",
    "tau": "inverse_dynamics",
    "h": "bias",
    "qdd": "forward_dynamics",
}
TITLES = {
    "puma560": "PUMA 560 (Corke)",
    "ur5": "UR5",
    "panda": "Panda",
    "hyq": "HyQ",
    "talos": "Talos",
}
BATCHED = ("puma560", "panda")
THREADS = (1, 2)
LOW = "p10_ns"


def machine(told: Told) -> str:
    """Say what was measured on."""
    on, first = told["machine"], told["robots"][0]
    flags = list(dict.fromkeys(first["flags"].values()))
    compilers = ", ".join(dict.fromkeys(v for k, v in on["compilers"].items() if k != "own"))
    peak = first["peak"]
    return (
        f"{on['processor']}, {on['cores']} cores, {on['system']}; {compilers}; Python {on['python']}, "
        f"NumPy {on['numpy']}; {on['date']}. Built by `{flags[0] if flags else ''}`. Peak of one core, "
        f"measured in the same run: {peak['scalar_flop_per_ns']:.1f} flop/ns with scalars, "
        f"{peak['vector_flop_per_ns']:.1f} with vectors of {peak['vector_lanes']} doubles.\n"
    )


def ratios(told: Told) -> str:
    """Return how many times faster we are than CasADi's best and Pinocchio's best, in C."""
    rows = []
    for peer in ("CasADi", "Pinocchio, C++"):
        for robot in told["robots"]:
            found = [_peer(robot, kernel, peer) for kernel in KERNELS.values()]
            cells = [f"{each['ratio']:.2f}" if each else "-" for each in found]
            rows.append([peer, title_of(robot), *cells])
    return as_table(["times faster than", "", *KERNELS], rows)


def times(told: Told) -> str:
    """Return nanoseconds of one state in C."""
    rows = []
    for robot in told["robots"]:
        for letter, kernel in KERNELS.items():
            one = _kernel(robot, kernel)
            casadi, native = (_peer(robot, kernel, p) for p in ("CasADi", "Pinocchio, C++"))
            rows.append(
                [
                    title_of(robot),
                    letter,
                    f"{one['times']['c'][LOW]:.1f}",
                    f"{casadi[LOW]:.0f} ({_flags(casadi)})" if casadi else "-",
                    f"{native[LOW]:.0f} ({native['called']})" if native else "-",
                ]
            )
    heads = ["ns, one state in C", "", "gen-robot", "CasADi, best of all flags"]
    return as_table([*heads, "Pinocchio, best of wheel and native"], rows)


def batches(told: Told) -> str:
    """Return nanoseconds a state of many states."""
    rows = []
    for robot in told["robots"]:
        if robot["key"] not in BATCHED:
            continue
        for letter, kernel in KERNELS.items():
            taken = {how: each[LOW] for how, each in _kernel(robot, kernel)["times"].items()}
            ours, in_c = taken["python_batch"], taken.get("c_batch")
            loop = _peer(robot, kernel, "CasADi, all states")
            rows.append(
                [
                    title_of(robot),
                    letter,
                    f"{ours:.1f}",
                    f"{in_c:.1f} ({100 * in_c / ours:.0f} %)" if in_c else "-",
                    f"{loop[LOW]:.0f}" if loop else "-",
                    f"**{loop['ratio']:.2f}**" if loop else "-",
                ]
            )
    heads = ["ns a state", "", "NumPy", "batch kernel in C", "CasADi's loop in C"]
    return as_table([*heads, "times faster"], rows)


def threads(told: Told) -> str:
    """Return nanoseconds a state by the clock on the wall, by several threads."""
    rows = []
    for robot in told["robots"]:
        for letter, kernel in KERNELS.items():
            if taken := robot.get("threads", {}).get(kernel):
                one, *more = (taken[str(number)] for number in THREADS)
                gained = [f"{each:.1f} ({one / each:.2f}x)" for each in more]
                rows.append([title_of(robot), letter, f"{one:.1f}", *gained])
    heads = [counted(number, "thread") for number in THREADS]
    return as_table(["ns a state, by the clock", "", *heads], rows)


def python(told: Told) -> str:
    """Return nanoseconds of one call from Python."""
    rows = []
    for robot in told["robots"]:
        for letter, kernel in KERNELS.items():
            taken = {how: each[LOW] for how, each in _kernel(robot, kernel)["times"].items()}
            pin = _peer(robot, kernel, "Pinocchio")
            rows.append(
                [
                    title_of(robot),
                    letter,
                    f"{taken['python_out']:.0f}",
                    f"{taken['python']:.0f}",
                    f"{pin[LOW]:.0f} ({pin['called']})" if pin else "-",
                    f"**{pin['ratio']:.2f}**" if pin else "-",
                ]
            )
    heads = ["ns, one state from Python", "", "out=", "without", "Pinocchio", "times faster"]
    return as_table(heads, rows)


def limits(told: Told) -> str:
    """Return where the time of a kernel goes."""
    rows = []
    for robot in told["robots"]:
        for letter, kernel in KERNELS.items():
            one = _kernel(robot, kernel)
            share, peak, rate = one["trigonometry"], one["share_of_peak"], one["flop_per_ns"]
            rows.append(
                [
                    title_of(robot),
                    letter,
                    one["way"],
                    str(one["flop"]),
                    f"{100 * share['share']:.0f} % ({share['angles']})",
                    f"{rate['c']:.1f} ({100 * peak['c']:.0f} %)",
                    f"{rate['c_batch']:.1f} ({100 * peak['c_batch']:.0f} %)"
                    if "c_batch" in rate
                    else "-",
                ]
            )
    heads = ["where time goes", "", "way", "flop", "trigonometry (angles)"]
    return as_table([*heads, "flop/ns, one state", "flop/ns, batch"], rows)


Tables = Mapping[str, Callable[[Told], str]]

TABLES: Tables = {
    "machine": machine,
    "ratios": ratios,
    "times": times,
    "batches": batches,
    "threads": threads,
    "python": python,
    "limits": limits,
}


def written(page: str, told: Told, tables: Tables = TABLES) -> str:
    """Return the page with every table put between its two comments."""
    for name, table in tables.items():
        place = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", re.DOTALL)
        assert place.search(page), f"the page has no place for {name}"
        text = table(told)
        page = place.sub(lambda _, text=text: text, page)
    return page


def _kernel(robot: Told, kernel: str) -> Told:
    found: Told = next(each for each in robot["kernels"] if each["kernel"] == kernel)
    return found


def _peer(robot: Told, kernel: str, peer: str) -> Told | None:
    found: Told | None = _kernel(robot, kernel)["peers"].get(peer)
    return found


def title_of(robot: Told) -> str:
    return TITLES[robot["key"]]


def _flags(peer: Told) -> str:
    """Return how a peer's fastest was compiled, without its file's name."""
    called: str = peer["called"]
    return called.partition(": ")[2] or called


def as_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", "|---|---|" + "---:|" * (len(heads) - 2)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"
