"""or:7.36.3: snow and mud, on all or part of the map; streams that are frozen or overflow."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError
from content.panzer.scenarios.briefing import briefing
from content.panzer.scenarios.switch_options import refusal
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.face.cards import hex_card
from core.panzer.ground.terrain import may_stand
from core.panzer.movement import bogging_down
from core.panzer.movement.events import UnitMoved
from core.panzer.movement.orders import Move
from core.panzer.movement.reach import reachable
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState
from core.play.game import Game
from core.tally import Reason

GERMAN, G1, G2 = SideId("german"), UnitId("g1"), UnitId("g2")
TANK, TRUCK, GUN, SQUAD = "na-a13-mk-i", "g73-medium-truck", "na-2pdr-atg", "g85-rifle-squad-1-2-squad"
#: A road down the first column; Rough in the second, then a stream with a ford.
GRID = ". r .\n. r .\ni f i\n. . .\n. . .\n. . ."


def posed(
    *modules: str, card: str = TANK, at: str = "B2", riding: str = "", edition: str = "hex", **conditions: Any
) -> Game[PanzerState]:
    units: list[dict[str, Any]] = [
        {"id": "g1", "side": "german", "card": card, "hex": at, "facing": "S", "command": "MOVE"}
    ]
    if riding:
        units.append({"id": "g2", "card": riding, "side": "german", "command": "MOVE", "riding": "g1"})
    rules = situation(
        {
            "edition": edition,
            "modules": ["advanced", *modules],
            "board": {
                "grid": GRID,
                "route": [{"kind": "road", "hexes": "A1 A2"}, {"kind": "road", "hexes": "A4 A5 A6"}],
            },
            "unit": [*units, {"id": "b1", "side": "british", "card": "na-crusader-i", "hex": "C6", "command": "N/C"}],
            "situation": {"step": "first-move", "first": "german", "conditions": conditions},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(rules, ScriptedDice([100] * 5))


def moved(game: Game[PanzerState], *steps: str, rate: Rate = Rate.CROSS_COUNTRY) -> tuple[Reason, ...]:
    """What the first step cost, and why."""
    game.submit(GERMAN, Move(unit=G1, rate=rate, steps=steps, end=True))
    return next(e for e in game.journal if isinstance(e, UnitMoved) and e.cost).tally


# -- snow ------------------------------------------------------------------------------------------


def test_snow_adds_one_to_each_hex() -> None:
    """or:7.36.3: to the listed cost of any terrain, of a Road too; to legs as to tracks."""
    assert moved(posed("snow", at="B1"), "F") == (
        Reason("Rough", 4, "na:4.5.1.1.2a"),
        Reason("Snow", 1, "or:7.36.3"),
    )
    assert sum(r.amount for r in moved(posed("snow", at="A1"), "F", rate=Rate.ROUTE)) == 2
    assert sum(r.amount for r in moved(posed("snow", at="B4", card=SQUAD), "G:3")) == 2
    assert sum(r.amount for r in moved(posed(at="B4", card=SQUAD), "G:3")) == 1


def test_snow_on_part_of_the_map() -> None:
    """or:7.36.3: where the scenario says."""
    state = posed("snow", at="B4", snow="B5").state
    reached = reachable(state, G1, None, Rate.CROSS_COUNTRY)
    assert reached[hex_from_id("B5")].cost == 2
    assert reached[hex_from_id("A4")].cost == 1
    assert any("Snow" in row.text for section in hex_card(state, hex_from_id("B5")).sections for row in section.rows)
    assert "Snow" not in str(hex_card(state, hex_from_id("B4")))


# -- mud -------------------------------------------------------------------------------------------


def test_mud_doubles_the_range_that_bogs_vehicles_down() -> None:
    """or:7.36.3: Rough 01-30, in mud 01-60; and it costs nothing more."""
    assert bogging_down.bogs_to(posed("mud").state, G1, Rate.CROSS_COUNTRY) == 60
    assert bogging_down.bogs_to(posed("bogging-down").state, G1, Rate.CROSS_COUNTRY) == 30
    assert bogging_down.bogs_to(posed("mud", mud="B1").state, G1, Rate.CROSS_COUNTRY) == 30
    assert bogging_down.bogs_to(posed("mud", at="B5").state, G1, Rate.CROSS_COUNTRY) is None
    assert reachable(posed("mud", at="B4").state, G1, None, Rate.CROSS_COUNTRY)[hex_from_id("B5")].cost == 1


@pytest.mark.parametrize(
    ("modules", "less"), [(("bogging-down",), 0), (("bogging-down", "snow"), -5), (("mud",), -5), (("mud", "snow"), -5)]
)
def test_passengers_that_are_towed_make_it_worse(modules: tuple[str, ...], less: int) -> None:
    """or:7.36.3: -5 for each point of Towed capacity that they need, besides the -5 for towing at all (or:7.29)."""
    alone = bogging_down.bogging_tally(posed(*modules, card=TRUCK).state, G1).total
    state = posed(*modules, card=TRUCK, riding=GUN).state
    assert bogging_down.bogging_tally(state, G1).total == alone - 5 + less
    on_foot = posed(*modules, card=TRUCK, riding=SQUAD).state
    assert bogging_down.bogging_tally(on_foot, G1).total == alone


def test_mud_of_the_miniatures_edition_costs() -> None:
    """min:20.13.3.2: double the listed cost, and no more bogging."""
    state = posed("mud", at="B4", edition="miniatures").state
    plain = posed(at="B4", edition="miniatures").state
    once, twice = (reachable(s, G1, None, Rate.CROSS_COUNTRY)[hex_from_id("B5")].cost for s in (plain, state))
    assert twice == 2 * once
    here = posed("mud", edition="miniatures").state
    plain = posed("bogging-down", edition="miniatures").state
    assert bogging_down.bogs_to(here, G1, Rate.CROSS_COUNTRY) == bogging_down.bogs_to(plain, G1, Rate.CROSS_COUNTRY)


# -- streams ---------------------------------------------------------------------------------------


def test_a_frozen_stream_is_crossed_as_clear_ground() -> None:
    """or:7.36.3, or:7.32: wheels too, its Ford as well, and nobody bogs down in it."""
    for at in ("A2", "B2"):
        game = posed("frozen-streams", "bogging-down", at=at, card=TRUCK)
        assert moved(game, "F")[0] == Reason("Clear", 1, "na:4.5.1.1.2a")
        assert bogging_down.bogs_to(game.state, G1, Rate.CROSS_COUNTRY) is None
    with pytest.raises(IllegalOrder, match="prohibited"):
        moved(posed(at="A2", card=TRUCK), "F")


def test_an_overflowing_stream_is_impassable() -> None:
    """or:7.36.3: to everybody, at its Ford too; nobody is set up in it."""
    for card, step in ((TANK, "F"), (SQUAD, "G:3")):
        for at in ("A2", "B2"):
            with pytest.raises(IllegalOrder, match="overflows") as caught:
                moved(posed("overflowing-streams", at=at, card=card), step)
            assert caught.value.rule == "or:7.36.3"
    state = posed("overflowing-streams").state
    assert not may_stand(state, G1, hex_from_id("B3"))
    assert may_stand(posed().state, G1, hex_from_id("B3"))


def test_streams_do_not_freeze_and_overflow_at_once() -> None:
    """or:7.36.3: the one or the other."""
    assert "choose one" in refusal((), ("frozen-streams", "overflowing-streams"))


def test_what_is_told_and_what_a_file_may_not_say() -> None:
    """or:7.36.3: players read the weather before they begin; hexes must be on the map."""
    told = str(briefing(posed("snow", "mud", "frozen-streams", mud="B1 B2").state.scenario))
    assert "the whole map: 1 more to enter" in told
    assert "2 hexes: vehicles bog down" in told
    assert "frozen, crossed as Clear" in told
    with pytest.raises(ContentError, match=r"conditions\.snow"):
        posed("snow", snow="Z9")
