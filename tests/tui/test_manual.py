"""The page of the manual: it says what the parsers say, and every line of it is troff."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tui import cli
from tui.commands.manual import page

KEPT = Path(__file__).parents[2] / "tui" / "panzerhex.1"


def test_the_page_that_is_installed_says_what_the_parsers_say() -> None:
    assert KEPT.read_text("utf-8") == page() + "\n", "make manual writes it anew"


def test_it_tells_every_command_and_every_option() -> None:
    text = page().replace("\\-", "-")

    def walk(name: str, parser: cli.Parser) -> None:
        assert f"\n.SS {name}\n" in text
        for option in set(parser.options) - {"--help"}:
            assert f"\\fB{option}\\fR" in text
        for inner, described in parser.commands.items():
            walk(f"{name} {inner}", described)

    for name, parser in cli.parser().commands.items():
        walk(name, parser)


def test_a_text_never_becomes_a_request() -> None:
    known = {"TH", "SH", "SS", "TP", "PP", "B", "RS", "RE", "nf", "fi"}
    requests = {match[1] for line in page().splitlines() if (match := re.match(r"[.'](\w*)", line))}
    assert requests <= known


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_nothing_to_complain_of() -> None:
    made = subprocess.run(["groff", "-man", "-Tascii", "-ww", str(KEPT)], capture_output=True, text=True, timeout=60)
    assert made.returncode == 0
    assert made.stderr == ""
