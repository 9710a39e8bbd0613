"""Everything that is broken into lines fits any width: no card, sheet, report or bar needs room to be laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from textual.content import Content
from textual.geometry import Size

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.play.game import Game
from core.presentation import Card, OddsReport, Row, Section
from tests.tui.played import SHELF
from tui.game.record.chronicle import Chronicle
from tui.game.sheets import sheet_lines
from tui.kit.card_text import card_text, section_text
from tui.kit.text import card_content, odds_content, section_content
from tui.widgets.log import line_details
from tui.widgets.replay_bar import ReplayBar

WIDTHS = range(1, 201)
#: Widths of the short run: panes narrower than any terminal needs, then some of the rest.
SMALL = (*range(1, 42, 2), 78, 120, 200)
#: Widths at which things are laid out of which there are hundreds.
SOME = (1, 3, 8, 13, 19, 25, 34, 40, 78, 200)
SCENARIOS = [scenario.id for scenario in SHELF.scenarios()]
#: One of each kind: a basic one, an advanced one, one of PanzerBlitz.
FEW = ("the-bridge", "halfaya-pass", "nikopol-bridgehead")


def words(content: Content) -> str:
    """The words of a text, whatever its line ends are."""
    return "".join(content.plain.split())


def told(card: Card) -> Iterator[str]:
    """What a card must say at any width."""
    yield card.title
    for section in card.sections:
        yield section.title
        for row in section.rows:
            yield from (row.label, *(row.cells or (row.text,)))


def assert_fits(card: Card, widths: Iterable[int]) -> None:
    """A card keeps all its words at every width, and its texts keep to the line."""
    wanted = ["".join(text.split()) for text in told(card)]
    for width in widths:
        laid = card_text(card, width)
        said = words(laid)
        assert all(text in said for text in wanted), (card.title, width)
        card_content(card, width, cite=True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_briefing_is_laid_out_at_every_small_width(scenario: str) -> None:
    assert_fits(SHELF.briefing(scenario), SMALL)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_briefing_is_laid_out_at_every_width(scenario: str) -> None:
    assert_fits(SHELF.briefing(scenario), WIDTHS)


def test_cards_of_the_library_are_laid_out_at_small_and_large_widths() -> None:
    for at, entry in enumerate(SHELF.units()):
        assert_fits(entry.card, SOME if at % 12 == 0 else (1,))


@pytest.mark.long
def test_cards_of_the_library_are_laid_out_at_every_width() -> None:
    for entry in SHELF.units():
        assert_fits(entry.card, WIDTHS)


def test_a_text_goes_below_a_label_that_leaves_it_no_room() -> None:
    row = Row("Whoever holds the crossroads at the end of the game", "wins twenty points", rule="na:5.1")
    for width in WIDTHS:
        lines = section_text(Section("", (row,)), width).plain.splitlines()
        assert lines[1].rstrip().startswith(row.label)
        below = "wins" not in lines[1]
        assert below == (max(width, 24) - len(row.label) - 1 < 12), width
        if not below:
            assert max(map(len, lines)) <= width


def test_the_line_of_a_replay_fits_every_width() -> None:
    bar = ReplayBar(ascii_only=False)
    bar.tick({turn: 40 * turn for turn in range(12)}, (0, 3, 250, 480))
    for n in (0, 250, 480):
        bar.show(n, 480, Content("The Bridge"), Content("turn 3"))
        for width in range(201):
            bar._size = Size(width, 3)
            assert bar._course(width).cell_length == width


def played(scenario: str, orders: int) -> Game[Any]:
    """A game into which players have ordered at random for a while."""
    system: Any = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("layout"))
    players = {side.id: player("random", f"layout/{side.id}") for side in system.sides}
    game.begin()
    for _ in range(orders):
        if game.over:
            break
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    return game


def assert_game_fits(game: Game[Any], widths: Iterable[int]) -> None:
    """All that the game screen shows of a game is laid out at every width."""
    face, widths = game.system.face, tuple(widths)
    for side in (*(SideId(look.id) for look in game.system.sides), None):
        view = game.view(side)
        counters = face.counters(view)
        cards = [face.unit_card(view, c.id) for c in counters if c.kind == "unit"][::9]
        cards += [face.hex_card(view, c.hex) for c in counters][::9]
        sheets = [face.sheet(view, side, kind.id) for kind in face.sheet_kinds()]
        for width in widths:
            for card in cards:
                card_text(card, width)
                card_content(card, width)
            for sheet in sheets:
                assert list(sheet_lines(sheet, width))
        for line in Chronicle(game, side).read()[-60:]:
            line_details(line)


@pytest.mark.parametrize("scenario", FEW)
def test_cards_and_sheets_of_a_game_are_laid_out_at_small_and_large_widths(scenario: str) -> None:
    assert_game_fits(played(scenario, 40), SOME)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cards_and_sheets_of_every_scenario_are_laid_out_at_every_width(scenario: str) -> None:
    assert_game_fits(played(scenario, 300), WIDTHS)


def test_odds_are_laid_out_at_every_width() -> None:
    report = OddsReport(
        title="76.2mm at a tank with a long name that nobody can shorten",
        outcomes=(("no effect", 0.5), ("knocked out with everything that is in it", 0.5), ("", 0.0)),
        rows=(Row("range", "12 hexes, long, and a sentence that goes on for a while"), Row("", "alone")),
    )
    for width in WIDTHS:
        assert "100%" not in odds_content(report, width).plain


@pytest.mark.parametrize("width", [40, 78, 112])
def test_sentences_and_marks_of_a_section_take_no_column(width: int) -> None:
    """A sentence before all labels, and one behind a mark, begin at the left; what goes on under a label does not."""
    rows = (Row("", "A lead wins."), Row("Losses", "count in full"), Row("", "or by half"), Row("•", "A note."))
    section = Section("Victory", rows)
    wanted = ["A lead wins.", "Losses count in full", "       or by half", "• A note."]
    assert section_text(section, width).plain.splitlines()[1:5] == wanted
    assert section_content(section, width).plain.splitlines()[1:] == wanted


def test_a_briefing_says_once_what_wins() -> None:
    lines = card_text(SHELF.briefing("the-pimple"), 78).plain.splitlines()
    assert sum("150" in line and "decisive" in line.lower() for line in lines) == 1
    assert any(line.startswith("A lead of 50 victory points") for line in lines)
    assert any(line.startswith("• Balance of") for line in lines)
