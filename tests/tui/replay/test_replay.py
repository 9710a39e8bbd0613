"""A game as a film: the screen on which it is watched, on a small and a large terminal, and what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from textual.widgets._toast import Toast

from core.ai import player
from core.dice import SeededDice
from core.event import OrderGiven
from core.hexes import Hex
from core.play.game import Game
from saves.library import SAMPLES, Library
from saves.notes import Notes, read_notes, write_notes
from saves.session import open_replay
from tests.tui.played import SCENARIO, SHELF, SIZES, opened, played
from tui.analyse.screen import AnalysisScreen, open_analysis
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.kit.popups import PickList, Sheet
from tui.replay.notes_on_orders import first_unit
from tui.replay.reel import Reel
from tui.replay.screen import ReplayScreen
from tui.widgets.log import GameLog
from tui.widgets.messages import MessageLine
from tui.widgets.replay_bar import ReplayBar


@pytest.fixture
def app(tmp_path: Path) -> PanzerhexApp:
    return PanzerhexApp(tmp_path, shelf=SHELF)


@SIZES
async def test_a_replay_goes_to_any_moment(app: PanzerhexApp, tmp_path: Path, size: tuple[int, int]) -> None:
    path = played(tmp_path, 400)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.projector.n == 0
        assert screen.projector.chapters
        await opened(pilot, "end")
        assert screen.projector.n == screen.projector.reel.length
        await opened(pilot, "left_curly_bracket")
        last_turn = [c.n for c in screen.projector.chapters if c.begins_turn][-1]
        assert screen.projector.n == last_turn
        await opened(pilot, "home", "right")
        assert screen.projector.reel.report(screen.projector.n, screen.projector.eye) is not None
        await opened(pilot, "e", *"123", "enter")
        assert screen.projector.n == 123
        near = screen.drawing.map.zoom
        await opened(pilot, "minus")
        assert screen.drawing.map.zoom is near.farther() is not near
        await opened(pilot, "plus")
        assert screen.drawing.map.zoom is near
        await opened(pilot, "t", "1")
        assert screen.projector.n == next(c.n for c in screen.projector.chapters if c.turn == 1)
        bar = screen.query_one(ReplayBar)
        await pilot.click(ReplayBar, offset=(bar.place(screen.projector.reel.length // 2) + 1, 1))
        assert abs(screen.projector.n - screen.projector.reel.length // 2) <= screen.projector.reel.length // 50 + 1


async def test_a_replay_plays_and_pauses(app: PanzerhexApp, tmp_path: Path) -> None:
    path = played(tmp_path, 60)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        screen.projector.speed = 50.0
        await opened(pilot, "space")
        while screen.projector.n == 0:
            await pilot.pause()
        await opened(pilot, "space")
        stopped = screen.projector.n
        assert stopped > 0
        await pilot.pause()
        assert screen.projector.n == stopped


async def test_bookmarks_and_notes_are_kept_beside_the_journal(app: PanzerhexApp, tmp_path: Path) -> None:
    path = played(tmp_path, 60)
    before = path.read_bytes()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.watch_game(path, 52)
        await opened(pilot, "m", "enter", "o", *"why", "enter")
        notes = read_notes(path)
        assert [b.at for b in notes.bookmarks] == [52]
        assert [(n.at, n.text) for n in notes.notes] == [(52, "why")]
        await opened(pilot, "m")
        assert read_notes(path).bookmarks == ()
    assert path.read_bytes() == before


async def test_a_game_in_progress_is_watched_without_secrets_at_first(app: PanzerhexApp, tmp_path: Path) -> None:
    path = played(tmp_path, 100)
    first = SHELF.scenario(SCENARIO).sides[0].id
    write_notes(path, Notes().with_note(9, "mine", first))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.projector.eye.id == "spectator"
        assert screen.projector.read == ()
        await opened(pilot, "v")
        assert isinstance(app.screen, PickList)
        assert "secrets" in app.screen.lines[0].plain
        await opened(pilot, "2")
        assert screen.projector.eye.side == screen.projector.reel.system.sides[0].id == first
        assert [note.text for note in screen.projector.read] == ["mine"]


async def test_a_replay_is_played_on_as_a_new_game(app: PanzerhexApp, tmp_path: Path) -> None:
    path = played(tmp_path, 60)
    before = path.read_bytes()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.watch_game(path, 40)
        await opened(pilot, "f", "2")
        assert any(isinstance(screen, GameScreen) for screen in app.screen_stack)
        games = Library(tmp_path).games()
        fork = next(g for g in games if g.path != path)
        assert fork.header is not None
        assert fork.header.forked == (path.name, 40)
    assert path.read_bytes() == before


def test_any_moment_is_the_same_however_it_is_reached(tmp_path: Path) -> None:
    game = open_replay(played(tmp_path, 600), SHELF.open_system).game
    reel, eye = Reel(game), Reel(game).eyes[0]
    face = game.system.face
    for n in (0, 10, 11, 300, 299, 580, 40):
        assert list(face.counters(reel.view(n, eye))) == list(face.counters(game.at(n)))
    onward = [0]
    while onward[-1] < reel.length:
        onward.append(reel.next_told(onward[-1], eye))
    backward = [onward[-2]]
    while backward[-1] > 0:
        backward.append(reel.told_before(backward[-1], eye))
    assert backward[::-1] == onward[:-1]


def test_what_was_taken_back_is_seen_as_it_happened(tmp_path: Path) -> None:
    system = SHELF.open_system(SCENARIO, ())
    game = Game(system, SeededDice("undo"))
    game.begin()
    players = {side.id: player("random", side.id) for side in system.sides}
    taken_back = 0
    while taken_back < 3 or len(game.journal) < 120:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
        if game.undo_to(side) is not None and taken_back < 3:
            game.undo(side)
            taken_back += 1
    reel, eye = Reel(game), Reel(game).eyes[0]
    for n in range(len(game.journal) + 1):
        assert list(system.face.counters(reel.view(n, eye))) == list(system.face.counters(game.at(n)))
        reel.lines(n, eye)
    assert reel.view(reel.length, eye) is not game.state


def test_a_side_is_told_no_command_of_the_other(tmp_path: Path) -> None:
    game = open_replay(played(tmp_path, 200), SHELF.open_system).game
    reel = Reel(game)
    whole, one, two, nobody = ({line.n for line in reel.lines(200, eye, 200)} for eye in reel.eyes)
    assert nobody <= one & two
    assert one | two <= whole
    assert one < whole
    assert two < whole


async def test_the_ways_of_a_turn_grow_event_by_event_and_the_unit_s_own_is_laid_out(app: PanzerhexApp) -> None:
    """In Panzer War a step on through the segments lays more of the ways over the map; a new turn takes them off."""
    path = next(SAMPLES.glob("pw-0*.journal"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        projector, scene = screen.projector, lambda: screen.drawing.map.scene
        first = next(c.n for c in projector.chapters if "C3" in c.title or "C4" in c.title)
        projector.seek(first)
        await pilot.pause()
        before = len(scene().trails)
        while not (projector.report and projector.report.unit):
            await opened(pilot, "full_stop")
        assert len(scene().trails) > before
        assert projector.report.hexes[-1] in scene().trails
        mover = projector.report.unit
        assert [t.hexes for t in projector.trails if t.unit == mover] == [scene().path]
        await opened(pilot, "right_curly_bracket")
        assert not scene().trails
        assert not scene().path


async def test_a_key_that_does_nothing_is_answered_over_the_map(app: PanzerhexApp, tmp_path: Path) -> None:
    path = played(tmp_path, 20)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await opened(pilot, "number_sign")
        line = app.screen.query_one(MessageLine)
        assert line.display
        assert str(line.render()) == (
            "# does nothing now. Keys here: , . step, space plays on or pauses, esc leaves; ? all keys"
        )
        await opened(pilot, "U")
        assert str(line.render()).startswith("U does nothing now (in the game: undo the last order). Keys here: ")


async def test_why_an_order_was_given_leads_to_its_unit(app: PanzerhexApp) -> None:
    """`y` far from the fighting: the cursor and the card come to the unit that was ordered."""
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.watch_game(SAMPLES / "pw-0-1.journal")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        journal = screen.replay.game.journal
        n, order = next(
            (n, event.order)
            for n, event in enumerate(journal)
            if isinstance(event, OrderGiven) and event.order.name == "pw-plan"
        )
        screen.projector.to(n + 2)
        unit = first_unit(order, {counter.id for counter in screen.projector.counters})
        screen.drawing.map.cursor = Hex(0, 0)
        await opened(pilot, "y")
        assert isinstance(app.screen, Sheet)
        await opened(pilot, "escape")
        assert screen.projector.unit == unit
        place = next(counter.hex for counter in screen.projector.counters if counter.id == unit)
        assert screen.drawing.map.cursor == place


async def test_notices_do_not_lie_over_a_replay_or_a_chart(app: PanzerhexApp, tmp_path: Path) -> None:
    """They stand in a line of their own, also those that were told on the screen before."""
    path = played(tmp_path, 60)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        app.notify("told on the title", timeout=30)
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        app.screen.notify("told in the replay", timeout=30)
        await pilot.pause()
        assert not app.screen.query(Toast)
        told = [notice.message for notice, _ in app.screen.query_one(MessageLine).told]
        assert told == ["told on the title", "told in the replay"]
        app.pop_screen()
        await pilot.pause()
        app.notify("told once more", timeout=30)
        open_analysis(app, path)
        await pilot.pause()
        assert isinstance(app.screen, AnalysisScreen)
        assert not app.screen.query(Toast)


async def test_a_replay_names_hexes_otherwise_as_soon_as_the_settings_are_left(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.watch_game(SAMPLES / "rear-area-raid-3.journal")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        screen.projector.to(296)
        for printed, told in ((True, "on 2-E-6 announced"), (False, "on E16 announced")):
            await opened(pilot, "f2")
            app.keep_settings(evolve(app.settings, printed=printed))
            await opened(pilot, "escape")
            await pilot.pause()
            assert app.screen is screen
            log = screen.query_one(GameLog)
            assert any(told in str(option.prompt) for option in log.options)
