"""Fill the templates: the only place where generated text meets Jinja2."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined


def render(template: str, **values: Any) -> str:
    """Return the template filled with these values."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    # A PackageLoader does not find templates in an editable install.
    return Environment(
        loader=FunctionLoader(_text),
        undefined=StrictUndefined,
        autoescape=False,  # the text is source code, not HTML; names are checked before
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _text(name: str) -> str:
    return (files("gen_robot") / "templates" / name).read_text(encoding="utf-8")
