"""All that is known of a language, in one record.

A record is light: help texts, the cache and the build read it without importing printers and
templates. What writes the files stands in the module of the language's name, imported on demand.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module

TYPE_CHECKING = False  # as typing has it, without the time that importing typing takes
if TYPE_CHECKING:
    from typing import Protocol

    from gen_robot.languages.emission import Emission
    from gen_robot.printers.base import Printer

    class Writer(Protocol):
        """What the module of a language holds."""

        PRINTER: type[Printer]

        def files(self, emission: Emission) -> dict[str, str]:
            """Return the texts of the language's files by their names."""

        def symbol(self, emission: Emission, kernel: str) -> str:
            """Return the name of a kernel in the library, decorated as compilers do it, or ""."""


@dataclass(frozen=True)
class Compiler:
    """Say which programs compile a language, and what to do if there is none."""

    title: str
    variable: str  # names the command, if it is set
    names: tuple[str, ...]  # that meson tries otherwise
    flags: tuple[str, ...]  # variables whose content meson hands to it
    package: str  # of Debian and Ubuntu

    @property
    def cure(self) -> str:
        """Say how to get one."""
        return (
            f"install a {self.title} (Debian, Ubuntu: apt-get install {self.package})"
            f" or name one in {self.variable}"
        )


@dataclass(frozen=True)
class CallingConvention:
    """Say how routines are called: pointers to arrays, inputs first, then outputs.

    The words are the manifest's, where the bindings read them.
    """

    matrices: str  # by "rows" or by "columns"
    status: str  # is "returned", or written to one more pointer, the "last argument"

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


@dataclass(frozen=True)
class Batch:
    """Say where kernels for many states stand, and what follows a kernel's name in theirs."""

    source: str  # with {} for the robot's name
    suffix: str


@dataclass(frozen=True)
class Language:
    """Describe a target language.

    `source` and `header` are the names of its files, with {} for the robot's name; no header is "".
    A language without a compiler is for readers; one without a convention is not called by the
    bindings. `needs` names those whose files its own stand on: they are written with them.
    With one that wants derivatives, kernels are generated with those of their derivatives.
    `others` are those of further files that are installed beside the header. `batch` is for languages
    that have kernels for many states at once, in a source of their own.
    templates/<name>/meson.build.j2 holds its lines of the generated meson.build; `library_arguments`
    and `library_options` are what it adds to the library's target there.
    """

    name: str  # on the command line
    title: str  # for people
    source: str
    header: str = ""
    compiler: Compiler | None = None
    convention: CallingConvention | None = None
    needs: tuple[str, ...] = ()
    wants_derivatives: bool = False
    others: tuple[str, ...] = ()
    batch: Batch | None = None
    library_arguments: tuple[str, ...] = ()
    library_options: tuple[str, ...] = ()

    def source_of(self, robot: str) -> str:
        return self.source.format(robot)

    def batch_source_of(self, robot: str) -> str:
        """Return the name of the source for many states; "" if there is none."""
        return self.batch.source.format(robot) if self.batch else ""

    def header_of(self, robot: str) -> str:
        return self.header.format(robot)

    def others_of(self, robot: str) -> tuple[str, ...]:
        return tuple(name.format(robot) for name in self.others)

    def installed(self, robot: str) -> tuple[str, ...]:
        """Return the files that callers need: what stands in an include folder."""
        return tuple(name for name in (self.header_of(robot), *self.others_of(robot)) if name)

    def files(self, emission: Emission) -> dict[str, str]:
        """Return the texts of the robot's files in this language by their names."""
        return self.writer.files(emission)

    def symbol(self, emission: Emission, kernel: str) -> str:
        """Return a kernel's name in the library; "" if there is none."""
        return self.writer.symbol(emission, kernel)

    def batch_symbol(self, emission: Emission, kernel: str) -> str:
        """Return the name in the library of a kernel's form for many states; "" if it has none."""
        return self.symbol(emission, kernel) + self.batch.suffix if self.batch else ""

    @property
    def printer(self) -> type[Printer]:
        """The class that spells routines."""
        return self.writer.PRINTER

    @property
    def writer(self) -> Writer:
        """The module that writes the files."""
        return import_module(f"gen_robot.languages.{self.name}")
