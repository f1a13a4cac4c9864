"""The extension and what stands in for it: the same results, the same errors, nothing left behind."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import subprocess
import sys
import tracemalloc
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tiny_robot
from gen_robot.bindings import Library, routine
from gen_robot.bindings.plain import PlainKernel

_compiled = pytest.importorskip("gen_robot.bindings._compiled")

RNG = np.random.default_rng(11)
READ_ONLY = np.ones(2)
READ_ONLY.flags.writeable = False


class Sub(np.ndarray):
    """An array of another class, which may do anything."""


def a(*shape: int) -> np.ndarray:
    return RNG.uniform(0.1, 1.0, shape)


MEMORY = a(64)
Q, QD, MANY, MANY_D = a(2), a(2), a(5, 2), a(5, 2)
BAD, BAD_MANY = np.array([1.0, -1.0]), MANY * [1, -1]

CALLS: list[Callable[[Library], Any]] = [
    lambda r: r.inertia_matrix(Q),
    lambda r: r.inertia_matrix(Q, out=None),
    lambda r: r.inertia_matrix(Q, out=np.empty((2, 2))),
    lambda r: r.inertia_matrix(q=Q),
    lambda r: r.inertia_matrix(MANY, threads=2),
    lambda r: r.inertia_matrix(MANY, out=np.empty((5, 2, 2))),
    lambda r: r.inertia_matrix(MANY.reshape(5, 1, 2)),
    lambda r: r.inertia_matrix(np.empty((0, 2))),
    lambda r: r.inertia_matrix(np.empty((3, 0, 2)), out=np.empty((3, 0, 2, 2))),
    lambda r: r.inertia_matrix(READ_ONLY),
    lambda r: r.inertia_matrix(Q.view(Sub)),
    lambda r: r.inertia_matrix(Q.astype(">f8")),
    lambda r: r.inertia_matrix(Q.astype("f4")),
    lambda r: r.inertia_matrix([1, 2]),
    lambda r: r.inertia_matrix((1, 2.5)),
    lambda r: r.inertia_matrix(MANY[::2]),
    lambda r: r.inertia_matrix(MANY[:, ::-1]),
    lambda r: r.inertia_matrix(Q, out=np.empty((2, 2)).view(Sub)),
    lambda r: r.bias(Q, QD),
    lambda r: r.bias(Q, qd=QD),
    lambda r: r.bias(qd=QD, q=Q),
    lambda r: r.bias(**{"".join(["q", "d"]): QD, "q": Q}),  # a name that is not interned
    lambda r: r.bias(Q, MANY),
    lambda r: r.bias(MANY, QD, threads=3),
    lambda r: r.bias(MANY, MANY_D),
    lambda r: r.bias(Q, Q),
    lambda r: r.bias(Q, QD, out=MEMORY[:2]),
    lambda r: r.inertia_and_bias(Q, QD),
    lambda r: r.inertia_and_bias(Q, QD, out=(np.empty((2, 2)), np.empty(2))),
    lambda r: r.inertia_and_bias(Q, QD, out=(None, np.empty(2))),
    lambda r: r.inertia_and_bias(MANY, MANY_D, out=(np.empty((5, 2, 2)), np.empty((5, 2)))),
    lambda r: r.udut(Q),
    lambda r: r.udut(Q, check=False),
    lambda r: r.udut(BAD, check=False),
    lambda r: r.udut(BAD, check=0),
    lambda r: r.udut(BAD_MANY, check=False),
    lambda r: r.udut(BAD, check=False, out=(np.empty((2, 2)), np.empty(2))),
    lambda r: r.kinetic_energy(Q, QD),
    lambda r: r.kinetic_energy(Q, QD, out=np.empty(())),
    lambda r: r.kinetic_energy(MANY, MANY_D),
    lambda r: r.kinetic_energy(MANY, MANY_D, out=np.empty(5)),
    lambda r: r.inverse_dynamics_fext(Q, np.ones((2, 6))),
    lambda r: r.inverse_dynamics_fext(Q, np.ones(12)),
    lambda r: r.inverse_dynamics_fext(MANY, np.ones((5, 2, 6))),
    lambda r: r.inverse_dynamics_fext(MANY, np.ones((5, 12))),
    lambda r: r.inverse_dynamics_fext(MANY, np.ones((2, 6))),
    # Wrong ones.
    lambda r: r.inertia_matrix(),
    lambda r: r.inertia_matrix(Q, Q),
    lambda r: r.inertia_matrix(Q, q=Q),
    lambda r: r.inertia_matrix(Q, qd=Q),
    lambda r: r.inertia_matrix(Q, check=True),
    lambda r: r.inertia_matrix(Q, np.empty((2, 2))),
    lambda r: r.inertia_matrix(a(3)),
    lambda r: r.inertia_matrix(a(2, 3)),
    lambda r: r.inertia_matrix(a()),
    lambda r: r.inertia_matrix(Q * 1j),
    lambda r: r.inertia_matrix(None),
    lambda r: r.inertia_matrix([[1], [2, 3]]),
    lambda r: r.inertia_matrix(Q, out=np.empty((2, 2), "f4")),
    lambda r: r.inertia_matrix(Q, out=np.empty((2, 2), ">f8")),
    lambda r: r.inertia_matrix(Q, out=np.empty((1, 2, 2))),
    lambda r: r.inertia_matrix(Q, out=np.empty(4)),
    lambda r: r.inertia_matrix(Q, out=(np.empty((2, 2)),)),
    lambda r: r.inertia_matrix(Q, out=[[0, 0], [0, 0]]),
    lambda r: r.inertia_matrix(Q, out=np.empty((2, 4))[:, ::2]),
    lambda r: r.inertia_matrix(MANY, out=np.empty((2, 2))),
    lambda r: r.bias(Q, QD, out=READ_ONLY),
    lambda r: r.bias(Q, QD, out=Q),
    lambda r: r.bias(MEMORY[:2], QD, out=MEMORY[1:3]),
    lambda r: r.bias(Q),
    lambda r: r.bias(a(3, 2), a(4, 2)),
    lambda r: r.bias(Q, QD, threads=0),
    lambda r: r.bias(MANY, MANY_D, threads="some"),
    lambda r: r.inertia_and_bias(Q, QD, out=np.empty((2, 2))),
    lambda r: r.inertia_and_bias(Q, QD, out=(np.empty((2, 2)),)),
    lambda r: r.inertia_and_bias(Q, QD, out=(MEMORY[:4].reshape(2, 2), MEMORY[3:5])),
    lambda r: r.udut(BAD),
    lambda r: r.udut([0.5, float("nan")]),
    lambda r: r.udut(np.array([0.5, np.nan])),
    lambda r: r.udut(BAD_MANY),
    lambda r: r.udut(np.stack([Q, BAD]), threads=2),
    lambda r: r.kinetic_energy(Q, QD, out=np.empty(1)),
    lambda r: r.inverse_dynamics_fext(Q, np.ones((6, 2))),
]


def without_extension(robot: Library) -> Library:
    """Bind a robot's library again, with kernels that cffi calls."""
    plain = Library(*robot._source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routine, "_compiled", None)
        kernels = [getattr(plain, kernel) for kernel in plain.kernels]
    assert all(type(kernel.__func__) is PlainKernel for kernel in kernels)
    return plain


@pytest.fixture
def both(tiny: Library) -> tuple[Library, Library]:
    """Return the robot with the extension, and without."""
    assert type(tiny.bias.__func__) is _compiled.Kernel
    return tiny, without_extension(tiny)


def outcome(call: Callable[[Library], Any], robot: Library) -> tuple[Any, ...]:
    """Return what came of a call, so that it can be compared."""
    try:
        result = call(robot)
    except Exception as error:
        return type(error), str(error)
    results = result if isinstance(result, tuple) else (result,)
    return type(result), *((type(x), x.dtype, x.shape, x.strides, x.tobytes()) for x in results)


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_right_and_wrong_calls_end_the_same_way(both, number: int) -> None:
    compiled, plain = both
    assert outcome(CALLS[number], compiled) == outcome(CALLS[number], plain)


@pytest.fixture(scope="module")
def kept(folder: Path) -> tuple[Library, Library]:
    """Return both for all the examples of one test."""
    tiny = tiny_robot.bind(folder)
    return tiny, without_extension(tiny)


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray:
    """Draw an array that may fit in some ways and not in others."""
    leading = draw(st.sampled_from([(), (), (1,), (3,), (2, 3)]))
    last = draw(st.sampled_from([2, 2, 2, 2, 2, 3]))
    array = np.arange(1.0, np.prod((*leading, last), dtype=int) + 1).reshape(*leading, last) / 8
    array = array.astype(draw(st.sampled_from(["f8", "f8", "f8", "f4", ">f8", "i4", "c16"])))
    if draw(st.booleans()) and draw(st.booleans()):
        array = np.repeat(array, 2, axis=-1)[..., ::2]
    return array


@settings(max_examples=150, deadline=None)
@given(
    q=arrays(),
    qd=arrays(),
    out=st.none() | arrays(),
    threads=st.sampled_from([None, 1, 2, "all", 0]),
)
def test_any_call_ends_the_same_way(kept, q, qd, out, threads) -> None:
    compiled, plain = kept
    results = [np.array(out) if out is not None else None for _ in range(2)]
    ends = [
        outcome(lambda r, out=out: r.bias(q, qd, out=out, threads=threads), robot)
        for robot, out in zip((compiled, plain), results, strict=True)
    ]
    assert ends[0] == ends[1]
    assert repr(results[0]) == repr(results[1])


def unasked(*_: Any, **__: Any) -> None:
    raise AssertionError("this call was to go straight to the kernel")


@pytest.mark.parametrize(
    ("fitting", "call"),
    [
        (True, lambda f: f(None, Q)),
        (True, lambda f: f(None, q=Q, out=np.empty((2, 2)), threads=2)),
        (True, lambda f: f(None, READ_ONLY, out=None, threads=None)),
        (True, lambda f: f(None, MANY, out=np.empty((5, 2, 2)))),
        (True, lambda f: f(None, MANY.reshape(5, 1, 1, 2))),
        (True, lambda f: f(None, MANY[::2])),
        (True, lambda f: f(None, MANY[0, ::-1])),
        (False, lambda f: f(None, MANY.view(Sub))),
        (False, lambda f: f(None, MANY.astype("f4"))),
        (False, lambda f: f(None, [1, 2])),
        (False, lambda f: f(None, Q, out=MANY)),
        (False, lambda f: f()),
    ],
)
def test_what_fits_goes_straight_to_the_kernel_and_nothing_else(
    folder: Path, fitting: bool, call: Callable[[Any], Any]
) -> None:
    tiny = tiny_robot.bind(folder)
    kernel = tiny._bound["inertia_matrix"]
    native = routine.make_routine(kernel, tiny._symbols[kernel.name], tiny.dtype, False)
    function = _compiled.Kernel(
        routine=native,
        names=("q",),
        result=tuple,
        general=unasked,
        fail=unasked,
        reduction=(),
    )
    if fitting:
        call(function)
    else:
        with pytest.raises(AssertionError, match="straight"):
            call(function)


def test_nothing_is_left_behind_by_calls_right_or_wrong(both) -> None:
    compiled, _ = both
    objects = [Q, QD, MANY, MANY_D, MEMORY, compiled.bias.__func__]

    def run() -> None:
        for call in CALLS:
            outcome(call, compiled)

    run()
    gc.collect()
    counts = [sys.getrefcount(each) for each in objects]
    tracemalloc.start()
    run()
    gc.collect()
    grown = []
    # Other threads of the process may allocate meanwhile; a leak does so every time.
    for _ in range(3):
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(20):
            run()
        gc.collect()
        grown.append(tracemalloc.get_traced_memory()[0] - before)
    tracemalloc.stop()
    assert [sys.getrefcount(each) for each in objects] == counts
    # A leak of one array, tuple or number a call would be some hundred thousand bytes.
    assert min(grown) < 20_000


def test_arrays_that_are_made_take_their_type_with_them_when_they_go(tiny: Library) -> None:
    def run() -> None:
        tiny.inertia_and_bias(Q, QD)
        tiny.inertia_and_bias(MANY, MANY_D)
        tiny.udut(BAD_MANY, check=False)

    run()
    before = sys.getrefcount(tiny.dtype)
    for _ in range(100):
        run()
    assert sys.getrefcount(tiny.dtype) < before + 50


def test_robots_and_kernels_go_when_nobody_has_them(folder: Path) -> None:
    tiny = tiny_robot.bind(folder)
    kernel, ufunc = weakref.ref(tiny.bias.__func__), tiny.bias.gufunc
    robot = weakref.ref(tiny)
    del tiny
    gc.collect()
    assert kernel() is None
    assert robot() is None
    np.testing.assert_allclose(ufunc(Q, QD), tiny_robot.bias(Q, QD), rtol=1e-15)  # keeps its own


def test_many_threads_call_one_robot_at_once(folder: Path) -> None:
    tiny = tiny_robot.bind(folder)

    def work(seed: int) -> bool:
        rng = np.random.default_rng(seed)
        right = True
        for size in rng.integers(1, 50, 200):
            q, qd = rng.uniform(0.1, 1, (2, size, 2))
            out = np.empty((size, 2))
            tiny.bias(q, qd, out=out, threads=2)
            right &= np.allclose(out, tiny_robot.bias(q, qd), rtol=1e-14)
            right &= np.array_equal(tiny.bias(q[0], qd[0]), out[0])
            q[0, 1] = -1
            right &= np.isnan(tiny.udut(q, check=False)[0][0]).all()
        return bool(right)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))


def test_a_kernel_looks_the_same_with_and_without(both) -> None:
    for kernel in both[0].kernels:
        ours, theirs = (getattr(robot, kernel) for robot in both)
        assert ours.__doc__ == theirs.__doc__ != ""
        assert inspect.signature(ours) == inspect.signature(theirs)
        for attribute in ("name", "title", "inputs", "outputs", "algorithm", "signature"):
            assert getattr(ours, attribute) == getattr(theirs, attribute)
        assert ours.__name__ == theirs.__name__ == kernel
        assert inspect.isroutine(ours)


def test_without_the_extension_a_gufunc_is_missing_and_says_why(both) -> None:
    assert isinstance(both[0].bias.gufunc, np.ufunc)
    with pytest.raises(AttributeError, match="gufunc: gen-robot's extension is not here; install"):
        _ = both[1].bias.gufunc


def test_kernels_pickle_also_apart_from_their_robot(both) -> None:
    cloudpickle = pytest.importorskip("cloudpickle")  # takes methods apart
    for robot in both:
        for way in (pickle, cloudpickle):
            again = pickle.loads(way.dumps(robot.bias))
            np.testing.assert_array_equal(again(Q, QD), robot.bias(Q, QD))
        assert copy.copy(robot.bias.__func__) is robot.bias.__func__


def test_a_package_without_the_extension_works(folder: Path) -> None:
    code = f"""
import sys
sys.modules["gen_robot.bindings._compiled"] = None
from gen_robot.bindings import Library, routine
assert routine._compiled is None
tiny = Library({str(folder / "tiny.json")!r}, {str(tiny_robot.library_in(folder))!r})
print(tiny.inertia_matrix([0, 1]).tolist(), tiny.bias([[0, 1]] * 3, [1, 1], threads=2).shape)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[[1.0, 0.0], [0.0, 1.0]] (3, 2)\n"
