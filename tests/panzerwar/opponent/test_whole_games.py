"""Whole games of the computer players: to their end, with legal orders alone, from what their side knows."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define

from content.panzerwar.library import LIBRARY
from core.ai import Greedy, RandomPlayer
from core.ai.players import Player
from core.dice import SeededDice
from core.event import SideId
from core.order import Order
from core.panzerwar.knowledge import disappeared, knows
from core.panzerwar.opponent.judgement import JUDGEMENTS
from core.panzerwar.opponent.set_up import ABOUT
from core.panzerwar.pieces.element import Kind
from core.panzerwar.pieces.engagement import GoalKind
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import WarState
from core.plane import gsu_between
from core.play.game import Game
from core.play.simulate import play_out
from core.system import RuleSystem

#: Orders of a side in a game on the small board, and more than it needs.
MOST = 600


def opened(scenario: str, *options: str) -> RuleSystem[Any]:
    return LIBRARY.open(LIBRARY.scenario(scenario), options)


@define
class Watched:
    """A greedy player whose views are looked at; judged: which judgements were asked."""

    greedy: Greedy
    game: Game[WarState]
    judged: set[str]

    def order(self, system: RuleSystem[Any], view: WarState, side: SideId) -> Order:
        """Its order, after it has been seen that the view shows no more than its side knows."""
        state = self.game.state
        for element in view.elements.values():
            assert element.side == side or knows(state, side, element.id) or disappeared(state, side, element.id)
        assert {o.side for o in view.organisations.values()} <= {side}
        assert all(view.elements[id_].side == side for id_ in view.plans)
        self.judged.add(system.book.judgement(view))  # type: ignore[attr-defined]
        return self.greedy.order(system, view, side)


def test_greedy_plays_to_the_end_and_errs_in_no_order() -> None:
    """All that is suggested is legal, and of the view of its side."""
    system, judged = opened("pw-0"), set[str]()
    game: Game[WarState] = Game(system, SeededDice("whole"))
    players = {SideId(s.id): Watched(Greedy(SeededDice(s.id)), game, judged) for s in system.sides}
    orders = sum(1 for _ in play_out(game, players, MOST))
    assert game.over
    assert orders < MOST
    assert [one.greedy.amiss for one in players.values()] == [0, 0]
    assert {"set-up", "orders", "plan", "sight", "fire"} <= judged <= set(JUDGEMENTS)
    assert any(element.gunnery.shots for element in game.state.elements.values())


@pytest.mark.parametrize("scenario", ["pw-1", "pw-2", "pw-3"])
def test_greedy_begins_each_engagement_legally(scenario: str) -> None:
    """Set-up, artillery and the first turns; the whole of it is a matter of the long tests."""
    system = opened(scenario)
    game: Game[WarState] = Game(system, SeededDice(scenario))
    players = {SideId(s.id): Greedy(SeededDice(s.id)) for s in system.sides}
    for _ in play_out(game, players):
        if game.state.turn > 2:
            break
    assert game.state.turn == 3
    assert [one.amiss for one in players.values()] == [0, 0]
    assert any(element.travel.moved for element in game.state.elements.values())


def test_a_defender_stands_about_the_places_that_count() -> None:
    """Dug in, not on top of each other, behind mines, with points registered (pw:12.4.2, pw:15.1, pw:10.8)."""
    system = opened("pw-2")
    game: Game[WarState] = Game(system, SeededDice("set-up"))
    for _ in play_out(game, {SideId(s.id): Greedy(SeededDice(s.id)) for s in system.sides}):
        if game.state.turn:
            break
    state = game.state
    mine = [e for e in state.of(SideId("german")) if e.on_table and e.kind in (Kind.SQUAD, Kind.GUN)]
    goals = [goal.at for goal in state.engagement.goals if goal.kind is GoalKind.HOLD]
    assert mine
    assert all(min(gsu_between(e.where, at) for at in goals) <= ABOUT for e in mine)
    assert len({e.where for e in mine}) == len(mine)
    assert {e.posture.dug for e in mine} == {Digging.FOXHOLES, Digging.TRENCH}
    assert {laid.side for laid in state.mines.laid.values()} == {"german"}
    assert {one.side for one in state.artillery.references} == {"german", "british"}
    assert [m.side for m in state.artillery.missions] == ["british"]


def test_greedy_copes_with_what_a_random_player_does() -> None:
    """Against orders without sense it still errs in none of its own."""
    system = opened("pw-0")
    game: Game[WarState] = Game(system, SeededDice("mixed"))
    german, soviet = (SideId(s.id) for s in system.sides)
    greedy = Greedy(SeededDice("greedy"))
    players: dict[SideId, Player] = {german: greedy, soviet: RandomPlayer(SeededDice("random"))}
    for _ in play_out(game, players):
        if game.state.turn > 2:
            break
    assert game.state.turn == 3
    assert greedy.amiss == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["pw-1", "pw-2", "pw-3"])
def test_greedy_plays_every_engagement_to_its_end(scenario: str) -> None:
    """Three whole games of each."""
    for seed in range(3):
        system = opened(scenario)
        game: Game[WarState] = Game(system, SeededDice(f"{scenario} {seed}"))
        players = {SideId(s.id): Greedy(SeededDice(f"{seed} {s.id}")) for s in system.sides}
        for _ in play_out(game, players):
            pass
        assert game.over
        assert [one.amiss for one in players.values()] == [0, 0]


@pytest.mark.long
def test_greedy_beats_random() -> None:
    """On the small board it does not lose to orders without sense."""
    won = 0
    for seed in range(6):
        system = opened("pw-0")
        game: Game[WarState] = Game(system, SeededDice(f"odds {seed}"))
        sides = [SideId(s.id) for s in system.sides]
        wise = sides[seed % 2]
        players: dict[SideId, Player] = {
            side: (Greedy if side == wise else RandomPlayer)(SeededDice(f"{seed} {side}")) for side in sides
        }
        for _ in play_out(game, players):
            pass
        outcome = game.state.outcome
        won += outcome is not None and outcome.winner == wise
    assert won >= 4
