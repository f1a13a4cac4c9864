"""The table of languages: all that is known of each outside the text of its files.

Light, so that --help and the loading of compiled libraries stay quick.
"""

from __future__ import annotations

from gen_robot.languages.language import Batch, CallingConvention, Compiler, Language

C_COMPILER = Compiler("C compiler", "CC", ("cc", "gcc", "clang"), ("CFLAGS", "CPPFLAGS"), "gcc")
"""What compiles the languages that are C, and whatever the build has to try."""

LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language(
            "c",
            "C99",
            source="{}.c",
            header="{}.h",
            compiler=C_COMPILER,
            convention=CallingConvention(matrices="rows", status="returned"),
            batch=Batch(source="{}_batch.c", suffix="_batch"),
            library_options=("c_std=c99",),
        ),
        Language(
            "f77",
            "FORTRAN 77",
            source="{}.f",
            header="{}_f77.h",
            others=("{}_mod.f90",),
            compiler=Compiler(
                "FORTRAN compiler",
                "FC",
                ("gfortran", "flang-new", "flang", "nvfortran", "ifort", "ifx"),
                ("FFLAGS",),
                "gfortran",
            ),
            convention=CallingConvention(matrices="columns", status="last argument"),
            library_arguments=("fortran_args: fortran_flags",),
        ),
        Language(
            "casadi",
            "CasADi",
            source="{}_casadi.c",
            compiler=C_COMPILER,
            needs=("c",),
            wants_derivatives=True,
        ),
        Language("latex", "LaTeX", source="{}.tex"),
    )
}

COMPILED = {name: language for name, language in LANGUAGES.items() if language.compiler}
"""Those that a library is built from; the others are for readers."""

BOUND = {name: language for name, language in LANGUAGES.items() if language.convention}
"""Those whose routines Python calls."""

DEFAULT = "c"
"""What is written where nothing is asked for, and what comes compiled with the package."""

BUILDS = LANGUAGES["c"]
"""What the generated meson.build is a project of, whichever languages it builds."""
