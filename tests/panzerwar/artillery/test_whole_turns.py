"""Artillery in games of the whole book: from the set-up to the fire (pw:3.2, pw:10.0.3, pw:10.6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import SeededDice
from core.order import IllegalOrder
from core.panzerwar.artillery import batteries
from core.panzerwar.artillery.events import AreaFired, MissionBegun, MissionEnded
from core.panzerwar.communication.events import Contacted
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.course.orders import Place
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.engagement import Engagement, Posting
from core.panzerwar.system import PanzerWar
from core.plane import within
from core.play.game import Game
from core.secrecy import view
from core.step_end import FinishStep
from tests.panzerwar.artillery.guns import a_battery, a_unit, field, guns, mortars, observer, of
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle


def waiting(*elements: Element) -> list[Element]:
    return [evolve(element, presence=Presence.WAITING, at=None) for element in elements]


def an_engagement(**more: Any) -> Engagement:
    """Howitzers off the table with their observer, mortars on it, a tank; the other side has a tank and mortars."""
    howitzers, fo = guns(), waiting(observer("C30"))
    crews = waiting(*mortars("C30", "C30", "C30"))
    theirs = waiting(*mortars("C5", "C5", side=RED, name="theirs"))
    tanks = waiting(a_vehicle("mine", "pz4h", BLUE, "C30"), a_vehicle("foe", "t34-85", RED, "C5"))
    units = [a_unit("blue-1", tanks[0]), a_unit("red-1", tanks[1], side=RED)]
    mine = [a_battery(*howitzers, *fo), a_battery(*crews), a_battery(*theirs)]
    board = a_board(20, 40)
    south, north = (frozenset(h for h in board.cells if (h.row > 20) is low) for low in (True, False))
    posts = [
        Posting(organisation=o.id, hexes=south if o.side == BLUE else north, heading=0 if o.side == BLUE else 24)
        for o in (*mine, *units)
    ]
    state = field(
        *howitzers,
        *fo,
        *crews,
        *theirs,
        *tanks,
        batteries=mine,
        units=units,
        board=board,
        postings=tuple(posts),
        **more,
    )
    blue, red = state.engagement.sides
    return evolve(state.engagement, sides=(evolve(blue, planned=1), red), turns=4)


def begun(seed: str = "1", **more: Any) -> Game[Any]:
    system: Any = PanzerWar(an_engagement(**more), {})
    game: Game[Any] = Game(system, SeededDice(seed))
    game.begin()
    return game


def pick(game: Game[Any], side: Any, *picks: str) -> None:
    game.submit(side, game.order(side, picks))


def set_up(game: Game[Any], *picks: str) -> None:
    for side in (BLUE, RED):
        pick(game, side, "place-rest")
        if side == BLUE and picks:
            pick(game, side, *picks)
        game.submit(side, FinishStep())


def go_on(game: Game[Any], step: str, turn: int) -> None:
    """Sides do nothing more until a step of a turn."""
    while not game.over and (game.state.turn, game.state.step) != (turn, step):
        for side in game.active:
            if not game.over and side in game.active and (game.state.turn, game.state.step) != (turn, step):
                game.submit(side, FinishStep())


def when(game: Game[Any], kind: type[Any]) -> list[tuple[int, str]]:
    """In which turn and step events of a kind happened."""
    found, turn, step = [], 0, "set-up"
    for event in game.journal:
        turn = event.turn if isinstance(event, TurnBegun) else turn
        step = event.step if isinstance(event, StepBegun) else step
        if isinstance(event, kind):
            found.append((turn, step))
    return found


def test_a_battery_is_set_up_together() -> None:
    """pw:10.0.3: what is left is put where its pieces can fire as a unit, and no set-up ends otherwise."""
    game = begun()
    pick(game, BLUE, "place-rest")
    mortar = game.state.organisations["mortars"]
    assert batteries.unit_refusal(game.state, mortar) is None
    one, two = (game.state.element(f"mortars-{n}").where for n in (1, 2))
    assert within(one, two, 25)
    pick(game, BLUE, "place:mortars-2", "T40", "0")
    with pytest.raises(IllegalOrder) as found:
        game.submit(BLUE, FinishStep())
    assert found.value.rule == "pw:10.0.3"
    ends = next(one for one in game.system.choices(game.view(BLUE), BLUE, ()).options if one.kind == "done")
    assert ends.refusal is not None
    assert ends.refusal.rule == "pw:10.0.3"


def test_a_computer_puts_pieces_that_stand_apart_together() -> None:
    """pw:10.0.3: who has scattered his mortars, as a player by lot does, ends his set-up nevertheless."""
    game = begun()
    pick(game, BLUE, "place-rest")
    for n, far in enumerate(("T40", "A40", "T25"), start=1):
        pick(game, BLUE, f"place:mortars-{n}", far, "0")
    moved, ends = 0, False
    while not ends:
        order = game.system.suggest(game.view(BLUE), BLUE, SeededDice("any"))
        ends = isinstance(order, FinishStep)
        moved += isinstance(order, Place)
        game.submit(BLUE, order)
    assert moved == 2


def test_planned_fire_falls_in_its_turn() -> None:
    """pw:10.6.3, pw:10.6: new in E5 of the first turn, old in E2 of the next; then it is over."""
    game = begun()
    set_up(game, "pre-plan:battery", "turn:1", "C10", "turns:2")
    go_on(game, "orders", 4)
    assert when(game, AreaFired) == [(1, "e5"), (2, "e2")]
    assert when(game, MissionEnded) == [(2, "e2")]


def test_a_call_is_rolled_for_and_answered() -> None:
    """pw:10.6.4, pw:5.1: contact is rolled for when both have said what they want; the fire comes two turns later, if
    its observer keeps contact."""
    fell = 0
    for seed in ("1", "2", "3", "4"):
        game = begun(seed)
        set_up(game)
        go_on(game, "communications", 1)
        assert "call:fo" in [one.pick for one in game.choices(BLUE).legal]
        aim = next(one.pick for one in game.choices(BLUE, ("call:fo", "battery")).legal if one.kind == "hex")
        pick(game, BLUE, "call:fo", "battery", aim)
        assert not view(game.state, RED).artillery.wishes
        go_on(game, "orders", 4)
        assert when(game, Contacted)[0] == (1, "communications")
        called = of(game.journal, MissionBegun)
        assert all(event.mission.due == 3 for event in called)
        assert when(game, AreaFired) in ([], [(3, "e5")])
        fell += bool(when(game, AreaFired))
        assert bool(called) >= bool(when(game, AreaFired))
    assert 0 < fell < 4


def test_who_has_no_artillery_is_not_asked() -> None:
    """pw:3.2.B: a phase in which nobody has anything to call for passes by itself."""
    state = field(a_vehicle("mine", "pz4h", BLUE, "C30"), a_vehicle("foe", "t34-85", RED, "C5"), batteries=[])
    system = PanzerWar(state.engagement, {})
    assert not system.active(state)
