"""A kernel is its record: arrays, arguments, routes; nothing else lists kernels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gen_robot.algorithms.joint_terms import posed
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.kernels import DEFAULT_KERNELS, KERNELS, instances, named, wanted
from gen_robot.kernels.array import Array
from gen_robot.kernels.dynamics import Q
from gen_robot.kernels.groups import LOOPS
from gen_robot.kernels.kernel import Argument, Kernel, Methods, Outputs, Route, identifiers
from gen_robot.kernels.task import Task
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way
from gen_robot.model.formulation import PLAIN
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled
from gen_robot.readers.robot_files import read


def test_the_default_kernels_are_the_first_six() -> None:
    assert DEFAULT_KERNELS == (
        "inertia_matrix",
        "bias",
        "inverse_dynamics",
        "inertia_and_bias",
        "gravity",
        "forward_dynamics",
    )


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=lambda kernel: kernel.name)
def test_every_array_says_what_it_holds(kernel: Kernel) -> None:
    model = modelled(read("four_bar" if kernel.group == LOOPS else "torso"), Options())
    for array in kernel.inputs + kernel.outputs:
        assert array.meaning and array.unit
        assert np.prod(array.shape(model)) == array.size(model) > 0
    names = [array.name for array in kernel.inputs + kernel.outputs]
    assert len(set(names)) == len(names)


def test_arrays_of_one_name_may_differ_from_kernel_to_kernel() -> None:
    narrow = replace(KERNELS["bias"], outputs=(Array("h", "", "", lambda m: (1,)),))
    model = modelled(read("two_link"), Options())
    assert narrow.outputs[0].shape(model) != KERNELS["bias"].outputs[0].shape(model)


def test_an_unknown_kernel_is_refused_with_the_nearest_name() -> None:
    model = modelled(read("two_link"), Options())
    with pytest.raises(UserError, match="--kernels: is 'inertia_matirx'; did you mean"):
        named("--kernels", ["inertia_matirx"], model)


def test_a_kernel_with_an_argument_is_one_routine_for_each_choice() -> None:
    """Here: the origin of a link, seen from its parent."""

    def origin(task: Task, methods: Methods) -> Outputs:
        link = next(k for k in task.model.links if k.name == task.arguments["link"])
        pose = posed(task.t, link, task.q)
        point = pose.up_point(link.user_frame.origin)
        return {"p": list(point)}

    family = Kernel(
        "origin",
        "origin of a link",
        (Q,),
        (Array("p", "position", "m", lambda model: (3,)),),
        (Route((), origin),),
        takes=(Argument("link", "a moving link", lambda m: tuple(k.name for k in m.links)),),
    )
    model = modelled(read("scara"), Options())
    found = family.instances(model)
    assert list(found) == [f"origin_{link.name}" for link in model.links]
    setting = Options().setting
    values = {
        name: evaluate(
            trace(kernel, Way(kernel.routes[0], None, (), PLAIN), {PLAIN: model}, setting).outputs[
                "p"
            ],
            {"q": np.full(model.nq, 0.3)},
        )
        for name, kernel in found.items()
    }
    assert len({tuple(value) for value in values.values()}) > 1


def test_all_is_no_kernel_of_its_own() -> None:
    with pytest.raises(UserError, match="--algorithm: is 'all'"):
        generate_described(read("two_link"), Options(algorithms={"all": "crba"}))


def test_names_of_choices_are_words_that_every_language_takes() -> None:
    words = identifiers(["tool 0", "tool/0", "tool_0", "..", "a.b"])
    assert words == {
        "tool 0": "tool_0",
        "tool/0": "tool_0_2",
        "tool_0": "tool_0_3",
        "..": "x",
        "a.b": "a_b",
    }


def test_all_means_every_kernel_that_there_is() -> None:
    model = modelled(read("two_link"), Options())
    assert [kernel.name for kernel in wanted(["all"], model)] == [*instances(model)]
    assert Options(kernels=("all",)).words == ("--kernels all",)


def test_a_method_says_what_it_gives() -> None:
    method = Method("none", "", (), {Quantity.GRAVITY: lambda model, t, q: []})
    assert Quantity.GRAVITY in method.gives
    assert method.refusal(modelled(read("torso"), Options())) is None
