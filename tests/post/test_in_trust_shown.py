"""A game in trust as its player has it: commands, the game screen, and that it says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from content.catalogue import open_system
from saves.post.correspondence import read
from saves.post.places import journal_of
from tests.post.post_games import begin, minds, order_on
from tests.post.test_commands import Ask, ask
from tests.post.test_screen import _seen
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.game.table import Elsewhere
from tui.kit.popups import PickList
from tui.post.screen import ByFileInTrust
from tui.post.table import PostTable
from tui.start import StartResume

__all__ = ["ask"]


def test_who_begins_or_joins_is_told_that_it_is_in_trust(ask: Ask, tmp_path: Path) -> None:
    """In plain words; of other games nothing is said of it."""
    for scenario, trust in (("pw-0", True), ("the-pimple", False)):
        first = tmp_path / f"{scenario}.turn"
        side = open_system(scenario).sides[0].id
        status, out, _ = ask("a", "post", "new", scenario, "--side", side, "--out", first)
        assert status == 0
        joined = ask("b", "post", "import", first)[1]
        for said in (out, joined):
            assert ("who opens a file by hand can read where the other side is" in said) == trust


def test_what_the_machine_decides_is_said_and_set(ask: Ask, tmp_path: Path) -> None:
    """Word by word, and what is none is refused in a line."""
    first = tmp_path / "first.turn"
    ask("a", "post", "new", "pw-0", "--side", "german", "--out", first)
    out = ask("b", "post", "import", first)[1]
    game = out.partition("game ")[2][:8]
    assert "fire=ask  fire in the segments E1 to E4" in ask("b", "post", "standing", game)[1]
    status, out, _ = ask("b", "post", "standing", game, "all=worth", "fire=computer", "contact=ask")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == [
        *("orders=worth", "calls=worth", "contact=ask", "adapt=worth", "sight=worth", "fire=computer", "assault=worth"),
    ]
    assert ask("b", "post", "standing", game)[1] == out
    for word, why in (("plan=hold", "nothing is called 'plan'"), ("fire", "is not WHAT=WAY"), ("fire=no", "WHAT=WAY")):
        status, _, err = ask("b", "post", "standing", game, word)
        assert (status, err.count("\n")) == (2, 1)
        assert why in err
    status, _, err = ask("b", "post", "pass", game)
    assert (status, err.count("\n")) == (2, 1)
    assert "you have to decide something here: still to be placed" in err
    status, out, _ = ask("a", "post", "verify", first)
    assert status == 0
    assert "good; 0 letters" in out


@pytest.mark.parametrize("size", [pytest.param((120, 40), marks=pytest.mark.thorough), (80, 24)])
async def test_the_screen_says_it_and_lists_what_the_machine_decides(tmp_path: Path, size: tuple[int, int]) -> None:
    """In the headline as long as it is there; O goes through the ways, and what was set is kept."""
    table, game = begin(tmp_path, "pw-0")
    side = str(game.side)
    game.leave_to_machine({"orders": "hold"})
    game.close()
    path = journal_of(table.data[side], table.game)
    assert path is not None
    app = PanzerhexApp(table.data[side], StartResume(path))
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert isinstance(screen.attention, ByFileInTrust)
        assert " in trust " in _seen(app)
        assert "This game is played in trust" in _seen(app)
        app.clear_notifications()
        await pilot.pause()
        await pilot.press("O")
        await pilot.pause()
        assert isinstance(app.screen, PickList)
        assert "tactical orders: hold" in _seen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "tactical orders: ask if worth it" in _seen(app)
        await pilot.press("escape")
        await pilot.pause()
        table_shown = screen.table
        assert isinstance(table_shown, PostTable)
        order_on(table_shown.game, minds("screen", table.data, "greedy"))
        waiting = table_shown.ask()
        assert isinstance(waiting, Elsewhere)
        assert [words for words, _ in table_shown.sayings()][1:] == [
            *("Ask to go on at one table", "Resign: give the game up"),
        ]
    with table.open(side) as again:
        assert getattr(again.half, "standing", None) == {"orders": "worth"}


def test_it_is_said_that_the_machine_decides(tmp_path: Path) -> None:
    """Where a side has left to it what it would be asked, the file is to be sent all the same."""
    table, game = begin(tmp_path, "pw-0")
    mind = minds("left", table.data, "greedy")
    game.leave_to_machine({"orders": "hold"})
    order_on(game, mind)
    waiting = PostTable(game).ask()
    assert isinstance(waiting, Elsewhere)
    assert "Your machine decides" not in waiting.who
    table.files.append(game.half.mail.data)
    with table.send(str(game.half.replica.other)) as other:
        order_on(other, mind)
        assert game.take(read(other.half.mail.data))
    waiting = PostTable(game).ask()
    assert isinstance(waiting, Elsewhere)
    left = "Your machine decides for you: tactical orders (hold; O changes that). "
    assert waiting.who.startswith(f"{left}What German decides is awaited. Send ")
    game.close()
