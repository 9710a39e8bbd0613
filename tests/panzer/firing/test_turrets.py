"""or:7.8: turrets have a facing of their own, by which they fire and are hit; tanks are open or Buttoned Up."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder, Order
from core.panzer.adjustment.orders import AdjustTurret
from core.panzer.ap.modifiers import ap_tally
from core.panzer.ap.reach import refusal
from core.panzer.ap.terms import ap_terms
from core.panzer.assault.close_assault import close_assault_tally
from core.panzer.chapters import BOOK
from core.panzer.direct_fire.orders import OverwatchFire
from core.panzer.face.cards import unit_card
from core.panzer.firing.events import TurretTurned
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.fire import strike_odds
from core.panzer.movement.orders import Move, TurnTurret
from core.panzer.opponent.cover import turret
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.gp import GpSource
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, Unit
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.sequence import steps
from core.panzer.sight.face import marks
from core.panzer.sight.spotting import spots, spotter_tally
from core.panzer.sight.turrets import looks, turns
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.secrecy import view
from core.step_end import FinishStep
from core.tally import Tally

GERMAN, SOVIET = SideId("german"), SideId("soviet")
TANK, GUN, FOE = UnitId("g1"), UnitId("g2"), UnitId("s1")
SHOT = Shot(TANK, FOE)


def posed(*, on: bool = True, step: str = "first-fire", foe: str = "C2", **tank: Any) -> PanzerState:
    """A PzKpfw IV in C6 that faces N, a StuG beside it, a T-34/85."""
    stated: dict[str, Any] = {
        "modules": ["advanced-ap", "gp-fire", "close-combat", "grades", *(["turrets"] if on else [])],
        "board": {"grid": "\n".join([". . . . ."] * 9)},
        "unit": [
            {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "C6", "facing": "N", "command": "FIRE", **tank},
            {"id": "g2", "card": "g29-stug-iii-g", "hex": "C6", "facing": "N", "command": "N/C"},
            {"id": "g3", "card": "g85-rifle-squad-1-2-squad", "hex": "C6"},
            {"id": "s1", "card": "s16-t-34-85-m44", "hex": foe, "facing": "S", "command": "N/C"},
        ],
        "situation": {"step": step, "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def unit(state: PanzerState, id_: UnitId = TANK) -> Unit:
    return state.units[id_]


def play(state: PanzerState, side: SideId, order: Order, *dice: int) -> list[Event]:
    """An order and what follows by itself."""
    BOOK.refuse(state, side, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, side, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            BOOK.report(state, event)
            found.append(event)
    return found


# -- fire (or:7.8, or:7.8.4) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("turret", "on", "rule"), [(0, True, ""), (3, True, "or:7.8"), (3, False, "")])
def test_a_turret_fires_ahead_of_itself(turret: int, on: bool, rule: str) -> None:
    state = posed(on=on)
    state.change(TANK, turret=turret)
    found = refusal(state, SHOT, overwatch=False)
    assert ("or:7.8" if found is not None and found.rule == "or:7.8" else "") == rule


def test_it_turns_with_the_hull_for_nothing() -> None:
    state = posed()
    state.change(TANK, turret=1)
    assert looks(state, unit(state)) == 1
    state.change(TANK, facing=2)
    assert looks(state, unit(state)) == 3
    assert looks(state, unit(state, GUN)) == 0, "a gun in the hull looks ahead"


def test_on_overwatch_it_reaches_as_far_as_it_turns_and_stays_there() -> None:
    state = posed(step="overwatch", command="OVERWATCH")
    state.change(TANK, turret=1)
    assert turns(state, unit(state)) == 2
    assert {r.label for r in ap_tally(state, SHOT, None, overwatch=True).reasons} >= {"Overwatch Adjust"}
    state.change(TANK, turret=3)
    far = refusal(state, SHOT, overwatch=True)
    assert far is not None
    assert far.rule == "or:7.8", "two hexsides do not bring it round"


def test_it_has_fired_before_it_is_seen_to_have_turned() -> None:
    """or:7.8.4: the modifier is -3, and the turret stays at the new facing."""
    state = posed(step="first-move", command="OVERWATCH", foe="C3")
    state.change(TANK, turret=1)
    state.change(FOE, command=Command.MOVE)
    state = _phasing(state)
    play(state, SOVIET, Move(unit=FOE, rate=Rate.CROSS_COUNTRY, steps=("F",), end=False))
    assert state.fire.window is not None
    events = play(state, GERMAN, OverwatchFire(target=FOE, shots=(SHOT,)), 100)
    (turned,) = [event for event in events if isinstance(event, TurretTurned)]
    assert turned.by == 0
    assert looks(state, unit(state)) == 0
    fired = next(event for event in events if type(event).__name__ == "ApShotFired")
    assert -3 in [reason.amount for reason in fired.tally if reason.label == "Overwatch Adjust"]


def _phasing(state: PanzerState) -> PanzerState:
    """The same with the Soviets as the player who moves."""
    state.commands = replaced(state.commands, first_player=SOVIET)
    return state


# -- turning (or:7.8.1) -----------------------------------------------------------------------------------------


def test_it_turns_in_a_step_of_its_own_by_its_tt_factor() -> None:
    state = posed(step="turrets")
    play(state, GERMAN, AdjustTurret(unit=TANK, facing=2, buttoned=True))
    assert (unit(state).turret, unit(state).buttoned) == (0, False), "not before both have ended the step"
    assert TANK not in view(state, SOVIET).adjustment.turrets
    with pytest.raises(IllegalOrder, match="2 hexsides"):
        BOOK.refuse(state, GERMAN, AdjustTurret(unit=TANK, facing=3))
    play(state, GERMAN, FinishStep())
    play(state, SOVIET, FinishStep())
    assert (unit(state).turret, unit(state).buttoned) == (2, True)


@pytest.mark.parametrize(
    ("changes", "most"), [({}, 2), ({"turret_damaged": True}, 1), ({"hull_damaged": True}, 1), ({"track_hit": True}, 2)]
)
def test_how_far_it_turns(changes: dict[str, Any], most: int) -> None:
    state = posed()
    state.change(TANK, **changes)
    assert turns(state, unit(state)) == most
    assert turns(state, unit(state, GUN)) == 0
    assert turns(posed(on=False), unit(state)) == 0


def test_a_gun_in_the_hull_has_hatches_alone() -> None:
    """or:7.8.3."""
    state = posed(step="turrets")
    play(state, GERMAN, AdjustTurret(unit=GUN, facing=0, buttoned=True))
    with pytest.raises(IllegalOrder, match="0 hexsides"):
        BOOK.refuse(state, GERMAN, AdjustTurret(unit=GUN, facing=1))


def test_during_a_move_it_turns_by_its_tt_factor_in_all() -> None:
    state = posed(step="first-move", command="MOVE", foe="A1")
    with pytest.raises(IllegalOrder, match="not moving"):
        BOOK.refuse(posed(step="first-move", command="FIRE"), GERMAN, TurnTurret(unit=TANK, facing=1))
    play(state, GERMAN, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=("F",), end=False))
    assert "turn-turret:g1" in [choice.pick for choice in BOOK.offers(state, GERMAN, ()).options]
    made = BOOK.made(state, GERMAN, ("turn-turret:g1", "1"))
    assert made == TurnTurret(unit=TANK, facing=1)
    play(state, GERMAN, made)
    assert looks(state, unit(state)) == 1
    with pytest.raises(IllegalOrder, match="1 hexsides"):
        BOOK.refuse(state, GERMAN, TurnTurret(unit=TANK, facing=3))
    play(state, GERMAN, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=("F",), end=False))
    play(state, GERMAN, TurnTurret(unit=TANK, facing=2))
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, GERMAN, TurnTurret(unit=TANK, facing=1))


@pytest.mark.parametrize("on", [True, False])
def test_a_move_may_begin_with_a_turn_of_the_turret(on: bool) -> None:
    """or:7.8.1: as it moves, in its first hex too; the turn counts against its TT Factor and may be answered."""
    state = posed(on=on, step="first-move", command="MOVE", foe="C1")
    state.change(FOE, command=Command.OVERWATCH)
    menu = {choice.pick for choice in BOOK.offers(state, GERMAN, ("move:g1",)).options}
    assert ("turret" in menu) is on
    if not on:
        return
    ways_ = {choice.pick for choice in BOOK.offers(state, GERMAN, ("move:g1", "turret")).options}
    assert ways_ == {"1", "2", "4", "5"}, "by its TT Factor of 2"
    with pytest.raises(IllegalOrder):
        BOOK.made(state, GERMAN, ("move:g1", "turret"))
    made = BOOK.made(state, GERMAN, ("move:g1", "turret", "1"))
    assert made == TurnTurret(unit=TANK, facing=1)
    found = play(state, GERMAN, made)
    assert [event.name for event in found][:3] == ["command-revealed", "move-begun", "turret-turned"]
    assert state.fire.window is not None, "it may be answered"
    state.fire = replaced(state.fire, window=None)
    with pytest.raises(IllegalOrder, match="1 hexsides"):
        BOOK.refuse(state, GERMAN, TurnTurret(unit=TANK, facing=3))
    menu = {choice.pick for choice in BOOK.offers(state, GERMAN, ("move:g1",)).options}
    assert "turret" not in menu, "its move has begun"
    play(state, GERMAN, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=("F",), end=False))


def test_the_step_is_there_with_the_rule_alone() -> None:
    ids = {on: [s.id for s in steps(posed(on=on).scenario.switches)] for on in (True, False)}
    assert "turrets" in ids[True]
    assert "turrets" not in ids[False]


# -- hits (or:7.8.2) -----------------------------------------------------------------------------------------------


def test_a_turret_is_hit_by_its_own_hit_angle() -> None:
    """A shot at the side of the hull meets the front of a turret that looks at the gun; the hull is as ever."""
    state = posed(foe="C2")
    state.change(FOE, facing=1, turret=2)
    (angle,) = ap_terms(state, SHOT, overwatch=False).plates
    plate = ap_terms(state, SHOT, overwatch=False).plates[angle]
    assert angle is HitAngle.REAR_SIDE
    assert plate.turret is HitAngle.FRONT
    without = ap_terms(posed_like(state), SHOT, overwatch=False).plates[angle]
    for where, armor, before, thin in zip(plate.locations, plate.armor, without.locations, without.armor, strict=True):
        if before[0] != "T" or before == "TK":
            assert (where, armor) == (before, thin)
        else:
            assert (where, armor) == ("TF", 21)


def posed_like(state: PanzerState) -> PanzerState:
    """The same position without the rule."""
    other = posed(on=False)
    for one in state.units.values():
        other.put(one)
    return other


def test_a_turret_that_looks_ahead_changes_nothing() -> None:
    state = posed()
    assert ap_terms(state, SHOT, overwatch=False).plates == ap_terms(posed_like(state), SHOT, overwatch=False).plates


# -- open and Buttoned Up (or:7.8.3) ----------------------------------------------------------------------------------


def test_who_is_buttoned_up_sees_ahead_of_the_turret_alone_and_less() -> None:
    state = posed(foe="C3")
    assert spots(state, TANK, FOE)
    state.change(TANK, buttoned=True, turret=3)
    assert not spots(state, TANK, FOE)
    state.change(TANK, turret=0)
    assert spots(state, TANK, FOE)
    assert [r.amount for r in spotter_tally(state, TANK).reasons] == [-1]
    state.change(GUN, buttoned=True, facing=3)
    assert not spots(state, GUN, FOE), "without a turret it looks ahead of its hull"


@pytest.mark.parametrize(("buttoned", "result"), [(False, Result.TURRET), (True, Result.SUPPRESSED)])
@pytest.mark.parametrize("small_arms", [False, True])
def test_gp_fire_damages_an_open_one_that_it_would_suppress(buttoned: bool, result: Result, small_arms: bool) -> None:
    state = posed()
    state.change(FOE, buttoned=buttoned)
    source = GpSource(8, RangeFactor.P, 1, small_arms=small_arms)
    met = gp_strike.strike_at(state, source, FOE, Tally())
    dice = [97, 1] if not buttoned else [97]
    assert gp_strike.resolve(state, met, ScriptedDice(dice)).result is result


def test_the_panel_tells_an_open_one_from_one_that_is_buttoned_up() -> None:
    """or:7.8.3: of two like tanks the odds are those of each, whichever was asked first."""
    source = GpSource(12, RangeFactor.P, 1, small_arms=False)
    state = posed()
    strike = gp_strike.strike_at(state, source, FOE, Tally())
    as_open = strike_odds(state, strike)
    state.change(FOE, buttoned=True)
    closed = strike_odds(state, strike)
    assert Result.HULL in as_open
    assert Result.HULL not in closed
    assert closed[Result.SUPPRESSED] > as_open[Result.SUPPRESSED]


def test_an_open_one_is_easier_to_assault() -> None:
    """na:6.6.1.1.2k, or:7.8.3: +10 against an A-Type that is open."""
    totals = {}
    for buttoned in (False, True):
        state = posed()
        state.change(FOE, buttoned=buttoned)
        attack = Attack(UnitId("g3"), (), state.board.hex("C3"))
        totals[buttoned] = close_assault_tally(state, attack, FOE, advanced=False, moving=False).total
    assert totals[False] - totals[True] == 10


# -- shown -------------------------------------------------------------------------------------------------------------


def test_a_card_and_a_counter_show_it() -> None:
    state = posed()
    state.change(TANK, turret=1, buttoned=True)
    told = repr(unit_card(state, unit(state)))
    assert "turns by 2" in told
    assert "Buttoned Up" in told
    assert {"turret", "buttoned-up"} <= {mark.id for mark in marks(state, unit(state))}
    assert "turns by" not in repr(unit_card(posed(on=False), unit(posed(on=False))))


def test_a_computer_player_turns_towards_the_enemy() -> None:
    state = posed(step="turrets", foe="C9")
    order = turret(state, GERMAN)
    assert isinstance(order, AdjustTurret)
    assert order.unit == TANK
    assert order.facing in (2, 4)
    assert not order.buttoned
    play(state, GERMAN, order)
    assert turret(state, GERMAN) == FinishStep()
