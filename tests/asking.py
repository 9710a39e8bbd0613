"""Commands as a player types them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tui import cli

#: A command by its words: its status, its output, and what was said beside it.
Ask = Callable[..., tuple[int, str, str]]


def asking(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: Path) -> Ask:
    """Runs commands of a player who has his data in a directory."""
    monkeypatch.setenv("PANZERHEX_DATA", str(data))

    def run(*words: object) -> tuple[int, str, str]:
        status = cli.main([str(word) for word in words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run
