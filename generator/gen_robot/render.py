"""Fill the templates: the only place where generated text meets Jinja2."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined


def render(template: str, **values: Any) -> str:
    """Return the template filled with these values."""
    return _environment().get_template(template).render(**values)


def render_html(template: str, **values: Any) -> str:
    """Return a page of HTML filled with these values, in which nothing of theirs is markup."""
    return _environment(is_html=True).get_template(template).render(**values)


@cache
def _environment(*, is_html: bool = False) -> Environment:
    # A PackageLoader does not find templates in an editable install.
    return Environment(
        loader=FunctionLoader(_text),
        undefined=StrictUndefined,
        autoescape=is_html,  # source code is not HTML; names in it are checked before
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _text(name: str) -> str:
    return (files("gen_robot") / "templates" / name).read_text(encoding="utf-8")
