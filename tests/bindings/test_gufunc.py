"""Kernels as NumPy's generalised ufuncs, and in the hands of dask and xarray."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import tiny_robot
from gen_robot.bindings import Library

pytest.importorskip("gen_robot.bindings._compiled")

RNG = np.random.default_rng(21)
NAN, INF = float("nan"), float("inf")


def a(*shape: int) -> np.ndarray:
    return RNG.uniform(0.1, 1.0, shape)


SIGNATURES = {
    "inertia_matrix": "(2)->(2,2)",
    "bias": "(2),(2)->(2)",
    "inertia_and_bias": "(2),(2)->(2,2),(2)",
    "udut": "(2)->(2,2),(2)",
    "inverse_dynamics_fext": "(2),(2,6)->(2)",
    "kinetic_energy": "(2),(2)->()",
}


def inputs_of(robot: Library, kernel: str, *leading: int) -> list[np.ndarray]:
    return [a(*leading, *each.forms[0]) for each in getattr(robot, kernel).inputs]


def test_every_kernel_has_a_ufunc_whose_signature_is_its_own(tiny: Library) -> None:
    assert {name: getattr(tiny, name).signature for name in tiny.kernels} == SIGNATURES
    for name in tiny.kernels:
        kernel = getattr(tiny, name)
        assert isinstance(kernel.gufunc, np.ufunc)
        assert kernel.gufunc.signature == kernel.signature
        assert kernel.gufunc.__name__ == name
        assert kernel.__doc__ in kernel.gufunc.__doc__


@pytest.mark.parametrize("leading", [(), (1,), (5,), (2, 3), (0,), (300,)])
@pytest.mark.parametrize("name", SIGNATURES)
def test_it_gives_what_the_kernel_gives(tiny: Library, name: str, leading: tuple) -> None:
    kernel = getattr(tiny, name)
    given = inputs_of(tiny, name, *leading)
    ours, theirs = (
        x if isinstance(x, tuple) else (x,) for x in (kernel.gufunc(*given), kernel(*given))
    )
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, other)
        assert type(one) is type(other)


def test_it_takes_what_ufuncs_take(tiny: Library) -> None:
    q, qd = a(4, 1, 2), a(3, 2)
    want = tiny_robot.bias(q, qd)
    bias = tiny.bias.gufunc
    np.testing.assert_allclose(bias(q, qd), want, rtol=1e-15)
    np.testing.assert_allclose(bias(q, qd, axes=[-1, -1, 0]), np.moveaxis(want, -1, 0), rtol=1e-15)
    out = np.zeros((4, 3, 4))[..., ::2]  # a gap behind each element
    assert bias(q, qd, out=out) is out
    np.testing.assert_allclose(out, want, rtol=1e-15)
    np.testing.assert_allclose(
        bias([1, 2], [3, 4]), tiny_robot.bias(np.array([1, 2]), np.array([3, 4]))
    )
    own = a(6, 2)
    expected = tiny.bias(own.copy(), own.copy())
    np.testing.assert_array_equal(bias(own, own, out=own), expected)  # NumPy sees to overlaps


def test_matrices_of_any_strides_are_filled(tiny: Library) -> None:
    q = a(7, 2)
    want = tiny.inertia_matrix(q)
    for out in (np.zeros((2, 2, 7)).T, np.zeros((7, 4, 2))[:, ::2], np.zeros((7, 2, 2))[::-1]):
        tiny.inertia_matrix.gufunc(q, out=out)
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("wrong", [a(3), a(2, 3), a(1), np.float64(1)])
def test_states_of_another_length_are_refused(tiny: Library, wrong) -> None:
    with pytest.raises(ValueError, match=r"core dimension|enough dimensions"):
        tiny.inertia_matrix.gufunc(wrong)


def test_complex_numbers_are_refused(tiny: Library) -> None:
    with pytest.raises(TypeError, match="inertia_matrix"):
        tiny.inertia_matrix.gufunc(a(2) + 1j)


def test_single_precision_has_ufuncs_of_float32(single: Library) -> None:
    q = a(5, 2).astype(np.float32)
    assert single.inertia_matrix.gufunc.types == ["f->f"]
    np.testing.assert_array_equal(single.inertia_matrix.gufunc(q), single.inertia_matrix(q))


def test_states_that_fail_are_nan_and_invalid(tiny: Library) -> None:
    q = a(100, 2)
    q[[3, 70], 1] = -1
    with pytest.warns(RuntimeWarning, match="invalid value encountered in udut"):
        U, D = tiny.udut.gufunc(q)
    failed = q[:, 1] < 0
    for array in (U.reshape(100, 4), D):
        np.testing.assert_array_equal(
            np.isnan(array), np.repeat(failed[:, None], array.shape[1], 1)
        )
    with np.errstate(invalid="raise"), pytest.raises(FloatingPointError, match="udut"):
        tiny.udut.gufunc(q[3])


def test_states_that_do_not_fail_raise_no_flag(tiny: Library) -> None:
    """What an input that is not finite gives is NaN, as from the kernel itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tiny.udut.gufunc(a(100, 2))
        assert np.isnan(tiny.bias.gufunc([1.0, INF], [1.0, 1.0])[1])
        tiny.bias.gufunc(np.array([1e300, NAN]), np.array([1e300, 1e300]))


# Others ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", "processes"])
def test_dask_takes_kernels_as_they_are(folder: Path, scheduler: str) -> None:
    dask, array = pytest.importorskip("dask"), pytest.importorskip("dask.array")
    tiny = tiny_robot.bind(folder)
    q, qd = a(40, 5, 2), a(40, 5, 2)
    Q, QD = (array.from_array(each, chunks=(10, 5, 2)) for each in (q, qd))
    M = array.apply_gufunc(
        tiny.inertia_matrix, tiny.inertia_matrix.signature, Q, output_dtypes=float
    )
    assert M.shape == (40, 5, 2, 2)
    kernel = tiny.inertia_and_bias
    both = array.apply_gufunc(kernel, kernel.signature, Q, QD, output_dtypes=(float, float))
    h = array.map_blocks(tiny.bias, Q, QD, dtype=float)
    found = dask.compute(M, *both, h, scheduler=scheduler)
    want = (tiny.inertia_matrix(q), *kernel(q, qd), tiny.bias(q, qd))
    for one, other in zip(found, want, strict=True):
        np.testing.assert_array_equal(one, other)


def test_dask_takes_the_ufuncs_where_it_uses_threads(tiny: Library) -> None:
    array = pytest.importorskip("dask.array")
    q = a(40, 2)
    ufunc = tiny.inertia_matrix.gufunc
    Q = array.from_array(q, chunks=(16, 2))
    M = array.apply_gufunc(ufunc, ufunc.signature, Q, output_dtypes=float)
    np.testing.assert_array_equal(M.compute(scheduler="threads"), tiny.inertia_matrix(q))


def test_xarray_takes_kernels_and_ufuncs(tiny: Library) -> None:
    xarray = pytest.importorskip("xarray")
    q = xarray.DataArray(a(5, 2), dims=("time", "joint"))
    rates = xarray.DataArray(a(3, 2), dims=("rate", "joint"))
    for function in (tiny.bias, tiny.bias.gufunc):
        h = xarray.apply_ufunc(
            function, q, rates, input_core_dims=[["joint"], ["joint"]], output_core_dims=[["joint"]]
        )
        assert h.dims == ("time", "rate", "joint")
        np.testing.assert_array_equal(h, tiny.bias(q.values[:, None], rates.values))
