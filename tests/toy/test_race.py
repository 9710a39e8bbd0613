"""The smallest rule system is a whole one: it is listed, opened, played, kept, verified, and keeps its secret."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from content import catalogue
from content.kit import folders
from core.ai import player
from core.dice import SeededDice
from core.event import OrderGiven, SideId
from core.order import IllegalOrder
from core.play.game import Game
from core.sequence import Acting
from saves.session import open_replay, start_game
from saves.verify import verify
from tests.toy import library, system
from tests.toy.chapters import BOOK
from tests.toy.face import RaceFace
from tests.toy.pieces import BLUE, RED, RUNNERS
from tests.toy.running import Planned, PlanOrder
from tests.toy.system import RACE, Toy, open_toy


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The race among the systems that the catalogue knows, as if its modules lay in `core/toy` and `content/toy`."""
    monkeypatch.setitem(sys.modules, "core.toy.system", system)
    monkeypatch.setitem(sys.modules, "content.toy.library", library)
    monkeypatch.setattr(catalogue, "_KNOWN", (*catalogue.systems(), "toy"))
    folders.forget()
    yield
    monkeypatch.undo()
    folders.forget()


def race(seed: str = "s") -> Game[system.RaceState]:
    """A race just begun."""
    game = Game(open_toy(RACE.id), SeededDice(seed))
    game.begin()
    return game


@pytest.mark.usefixtures("registered")
def test_it_is_listed_and_opened() -> None:
    assert [info.title for info in catalogue.scenarios("toy")] == ["The Long Race", "The Race"]
    assert catalogue.scenario(RACE.id) is RACE
    assert isinstance(catalogue.open_system(RACE.id), Toy)


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_computer_players_play_it_to_its_end(tmp_path: Path, level: str) -> None:
    path = tmp_path / "race.journal"
    sides = {side.id: f"ai:{level}" for side in RACE.sides}
    with start_game(RACE.id, open_toy, path, sides=sides, created="", content="c", seed="s") as session:
        game = session.game
        players = {side.id: player(level, side.id) for side in RACE.sides}
        while not game.over:
            side = game.active[0]
            game.submit(side, players[side].order(game.system, game.view(side), side))
        assert max(standing.points for standing in game.system.standings(game.state)) >= RACE.goal
    assert verify(path, open_toy).good
    assert open_replay(path, open_toy).game.state == game.state


def test_every_pick_leads_to_an_order() -> None:
    game = race()
    for pick in game.choices(RED).options:
        picks = (pick.pick,) if pick.kind == "option" else (pick.pick, "B2")
        game.system.check(game.state, RED, game.system.order(game.state, RED, picks))
    with pytest.raises(IllegalOrder, match="not complete"):
        game.system.order(game.state, RED, ("roll:bold",))
    with pytest.raises(IllegalOrder, match="blue has no order"):
        game.submit(BLUE, PlanOrder(text="lead"))


def test_a_plan_is_seen_by_its_side_alone() -> None:
    game = race()
    events = game.submit(RED, PlanOrder(text="lead"))
    assert any(isinstance(event, Planned) for event in events)
    for side, seen in ((RED, {RED: "lead"}), (BLUE, {}), (None, {})):
        assert game.view(side).plans == seen
        told = [event for event in events if game.system.redact(game.state, event, side) is not None]
        assert bool(told) == (side == RED)
    game.undo(RED)
    assert game.state.plans == {}


def test_it_shows_itself() -> None:
    game, face = race(), RaceFace(system.LOOKS)
    game.submit(RED, PlanOrder(text="lead"))
    for side in (RED, BLUE, None):
        view = game.view(side)
        assert [counter.id for counter in face.counters(view)] == list(RUNNERS.values())
        assert ("Plan" in str(face.unit_card(view, RUNNERS[RED]))) == (side == RED)
        assert face.status(view).turn == 1
        assert (face.prompt(view, side).rule, face.undone(view, RED)) == ("toy:1", (RUNNERS[RED],))
    told = [face.report(game.state, event) for event in game.journal if not isinstance(event, OrderGiven)]
    assert all(report is not None and report.rule.startswith("toy:") for report in told)


def test_its_book_says_all_of_it() -> None:
    (line,) = open_toy(RACE.id).sequence
    assert set(BOOK.steps) == {line.id}
    assert {kind.name for kind in BOOK.orders} == set(line.orders)
    assert line.acting is Acting.ALTERNATE
    assert {rules.suggest for rules in BOOK.steps.values()} == set(system.JUDGEMENTS)


def test_a_side_that_is_none_has_nothing_to_do() -> None:
    assert BOOK.undone(race().state, SideId("green")) == ()
