"""The page of kernels and methods, docs/kernels.md, from their records.

python benchmarks/kernels_page.py              print the page
python benchmarks/kernels_page.py --write      write it
python benchmarks/kernels_page.py --check      say whether it is up to date (exit code 1)
"""

from __future__ import annotations

import sys
from pathlib import Path

from gen_robot.algorithms import METHODS
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.description.edit import Edits
from gen_robot.kernels import DEFAULT_KERNELS, KERNELS, loop_arrays
from gen_robot.kernels.array import Array
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.regressors import base_names
from gen_robot.kernels.sines import SUFFIX
from gen_robot.kernels.way import algorithms
from gen_robot.languages.f77 import FRAME_LETTERS, LETTERS
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from gen_robot.readers.robot_files import read
from written_page import run

_OF_LOOPS = {
    loop_arrays.conditions: "r",
    loop_arrays.by_conditions: "r x n",
    loop_arrays.independent: "f",
    loop_arrays.by_independent: "f x f",
    loop_arrays.actuated: "nu",
}
"""Shapes of arrays of loops, which the robot of this page does not have."""

PAGE = Path(__file__).resolve().parents[1] / "docs" / "kernels.md"

INTRODUCTION = """\
# Kernels and methods

What can be generated, and by what. `python benchmarks/kernels_page.py --write` wrote this page from the
records of kernels and methods, and a test fails if it is not what they say today. How the methods work
is in [algorithms.md](algorithms.md), what they cost in [operations.md](operations.md).

In C a kernel is `<robot>_<kernel>`, inputs first, then outputs; in FORTRAN 77 a prefix and two
letters; in Python a method of what `gen_robot.load` returns. Matrices are full and by rows (FORTRAN: by
columns); n is the number of velocities, nq that of positions; SI units, radians.

## What holds for all of them

**Order.** Joints stand in the order of the robot file, parents first; the header of the generated
file and the manifest name them. Joints that follow others (mimic) have no place of their own: M, h
and tau are those of the joints that lead. What joints of more than one number have in q and qd is
in [robot-files.md](robot-files.md#keys-of-a-joint); a floating base comes first. Quaternions, and
the cosine and sine of a planar joint, are not normalised inside.

**Frames.** Whatever is three-dimensional on the outside - wrenches, payloads, the velocity of a
floating base - is in the link frames of the robot file, never in the canonical ones that the
kernels work in. `fext` has six numbers for each moving link, in the order of the joints and with a
floating base first: the force on the link, then its moment about the origin of the link's frame,
both in the axes of that frame.

**Kernels of frames** have a frame's name at their end: `jacobian_tool0`. Every link of the robot
file is a frame, also one that is fixed to another; `frames:` in a file and `--frame
NAME=LINK:x,y,z,r,p,y` add others. They are made for the tips - links that carry no other, and move
- and for what was added, or for those that `--frames tool0,camera` names. In C symbols and in
Python whatever is no letter or digit of a name is `_`; FORTRAN's letters end in the frame's number,
from 1 to 9, in the table of the file's head. `--kernels jacobian` makes it for all chosen frames.
Six numbers of a motion are the linear ones first, then the angular. `--jacobian` says in what they
are, for all kernels of frames, by Pinocchio's names:

| `--jacobian` | point | axes |
|---|---|---|
| `local_world_aligned` (default) | the frame's origin | of the base |
| `local` | the frame's origin | of the frame |
| `world` | what moves with the frame and is at the base's origin | of the base |

Velocity is that of the point, J qd; acceleration, J qdd + drift, is that of the point, too, as an
accelerometer feels it (Pinocchio's classical acceleration), and gravity has no part in it. Columns
of J are in the tangent space: of a floating base, of its velocity in its own frame. A wrench on a
frame is a force and its moment about the point, in the axes; `fext` takes wrenches on several
frames, which `robot.frame(name).wrench` gives in Python. The base is the file's, or the world of a
floating one; com is the centre of mass of all that moves.

**Signs and terms.** tau = M(q) qdd + h(q, qd): h holds Coriolis, centrifugal and gravity torques,
and g(q) is h at rest. A rotor's inertia, seen through its gear, is on the diagonal of M, always.
External wrenches help the torques: tau under `fext` is what the joints still have to do.

**Springs** that the robot file puts at joints always enter: h, tau and g hold stiffness (q - rest),
forward dynamics what is left of the torques, potential_energy their energy.

**A base that moves.** Robots on ships and vehicles: kernels that end in `_moving_base` are told how
the base moves. v0 and a0 are velocity and acceleration of the base frame's origin, then its angular
velocity and acceleration, all in the axes of that frame; a0 is that of a point, as `acceleration` has
it. With both zero they are the kernels without the ending; the velocity of the origin changes
nothing (Galileo). Weight is that of the file's gravity, in the axes of the base: what leans is told
by a0, too. An accelerometer fixed to the base at its origin reads s, acceleration less gravity as it
is; a0 = s + (gravity of the file), whatever the base's attitude. How the base moves does not depend on
the robot: it is given.

**Friction** enters with `--friction` only, because many robot files hold made-up values; it is
reported when it is given and left out. Then h, tau and forward dynamics hold, for each joint,

    viscous * qd + coulomb * sign(qd),      sign(0) = 0

with the sign exact: no smoothing, and no stiction. A joint that follows another has its friction at
its own rate.

**Derivatives** are by rows what is differentiated, by columns what by. By positions they are in the
tangent space, as Pinocchio's: column k says what a unit of velocity k, held for a moment, does to
positions; where positions are as many as velocities, that is a partial derivative. The derivative of
tau by qdd is M, of qdd by tau it is M^-1, so kernels give these. Joints that follow others are part of
the joints that they follow. Friction adds its viscous part to the derivatives by qd; Coulomb's has none
but at rest, where it jumps, and is left out there.
C(q, qd) is of Christoffel's symbols - half the derivative of h by qd, as long as joints have one axis
each -: C qd = h - g, and Mdot - 2 C is skew for every kind of joint. Dmkj has the symbols themselves,
D_mkj in row m, column k n + j (in Python: `.reshape(n, n, n)`), symmetric in k and j: C_mj is the sum
of D_mkj qd_k, and dM_mj/dq_k = D_mkj + D_jkm.

**Status.** Kernels that solve for accelerations or invert M return an `int` (FORTRAN: a last
argument INFO): 0, or the number k, from 1 in the order of velocities, of the first pivot of the
elimination that is not above 8 n eps M_kk, with the eps of the precision generated. Outputs are
then NaN (FORTRAN: 0). The tests of pivots are the only branches; they need IEEE semantics, so
`-ffast-math` is not for these kernels. Inputs that are not finite may fail a pivot, and what
depends on them is NaN. A pivot that is zero at every state is reported when generating.

**Sines and cosines as inputs.** Every kernel has a second form by its name and `_sc`, for callers
that have the sines and cosines of the joint positions already: `--kernels inertia_matrix_sc`. It
takes two more arrays of nq numbers behind q, for every robot: (q, sq, cq, qd, ...) with sq[i] = sin
q[i] and cq[i] = cos q[i]. They are read where a joint turns; elements that belong to displacements,
to quaternions or to a planar joint never are. What q itself is needed for is read from q. Sines of
sums follow by the addition theorems, so the cheapest way may be another one than without. A joint
that follows another must turn as far as it does, one way or the other (a multiplier of 1 or -1);
else the form is refused. FORTRAN's letters begin with K, those of loops with Z. `all` does not mean
these forms: they are written if they are named.

**Regressors** are multiplied by parameters: tau = Y pi, with ten numbers of each moving link and all
that is fixed to it, in the link's frame of the robot file; and tau = Yb beta, with p base
parameters, the fewest that torques depend on. The manifest names the columns, holds the robot's own
pi, and says what each base parameter is made of. Rotors and friction have columns behind these with
`--rotors` and `--friction`; without `--rotors` a rotor's torque is in tau alone.
[identification.md](identification.md) tells what for.

**Several at once.** `--together M,h,jacobian_tool0,drift_tool0` makes one kernel more, `together`,
that gives all of these and computes once what they have in common. Members are named by kernel, or
by the array that one kernel alone gives: M is inertia_matrix, h bias, C coriolis_matrix. Its inputs
are those of all members, in the order q, qd, qdd, tau, others; its outputs stand in the order of
asking. Arrays that would have one name end in their frame's word (J_tool0, J_camera), or in the
kernel's name (e_kinetic_energy); what is an input, too, counts as such. It has a status if a member
has one, and then no outputs where one member fails. How members are computed is chosen for all of
them together; the way is printed as theirs, with commas between, and accepted so: `--algorithm
'together=crba, gibbs_appell, auto, auto'`. FORTRAN TG, with sines given KW.

**Masses known at run time.** `--runtime link3.mass,link3.com,tool` takes inertial parameters out of
the code: `LINK.mass`, `LINK.com`, `LINK.inertia`, single ones such as `LINK.com.x` and
`LINK.inertia.xy`, all ten of a `LINK`, or `all`. They are the numbers of the robot file, in the
frame of their link and with the inertia about the centre of mass; links that are fixed to others
have their own. The kernel `prepare(parameters, prepared)` computes what follows from them alone,
once, whenever they change; each kernel in which masses matter takes `prepared` behind its other
inputs, and costs about as much as with general constants in its code. The order of `parameters`,
and their values in the robot file, stand in the head of the generated files, in the manifest, and
in C as `<robot>_parameters[]`. It is not tested whether a body can have these numbers; pivots are
held against them. FORTRAN PR. `--payload` may be given as well: its load is added, and stays an
input by itself.

**Loops.** Kernels of loops, `loop_...`, are there for robots whose file, or a file beside it (`--loops
FILE`), closes loops; all others of such a robot are those of its tree, and know nothing of them. q, qd
and tau are the tree's in both. r is the number of conditions that are kept, f = n - r that of
degrees of freedom, nu that of actuated joints; the manifest names them. A status beyond n is a
condition at which the loops are singular. `all` takes them in, `--kernels loops` asks for them
alone. [loops.md](loops.md) tells how loops are described, closed and simulated.

**Memory.** Kernels are re-entrant, touch nothing but their arguments and allocate nothing; inputs
and outputs may not overlap.

**Many states.** In C every kernel also is `<robot>_<kernel>_batch(size_t count, inputs, outputs)`, on
arrays that hold the states one behind the other, as NumPy does. Those with a status have one more
argument, `int *status`, which gets each state's and may be NULL, and return the number of states that
failed, a `size_t`. How they work, and by how much their numbers differ from those of single calls,
is in [deployment.md](deployment.md#many-states-at-once).
"""


def main() -> int:
    """Write or check the page; without either, print it."""
    return run(__doc__, PAGE, page)


def page() -> str:
    """Return the whole page."""
    # Here nq, n and six times the links are different numbers.
    model = modelled(read("torso", edits=Edits(floating=True)), Options())
    parts = [INTRODUCTION, "## Kernels\n"]
    parts += [_kernel(kernel, model) for kernel in KERNELS.values()]
    parts += ["## Methods\n", *(_method(method) for method in METHODS.values())]
    return "\n".join(parts)


def _kernel(kernel: Kernel, model: Model) -> str:
    default = ", written by default" if kernel.name in DEFAULT_KERNELS else ""
    lines = [
        f"### {kernel.name}{''.join(f'_{argument.name.upper()}' for argument in kernel.takes)}\n",
        f"{kernel.title[:1].upper()}{kernel.title[1:]}{default}; FORTRAN {_letters(kernel.name)}, "
        f"with sines given {_letters(kernel.name + SUFFIX)}. "
        f"By {_ways(kernel)}.\n",
        "| array | | shape | meaning | unit |",
        "|---|---|---|---|---|",
    ]
    lines += [_row(array, "in", model) for array in kernel.inputs]
    lines += [_row(array, "out", model) for array in kernel.outputs]
    if kernel.status:
        beyond = f"; beyond the joints, {kernel.status_beyond}" if kernel.status_beyond else ""
        told = f"0, or the joint (from 1) whose pivot is too small{beyond}"
        lines.append(f"| status | out | | {told} | |")
    return "\n".join([*lines, ""])


def _letters(name: str) -> str:
    """Return what a routine is called after the robot's prefix; # is the number of a frame."""
    return LETTERS[name] if name in LETTERS else f"{FRAME_LETTERS[name]}#"


def _ways(kernel: Kernel) -> str:
    if kernel.parts:
        return " and ".join(f"a method of {part}" for part in kernel.parts)
    names = ", ".join(algorithms(kernel))
    if not kernel.built_on:
        return names
    return f"{names}; solvers on what {kernel.built_on} is computed by"


def _row(array: Array, role: str, model: Model) -> str:
    if array.shape_of in _OF_LOOPS:
        shape = _OF_LOOPS[array.shape_of]
        return f"| {array.name} | {role} | {shape} | {array.meaning} | {array.unit} |"
    names = {model.free_nq: "nq", model.free_nv: "n", 6 * len(model.links): "6 links"}
    names |= {10 * len(model.links): "10 links", len(base_names(model)): "p"}
    shape = " x ".join(names.get(length, str(length)) for length in array.shape(model))
    return f"| {array.name} | {role} | {shape} | {array.meaning} | {array.unit} |"


def _method(method: Method) -> str:
    gives = ", ".join(quantity.value for quantity in Quantity if quantity in method.gives)
    bodies = " or ".join(each.value for each in method.bodies)
    frames = " or ".join(each.value for each in method.frames)
    sources = [
        f"- {source.full}{f' ({where})' if where else ''}" for source, where in method.sources
    ]
    lines = [
        f"### {method.name}\n",
        f"{method.title[:1].upper()}{method.title[1:]}. Gives: {gives}. Covers {method.covers.text}. "
        f"Bodies {bodies}; frames {frames}.",
        *(["", *sources] if sources else []),
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
