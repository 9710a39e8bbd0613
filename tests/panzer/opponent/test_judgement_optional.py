"""Computer players with Optional Rules and the miniatures edition: what is plainly good is done, and at random it is
done at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve as changed

from content.catalogue import open_system
from content.panzer.situations.situation import situation
from core.ai import player
from core.dice import SeededDice
from core.event import Event, SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.adjustment.events import BailOutChosen
from core.panzer.ap.basic import shot_terms
from core.panzer.ap.basic_odds import shot_odds
from core.panzer.hidden_units.events import HiddenPlaced
from core.panzer.indirect.orders import CallFire, PlanMission
from core.panzer.movement.events import ShoulderPushed, UnitMoved
from core.panzer.movement.move import check_move
from core.panzer.movement.orders import Move
from core.panzer.opponent.illumination import calls, goes_on
from core.panzer.opponent.judgement import best_order
from core.panzer.opponent.prospects import chance_of
from core.panzer.opponent.turns import NEVER, turns_to
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.missions import Aim, FireType
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import LOST
from core.panzer.state import PanzerState
from core.panzer.transport.events import PassengerBailedOut
from core.play.game import Game
from core.replaced import replaced

GERMAN, SOVIET = SideId("german"), SideId("soviet")
S1, R1 = UnitId("s1"), UnitId("r1")
TIGER, CARRIER, SQUAD = "g21-pzkpfw-vi-e-tiger-i", "g43-spw-251-1", "g85-rifle-squad-1-2-squad"
SWIMMER, T_34, GERMAN_FO = "s2-t-40-m40", "s15-t-34-76-m43", "g86-section"
OPEN = [". . . . ."] * 14
LEVELS = ("greedy", "random")
#: Games of random players until one does what is looked for.
MANY = 60
#: The row of a river.
RIVER = 5


def posed(units: Iterable[dict[str, Any]], *, rows: Iterable[str] = OPEN, seed: str = "1", **more: Any) -> Game[Any]:
    """A game of the Advanced Game from a moment on; German units face S, Soviet ones N."""
    lines = [{"facing": "N" if u["id"][0] == "s" else "S", **u} for u in units]
    board = {"grid": "\n".join(rows), **more.pop("board", {})}
    moment = {"first": "german", "turn": 1, "turns": 6, **more.pop("situation")}
    modules = ["advanced", *more.pop("options", ())]
    stated = {"modules": modules, "board": board, "unit": lines, "situation": moment, **more}
    return Game(situation(stated, "x", "x", "x.toml"), SeededDice(seed))


def goal(at: str) -> list[dict[str, Any]]:
    return [{"id": "goal", "name": "Goal", "hexes": at, "vp": 60}]


def events(game: Game[Any], level: str, seed: str, most: int = 25) -> list[Event]:
    """What happens while computer players give some orders, to the end of the step at most."""
    minds = {look.id: player(level, f"{seed}/{look.id}") for look in game.system.sides}
    game.begin()
    turn = game.state.turn
    for _ in range(most):
        if game.over or game.state.turn != turn:
            break
        side = game.active[0]
        game.submit(side, minds[side].order(game.system, game.view(side), side))
    return list(game.journal)


def done(make: Any, level: str, kind: type[Event]) -> list[Any]:
    """The events of a kind in the first game in which there are any: of greedy players in the first."""
    for n in range(MANY if level == "random" else 1):
        found = [event for event in events(make(str(n)), level, str(n)) if isinstance(event, kind)]
        if found:
            return found
    raise AssertionError(f"{level} players never do it")


# -- pushing -----------------------------------------------------------------------------------------


def narrow(seed: str) -> Game[Any]:
    """A Tiger behind a wreck on a narrow road through the woods, on its way to an objective."""
    return posed(
        [
            {"id": "g1", "card": TIGER, "hex": "B3", "command": "MOVE"},
            {"id": "s1", "card": T_34, "hex": "E14", "command": "N/C"},
        ],
        rows=[". . . . ."] * 2 + ["w w w w w"] * 4 + [". . . . ."] * 8,
        board={"route": [{"kind": "road", "hexes": "B1 B2 B3 B4 B5 B6 B7 B8"}]},
        options=["narrow-roads"],
        situation={
            "step": "first-move",
            "conditions": {"narrow": "B3 B4 B5"},
            "wrecks": {"B3": "KO"},
            "objective": goal("B8"),
        },
        seed=seed,
    )


@pytest.mark.parametrize("level", LEVELS)
def test_a_wreck_is_pushed_aside(level: str) -> None:
    """or:7.30a: by whoever cannot get past it."""
    (pushed, *_) = done(narrow, level, ShoulderPushed)
    assert (pushed.unit, str(pushed.hex)) == ("g1", "B3")


# -- swimming ----------------------------------------------------------------------------------------


def river(seed: str, *, options: tuple[str, ...] = ("amphibious",)) -> Game[Any]:
    """An amphibious tank at a river across the whole map, and an objective on the other bank."""
    return posed(
        [
            {"id": "s1", "card": SWIMMER, "hex": "C4", "facing": "S", "command": "MOVE"},
            {"id": "g1", "card": SQUAD, "hex": "A14", "facing": "N", "command": "N/C"},
        ],
        rows=[". . . . ."] * 4 + ["~ ~ ~ ~ ~"] + [". . . . ."] * 9,
        options=options,
        situation={"step": "first-move", "first": "soviet", "objective": goal("C7")},
        seed=seed,
    )


@pytest.mark.parametrize("level", LEVELS)
def test_an_amphibious_tank_swims(level: str) -> None:
    """or:7.34: where an objective lies beyond a river."""
    for n in range(MANY if level == "random" else 1):
        game = river(str(n))
        moved = [e.hex for e in events(game, level, str(n)) if isinstance(e, UnitMoved) and e.unit == S1]
        if any(hex_ is not None and hex_.row == RIVER for hex_ in moved):
            return
    raise AssertionError(level)


def test_the_way_of_a_swimmer_leads_through_water() -> None:
    """or:7.34: without the option nobody gets to the other bank."""
    for options, far in ((("amphibious",), False), ((), True)):
        state = river("1", options=options).state
        ways = turns_to(state, state.card(S1), frozenset({hex_from_id("C7")}))
        assert (ways.get(hex_from_id("C4")) == NEVER) is far


# -- Illumination ------------------------------------------------------------------------------------


def night(seed: str, **more: Any) -> Game[Any]:
    """An observer who has spotted a tank by its fire; the guns that wait for it cannot see it in the dark."""
    return posed(
        [
            {
                "id": "gf",
                "card": "g86-section",
                "hex": "A6",
                "labels": ["FO"],
                "formation": "A",
                "command": "OVERWATCH",
            },
            {"id": "gb", "card": "g74-medium-artillery-battery", "formation": "A"},
            *({"id": f"g{n}", "card": TIGER, "hex": f"{c}1", "command": "FIRE"} for n, c in enumerate("ABCD", 1)),
            *({"id": f"s{n}", "card": T_34, "hex": h, "command": "N/C"} for n, h in enumerate(("A9", "B9", "A10"), 1)),
        ],
        options=["limited-visibility", "illumination"],
        **{"situation": {"step": "first-indirect", "conditions": {"visibility": -3}}, "seed": seed, **more},
    )


@pytest.mark.parametrize("level", LEVELS)
def test_the_dark_is_lit(level: str) -> None:
    """or:7.27"""
    for n in range(MANY if level == "random" else 1):
        told = events(night(str(n)), level, str(n))
        orders = [e.order for e in told if e.name == "order-given"]  # type: ignore[attr-defined]
        if any(isinstance(o, CallFire) and o.aim.type is FireType.ILLUMINATION for o in orders):
            return
    raise AssertionError(f"{level} players never light anything")


def test_light_goes_on_while_it_is_of_use() -> None:
    """or:7.27, na:6.5.1.8.1: as if the light that hangs there did not."""
    state = night("1").view(GERMAN)
    light = Aim(hex_from_id("A9"), FireType.ILLUMINATION)
    promised = goes_on(state, GERMAN, light, (UnitId("gb"),))
    assert promised > 0
    lit = state.copy()
    cloud = Cloud(CloudKind.ILLUMINATION, frozenset(map(hex_from_id, ("A9", "B9", "A10"))), fresh=False)
    lit.counters = replaced(lit.counters, clouds=(cloud,))
    assert goes_on(lit, GERMAN, light, (UnitId("gb"),)) == promised
    assert not list(calls(lit, GERMAN)), "nobody calls what is there"


# -- out of vehicles ---------------------------------------------------------------------------------


def before_guns(seed: str, step: str, edition: str = "miniatures", command: str = "N/C", guns: int = 4) -> Game[Any]:
    """A half-track with a squad aboard at short range of tanks that have seen it."""
    return posed(
        [
            {"id": "g1", "card": CARRIER, "hex": "C4", "spot": "SPOT/MOVE", "command": command},
            {"id": "r1", "card": SQUAD, "riding": "g1"},
            *({"id": f"s{n}", "card": T_34, "hex": f"{c}14", "command": "N/C"} for n, c in enumerate("ABCDE"[:guns])),
        ],
        edition=edition,
        situation={"step": step, "objective": goal("C12")},
        seed=seed,
    )


@pytest.mark.parametrize("level", LEVELS)
def test_passengers_leave_a_vehicle_before_it_is_shot_up(level: str) -> None:
    """min:16.1.6.3: it may not live to see the next movement."""
    chosen = done(lambda seed: before_guns(seed, "pivot"), level, BailOutChosen)
    assert any(event.unit == R1 and event.facing is not None for event in chosen)


def test_passengers_stay_aboard_where_nothing_threatens() -> None:
    """min:16.1.6.3: who waits for the next turn dismounts without a Suppression."""
    game = before_guns("1", "pivot")
    for unit in list(game.state.of(SOVIET)):
        game.state.change(unit.id, bailed_out=True)
    assert not any(isinstance(event, BailOutChosen) for event in events(game, "greedy", "1"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("edition", ["hex", "miniatures"])
def test_passengers_bail_out_where_a_move_ends_under_the_guns(level: str, edition: str) -> None:
    """na:6.6.7.1.2, min:17.2.8.3: what is left of it does not get them down otherwise."""

    def stopped(seed: str) -> Game[Any]:
        game = before_guns(seed, "first-move", edition, "MOVE")
        steps = ("F",) * (5 if edition == "hex" else 9)
        game.begin()
        while (left := check(game, steps)) is not None:
            steps = left
        game.submit(GERMAN, Move(unit=UnitId("g1"), rate=Rate.CROSS_COUNTRY, steps=steps, end=False))
        return game

    (out, *_) = done(stopped, level, PassengerBailedOut)
    assert out.unit == R1


def test_passengers_bail_out_of_a_vehicle_that_bogs_down_under_the_guns() -> None:
    """or:7.29, na:6.6.7.1.2: it goes nowhere any more."""
    game = before_guns("1", "first-move", command="MOVE")
    game.begin()
    game.submit(GERMAN, Move(unit=UnitId("g1"), rate=Rate.CROSS_COUNTRY, steps=("F", "F", "F"), end=False))
    game.state.change(UnitId("g1"), bogged_in=game.state.turn)
    (out, *_) = (e for e in events(game, "greedy", "1") if isinstance(e, PassengerBailedOut))
    assert out.unit == R1


def check(game: Game[Any], steps: tuple[str, ...]) -> tuple[str, ...] | None:
    """One step less if the allowance does not cover so many; None if it does."""
    try:
        check_move(game.state, UnitId("g1"), Rate.CROSS_COUNTRY, steps, end=False)
    except IllegalOrder:
        return steps[1:]
    return None


# -- hiding ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_units_are_hidden_and_some_counters_are_fakes(level: str) -> None:
    """or:7.2.1"""
    opened: Any = open_system("halfaya-pass", ("hidden-units",))
    placed: list[HiddenPlaced] = []
    for seed in "123" if level == "random" else "1":
        game: Game[PanzerState] = Game(opened, SeededDice(seed))
        placed += [event for event in events(game, level, seed, 90) if isinstance(event, HiddenPlaced)]
    assert any(event.units for event in placed)
    assert any(not event.units for event in placed)


def test_the_first_of_several_plans_lights_what_the_others_fall_on() -> None:
    """or:7.27, na:6.5.1.11.1: in the dark; by day all of them are fire."""
    for dark, first in (("limited-visibility", FireType.ILLUMINATION), ("cautious-movement", FireType.GP)):
        game = posed(
            [
                {"id": "ga", "card": "g74-medium-artillery-battery"},
                {"id": "gb", "card": "g74-light-artillery-battery"},
                {"id": "g1", "card": TIGER, "hex": "A1"},
                {"id": "s1", "card": T_34, "hex": "A10"},
            ],
            options=[dark, *(["illumination"] if first is FireType.ILLUMINATION else [])],
            side=[{"id": "german", "nation": "German", "planned_missions": 2}, {"id": "soviet", "nation": "Soviet"}],
            situation={"step": "plotting", "turn": 0, "objective": goal("C7"), "conditions": {"visibility": -3}},
        )
        game.begin()
        found: list[FireType] = []
        while game.active and isinstance(order := best_order(game.view(GERMAN), GERMAN, SeededDice("1")), PlanMission):
            game.submit(GERMAN, order)
            found.append(order.turns[0].type)
        assert found == [first, FireType.GP]


def test_a_shot_is_weighed_by_how_its_penetration_varies() -> None:
    """or:7.12: of two shots that would do the same by their listed factors the one with more to spare is better."""
    units = [
        {"id": "s1", "card": T_34, "hex": "A1", "command": "FIRE"},
        {"id": "g1", "card": TIGER, "hex": "A4", "command": "N/C"},
    ]
    stated = {"modules": ["variable-penetration"], "board": {"grid": "\n".join(OPEN)}, "unit": units}
    start = situation({**stated, "situation": {"step": "first-fire", "first": "soviet"}}, "x", "x", "x.toml").initial()
    terms = shot_terms(start, Shot(S1, UnitId("g1")), overwatch=False)
    armor = terms.armor[terms.thicker]
    found = {more: chance_of(start, changed(terms, penetration=armor + more)) for more in range(-8, 9)}
    for more, chance in found.items():
        odds = shot_odds(start, changed(terms, penetration=armor + more))
        assert chance.kill == pytest.approx(sum(odds.get(result, 0.0) for result in LOST)), more
