"""From a graph to sums: the n-ary view of a kernel, and what its atoms are."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, COS, MUL, NEG, SIN, SUB, Node
from gen_robot.rewriting.coefficients import MINUS, NOTHING, PLUS, Coefficients
from gen_robot.rewriting.sums import UNIT, Products, Reference, Sums, Terms
from gen_robot.rewriting.tidy import tidy

_WRITTEN_OUT = (NEG, ADD, SUB, MUL)


@dataclass(frozen=True)
class View:
    """Hold a kernel's sums, and say what stands behind atoms and references."""

    kernel: KernelGraph
    sums: Sums
    atoms: dict[int, Node]  # the old node of each
    arguments: dict[int, tuple[int, ...]]  # of an atom: the places of its references
    roots: tuple[int, ...]  # the references of the kernel's roots, in order
    angles: dict[int, int]  # from sine to cosine and back


def view(kernel: KernelGraph) -> View:
    """Return the n-ary view of a kernel."""
    coefficients = Coefficients()
    sums = Sums(coefficients, Products())
    known: dict[int, Reference] = {}
    atoms: dict[int, Node] = {}
    for node in kernel.nodes:
        if node.op == CONST and node.width == 1:
            known[node.id] = (coefficients.of(node.number), UNIT)
        elif node.width > 1 or node.op not in _WRITTEN_OUT:
            value = sums.atom()
            atoms[value] = node
            known[node.id] = (PLUS, value)
    for node in kernel.nodes:
        if node.id not in known:
            known[node.id] = _written(sums, node, known)
    arguments = {
        value: tuple(sums.ask(known[a.id]) for a in node.arguments) for value, node in atoms.items()
    }
    roots = tuple(sums.ask(known[n.id]) for n in kernel.roots)
    sums.loose.update(dict.fromkeys(sums.terms))
    tidy(sums)
    sums.settle()
    return View(kernel, sums, atoms, arguments, roots, _angles(atoms))


def _written(sums: Sums, node: Node, known: dict[int, Reference]) -> Reference:
    """Write a sum, a product or a minus out."""
    times, plus = sums.coefficients.times, sums.coefficients.plus
    c, x = known[node.arguments[0].id]
    if node.op == NEG:
        return times(c, MINUS), x
    d, y = known[node.arguments[1].id]
    p, q = sums.product_of(x), sums.product_of(y)
    if node.op == MUL:
        return PLUS, sums.add({sums.products.times(p, q): times(c, d)})
    terms: Terms = {p: c}
    terms[q] = plus(terms.get(q, NOTHING), d if node.op == ADD else times(d, MINUS))
    return PLUS, sums.add({p: c for p, c in terms.items() if c})


def _angles(atoms: dict[int, Node]) -> dict[int, int]:
    """Find sines and cosines of one angle."""
    of: dict[int, dict[str, int]] = {}
    for value, node in atoms.items():
        if node.op in (SIN, COS) and node.width == 1:
            of.setdefault(node.arguments[0].id, {})[node.op] = value
    found: dict[int, int] = {}
    for both in of.values():
        if len(both) == 2:
            found[both[SIN]], found[both[COS]] = both[COS], both[SIN]
    return found
