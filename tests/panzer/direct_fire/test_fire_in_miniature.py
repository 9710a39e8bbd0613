"""Direct and Overwatch Fire of the miniatures edition: orders in error, fire at wrecks, who answers when (min:8.1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve as changed

from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.adjustment import pivots
from core.panzer.ap import odds, reach
from core.panzer.ap.events import ApShotFired, ApShotResolved
from core.panzer.ap.terms import ap_terms
from core.panzer.chapters import BOOK
from core.panzer.command.placing import command_refusal
from core.panzer.course.events import StepBegun
from core.panzer.direct_fire.events import FireWasted
from core.panzer.direct_fire.step import resolve_next
from core.panzer.movement.move import check_move
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.ap.in_miniature import SHOOTER, SU_85, TARGET, posed

SOVIET, GERMAN = SideId("soviet"), SideId("german")
S2, G2 = UnitId("s2"), UnitId("g2")


def beside(id_: str, card: str, hex_: str, **more: Any) -> dict[str, Any]:
    """One more unit."""
    side = "soviet" if id_.startswith("s") else "german"
    facing = "N" if side == "soviet" else "S"
    return {"id": id_, "card": card, "side": side, "hex": hex_, "facing": facing, **more}


# -- orders in error -----------------------------------------------------------------------------------


def test_an_order_that_cannot_be_executed_is_refused() -> None:
    """min:6.1.3: FIRE and SHORT HALT without a spotted target are not given in the first place."""
    state = posed(range_=7)
    unit = state.units[SHOOTER]
    assert command_refusal(state, unit, Command.FIRE) is None
    state.sighted = {}
    for command in (Command.FIRE, Command.SHORT_HALT):
        assert command_refusal(state, unit, command) is not None


# -- fire that was announced -----------------------------------------------------------------------------


def announced(*shooters: UnitId, **stated: Any) -> PanzerState:
    """The situation of a target with shots announced at it."""
    state = posed(gun=SU_85, others=(beside("s2", SU_85, "D8", command="FIRE"),), **stated)
    state.fire = replaced(state.fire, announced=tuple(Shot(s, TARGET) for s in shooters))
    return state


def resolved(state: PanzerState, *dice: int) -> list[Event]:
    """The events of all announced shots, with these rolls."""
    scripted, found = ScriptedDice(list(dice)), list[Event]()
    while state.fire.announced:
        for event in resolve_next(state, scripted):
            BOOK.evolve(state, event)
            found.append(event)
    assert not scripted.results
    return found


#: Rolls for the location of a hit by an SU-85 that do so.
KNOCKS_OUT, BURNS, TRACKS = 58, 50, 1


def test_announced_fire_goes_on_at_a_wreck_until_it_burns() -> None:
    """min:8.3.1: a KO may become a BU; tracks and damage of a wreck are no matter."""
    state = announced(SHOOTER, S2)
    events = resolved(state, 1, KNOCKS_OUT, 1, BURNS)
    assert [type(e) for e in events] == [ApShotFired, ApShotResolved] * 2
    assert state.units[TARGET].fate is Wreck.BU
    assert state.counters.wrecks[hex_from_id("E1")] is Wreck.BU
    state = announced(SHOOTER, S2)
    *_, last = resolved(state, 1, KNOCKS_OUT, 1, TRACKS)
    assert isinstance(last, ApShotResolved)
    assert [hit.result for hit in last.hits] == [Result.NO_EFFECT]
    assert (state.units[TARGET].fate, state.units[TARGET].track_hit) == (Wreck.KO, False)


def test_fire_at_what_burns_is_wasted() -> None:
    """min:8.3.1: its unit has fired, and turns to nobody else."""
    state = announced(SHOOTER, S2)
    *_, last = resolved(state, 1, BURNS)
    assert last == FireWasted(shooter=S2, target=TARGET)
    assert state.units[S2].fired
    assert reach.target_refusal(state, state.units[S2], state.units[TARGET], overwatch=False) is not None


def test_the_odds_know_that_wrecks_burn() -> None:
    """min:8.3.1: of a knocked-out share, each further shot burns what it would burn of a stationary target."""
    state = announced()
    shots = [Shot(SHOOTER, TARGET), Shot(S2, TARGET)]
    one, both = (odds.batch_odds(state, batch, overwatch=False) for batch in (shots[:1], shots))
    burns = odds.shot_odds(state, shots[1], overwatch=False)[Result.BREW_UP]
    spared = 1 - sum(one[r] for r in (Result.KNOCKED_OUT, Result.BREW_UP))
    assert both[Result.BREW_UP] >= one[Result.BREW_UP] + one[Result.KNOCKED_OUT] * burns
    assert both[Result.BREW_UP] <= one[Result.BREW_UP] + (one[Result.KNOCKED_OUT] + spared) * 2 * burns
    assert sum(both.values()) == pytest.approx(1)


def test_tracks_that_were_hit_make_a_vehicle_stationary_from_the_next_step_on() -> None:
    """min:8.4.5.3.1: fire of the same step still counts its MOVE; it moves no more."""
    state = announced(SHOOTER, command="MOVE", face="shown")
    moving = ap_terms(state, Shot(S2, TARGET), overwatch=False).net
    resolved(state, 1, TRACKS)
    assert state.units[TARGET].track_hit
    assert ap_terms(state, Shot(S2, TARGET), overwatch=False).net == moving
    BOOK.evolve(state, StepBegun(step="second-fire"))
    assert ap_terms(state, Shot(S2, TARGET), overwatch=False).net == moving + 2
    assert not pivots.may_pivot(state, state.units[TARGET])
    with pytest.raises(IllegalOrder):
        check_move(state, TARGET, Rate.CROSS_COUNTRY, ("F",), end=True)


@pytest.mark.parametrize(("range_", "reached"), [(1, False), (2, False), (3, True)])
def test_minimum_ranges_hold_in_the_basic_game(range_: int, reached: bool) -> None:
    """min:4.5.2: no fire at a range below what the card says; without that an adjacent target is near enough."""
    state = posed(range_=range_)
    assert not state.scenario.switches
    shooter, target = state.units[SHOOTER], state.units[TARGET]
    assert reach.reach_refusal(state, shooter, target, 0, "AP") is None
    card = state.card(SHOOTER)
    weapon = changed(card.weapons[0].weapon, min_range=3)
    with_minimum = changed(card, weapons=(changed(card.weapons[0], weapon=weapon), *card.weapons[1:]))
    member = changed(state.scenario.by_id[SHOOTER], card=with_minimum)
    units = tuple(member if one.id == SHOOTER else one for one in state.scenario.units)
    state.scenario = changed(state.scenario, units=units)
    assert (reach.reach_refusal(state, shooter, target, 0, "AP") is None) == reached


def test_no_fire_beyond_column_e() -> None:
    """min:4.5.2, min:4.5.1: the last range of the ammunition's row, in inches."""
    row = posed().card(SHOOTER).weapons[0].weapon.basic_ap
    assert row is not None
    for range_ in (row.range[-1], row.range[-1] + 1):
        state = posed(range_=range_)
        refused = reach.reach_refusal(state, state.units[SHOOTER], state.units[TARGET], 0, "AP")
        assert (refused is None) == (range_ == row.range[-1])
