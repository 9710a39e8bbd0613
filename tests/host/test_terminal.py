"""What a client's terminal can show, what goes to it, and what is heard from it; without a network."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color

from tui.app import PanzerhexApp
from tui.host.intake import Allowance, Intake
from tui.host.outbox import Outbox
from tui.host.tenant import settle
from tui.host.terminal import Colours, Terminal, bounded, offered
from tui.terminal.colourless import Attributes
from tui.terminal.stylesheet import SharedStylesheet


@pytest.mark.parametrize(
    ("term", "hints", "colours", "unicode", "capable"),
    [
        ("xterm-256color", {}, Colours.MANY, True, True),
        ("xterm", {}, Colours.SIXTEEN, True, True),
        ("xterm", {"COLORTERM": "truecolor"}, Colours.TRUE, True, True),
        ("xterm-kitty", {}, Colours.TRUE, True, True),
        ("tmux-256color", {"LANG": "de_DE.UTF-8"}, Colours.MANY, True, True),
        ("xterm-256color", {"LANG": "C"}, Colours.MANY, False, True),
        ("xterm-256color", {"LANG": "C", "LC_ALL": "C.utf8"}, Colours.MANY, True, True),
        ("xterm-256color", {"NO_COLOR": "1"}, Colours.NONE, True, True),
        ("linux", {}, Colours.SIXTEEN, False, False),
        ("vt100", {}, Colours.NONE, False, False),
        ("XTERM-256COLOR\x1b]0;x\x07" + "y" * 500, {}, Colours.MANY, True, True),
    ],
)
def test_what_a_terminal_offers(
    term: str, hints: dict[str, str], colours: Colours, unicode: bool, capable: bool
) -> None:
    found = offered(term, hints)
    assert (found.colours, found.unicode, found.capable) == (colours, unicode, capable)
    assert found.type.isprintable()
    assert len(found.type) <= 64


def test_a_terminal_without_utf8_gets_ascii_of_the_same_width() -> None:
    plain = Terminal("vt100", Colours.NONE, unicode=False)
    assert plain.encode("┌─┐│█▁“é”…") == b'+-+|#-"?".'
    assert Terminal().encode("é─") == "é─".encode()


def test_sizes_are_bounded() -> None:
    assert bounded(0, 0) == (80, 24)
    assert bounded(120, 40) == (120, 40)
    assert bounded(1 << 31, 1 << 31) == (500, 200)


def test_dark_on_light_is_reversed_without_colours() -> None:
    line = [Segment("a", Style.parse("white on black")), Segment("b", Style.parse("bold black on yellow"))]
    plain, marked = Attributes().apply(line, Color.parse("black"))
    assert plain.style is not None
    assert marked.style is not None
    assert not plain.style.reverse
    assert marked.style.reverse
    assert marked.style.bold
    assert marked.style.color is None


def test_style_sheets_of_one_theme_share_their_rules_and_those_of_another_do_not() -> None:
    css = "Static { color: $ink; }"
    sheets = [SharedStylesheet(variables={"ink": ink}) for ink in ("red", "red", "blue")]
    for sheet in sheets:
        sheet.add_source(css, ("somewhere", ""))
    first, second, other = (sheet.rules[0] for sheet in sheets)
    assert first is second
    assert other.styles.color == Color.parse("blue")
    sheets[1].set_variables({"ink": "blue"})
    sheets[1].reparse()
    assert sheets[1].rules[0] is other
    assert sheets[0].rules[0].styles.color == Color.parse("red")


def test_an_allowance_is_used_up_and_comes_back() -> None:
    now = [0.0]
    allowance = Allowance(10, 2, lambda: now[0])
    assert allowance.take(10)
    assert not allowance.take(1)
    now[0] = 1.0
    assert allowance.take(2)
    assert not allowance.take(1)
    now[0] = 100.0
    assert not allowance.take(11)
    assert allowance.take(10)


class Line:
    """A line that holds what was sent until it is read."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.held = 0

    def send(self, data: bytes) -> None:
        self.sent.append(data)
        self.held += len(data)

    def waiting(self) -> int:
        return self.held


async def test_frames_that_do_not_fit_are_dropped_until_the_client_has_caught_up() -> None:
    line, calls = Line(), []
    box = Outbox(
        line,
        str.encode,
        bound=100,
        patience=3600,
        behind=lambda: calls.append("behind"),
        lost=lambda: calls.append("lost"),
    )
    for text in ("a" * 60, "b" * 60, "c"):
        box.write(text)
        box.flush()
    assert [data[:1] for data in line.sent] == [b"a"]
    assert box.jammed
    assert box.dropped == 2
    box.tell("!")
    assert line.sent[-1] == b"!"
    line.held = 20
    box._look()
    assert calls == []
    line.held = 0
    box.resume()
    assert calls == ["behind"]
    box.write("d")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert line.sent[-1] == b"d"
    line.held = 50
    box.write("e" * 200)
    box.flush()
    assert box.jammed
    box._patience = 0.0
    while len(calls) < 2:
        box._look()
    assert calls == ["behind", "lost"]
    box.close()


async def test_a_frame_larger_than_the_bound_goes_out_when_nothing_waits() -> None:
    line = Line()
    box = Outbox(line, str.encode, bound=10, patience=1, behind=lambda: None, lost=lambda: None)
    box.write("x" * 50)
    box.flush()
    assert len(line.sent[0]) == 50
    box.close()
    box.write("y")
    box.flush()
    assert len(line.sent) == 1


async def test_keys_mouse_and_pastes_are_heard() -> None:
    heard: list[Any] = []
    intake = Intake(heard.append, lambda: (80, 24), 100, lambda size: None)
    for data in (
        b"a",
        b"\x1b[",
        b"A",
        "ß".encode()[:1],
        "ß".encode()[1:],
        b"\xff\xfe",
        b"\x1b[200~one",
        b" two\x1b[201~",
    ):
        intake.feed(data)
    assert [getattr(m, "key", getattr(m, "text", "")) for m in heard] == ["a", "up", "ß", "one two"]
    heard.clear()
    for x in range(2, 30):
        intake.feed(f"\x1b[<35;{x};3M".encode())
    while intake.waits:
        await asyncio.sleep(0)
    assert [m.x for m in heard] == [1, 28]
    heard.clear()
    intake.feed(b"\x1b[<35;9;3M\x1b[<0;9;3M\x1b[<0;900;3m")
    assert [type(m) for m in heard][-1] is events.MouseDown
    intake.close()
    heard.clear()
    intake.feed(b"z")
    assert heard == []


@pytest.mark.parametrize("of_host", [{"TERM": "xterm"}, {"TERM": "xterm", "COLORTERM": "truecolor"}, {"NO_COLOR": "1"}])
@pytest.mark.parametrize(
    ("term", "hints", "theme"),
    [
        ("xterm-256color", {}, "panzerhex-dark"),
        ("xterm", {"COLORTERM": "truecolor"}, "panzerhex-dark"),
        ("xterm", {}, "panzerhex-16"),
        ("xterm-256color", {"NO_COLOR": "1"}, "panzerhex-16"),
    ],
)
def test_the_theme_is_of_the_colours_of_the_player_not_of_the_host(
    of_host: dict[str, str],
    term: str,
    hints: dict[str, str],
    theme: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A host that was started on a terminal of few colours showed all in sixteen to everybody."""
    monkeypatch.setattr(os, "environ", {**of_host, "PANZERHEX_DATA": str(tmp_path)})
    app = PanzerhexApp(tmp_path)
    monkeypatch.undo()
    settle(app, offered(term, hints))
    assert app.theme == theme
    assert app.no_color == ("NO_COLOR" in hints)
