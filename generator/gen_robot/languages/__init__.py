"""The table of languages: a printer, templates, and how a kernel is called there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.languages import c, f77
from gen_robot.languages.emission import Emission


@dataclass(frozen=True)
class Language:
    """Describe a target language."""

    files: Callable[[Emission], dict[str, str]]  # file name -> text
    symbol: Callable[[Emission, str], str]  # kernel -> its name in the library


LANGUAGES: dict[str, Language] = {
    "c": Language(c.files, c.symbol),
    "f77": Language(f77.files, f77.symbol),
}
