"""Arrays that Python sees otherwise than memory: wrenches by links, energies as numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import gen_robot
import tiny_robot
from gen_robot.bindings import Library
from gen_robot.bindings.arguments import as_inputs
from gen_robot.bindings.manifest import Argument
from measure import assert_same
from tiny_robot import library_in

RNG = np.random.default_rng(8)
LEADING = [(), (1,), (5,), (2, 3), (0,)]


@pytest.mark.parametrize("leading", LEADING)
def test_wrenches_come_by_links_or_in_one_row(tiny: Library, leading: tuple[int, ...]) -> None:
    q, fext = RNG.uniform(size=(*leading, 2)), RNG.uniform(size=(*leading, 2, 6))
    want = tiny_robot.inverse_dynamics_fext(q, fext)
    by_links = tiny.inverse_dynamics_fext(q, fext)
    assert by_links.shape == (*leading, 2)
    assert_same(by_links, want)
    np.testing.assert_array_equal(
        tiny.inverse_dynamics_fext(q, fext.reshape(*leading, 12)), by_links
    )


def test_wrenches_by_links_broadcast_and_may_be_strided(tiny: Library) -> None:
    q, fext = RNG.uniform(size=(3, 1, 2)), RNG.uniform(size=(4, 2, 12))[..., ::2]
    want = tiny_robot.inverse_dynamics_fext(q, fext)
    assert_same(tiny.inverse_dynamics_fext(q, fext), want)
    assert_same(tiny.inverse_dynamics_fext(q[0, 0], fext[1]), want[0, 1])


def test_wrenches_of_another_shape_are_refused_by_both_names(tiny: Library) -> None:
    for wrong in (np.zeros(6), np.zeros((6, 2)), np.zeros((2, 2, 3))):
        with pytest.raises(ValueError, match=r"expected \(\.\.\., 2, 6\) or \(\.\.\., 12\)"):
            tiny.inverse_dynamics_fext(np.zeros(2), wrong)


@pytest.mark.parametrize(
    ("of_q", "of_fext", "leading"),
    [
        ((1,), (6,), ()),
        ((1,), (1, 6), ()),
        ((5, 1), (5, 6), (5,)),
        ((5, 1), (5, 1, 6), (5,)),
        ((5, 1, 1), (5, 1, 6), (5, 1)),
        ((5, 1, 1), (5, 1, 1, 6), (5, 1)),
        ((1,), (5, 1, 6), (5,)),
    ],
)
def test_with_one_link_the_form_is_told_by_the_leading_axes_of_q(of_q, of_fext, leading) -> None:
    arguments = (Argument("q", (1,)), Argument("fext", (6,), rows=("only",)))
    inputs = (np.zeros(of_q), np.zeros(of_fext))
    q, fext = as_inputs(inputs, arguments, np.dtype(np.float64))
    assert np.broadcast_shapes(q.shape[:-1], fext.shape[:-1]) == leading
    assert fext.shape[-1] == 6


def test_the_help_says_order_frame_and_links(tiny: Library) -> None:
    doc = tiny.inverse_dynamics_fext.__doc__ or ""
    assert "fext (..., 2, 6) or (..., 12)" in doc
    assert "the rows are upper arm, forearm" in doc


@pytest.mark.parametrize("leading", LEADING)
def test_an_energy_is_a_number_for_each_state(tiny: Library, leading: tuple[int, ...]) -> None:
    q, qd = RNG.uniform(size=(*leading, 2)), RNG.uniform(size=(*leading, 2))
    e = tiny.kinetic_energy(q, qd)
    assert np.shape(e) == leading
    assert_same(e, tiny_robot.kinetic_energy(q, qd))
    out = np.full(leading, 7.0)
    assert tiny.kinetic_energy(q, qd, out=out) is out
    np.testing.assert_array_equal(out, e)


def test_one_states_energy_is_a_scalar_whatever_the_inputs_are(tiny: Library) -> None:
    by_arrays, by_lists = (
        tiny.kinetic_energy(kind([1, 2]), kind([1, 2]))
        for kind in (lambda x: np.array(x, float), list)
    )
    assert isinstance(by_arrays, np.float64)
    assert isinstance(by_lists, np.float64)
    assert float(by_arrays) == float(by_lists) == 4.5


def test_an_energys_out_has_the_shape_of_the_states(tiny: Library) -> None:
    with pytest.raises(ValueError, match=r"shape \(1,\); expected .*of shape \(\)"):
        tiny.kinetic_energy([1, 2], [1, 2], out=np.empty(1))
    with pytest.raises(ValueError, match=r"shape \(3, 1\); expected .*of shape \(3,\)"):
        tiny.kinetic_energy(np.ones((3, 2)), [1, 2], out=np.empty((3, 1)))
    with pytest.raises(ValueError, match="not contiguous"):
        tiny.kinetic_energy(np.ones((3, 2)), [1, 2], out=np.empty(6)[::2])


def test_manifests_of_before_give_the_same_forms(folder: Path, tmp_path: Path) -> None:
    content = json.loads((folder / "tiny.json").read_text())
    for kernel in content["kernels"].values():
        del kernel["rows"], kernel["scalars"]
    (tmp_path / "tiny.json").write_text(json.dumps(content))
    tiny = Library(tmp_path / "tiny.json", library_in(folder), "c")
    assert tiny.inverse_dynamics_fext(np.ones(2), np.ones((2, 6))).tolist() == [22.0, 22.0]
    assert tiny.kinetic_energy([1, 2], [1, 2]) == 4.5


@pytest.mark.parametrize("former", [False, True])
def test_no_array_is_smaller_than_what_its_kernel_writes(
    folder: Path, tmp_path: Path, former: bool
) -> None:
    """A manifest may call a vector a scalar, or have wrenches for half a link."""
    content = json.loads((folder / "tiny.json").read_text())
    energy, wrenches = (
        content["kernels"][name] for name in ("kinetic_energy", "inverse_dynamics_fext")
    )
    energy["shapes"]["e"], wrenches["shapes"]["fext"] = [3], [13]
    if former:
        del energy["rows"], wrenches["rows"]
    else:
        wrenches["rows"] = {}
    (tmp_path / "tiny.json").write_text(json.dumps(content))
    tiny = Library(tmp_path / "tiny.json", library_in(folder), "c")
    assert tiny.kinetic_energy([1, 2], [1, 2]).shape == (3,)
    assert tiny.inverse_dynamics_fext.inputs[1].forms == ((13,),)


@pytest.fixture(scope="module")
def planar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    kernels = ["inertia_matrix", "inverse_dynamics_fext", "kinetic_energy"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield gen_robot.load("planar3", kernels=kernels)


def test_a_row_of_wrenches_acts_on_the_link_that_it_is_named_by(planar: Library) -> None:
    """A moment about the parallel axes is carried by every joint up to its link, and by no other."""
    q, qd, qdd = planar.random_state(3)
    rows = planar.inverse_dynamics_fext.inputs[-1].rows
    assert rows == ("link1", "link2", "link3")
    moments = np.zeros((3, 3, 6))
    moments[np.arange(3), np.arange(3), 5] = 1.0
    at_rest = planar.inverse_dynamics_fext(q, qd, qdd, np.zeros((3, 6)))
    taken = at_rest - planar.inverse_dynamics_fext(q, qd, qdd, moments)
    assert_same(taken, np.tril(np.ones((3, 3))), scale=np.abs(at_rest).max())


def test_energies_of_many_states_are_those_of_their_inertia_matrices(planar: Library) -> None:
    q, qd, _ = planar.random_state(4, shape=(5, 2))
    want = np.einsum("...i,...ij,...j", qd, planar.inertia_matrix(q), qd) / 2
    assert_same(planar.kinetic_energy(q, qd), want)
