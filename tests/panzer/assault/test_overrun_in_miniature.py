"""Overruns and fire from vehicles in the miniatures edition: through the target, and with what passengers carry."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import branches
from core.event import UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.armament import armament
from core.panzer.assault import overrunning
from core.panzer.assault.events import OverrunResolved
from core.panzer.assault.face import report
from core.panzer.assault.orders import Overrun
from core.panzer.assault.overrun import overrun_odds, overrun_terms, parts, resolve, target_refusal
from core.panzer.chapters import BOOK
from core.panzer.course.events import StepBegun
from core.panzer.firing.transported_fire import fire_refusal
from core.panzer.gp.fire import gp_row, gp_terms, man_pack, weapon_refusal
from core.panzer.ground.positions import improved
from core.panzer.losses import shot_done
from core.panzer.movement import move
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, Spot, Suppression
from core.panzer.sight.spotting import eyes
from core.panzer.state import PanzerState
from core.replaced import replaced

VEHICLE, TARGET = UnitId("s1"), UnitId("g1")


def posed(
    *,
    rows: int = 8,
    at: str = "A5",
    step: str = "first-move",
    units: Any = (),
    card: str = "s16-t-34-85-m44",
    edition: str = "miniatures",
    counters: Any = (),
    **more: Any,
) -> PanzerState:
    """A T-34/85 south of a half-squad in Scrub, which it has spotted."""
    grid = ["s" if f"A{row}" == at else "." for row in range(1, rows + 1)]
    stated = {
        "edition": edition,
        "modules": ["advanced"],
        "board": {"grid": "\n".join(grid)},
        "counter": list(counters),
        "unit": [
            {"id": VEHICLE, "card": card, "hex": "A7", "facing": "N", "command": "MOVE", **more},
            {"id": TARGET, "card": "g85-rifle-squad-1-2-squad", "hex": at, "size": "half"},
            *units,
        ],
        "situation": {"step": step, "first": "soviet"},
    }
    return situation(stated, "x", "x", "x.toml").start.copy()


def test_it_needs_the_allowance_to_drive_out_again() -> None:
    """min:16.11.1.1: to enter is not enough."""
    order = Overrun(unit=VEHICLE, target=TARGET, step="F", rate=Rate.CROSS_COUNTRY)
    for kept, rule in ((11, None), (2, "min:16.11.1.1")):
        state = posed(at="A6")
        begun = move.begin(state, VEHICLE, Rate.CROSS_COUNTRY)
        assert move.remaining(state, begun) == 11
        state.moves = replaced(state.moves, active=replaced(begun, spent=11 - kept))
        refused = overrunning.step_refusal(state, order)
        assert (refused.rule if refused is not None else None) == rule


@pytest.mark.parametrize(("edition", "refused"), [("miniatures", False), ("hex", True)])
def test_an_improved_position_saves_nobody(edition: str, refused: bool) -> None:
    """min:16.11.1: any dismounted leg or towed unit is Overrun, where na:6.1.4.3.7a spares who is in a position."""
    state = posed(at="A6", edition=edition, counters=[{"kind": "improved-position", "hexes": "A6", "units": [TARGET]}])
    assert improved(state, state.units[TARGET]) is not None
    found = target_refusal(state, state.units[VEHICLE], TARGET)
    assert (found is not None) is refused
    order = Overrun(unit=VEHICLE, target=TARGET, step="F", rate=Rate.CROSS_COUNTRY)
    assert overrunning.step_refusal(state, order) is None


def resolved(state: PanzerState, result: Result) -> None:
    """An Overrun with a result, told as it is played."""
    at = state.units[TARGET].hex
    assert at is not None
    state.moves = replaced(state.moves, active=move.begin(state, VEHICLE, Rate.CROSS_COUNTRY))
    state.change(VEHICLE, hex=at)
    terms = overrun_terms(state, VEHICLE, TARGET)
    BOOK.evolve(
        state,
        OverrunResolved(
            unit=VEHICLE,
            target=TARGET,
            hex=at,
            gp=terms.gp,
            parts=terms.parts,
            defense=1,
            n_effect=0,
            s_effect=0,
            net=0,
            total=0,
            result=result,
            short=False,
            rolls=(),
            tally=(),
        ),
    )


def test_it_may_not_stay_where_it_has_overrun() -> None:
    """min:16.11.1: it drives through, even if nobody is left."""
    state = posed()
    resolved(state, Result.ELIMINATED)
    assert state.moves.active is not None
    refused = move.may_end_here(state, state.moves.active)
    assert refused is not None
    assert refused.rule == "min:16.11.1"
    with pytest.raises(IllegalOrder):
        move.check_move(state, VEHICLE, Rate.CROSS_COUNTRY, (), end=True)
    move.check_move(state, VEHICLE, Rate.CROSS_COUNTRY, ("F",), end=True)


@pytest.mark.parametrize(("result", "left"), [(Result.NO_EFFECT, Suppression.OFF), (Result.SUPPRESSED, Suppression.ON)])
def test_only_a_suppressed_result_renews_a_suppression(result: Result, left: Suppression) -> None:
    """min:16.11.4.1: SUPPRESSED OFF stays what it is if nothing comes of the attack."""
    state = posed()
    state.change(TARGET, suppression=Suppression.OFF)
    resolved(state, result)
    assert state.units[TARGET].suppression is left


def test_the_worked_example() -> None:
    """min:16.11.5, MIN-16.11.5-a: GP Factor 6 at P; Coax MG +10, Overrun +20; an earlier Damage -20 (min:16.11.3.1)."""
    state = posed()
    state.change(VEHICLE, hex=hex_from_id("A5"))
    terms = overrun_terms(state, VEHICLE, TARGET)
    assert (terms.gp, terms.strike.source.factor.name) == (6, "P")
    found = {reason.rule: reason.amount for reason in terms.strike.tally.reasons}
    assert (found["min:16.7.2.20"], found["min:16.7.2.16"]) == (10, 20)
    state.change(VEHICLE, damaged=True)
    found = {reason.rule: reason.amount for reason in overrun_terms(state, VEHICLE, TARGET).strike.tally.reasons}
    assert found["min:16.7.2.7"] == -20


def test_its_odds_are_those_of_the_play() -> None:
    """min:16.1.2.2.2, na:5.16.2b: ammunition runs short from its limit on, as the panel says, too."""
    state = posed(card="s24-is-2m-m44")
    terms = overrun_terms(state, VEHICLE, TARGET)
    assert terms.limited == (0,)
    played: dict[Result, float] = {}
    for share, (outcome, *_) in branches(lambda dice: resolve(state, VEHICLE, terms, dice)):
        played[outcome.result] = played.get(outcome.result, 0.0) + share
    assert overrun_odds(state, VEHICLE, TARGET) == pytest.approx(played)
    told = report(state, state.units[VEHICLE].side, (f"overrun:{VEHICLE}", TARGET))
    assert told is not None
    assert any("runs short from 7 on a d10" in row.text for row in told.rows)


def loaded(command: str = "N/C", step: str = "first-fire") -> PanzerState:
    """A half-track with a squad that carries much, and an enemy squad ahead of it."""
    carried = ["g87-pzb-39-atr", "g87-rpzb-34-54", "g-flamethrower"]
    riders = [
        {"id": "g5", "card": "g43-spw-251-1", "hex": "A8", "facing": "N", "command": command},
        {"id": "g6", "card": "g85-rifle-squad-1-2-squad", "riding": "g5", "attached": carried},
        {"id": "s9", "card": "s57-rifle-squad-1-2-squad", "hex": "A7"},
    ]
    state = posed(at="A1", step=step, units=riders)
    state.change(VEHICLE, hex=hex_from_id("A3"))
    return state


RIDER, NEAR = UnitId("g6"), UnitId("s9")


def test_what_passengers_carry_counts_in_an_overrun() -> None:
    """min:16.11.2.1: but for mortars, HMGs and flamethrowers; in the hex edition none of it does."""
    state = loaded()
    own = [name for name, _ in parts(state, UnitId("g5"))]
    bare = posed(units=[{"id": "g5", "card": "g43-spw-251-1", "hex": "A8"}])
    weapons = [mounted for mounted in armament(state, RIDER) if mounted.weapon.gp is not None and not man_pack(mounted)]
    assert len(own) == len(parts(bare, UnitId("g5"))) + len(weapons)
    assert len(weapons) > 1


def test_passengers_fire_what_is_attached_to_them() -> None:
    """min:16.12, min:16.12.1: hand-held weapons too, not flamethrowers; with every order of the vehicle but MOVE."""
    state = loaded()
    rider, near = state.units[RIDER], state.units[NEAR]
    for at, mounted in enumerate(armament(state, RIDER)):
        if gp_row(mounted) is not None:
            assert (weapon_refusal(state, rider, near, at, overwatch=False) is None) is not man_pack(mounted)
    for command, fires in (("FIRE", True), ("SHORT HALT", True), ("MOVE", False)):
        state = loaded(command)
        assert (fire_refusal(state, state.units[RIDER], overwatch=False) is None) is fires


def test_who_is_to_dismount_does_not_fire_first() -> None:
    """min:17.2.8.2, min:16.12.1: a passenger needs no order to fire, but one that has MOVE carries that out."""
    state = loaded()
    assert fire_refusal(state, state.units[RIDER], overwatch=False) is None
    state.change(RIDER, command=Command.MOVE)
    refused = fire_refusal(state, state.units[RIDER], overwatch=False)
    assert refused is not None
    assert refused.rule == "min:17.2.8.2"


def test_transported_fire_costs_ten_and_marks_the_vehicle() -> None:
    """min:16.12.5, min:16.12.6: -10 for GP, -3 for AP; the vehicle is marked SPOT (MOVE) for Small Arms."""
    state = loaded()
    terms = gp_terms(state, Shot(RIDER, NEAR, 0, GP), overwatch=False)
    found = {reason.rule: reason.amount for reason in terms.strikes[0].tally.reasons}
    assert found["min:16.7.2.17"] == -10
    assert state.tables.ap_hit_modifiers["transported-fire"] == -3
    shot_done(state, RIDER, small_arms=True)
    BOOK.evolve(state, StepBegun(step="overwatch"))
    assert state.units[UnitId("g5")].spot is Spot.MOVE
    kept = loaded()
    kept.change(UnitId("g5"), spot=Spot.FIRE)
    shot_done(kept, RIDER, small_arms=True)
    BOOK.evolve(kept, StepBegun(step="overwatch"))
    assert kept.units[UnitId("g5")].spot is Spot.FIRE


def test_passengers_see_as_a_vehicle_does() -> None:
    """min:16.12.2: by the Vehicle row of the Spotting Ranges Table; on foot by the other."""
    state = loaded()
    assert eyes(state, state.units[RIDER]).vehicle
    assert not eyes(state, state.units[TARGET]).vehicle
