"""Refuse what cannot have been meant, and say what may have been."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from gen_robot.errors import UserError, nearest, shown


def refuse_unknown_word(word: str, verbs: Sequence[str]) -> None:
    """Refuse a first word that is no verb and no robot; paths and options are left to others."""
    if word.startswith("-") or "/" in word or "." in word:
        return
    from gen_robot.readers.robot_files import shipped

    known = [*verbs, *shipped()]
    if word in known:
        return
    if Path(word).is_file():
        problem = "is no command and no robot that ships, but a file"
        raise UserError(shown(word), problem, f"for the robot in it, say ./{word}")
    problem = "is no command, no file and no robot that ships"
    raise UserError(shown(word), problem, f"{nearest(word, known)} (gen-robot --help)")


def refuse_unknown_options(
    words: Sequence[str], verb: str, parsers: Mapping[str, argparse.ArgumentParser]
) -> None:
    """Refuse options that a verb does not have; what follows a lone -- is no option."""
    own = options_of(parsers[verb])
    for word in words:
        if word == "--":
            return
        option = word.partition("=")[0]
        if word.startswith("--") and option not in own:
            cure = _elsewhere(option, parsers) or nearest(option, own)
            raise UserError(shown(option), f"is no option of gen-robot {verb}", cure)


def refuse_rest(rest: Sequence[str], verb: str, parser: argparse.ArgumentParser) -> None:
    """Refuse what the parser could not place."""
    if not rest:
        return
    word = rest[0]
    if word.startswith("-"):
        cure = nearest(word.lower(), options_of(parser))
        raise UserError(shown(word), f"is no option of gen-robot {verb}", cure)
    cure = f"see gen-robot {verb} --help"
    raise UserError(shown(word), f"is one word too many for gen-robot {verb}", cure)


def options_of(parser: argparse.ArgumentParser) -> list[str]:
    """List what a parser has that begins with a dash."""
    return [option for action in parser._actions for option in action.option_strings]


def _elsewhere(option: str, parsers: Mapping[str, argparse.ArgumentParser]) -> str:
    owners = [verb for verb, parser in parsers.items() if option in options_of(parser)]
    return f"it is one of gen-robot {' and '.join(owners)}" if owners else ""
