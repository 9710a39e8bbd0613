"""What a command says when its output leads nowhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("words", ["rules", "settings"])
@pytest.mark.parametrize(
    ("where", "status", "said"), [(">/dev/full", 2, "panzerhex: cannot write what is to be said: "), (">&-", 0, "")]
)
def test_output_that_cannot_be_written_is_said_in_a_line(words: str, where: str, status: int, said: str) -> None:
    program = "import sys; from tui.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        f"{sys.executable} -c '{program}' {words} {where}",
        shell=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stderr.count("\n")) == (status, 1 if said else 0), done.stderr
    assert done.stderr.startswith(said)
