"""Our own kernels as contenders: in C and from Python, one state and many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gen_robot.bench.harness import Arguments, Array, Harness
from gen_robot.bench.measure import Contender
from gen_robot.bench.python_loop import calls, once
from gen_robot.bench.states import Room, States
from gen_robot.bench.subject import Subject
from gen_robot.bench.times import ARRAYS, MANY, NEW, ONE, OUT

Results = tuple[Array, ...]


class Timed:
    """Hold one kernel of one library with the states that it is timed on."""

    def __init__(
        self,
        subject: Subject,
        kernel: str,
        harness: Harness,
        states: States,
        room: Room,
        count: int,
    ) -> None:
        self.subject, self.kernel = subject, kernel
        self.record = subject.manifest["kernels"][kernel]
        self.status: bool = self.record["status"]
        self.frame: str = self.record.get("arguments", {}).get("frame", "")
        words = {each["name"]: each["word"] for each in subject.manifest.get("frames", ())}
        # A family's kernel is called by the frame, too.
        self.family = kernel.removesuffix(f"_{words[self.frame]}") if self.frame else kernel
        self._harness, self._states, self._room = harness, states, room
        self._count = min(count, states.count)
        self.call: Callable[..., Any] = getattr(subject.library, kernel)
        self.singles = states.each(self.record, self._count)

    def inputs(self) -> list[Array]:
        """Return the kernel's inputs for all states."""
        return self._states.of(self.record)

    def result(self, k: int) -> Results:
        """Return what the kernel gives for one state."""
        value = self.call(*self.singles[k])
        return value if isinstance(value, tuple) else (value,)

    def in_c(self) -> dict[str, Contender]:
        """Return the compiled contenders: one call a state, and one call for all."""
        routine, inputs = self.subject.routine(self.kernel), self.inputs()
        one = Arguments(inputs, self._room.of(self.record), one_place=True)
        found = {
            ONE: Contender(
                lambda count: self._harness.single(routine, one, count, self.status), self._count
            )
        }
        if batch := self.subject.batch(self.kernel):
            many = Arguments(inputs, self.batch_outputs(), one_place=False)
            found[MANY] = Contender(
                lambda count: self._harness.batch(batch, many, count, self.status),
                self._states.count,
                whole=True,
            )
        return found

    def from_python(self) -> dict[str, Contender]:
        """Return the contenders that are called from Python."""
        out, outputs = self._out(self._room.of(self.record)), self._out(self.batch_outputs())
        inputs = self.inputs()
        return {
            OUT: Contender(calls(self.call, self.singles, out), self._count),
            NEW: Contender(calls(self.call, self.singles), self._count),
            ARRAYS: Contender(
                once(lambda: self.call(*inputs, out=outputs)), self._states.count, whole=True
            ),
        }

    def batch_difference(self, sample: int) -> dict[str, tuple[Results, Results]]:
        """Return what batches give for the first and last states, and what single calls give."""
        inputs, count = self.inputs(), self._states.count
        picked = sorted({*range(min(sample, count)), *range(max(0, count - sample), count)})
        singles = [self.call(*(array[k] for array in inputs)) for k in picked]
        wanted = tuple(np.stack(each) for each in zip(*map(_as_tuple, singles), strict=True))
        found = {ARRAYS: _as_tuple(self.call(*inputs))}
        if batch := self.subject.batch(self.kernel):
            outputs = self.batch_outputs()
            many = Arguments(inputs, outputs, one_place=False)
            self._harness.batch(batch, many, count, self.status)
            found[MANY] = tuple(outputs)
        return {
            name: (
                tuple(each[picked].reshape(w.shape) for each, w in zip(got, wanted, strict=True)),
                wanted,
            )
            for name, got in found.items()
        }

    def batch_outputs(self) -> list[Array]:
        """Return memory for all states' results, every page of it touched."""
        shapes = self.record["shapes"]
        real, count = self.subject.library.dtype, self._states.count
        return [np.ones((count, *shapes[name]), real) for name in self.record["outputs"]]

    def _out(self, arrays: list[Array]) -> Any:
        """Return outputs as out= takes them: in the shapes that Python's users see."""
        seen = [
            each.reshape(each.shape[: each.ndim - len(argument.shape)] + argument.forms[0])
            for each, argument in zip(arrays, self.call.outputs, strict=True)  # type: ignore[attr-defined]
        ]
        return seen[0] if len(seen) == 1 else tuple(seen)


def _as_tuple(value: Any) -> Results:
    return value if isinstance(value, tuple) else (value,)
