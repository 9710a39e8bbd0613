"""or:7.32: bridges and frozen streams that do not bear every unit."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError
from content.panzer.scenarios.briefing import briefing
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
from core.panzer.opponent.turns import turns_to
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState
from core.play.game import Game
from core.tally import Reason

GERMAN, G1 = SideId("german"), UnitId("g1")
#: 14.3 t, and 19 t; a truck of 5.8 t; a squad, which weighs nothing.
LIGHT, HEAVY, TRUCK, SQUAD = "na-a13-mk-i", "na-crusader-i", "g73-medium-truck", "g85-rifle-squad-1-2-squad"
#: A stream between the banks, a bridge over it in A3, a ford in B3.
GRID = ". . .\n. . .\ni f i\n. . .\n. . ."
BRIDGE, FORD, STREAM = map(hex_from_id, ("A3", "B3", "C3"))


def posed(
    *modules: str, card: str = HEAVY, at: str = "A2", edition: str = "hex", **conditions: Any
) -> Game[PanzerState]:
    rules = situation(
        {
            "edition": edition,
            "modules": ["advanced", *modules],
            "board": {
                "grid": GRID,
                "bridge": [{"hex": "A3"}],
                "route": [{"kind": "road", "hexes": "A1 A2 A3 A4 A5"}],
            },
            "unit": [
                {"id": "g1", "side": "german", "card": card, "hex": at, "facing": "S", "command": "MOVE"},
                {"id": "b1", "side": "british", "card": "na-crusader-i", "hex": "C5", "command": "N/C"},
            ],
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


def limited(tons: float, *modules: str, card: str = HEAVY, **more: Any) -> Game[PanzerState]:
    """The bridge bears so many tons."""
    return posed("weight-limits", *modules, card=card, bridges=[{"hexes": "A3", "tons": tons}], **more)


# -- bridges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [Rate.CROSS_COUNTRY, Rate.ROUTE])
@pytest.mark.parametrize("edition", ["hex", "miniatures"])
def test_who_is_heavier_does_not_enter_the_bridge(rate: Rate, edition: str) -> None:
    """or:7.32, min:20.7: 19 t on a bridge for 18 t, along its Road too."""
    with pytest.raises(IllegalOrder, match="bridge in A3 does not bear") as caught:
        moved(limited(18, edition=edition), "F", rate=rate)
    assert caught.value.rule == {"hex": "or:7.32", "miniatures": "min:20.7"}[edition]
    assert BRIDGE not in reachable(limited(18, edition=edition).state, G1, None, rate)


@pytest.mark.parametrize(("tons", "card"), [(19, HEAVY), (18, LIGHT), (0.5, SQUAD)])
def test_who_is_as_heavy_or_lighter_does(tons: float, card: str) -> None:
    """or:7.32: leg units whatever it bears."""
    assert moved(limited(tons, card=card), "G:3" if card == SQUAD else "F")
    assert may_stand(limited(tons, card=card).state, G1, BRIDGE)


def test_a_bridge_of_which_nothing_is_said_bears_all() -> None:
    """or:7.32: otherwise unlimited; and so does any where the rule is not played with."""
    assert moved(posed("weight-limits"), "F")
    assert moved(posed(bridges=[{"hexes": "A3", "tons": 1}]), "F")


def test_nobody_is_set_up_on_a_bridge_that_does_not_bear_him() -> None:
    """or:7.32: he may not have entered it."""
    assert not may_stand(limited(18).state, G1, BRIDGE)


def test_computer_players_know_of_the_detour() -> None:
    """or:7.32: who is too heavy counts the way by the ford."""
    there = frozenset({hex_from_id("A5")})
    times = [turns_to(g.state, g.state.card(G1), there).get(hex_from_id("A2")) for g in (limited(18), limited(19))]
    assert times[0] > times[1]


# -- ice -------------------------------------------------------------------------------------------


def test_the_ice_bears_who_is_within_its_limit() -> None:
    """or:7.32, or:7.36.3: stream and Ford are Clear to him; without a limit to all."""
    for at in ("B2", "C2"):
        for limit in ({"ice": 15}, {"ice": 15.0}, {}):
            game = posed("weight-limits", "frozen-streams", card=LIGHT, at=at, **limit)
            assert moved(game, "F") == (Reason("Clear", 1, "na:4.5.1.1.2a"),)


def test_who_is_too_heavy_crosses_at_a_ford_as_ever() -> None:
    """or:7.32: at its cost; he bogs down in it as in any Ford (or:7.29), and the stream is closed to him."""

    def frozen(at: str) -> Game[PanzerState]:
        return posed("weight-limits", "frozen-streams", "bogging-down", at=at, ice=15)

    with pytest.raises(IllegalOrder, match="ice in C3 does not bear") as caught:
        moved(frozen("C2"), "F")
    assert caught.value.rule == "or:7.32"
    game = frozen("B2")
    assert moved(game, "F") == (Reason("Ford", 2, "na:4.5.1.1.2a"),)
    assert bogging_down.bogs_to(game.state, G1, Rate.CROSS_COUNTRY) == 10
    reached = reachable(frozen("B2").state, G1, None, Rate.CROSS_COUNTRY)
    assert FORD in reached
    assert STREAM not in reached
    assert not may_stand(frozen("C2").state, G1, STREAM)
    assert may_stand(frozen("C2").state, G1, FORD)


def test_a_limit_of_ice_says_nothing_of_water_that_is_not_frozen() -> None:
    """or:7.32: the tank drives through the stream as ever."""
    assert moved(posed("weight-limits", at="C2", ice=15), "F") == (Reason("Stream", 4, "na:4.5.1.1.2a"),)
    assert moved(posed("frozen-streams", at="C2", ice=15), "F") == (Reason("Clear", 1, "na:4.5.1.1.2a"),)


# -- told ------------------------------------------------------------------------------------------


def test_players_read_the_limits() -> None:
    """or:7.32: before they begin, and on the cards of the hexes."""
    state = limited(18, "frozen-streams", ice=15).state
    told = str(briefing(state.scenario))
    assert "A3: up to 18 t" in told
    assert "up to 15 t; who is heavier crosses at Fords" in told
    assert "the bridge bears up to 18 t" in str(hex_card(state, BRIDGE))
    assert "the ice bears up to 15 t" in str(hex_card(state, STREAM))
    assert "bears" not in str(hex_card(posed(ice=15).state, BRIDGE))


def test_what_a_file_may_not_say() -> None:
    """or:7.32: a limit on dry land, or of nothing."""
    with pytest.raises(ContentError, match=r"conditions\.bridges\[1\]\.hexes"):
        posed("weight-limits", bridges=[{"hexes": "C3", "tons": 1}])
    with pytest.raises(ContentError, match=r"conditions\.bridges\[1\]\.tons"):
        limited(0)
    with pytest.raises(ContentError, match=r"conditions\.ice"):
        posed("weight-limits", ice=-1)
