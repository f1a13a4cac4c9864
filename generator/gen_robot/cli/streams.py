"""Streams that may fail: closed, full, left by their reader, or without the letters of a text.

What cannot be printed must not decide what is done: a command goes on, and is told at its end.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import Any, TextIO, cast


class Stream:
    """Write to a stream as long as it takes anything; keep the first failure, drop what follows."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream  # None if the program was started with it closed
        self.failure: OSError | None = None

    def write(self, text: str) -> int:
        if text and not self.failure:
            self._try(lambda stream: stream.write(_spelled(text, stream)))
        return len(text)

    def flush(self) -> None:
        if self._stream is not None and not self.failure:
            self._try(lambda stream: stream.flush())

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _try(self, act: Any) -> None:
        try:
            if self._stream is None:
                raise OSError(errno.EBADF, "it is closed")
            act(self._stream)
        except OSError as error:
            self.failure = error
            self._turn_away()

    def _turn_away(self) -> None:
        """Lead what is still buffered nowhere, or the interpreter would fail over it at its end."""
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)


def _spelled(text: str, stream: TextIO) -> str:
    """Write letters that the stream lacks by their numbers."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


@contextmanager
def forgiving_streams() -> Iterator[tuple[Stream, Stream]]:
    """Let standard output and error fail without stopping the program."""
    out, err = Stream(sys.stdout), Stream(sys.stderr)
    with redirect_stdout(cast(TextIO, out)), redirect_stderr(cast(TextIO, err)):
        yield out, err
