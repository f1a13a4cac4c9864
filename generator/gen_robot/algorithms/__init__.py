"""The table of methods, in the order in which ties are decided and tables print them."""

from __future__ import annotations

from gen_robot.algorithms import (
    aba,
    carried,
    centre_of_mass,
    cfa,
    cholesky,
    christoffel,
    composite,
    crba,
    denoc,
    differentiation,
    energy,
    fijany_bejczy,
    gah,
    gauss_jordan,
    gibbs_appell,
    inward,
    ldlt,
    lin,
    loop_kkt,
    loop_null,
    loop_schur,
    loop_terms,
    meeting_points,
    noc,
    outward,
    placed,
    regressor,
    relative,
    renaud,
    rnea,
    sparse_kkt,
    task_inertia,
    twists,
    udut,
    unit_rnea,
    walker_orin,
)
from gen_robot.algorithms.method import Method, Quantity

METHODS: dict[str, Method] = {
    module.METHOD.name: module.METHOD
    for module in (
        gibbs_appell,
        rnea,
        gah,
        crba,
        meeting_points,
        lin,
        renaud,
        walker_orin,
        noc,
        fijany_bejczy,
        unit_rnea,
        cholesky,
        gauss_jordan,
        ldlt,
        udut,
        aba,
        sparse_kkt,
        cfa,
        energy,
        carried,
        placed,
        inward,
        outward,
        twists,
        regressor,
        centre_of_mass,
        task_inertia,
        composite,
        denoc,
        christoffel,
        loop_terms,
        loop_schur,
        loop_null,
        loop_kkt,
    )
} | {method.name: method for method in (*relative.METHODS, *differentiation.METHODS)}


def giving(quantity: Quantity) -> tuple[Method, ...]:
    """Return the methods that give a quantity."""
    return tuple(method for method in METHODS.values() if quantity in method.gives)
