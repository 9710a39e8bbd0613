"""or:7.34: amphibious vehicles go into water that bars others, and sink in it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.ap import odds as ap_odds
from core.panzer.chapters import BOOK
from core.panzer.direct_fire import shots
from core.panzer.gp.bail_out import bail_out, bails
from core.panzer.gp.events import VehicleSunk
from core.panzer.ground import water
from core.panzer.ground.water import afloat
from core.panzer.losses import eliminate
from core.panzer.movement import bogging_down
from core.panzer.movement.events import UnitMoved
from core.panzer.movement.orders import Move
from core.panzer.movement.reach import path_to, reachable
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Cause, Result
from core.panzer.pieces.switches import Switch, without
from core.panzer.pieces.unit import Presence, Wreck
from core.panzer.state import PanzerState
from core.play.game import Game
from core.tally import Reason

SOVIET = SideId("soviet")
R1, R2, G1 = UnitId("r1"), UnitId("r2"), UnitId("g1")
SWIMMER, TANK, SQUAD, GUN = "s2-t-40-m40", "s15-t-34-76-m43", "s57-rifle-squad-1-2-squad", "s47-45mm-m42-atg"
#: A river of two hexes width in the first columns, a stream in the last.
GRID = ". . .\n. . .\n~ ~ i\n~ ~ i\n. . .\n. . ."
WATER = frozenset({"A3", "A4"})


def posed(
    *modules: str,
    card: str = SWIMMER,
    at: str = "A2",
    on: bool = True,
    edition: str = "hex",
    facing: str = "S",
    other: str = SQUAD,
    **begun: Any,
) -> Game[PanzerState]:
    """A Soviet vehicle on the bank, facing the water, and a German tank that could fire at it."""
    rules = situation(
        {
            "edition": edition,
            "modules": ["advanced", *(["amphibious"] if on else []), *modules],
            "board": {"grid": GRID},
            "unit": [
                {"id": "r1", "card": card, "hex": at, "facing": facing, "command": "MOVE"},
                {"id": "r2", "card": other, "hex": "C1", "facing": "S", "command": "N/C"},
                {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "B6", "facing": "N", "command": "FIRE"},
            ],
            "situation": {"step": "first-move", "first": "soviet", "turn": 1, **begun},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(rules, SeededDice("water"))


def carrying(game: Game[PanzerState]) -> Game[PanzerState]:
    """The same with the other unit aboard."""
    game.state.change(R2, presence=Presence.CARRIED, carrier=R1, hex=None)
    return game


def moved(game: Game[PanzerState], *steps: str, rate: Rate = Rate.CROSS_COUNTRY, end: bool = True) -> UnitMoved:
    """The last of these steps."""
    game.submit(SOVIET, Move(unit=R1, rate=rate, steps=steps, end=end))
    return [e for e in game.journal if isinstance(e, UnitMoved)][-1]


# -- movement --------------------------------------------------------------------------------------


def test_water_takes_the_whole_move() -> None:
    """or:7.34: one hex in the turn, whatever the allowance is."""
    step = moved(posed(), "F", end=False)
    assert (str(step.hex), step.spent) == ("A3", 4)
    assert step.tally == (Reason("afloat, the whole move", 4, "or:7.34"),)
    with pytest.raises(IllegalOrder, match="whole of a move") as caught:
        moved(posed(), "F", "F")
    assert caught.value.rule == "or:7.34"
    with pytest.raises(IllegalOrder, match="whole of a move"):
        moved(posed(at="A1"), "F", "F")
    assert moved(posed(), "F", "T2").facing == 2, "one hexside is still free"


def test_it_goes_on_in_the_next_turn_and_leaves_as_ever() -> None:
    """or:7.34: from water into water one hex; out of it at the cost of the bank."""
    assert moved(posed(at="A3"), "F").spent == 4
    out = moved(posed(at="A4"), "F", "F")
    assert (str(out.hex), out.spent) == ("A6", 2)


@pytest.mark.parametrize(("card", "on"), [(TANK, True), (SWIMMER, False)])
def test_all_others_keep_out(card: str, on: bool) -> None:
    """or:7.34, na:4.5.1.1.2d: who is not amphibious, and everybody without the rule."""
    game = posed(card=card, on=on)
    with pytest.raises(IllegalOrder, match="prohibited"):
        moved(game, "F")
    assert not {str(h) for h in reachable(game.state, R1, None, Rate.CROSS_COUNTRY)} & WATER


def test_what_can_be_reached_is_what_may_be_moved() -> None:
    """or:7.34: water next to it alone, at the cost of the step, in reverse too and facing another way."""
    game = posed()
    reached = reachable(game.state, R1, None, Rate.CROSS_COUNTRY)
    found = reached[hex_from_id("A3")]
    assert (found.steps, found.cost, found.left) == (("F",), 4, 0)
    assert hex_from_id("A4") not in reached
    assert path_to(game.state, R1, None, Rate.CROSS_COUNTRY, hex_from_id("A3"), 2) == ("F", "T2")
    backwards = reachable(posed(facing="N").state, R1, None, Rate.CROSS_COUNTRY)[hex_from_id("A3")]
    assert (backwards.steps, backwards.cost) == (("R",), 4)
    assert moved(posed(facing="N"), "R").spent == 4
    assert hex_from_id("A3") not in reachable(posed(at="A1").state, R1, None, Rate.CROSS_COUNTRY)


def test_not_with_a_gun_in_tow() -> None:
    """or:7.34, min:20.10.3: nor aboard; a squad is no hindrance."""
    with pytest.raises(IllegalOrder, match="prohibited"):
        moved(carrying(posed(other=GUN)), "F")
    assert moved(carrying(posed()), "F").hex == hex_from_id("A3")


def test_streams_that_bar_it_and_streams_that_do_not() -> None:
    """or:7.34, or:7.36.3: an overflowing stream is water to it; in any other it drives, and may bog down."""
    assert moved(posed(at="C2"), "F", end=False).tally == (Reason("Stream", 4, "na:4.5.1.1.2a"),)
    flood = posed("overflowing-streams", "bogging-down", at="C2")
    assert moved(flood, "F").tally[0].rule == "or:7.34"
    assert afloat(flood.state, R1)
    assert bogging_down.bogs_to(flood.state, R1, Rate.CROSS_COUNTRY) is None
    with pytest.raises(IllegalOrder, match="overflows"):
        moved(posed("overflowing-streams", at="C2", card=TANK), "F")


def test_in_the_miniatures_edition_it_costs_twice_a_stream() -> None:
    """min:20.10: and is no whole move."""
    state = posed(edition="miniatures").state
    stream = state.tables.terrain["stream"].cost["T"]
    assert stream is not None
    reached = reachable(state, R1, None, Rate.CROSS_COUNTRY)
    assert reached[hex_from_id("A3")].cost == 2 * stream


# -- sinking ---------------------------------------------------------------------------------------


def struck(game: Game[PanzerState], *causes: Cause, indirect: bool = False) -> list[str]:
    """What follows from an attack, by the names of units that are lost; whatever else happens by its event."""
    told: list[str] = []
    for event in bail_out(game.state, R1, causes, SeededDice("x"), indirect=indirect):
        game.system.evolve(game.state, event)
        told += (event.unit, *event.aboard) if isinstance(event, VehicleSunk) else (event.name,)
    return told


@pytest.mark.parametrize("cause", [Cause.TRACK, Cause.DAMAGE])
def test_what_harms_it_sinks_it_with_all_aboard(cause: Cause) -> None:
    """or:7.34: eliminated, removed from play, and nobody bails out."""
    game = carrying(posed(at="A3"))
    assert struck(game, cause) == ["r1", "r2"]
    said = BOOK.report(game.state, VehicleSunk(unit=R1, aboard=(R2,), hex=hex_from_id("A3")))
    assert said is not None
    assert "sinks with all aboard" in said.text
    assert [game.state.units[u].presence for u in (R1, R2)] == [Presence.ELIMINATED] * 2
    assert not game.state.counters.wrecks


def test_what_does_no_damage_does_not() -> None:
    """or:7.34: its crew checks as ever (na:6.5.2.6)."""
    game = posed(at="A3")
    assert struck(game, Cause.NO_DAMAGE) == ["bail-out-checked"]
    assert game.state.units[R1].on_map


@pytest.mark.parametrize(("at", "on"), [("A2", True), ("C3", True), ("A3", False)])
def test_it_sinks_in_such_a_hex_alone(at: str, on: bool) -> None:
    """or:7.34: not on the bank, nor in a stream through which anybody drives."""
    game = posed(at=at, on=on)
    assert struck(game, Cause.TRACK) == ["bail-out-checked"]


def test_a_shot_that_knocks_it_out_leaves_no_wreck() -> None:
    """or:7.34, na:4.4.3.2.6b: removed from play."""
    game = carrying(posed(at="A3"))
    eliminate(game.state, R1, Wreck.BU)
    assert struck(game, Cause.BREW_UP) == ["r1", "r2"]
    assert not game.state.counters.wrecks
    assert not game.state.counters.brew_up_smoke(fresh=True)
    ashore = posed()
    eliminate(ashore.state, R1, Wreck.BU)
    assert struck(ashore, Cause.BREW_UP) == []
    assert ashore.state.counters.wrecks


def test_the_chances_say_so() -> None:
    """or:7.34: of Track Hits and Damage nothing is left; the crew checks for No Damage alone."""
    for at, sinks in (("A3", True), ("A2", False)):
        state = posed(at=at).state
        odds = ap_odds.shot_odds(state, Shot(G1, R1, 0), overwatch=False)
        harmed = odds.get(Result.TRACK_HIT, 0.0) + odds.get(Result.DAMAGE, 0.0)
        assert (harmed == 0.0) is sinks
        assert bails(state, R1, Cause.NO_DAMAGE) > 0.0
        assert (bails(state, R1, Cause.TRACK) == 0.0) is sinks


#: What sinks a vehicle afloat has no words of its own.
HARM = {
    "Track hit",
    "Track Hit",
    "Damage",
    "Damaged",
    "TURRET DMGD",
    "HULL DMGD",
    "Knock-Out",
    "Knocked Out",
    "Brew Up",
}


@pytest.mark.parametrize("edition", ["hex", "miniatures"])
@pytest.mark.parametrize("ammo", ["AP", "GP"])
@pytest.mark.parametrize("left_out", [None, Switch.ADVANCED_AP])
def test_the_panel_tells_one_chance_that_it_sinks(edition: str, ammo: str, left_out: Switch | None) -> None:
    """or:7.34, min:20.10.1: all that is told sums to 1, and whatever harms it afloat sinks it."""
    told = {}
    shot = Shot(G1, R1, 0, ammo)
    for at in ("A3", "A2"):
        state = posed(at=at, edition=edition).state
        if left_out is not None:
            state.scenario = evolve(state.scenario, switches=without(state.scenario.switches, (left_out,)))
        report = shots.kind_of(state, shot).report(state, (shot,), overwatch=False)
        told[at] = dict(report.outcomes)
        assert len(told[at]) == len(report.outcomes)
        assert sum(told[at].values()) == pytest.approx(1)
    assert not HARM & told["A3"].keys()
    assert HARM & told["A2"].keys()
    ashore = sum(chance for name, chance in told["A2"].items() if name in HARM)
    assert told["A3"]["sinks"] >= ashore > 0, "of crews that would have left it ashore some sink"


def test_the_panel_of_indirect_fire() -> None:
    """min:20.10.2: it sinks in the miniatures edition; by or:7.34 if it is harmed."""
    odds = {Result.NO_EFFECT: 0.5, Result.SUPPRESSED: 0.2, Result.TRACK: 0.1, Result.KNOCKED_OUT: 0.2}
    for edition, left in (("hex", {Result.NO_EFFECT: 0.5, Result.SUPPRESSED: 0.2}), ("miniatures", {})):
        state = posed(at="A3", edition=edition).state
        found = dict(water.outcomes(state, R1, odds, indirect=True))
        assert found.pop(Result.SUNK) == pytest.approx(1 - sum(left.values()))
        assert found == left
    assert water.outcomes(posed().state, R1, odds, indirect=True) is odds


def test_indirect_fire_sinks_it_in_the_miniatures_edition() -> None:
    """min:20.10.2: whatever comes of it; in the hex edition as any other."""
    assert struck(posed(at="A3", edition="miniatures"), indirect=True) == ["r1"]
    assert struck(posed(at="A3"), indirect=True) == []
