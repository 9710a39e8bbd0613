"""A game by file in the app: resumed from its journal, played, a file taken, a file written."""

from __future__ import annotations

from pathlib import Path

from content.catalogue import open_system
from saves.post.opening import open_game
from saves.post.places import journal_of
from tests.post.post_games import begin, minds, now, order_on
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.game.table import Elsewhere, Human
from tui.kit.popups import AskLine, PickList
from tui.post.screen import ByFile
from tui.start import StartResume


def _seen(app: PanzerhexApp) -> str:
    lines = app.screen._compositor.render_strips()
    return " ".join("".join(segment.text for segment in line) for line in lines)


async def test_a_file_is_written_and_the_answer_is_taken(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-bridge")
    mind = minds("screen", table.data)
    # Both set up; then it is for one side to place its commands.
    while game.half.replica.state.step != "commands":
        order_on(game, mind)
        table.files.append(game.half.mail.data)
        other = str(game.half.replica.other)
        game.close()
        game = table.send(other)
    side, other = str(game.side), str(game.half.replica.other)
    game.close()
    path = journal_of(table.data[side], table.game)
    assert path is not None
    app = PanzerhexApp(table.data[side], StartResume(path))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert isinstance(screen.attention, ByFile)
        assert isinstance(screen.table.ask(), Human)
        await pilot.press("B", "s")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Turn 1, so far" in _seen(app)
        await pilot.press("escape")
        await pilot.press("x")
        await pilot.pause()
        assert not isinstance(app.screen, AskLine), "nothing is to be sent yet"
        await pilot.press("E")
        await pilot.pause()
        if isinstance(screen.table.ask(), Human):
            await pilot.press("enter")
            await pilot.pause()
        waiting = screen.table.ask()
        assert isinstance(waiting, Elsewhere)
        assert screen.table.game.outgoing.exists()
        assert "Send" in _seen(app)
        sent = tmp_path / "sent.turn"
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(app.screen, AskLine)
        await pilot.press(*str(sent), "enter")
        await pilot.pause()
        assert sent.read_bytes() == screen.table.game.half.mail.data

        table.files.append(sent.read_bytes())
        with table.send(other) as reader:
            order_on(reader, mind)
            table.files.append(reader.half.mail.data)
        answer = tmp_path / "answer.turn"
        answer.write_bytes(table.files[-1])
        before = screen.table.events
        await pilot.press("i")
        await pilot.pause()
        await pilot.press(*str(answer), "enter")
        await pilot.pause()
        assert screen.table.events > before
        assert screen.table.lines()
        assert app.failures == []
    with open_game(table.data[side], table.game, open_system, now=now) as again:
        assert again.half.mail.data.startswith(table.files[-1])


async def test_a_take_back_is_asked_for_and_answered_and_the_game_given_up(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-bridge")
    mind = minds("screen", table.data)
    while game.half.replica.state.step != "commands" or not game.half.points():
        order_on(game, mind)
        table.files.append(game.half.mail.data)
        other = str(game.half.replica.other)
        game.close()
        game = table.send(other)
    asker, answerer = str(game.side), str(game.half.replica.other)
    game.ask_back()
    table.files.append(game.half.mail.data)
    game.close()
    table.send(answerer).close()
    path = journal_of(table.data[answerer], table.game)
    assert path is not None
    app = PanzerhexApp(table.data[answerer], StartResume(path))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert isinstance(screen.table.ask(), Elsewhere)
        assert "asks to take back its orders" in _seen(app)
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, PickList)
        assert "Agree" in _seen(app)
        await pilot.press("2")
        await pilot.pause()
        assert screen.table.game.turn == "theirs"
        table.files.append(screen.table.game.half.mail.data)
        await pilot.press("t")
        await pilot.pause()
        assert not isinstance(app.screen, PickList)
        assert "only whose turn it is" in _seen(app)
        assert app.failures == []
    table.send(asker).close()
    path = journal_of(table.data[asker], table.game)
    assert path is not None
    app = PanzerhexApp(table.data[asker], StartResume(path))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert isinstance(screen.table.ask(), Human)
        await pilot.press("t")
        await pilot.pause()
        await pilot.press("4")
        await pilot.pause()
        assert screen.table.over
        assert f"{asker} resigns" in _seen(app)
        assert app.failures == []
