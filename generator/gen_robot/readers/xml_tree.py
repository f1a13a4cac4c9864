"""XML text as a tree of elements with their positions, within limits.

Built from expat's events in one loop. Document type declarations, through which a file could grow
without bound or reach for other files, are refused where they begin; nothing else can.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.parsers.expat import errors

from gen_robot.errors import UserError, shown

LARGEST_FILE = 20 * 1024 * 1024
DEEPEST = 64
MOST_ELEMENTS = 100_000
MOST_ATTRIBUTES = 500_000

_SYNTAX_CURE = "check that tags are closed, attributes quoted, and & written as &amp;"
_CUT_OFF = (
    errors.codes[errors.XML_ERROR_NO_ELEMENTS],
    errors.codes[errors.XML_ERROR_UNCLOSED_TOKEN],
    errors.codes[errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
    errors.codes[errors.XML_ERROR_PARTIAL_CHAR],
)
_OPENING = re.compile(r"([\s\ufeff]*)(<\?xml\s[^<>]*\?>)?")
_XML_BLANKS = " \t\r\n"
_MISMATCH = errors.codes[errors.XML_ERROR_TAG_MISMATCH]


@dataclass(frozen=True, slots=True)
class Element:
    """Hold one element; line and column count from 1, texts between tags are left out."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)

    def same_as(self, other: Element) -> bool:
        """Tell whether another element says the same, wherever it stands."""
        return (
            (self.tag, self.attributes) == (other.tag, other.attributes)
            and len(self.children) == len(other.children)
            and all(a.same_as(b) for a, b in zip(self.children, other.children, strict=True))
        )


def parse_xml(text: str, source: str) -> Element:
    """Return the root element of a text; `source` names the file in messages."""
    return _parsed(text, _Builder(source))


def root_element(text: str, source: str) -> Element:
    """Return the root element of a text alone, which is read no further."""
    builder = _Builder(source)
    builder.stops_at_root = True
    return _parsed(text, builder)


def begun(text: str) -> str:
    """Return a text that begins as XML has to: nothing may stand before a declaration.

    Blanks and byte order marks that do are passed over, with the declaration, which says nothing more:
    the text is decoded already. All else keeps its place.
    """
    opening = _OPENING.match(text)
    assert opening is not None, "an opening may be empty"
    blanks, declaration = opening.groups()
    if not blanks or not (declaration or blanks.strip(_XML_BLANKS)):
        return text
    passed = blanks + (declaration or "")
    return "".join(c if c in "\r\n" else " " for c in passed) + text[len(passed) :]


def _parsed(text: str, builder: _Builder) -> Element:
    # Counted before parsing: expat hands over an element with all its attributes at once.
    if text.count("=") > MOST_ATTRIBUTES:
        cure = f"at most {MOST_ATTRIBUTES} attributes are read"
        raise UserError(builder.source, "is too large", cure)
    try:
        builder.parser.Parse(begun(text), True)
    except expat.ExpatError as error:
        raise builder.syntax_error(error) from None
    except _RootFound:
        pass
    assert builder.root is not None, "expat refuses a text without an element"
    return builder.root


class _RootFound(Exception):
    """Ends the parsing of a text of which only the root element is asked for."""


class _Builder:
    """Put events together to a tree."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.stops_at_root = False
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser = parser = expat.ParserCreate()
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.StartDoctypeDeclHandler = self.refuse_doctype
        # Cannot be reached without a document type; kept from ever doing anything all the same.
        parser.EntityDeclHandler = self.refuse_doctype
        parser.ExternalEntityRefHandler = self.refuse_doctype
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise self.error("is too large", f"at most {MOST_ELEMENTS} elements are read")
        if len(self.open) == DEEPEST:
            raise self.error("is nested too deeply", f"elements nest at most {DEEPEST} deep")
        element = Element(tag, attributes, line, column)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
            if self.stops_at_root:
                raise _RootFound
        self.open.append(element)

    def end(self, tag: str) -> None:
        self.open.pop()

    def refuse_doctype(self, *_: object) -> int:
        raise self.error(
            "declares a document type or an entity", "remove <!DOCTYPE ...> and what it declares"
        )

    # Messages ---------------------------------------------------------------------------------

    def error(self, problem: str, cure: str) -> UserError:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return UserError(f"{self.source}:{line}:{column}", problem, cure)

    def syntax_error(self, error: expat.ExpatError) -> UserError:
        place = f"{self.source}:{error.lineno}:{error.offset + 1}"
        if self.open:
            last = self.open[-1]
            around = f"{shown(last.tag, 30)} of line {last.line}"
            if error.code in _CUT_OFF:
                cure = "the file is cut off, or a closing tag is missing"
                return UserError(place, f"ends inside the element {around}", cure)
            if error.code == _MISMATCH:
                cure = "an element is closed before those around it"
                return UserError(place, f"closes another element than {around}", cure)
        return UserError(place, f"is not XML: {expat.ErrorString(error.code)}", _SYNTAX_CURE)
