"""or:7.29: vehicles may bog down as they leave difficult ground, or move about in it."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.movement import bogging_down
from core.panzer.movement.events import BoggingChecked, HullDownSearched, UnitMoved
from core.panzer.movement.orders import Move, SearchHullDown
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.panzer.transport.orders import Dismount
from core.play.game import Game

GERMAN = SideId("german")
G1, G2 = UnitId("g1"), UnitId("g2")
TANK = "g14-pzkpfw-iv-d"
TRUCK, GUN = "g73-medium-truck", "na-2pdr-atg"
CARRIER, SQUAD = "g43-spw-251-1", "g85-rifle-squad-1-2-squad"
ROUGH = "r . .\nr . .\n. . .\n. . ."


def game(
    *dice: int,
    on: bool = True,
    grid: str = ROUGH,
    card: str = TANK,
    riding: str = "",
    modules: tuple[str, ...] = (),
    road: str = "",
    situated: dict[str, Any] | None = None,
    **more: Any,
) -> Game[PanzerState]:
    units: list[dict[str, Any]] = [{"id": "g1", "card": card, "hex": "A1", "facing": "S", "command": "MOVE", **more}]
    if riding:
        units.append({"id": "g2", "card": riding, "side": "german", "command": "MOVE", "riding": "g1"})
    units.append({"id": "b1", "card": "na-crusader-i", "hex": "C4", "command": "N/C"})
    posed = situation(
        {
            "modules": ["advanced", *(["bogging-down"] if on else []), *modules],
            "board": {"grid": grid, **({"route": [{"kind": "road", "hexes": road}]} if road else {})},
            "unit": units,
            "situation": {"step": "first-move", "first": "german", **(situated or {})},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def drive(played: Game[PanzerState], *steps: str, rate: Rate = Rate.CROSS_COUNTRY) -> list[BoggingChecked]:
    played.submit(GERMAN, Move(unit=G1, rate=rate, steps=steps, end=True))
    return checks(played)


def checks(played: Game[PanzerState]) -> list[BoggingChecked]:
    return [event for event in played.journal if isinstance(event, BoggingChecked)]


def test_each_hex_left_is_a_check_and_turns_and_entering_are_none() -> None:
    """or:7.29: turns before it leaves a Rough hex are no acts of their own; ending in the next one is none."""
    played = game(31, grid="r . .\n. . .\n. . .\n. . .", facing="SW")
    assert [c.total for c in drive(played, "T3", "F")] == [31]
    played = game(31, grid=". . .\nr . .\n. . .\n. . .")
    assert drive(played, "F") == []


@pytest.mark.parametrize(
    ("modules", "situated", "rolls"),
    [
        ((), {}, []),
        ((), {"wrecks": {"A2": "KO"}}, [31]),
        (("cautious-movement", "limited-visibility"), {"conditions": {"visibility": -3}}, []),
        (("cautious-movement", "limited-visibility"), {"conditions": {"visibility": -4}}, [31]),
    ],
)
def test_a_road_without_its_bonus_saves_nobody(
    modules: tuple[str, ...], situated: dict[str, Any], rolls: list[int]
) -> None:
    """or:7.29, na:4.5.1.1.5d, or:7.36.2: a wreck on the way denies it, so does very limited visibility."""
    played = game(31, road="A1 A2 A3 A4", modules=modules, situated=situated)
    risk = [o.cost for o in played.choices(GERMAN, ("move:g1", "route")).options if o.pick == "F"]
    assert [("bogs down" in cost) for cost in risk] == [bool(rolls)]
    assert [c.total for c in drive(played, "F", rate=Rate.ROUTE)] == rolls


def test_a_bogged_vehicle_neither_moves_nor_turns_and_may_act_next_turn() -> None:
    """or:7.29: it keeps its place, its move is still to be ended; it shows as moving; the bar falls with the turn."""
    played = game(30, grid="r . .\n. . .\n. . .\n. . .")
    assert [c.bogged for c in drive(played, "F", "F")] == [True]
    assert not [event for event in played.journal if isinstance(event, UnitMoved)]
    for steps in (("F",), ("T0",), ("R",)):
        with pytest.raises(IllegalOrder, match="bogged down"):
            played.submit(GERMAN, Move(unit=G1, rate=Rate.CROSS_COUNTRY, steps=steps, end=True))
    choices = played.choices(GERMAN, ("move:g1",))
    assert [c.pick for c in choices.legal if c.kind != "option"] == ["done"]
    unit = played.state.units[G1]
    assert unit.bogged_down(played.state.turn)
    assert not unit.bogged_down(played.state.turn + 1)


def test_what_is_not_checked() -> None:
    """or:7.29: nothing without the option, along a Path or Road, on foot, or in ground without a Bog range."""
    assert drive(game(on=False), "F") == []
    assert drive(game(grid=". . .\nr . .\n. . .\n. . ."), "F") == []
    assert drive(game(card="g85-rifle-squad-1-2-squad"), "G:3") == []
    state = game().state
    assert bogging_down.bogs_to(state, G1, Rate.CROSS_COUNTRY) == 30
    assert bogging_down.bogs_to(state, G1, Rate.ROUTE) is None


def test_a_search_is_checked_before_it_is_made() -> None:
    """or:7.29, na:6.6.9e: it moves within the hex; who bogs down there does not search."""
    order = SearchHullDown(unit=G1, partial=True, facing=3)
    played = game(30)
    played.submit(GERMAN, order)
    assert [c.bogged for c in checks(played)] == [True]
    assert not [event for event in played.journal if isinstance(event, HullDownSearched)]
    played = game(31, 50)
    played.submit(GERMAN, order)
    assert [event.total is not None for event in played.journal if isinstance(event, HullDownSearched)] == [True]


def test_what_is_in_tow_makes_it_worse_and_passengers_may_still_get_off() -> None:
    """or:7.29: -5 for a towed unit; a bogged vehicle still puts down whom it carries."""
    alone = bogging_down.bogging_tally(game(1, card=TRUCK).state, G1).total
    assert bogging_down.bogging_tally(game(1, card=TRUCK, riding=GUN).state, G1).total == alone - 5
    own = bogging_down.bogging_tally(game(1, card=CARRIER, riding=SQUAD).state, G1).total
    played = game(30 - own, card=CARRIER, riding=SQUAD)
    assert [c.bogged for c in drive(played, "F")] == [True]
    played.submit(GERMAN, Dismount(unit=G2, hex=hex_from_id("A1"), facing=3))
    assert played.state.units[G2].presence is Presence.ON_MAP


def test_menus_say_the_chance() -> None:
    """or:7.29: the chance is that of the roll, and a step with a roll is not taken back unasked."""
    choices = game().choices(GERMAN, ("move:g1",))
    ahead = next(c for c in choices.options if c.pick == "F")
    assert "bogs down first in 30 of 100" in ahead.cost
    assert ahead.irreversible
    turn = next(c for c in choices.options if c.pick.startswith("T") and c.legal)
    assert "bogs" not in turn.cost
