"""A hand-made generated folder: two joints, M = U D U^T, U = [[1, q0], [0, 1]], D = [1, q1]."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from gen_robot.bindings import Library
from gen_robot.delivery.build import LIBRARY
from gen_robot.languages import LANGUAGES
from gen_robot.languages.language import Language
from gen_robot.render import render

NAME = "tiny"

CONVENTIONS = {
    "c": {"matrices": "rows", "status": "returned"},
    "f77": {"matrices": "columns", "status": "last argument"},
}

C_SOURCE = """
#include "tiny.h"
#include <math.h>

void tiny_inertia_matrix(const real *q, real *M)
{
    M[0] = 1 + q[0] * q[0] * q[1];
    M[1] = q[0] * q[1];
    M[2] = q[0] * q[1];
    M[3] = q[1];
}

void tiny_bias(const real *q, const real *qd, real *h)
{
    h[0] = q[0] * qd[1];
    h[1] = (real)sin(q[1]);
}

void tiny_inertia_and_bias(const real *q, const real *qd, real *M, real *h)
{
    tiny_inertia_matrix(q, M);
    tiny_bias(q, qd, h);
}

int tiny_udut(const real *q, real *U, real *D)
{
    const int fails = !(q[1] > 0);
    U[0] = fails ? (real)NAN : 1;
    U[1] = fails ? (real)NAN : q[0];
    U[2] = fails ? (real)NAN : 0;
    U[3] = fails ? (real)NAN : 1;
    D[0] = fails ? (real)NAN : 1;
    D[1] = fails ? (real)NAN : q[1];
    return fails ? 2 : 0;
}

void tiny_inverse_dynamics_fext(const real *q, const real *fext, real *tau)
{
    for (int k = 0; k < 2; k++) {
        tau[k] = q[k];
        for (int j = 0; j < 6; j++)
            tau[k] += (j + 1) * fext[6 * k + j];
    }
}

void tiny_kinetic_energy(const real *q, const real *qd, real *e)
{
    e[0] = (qd[0] * qd[0] + q[1] * qd[1] * qd[1]) / 2;
}
"""

HEADER = """
#ifndef TINY_H
#define TINY_H
typedef {real} real;
void tiny_inertia_matrix(const real *q, real *M);
void tiny_bias(const real *q, const real *qd, real *h);
void tiny_inertia_and_bias(const real *q, const real *qd, real *M, real *h);
int tiny_udut(const real *q, real *U, real *D);
void tiny_inverse_dynamics_fext(const real *q, const real *fext, real *tau);
void tiny_kinetic_energy(const real *q, const real *qd, real *e);
#endif
"""

FORTRAN_SOURCE = """
      SUBROUTINE TINYIM(Q, M)
      DOUBLE PRECISION Q(2), M(2,2)
      M(1,1) = 1 + Q(1)*Q(1)*Q(2)
      M(1,2) = Q(1)*Q(2)
      M(2,1) = Q(1)*Q(2)
      M(2,2) = Q(2)
      END
      SUBROUTINE TINYBV(Q, QD, H)
      DOUBLE PRECISION Q(2), QD(2), H(2)
      H(1) = Q(1)*QD(2)
      H(2) = SIN(Q(2))
      END
      SUBROUTINE TINYIB(Q, QD, M, H)
      DOUBLE PRECISION Q(2), QD(2), M(2,2), H(2)
      CALL TINYIM(Q, M)
      CALL TINYBV(Q, QD, H)
      END
      SUBROUTINE TINYUD(Q, U, D, INFO)
      DOUBLE PRECISION Q(2), U(2,2), D(2)
      INTEGER INFO
      INFO = 0
      IF (.NOT. Q(2) .GT. 0) INFO = 2
      U(1,1) = 1
      U(1,2) = Q(1)
      U(2,1) = 0
      U(2,2) = 1
      D(1) = 1
      D(2) = Q(2)
      END
      SUBROUTINE TINYIX(Q, FEXT, TAU)
      DOUBLE PRECISION Q(2), FEXT(12), TAU(2)
      INTEGER J, K
      DO 20 K = 1, 2
        TAU(K) = Q(K)
        DO 10 J = 1, 6
          TAU(K) = TAU(K) + J*FEXT(6*K - 6 + J)
   10   CONTINUE
   20 CONTINUE
      END
      SUBROUTINE TINYKE(Q, QD, E)
      DOUBLE PRECISION Q(2), QD(2), E(1)
      E(1) = (QD(1)*QD(1) + Q(2)*QD(2)*QD(2))/2
      END
"""

MODULE = """
module tiny_mod
  interface
    subroutine tinyim(q, M)
      double precision, intent(in) :: q(2)
      double precision, intent(out) :: M(2, 2)
    end subroutine tinyim
  end interface
end module tiny_mod
"""

SIZES = {"q": 2, "qd": 2, "M": 4, "h": 2, "U": 4, "D": 2, "fext": 12, "tau": 2, "e": 1}
ROWS = {"fext": ["upper arm", "forearm"]}
KERNELS = {  # inputs, outputs, status, the FORTRAN routine
    "inertia_matrix": (["q"], ["M"], False, "tinyim_"),
    "bias": (["q", "qd"], ["h"], False, "tinybv_"),
    "inertia_and_bias": (["q", "qd"], ["M", "h"], False, "tinyib_"),
    "udut": (["q"], ["U", "D"], True, "tinyud_"),
    "inverse_dynamics_fext": (["q", "fext"], ["tau"], False, "tinyix_"),
    "kinetic_energy": (["q", "qd"], ["e"], False, "tinyke_"),
}


def inertia_matrix(q: np.ndarray) -> np.ndarray:
    """Compute M as the kernel should, for any leading shape."""
    a, b = q[..., 0], q[..., 1]
    return np.stack([np.stack([1 + a * a * b, a * b], -1), np.stack([a * b, b], -1)], -2)


def bias(q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """Compute h as the kernel should, for any leading shape."""
    return np.stack(np.broadcast_arrays(q[..., 0] * qd[..., 1], np.sin(q[..., 1])), -1)


def inverse_dynamics_fext(q: np.ndarray, fext: np.ndarray) -> np.ndarray:
    """Compute tau as the kernel should, from wrenches of shape (..., 2, 6)."""
    return q + fext @ np.arange(1.0, 7.0)


def kinetic_energy(q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """Compute e as the kernel should, for any leading shape."""
    return (qd[..., 0] ** 2 + q[..., 1] * qd[..., 1] ** 2) / 2


def joint(name: str, kind: str, index: int, index_v: int, **changes: Any) -> dict[str, Any]:
    """Describe a joint as a manifest does."""
    limits = {"lower": None, "upper": None, "velocity": None, "effort": None}
    place = {"index": index, "index_v": index_v, "nq": 1, "nv": 1}
    limits.update((key, changes.pop(key)) for key in [*changes] if key in limits)
    return {"name": name, "type": kind, "limits": limits, **place, **changes}


JOINTS = [
    joint("shoulder", "revolute", 0, 0, lower=-0.5, upper=2.0, velocity=0.25),
    joint("elbow", "continuous", 1, 1),
]


def generated_files(
    *,
    languages: tuple[str, ...] = ("c",),
    precision: str = "double",
    joints: list[dict[str, Any]] | None = None,
) -> dict[str, str]:
    """Return what the generator would write for this robot: file name -> text."""
    files = {}
    if "c" in languages:
        files["tiny.c"] = C_SOURCE
        files["tiny_batch.c"] = batch_source()
        files["tiny.h"] = HEADER.replace("{real}", "float" if precision == "single" else "double")
    if "f77" in languages:
        files["tiny.f"] = FORTRAN_SOURCE.lstrip("\n")
        files["tiny_mod.f90"] = MODULE
        files["tiny_f77.h"] = "/* What C would need to call it. */\n"
    files["meson.build"] = meson_build(languages)
    files["meson.options"] = render("meson.options.j2", languages=_records(languages))
    build = render(
        "CMakeLists.txt.j2", name=NAME, languages=_records(languages), has_integrators=False
    )
    files["CMakeLists.txt"] = build
    files["tiny.json"] = json.dumps(manifest(files, languages, precision, joints or JOINTS))
    return files


def batch_source() -> str:
    """Return the source of the kernels for many states: loops over those for one."""
    lines = ['#include "tiny.h"', "#include <stddef.h>"]
    for name, (inputs, outputs, status, _) in KERNELS.items():
        arrays = [f"const real *{each}" for each in inputs] + [f"real *{each}" for each in outputs]
        places = ", ".join(f"{each} + {SIZES[each]} * s" for each in inputs + outputs)
        call = f"tiny_{name}({places});"
        if status:
            lines += [
                f"size_t tiny_{name}_batch(size_t count, {', '.join(arrays)}, int *status)",
                "{\n    size_t failed = 0;\n    for (size_t s = 0; s < count; s++) {",
                f"        const int joint = {call}",
                "        failed += joint != 0;\n        if (status) status[s] = joint;",
                "    }\n    return failed;\n}",
            ]
        else:
            lines += [f"void tiny_{name}_batch(size_t count, {', '.join(arrays)})"]
            lines += ["{\n    for (size_t s = 0; s < count; s++)", f"        {call}\n}}"]
    return "\n".join([*lines, ""])


def meson_build(languages: tuple[str, ...], name: str = NAME) -> str:
    """Render the template of the generated meson.build."""
    return render("meson.build.j2", name=name, languages=_records(languages), has_integrators=False)


def _records(languages: tuple[str, ...]) -> list[Language]:
    return [LANGUAGES[each] for each in languages]


def manifest(
    files: dict[str, str], languages: tuple[str, ...], precision: str, joints: list[dict[str, Any]]
) -> dict[str, Any]:
    """Describe these files as the generator would."""
    nq, nv = (sum(each[key] for each in joints) for key in ("nq", "nv"))
    shapes = {"q": [nq], "qd": [nv], "M": [nv, nv], "h": [nv], "U": [nv, nv], "D": [nv]}
    shapes |= {"fext": [12], "tau": [nv], "e": [1]}
    kernels = {}
    for name, (inputs, outputs, status, routine) in KERNELS.items():
        symbols = {"c": f"tiny_{name}", "f77": routine}
        kernels[name] = {
            "inputs": inputs,
            "outputs": outputs,
            "shapes": {each: shapes[each] for each in inputs + outputs},
            "rows": {each: ROWS[each] for each in inputs if each in ROWS},
            "scalars": [each for each in outputs if each == "e"],
            "status": status,
            "symbol": {lang: symbols[lang] for lang in languages},
            "batch": {"c": f"tiny_{name}_batch"} if "c" in languages else {},
            "algorithm": "by_hand",
            "operations": {"mul": 3, "add": 1, "neg": 0, "div": 0, "sqrt": 0, "sincos": 1},
        }
    return {
        "format": 1,
        "generator": "gen-robot 1.2.3",
        "name": NAME,
        "nq": nq,
        "nv": nv,
        "joints": joints,
        "options": {"precision": precision},
        "languages": {lang: CONVENTIONS[lang] for lang in languages},
        "kernels": kernels,
        "files": {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()},
    }


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write the files into a folder, made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def library_in(folder: Path) -> Path:
    """Return where a build in the folder leaves its library."""
    return folder / "build" / LIBRARY.format(NAME)


def bind(folder: Path, lang: str = "c") -> Library:
    """Bind a folder in which the robot is built."""
    return Library(folder / "tiny.json", library_in(folder), lang)
