"""What stands in a journal of a stranger is no order to a terminal: on the screen, in exports, in an analysis."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from rich.segment import Segment

from content import catalogue
from core.ai import player
from core.analysis.analysis import analyse
from core.analysis.study import study
from core.event import Event
from core.panzer.course.events import TurnBegun
from core.play.aside import GameStopped
from saves.reading import read_journal
from saves.session import open_replay, start_game, write_journal
from tests.asking import Ask, asking
from tests.tui.terminal.test_frames import SIZE, Lines, console_of
from tui.commands import page
from tui.replay.reel import Eye
from tui.terminal.frames import Frames

#: Sets a title, rings, clears the screen in one code of the upper half, turns what follows, and ends a page's script.
ORDERS = "\x1b]0;mine\x07\x9b2J\u202e<!--<script>"
HOTSEAT = {"british": "human", "italian": "human"}


def unfit(text: str) -> list[str]:
    """What of a text is an order to a terminal."""
    return [character for character in text if not character.isprintable() and character != "\n"]


def poisoned(event: Event) -> Event:
    """The event with orders in the words of its dice and of the parts of its number."""
    rolls = tuple(evolve(roll, for_=f"{roll.for_}{ORDERS}", rule=f"{roll.rule}{ORDERS}") for roll in event.rolls)
    return evolve(event, rolls=rolls, tally=tuple(evolve(one, label=f"{one.label}{ORDERS}") for one in event.tally))


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with dice, given up in words that nobody should show."""
    folder = tmp_path_factory.mktemp("games")
    with start_game(
        "the-pimple", catalogue.open_system, folder / "good.journal", sides=HOTSEAT, created="", seed="strange"
    ) as session:
        game: Any = session.game
        minds = {look.id: player("greedy", look.id) for look in game.system.sides}
        while game.state.turn < 2:
            side = game.active[0]
            game.submit(side, minds[side].order(game.system, game.view(side), side))
    journal, path = read_journal(folder / "good.journal"), folder / "strange.journal"
    write_journal(path, journal.header, (*map(poisoned, journal.events), GameStopped(text=ORDERS)))
    return path


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    return asking(capsys, monkeypatch, tmp_path / "data")


@pytest.mark.parametrize("words", [("export", "--to", "text"), ("export", "--to", "html"), ("analyse",), ("verify",)])
def test_commands_spell_it_out(ask: Ask, strange: Path, words: tuple[str, ...]) -> None:
    _, out, err = ask(words[0], strange, *words[1:])
    assert "\\x1b]0;mine" in out
    assert unfit(out + err) == []


def test_an_analysis_counts_no_further_than_there_are_events(strange: Path) -> None:
    """Whoever wrote the journal says which turn it is; nobody waits for turns that never were."""
    game = open_replay(strange, catalogue.open_system).game
    journal = (*game.journal[:-1], TurnBegun(turn=10**6))
    found = analyse(study(game.system, journal, None, everything=True))
    assert len(found.turns) <= len(journal) + 1


def test_a_recording_plays_none_of_it(ask: Ask, strange: Path) -> None:
    _, out, _ = ask("export", strange, "--to", "cast")
    drawn = "".join(json.loads(line)[2] for line in out.splitlines()[1:])
    assert "\\x1b]0;mine" in drawn
    assert not [order for order in ("\x1b]", "\x07", "\x9b", "\u202e") if order in drawn]


def test_the_script_of_a_page_ends_where_it_is_to_end(strange: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser reads on beyond the end of a script in which another one seems to begin."""
    monkeypatch.setattr(page, "_changes", lambda frames: [[["<!--<script>"]]])
    made = "".join(
        page.as_html("strange", open_replay(strange, catalogue.open_system).game, Eye("all", "all", all=True))
    )
    assert "<" not in made.partition("<script>const game=")[2].partition(";\n")[0]


def test_a_frame_writes_none_of_it() -> None:
    frames = Frames()
    text = frames.changes(Lines(0, 0, [Segment(f"a{ORDERS[:18]}b")]), console_of(), SIZE)
    assert unfit(text.replace("\x1b[", "")) == []
    assert frames.changes(Lines(0, 0, [Segment(ORDERS[0])]), console_of(), SIZE) == ""
