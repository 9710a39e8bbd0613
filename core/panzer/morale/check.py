"""The Morale Check, and recovery from Break and Hesitation (or:7.1.4, or:7.1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import Event, UnitId
from core.hexes import distance
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.firing import inquiry
from core.panzer.formations.control import stands
from core.panzer.ground.cover import combat_cover_of
from core.panzer.morale import chain, cohesion
from core.panzer.morale.events import BreakRecoveryChecked, HesitationRemoved, MoraleChecked, MoraleChecksMade
from core.panzer.morale.tank_fright import fears_tanks
from core.panzer.morale.triggers import complete
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.inquiry import Fact, FactKind
from core.panzer.pieces.morale import FORCED, FRIGHT, NORMAL, Cause, MoraleResult, Trigger
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Presence, Shaken, Unit
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed


@frozen(eq=False, repr=False)
class Checked(Alike):
    """A unit as the modifiers of its check see it. amounts: by id; enemies: distances to those that it spots."""

    state: PanzerState
    unit: Unit
    grade: Grade
    forced: bool
    ordered: bool
    cover: Cover
    enemies: tuple[int, ...]
    amounts: Mapping[str, int]


def _grade(at: Checked) -> Iterable[Reason]:
    yield Reason(f"{at.grade.value} Unit Grade", at.amounts[at.grade.value.casefold()], "or:7.1.4")


def _led(at: Checked) -> bool:
    return chain.led(at.state, at.unit.id)


def _broken_near(at: Checked) -> bool:
    return chain.broken_near(at.state, at.unit.id)


def _spotted(at: Checked) -> Iterable[Reason]:
    """Enemies close by, and farther off; in the miniatures edition not both (min:20.1.1.3.13)."""
    facts = at.state.edition.optional
    near = facts.enemies_close
    close = any(far <= near for far in at.enemies)
    if close:
        yield Reason(f"spotted enemy within {near}", at.amounts["enemy-near"], "or:7.1.4")
    if any(far > near for far in at.enemies) and not (close and facts.enemies_count_once):
        yield Reason(f"spotted enemy at {near + 1} to {facts.enemies_near}", at.amounts["enemy-far"], "or:7.1.4")


#: The modifiers of a Morale Check, in the order in which they are told; all are cumulative (or:7.1.4).
BREAK_POINT: Final[tuple[Line[Checked], ...]] = (
    Varying(_grade),
    Modifier("light", "in Light Cover", "min:20.1.1.3.7", lambda at: at.cover is Cover.LIGHT),
    Modifier("medium", "in Medium Cover", "or:7.1.4", lambda at: at.cover is Cover.MEDIUM),
    Modifier("heavy", "in Heavy Cover", "or:7.1.4", lambda at: at.cover is Cover.HEAVY),
    Modifier("command", "command unit in range", "or:7.1.4", _led),
    Modifier("suppressed", "Suppressed", "or:7.1.4", lambda at: at.unit.suppressed),
    Modifier("damaged", "Damaged", "or:7.1.4", lambda at: at.unit.hurt),
    Modifier("forced", "Forced Morale Check", "or:7.1.4", lambda at: at.forced),
    Modifier("broken-near", "Broken unit of its formation in range", "or:7.1.4", _broken_near),
    Varying(_spotted),
    Modifier("order", "command other than N/C", "or:7.1.4", lambda at: at.ordered),
)


def check_tally(
    state: PanzerState, unit_id: UnitId, *, forced: bool, recovering: bool = False, fright: bool = False
) -> Tally:
    """The modifiers of a Morale Check, or of a recovery from Break (or:7.1.4, or:7.1.6.2; min:20.1.1.3 to
    min:20.1.1.3.2, min:20.1.1.5, min:20.1.2.2.1 to min:20.1.2.2.4).

    fright: of Tank Fright, where it does not matter how near the enemy is (or:7.6).
    """
    unit, tables = state.units[unit_id], state.advanced.morale
    amounts = tables.recovery if recovering else tables.modifiers
    checked = Checked(
        state=state,
        unit=unit,
        grade=unit_grade(state, unit_id),
        forced=forced,
        ordered=inquiry.has_order(state, unit),
        cover=combat_cover_of(state, unit) if unit.on_map else Cover.NONE,
        enemies=() if fright else _enemies(state, unit),
        amounts=amounts,
    )
    return summed(BREAK_POINT, checked, amounts, state.scenario.switches)


def _enemies(state: PanzerState, unit: Unit) -> tuple[int, ...]:
    """How far away, in hexes, the enemies are that a unit itself spots now, as far as that counts (or:7.1.4,
    min:20.1.1.3.12)."""
    here = stands(state, unit.id)
    if here is None:
        return ()
    apart = ((other, distance(here, other.hex)) for other in _opponents(state, unit) if other.hex is not None)
    return tuple(
        far for other, far in apart if far <= state.edition.optional.enemies_near and spots(state, unit.id, other.id)
    )


def _opponents(state: PanzerState, unit: Unit) -> Iterator[Unit]:
    return state.of(state.scenario.enemy(unit.side))


def ends(state: PanzerState, unit: UnitId) -> tuple[int, int]:
    """The highest net results of Break and of Hesitation of the nation of a unit; without a date its first row counts
    (or:7.1.4a)."""
    side = state.scenario.side(state.units[unit].side)
    return state.advanced.morale.ends(side.nation, int(state.scenario.date[:4] or 0))


def result_of(total: int, broken: int, hesitates: int) -> MoraleResult:
    """What a net result means: low is bad (or:7.1.4a)."""
    if total <= broken:
        return MoraleResult.BREAK
    return MoraleResult.HESITATION if total <= hesitates else MoraleResult.UNAFFECTED


def holds(state: PanzerState, unit: UnitId, target: UnitId) -> float:
    """The chance that a unit carries out an attack on foot: less than 1 only for Tank Fright (or:7.6)."""
    if not fears_tanks(state, unit) or not isinstance(state.card(target), VehicleCard):
        return 1.0
    _, hesitates = ends(state, unit)
    highest = hesitates - check_tally(state, unit, forced=True, fright=True).total
    return 1 - min(100, max(0, highest)) / 100


# -- checks ----------------------------------------------------------------------------------------


def _called_for(state: PanzerState, triggers: Iterable[Trigger]) -> Iterator[tuple[UnitId, Cause, bool]]:
    """Who is checked, for what, and whether it is Forced: once each, whatever comes together (or:7.1.2, or:7.1.3)."""
    seen: set[UnitId] = set()
    for trigger in triggers:
        if trigger.unit in seen or not may_check(state, trigger.unit):
            continue
        forced = trigger.cause in FRIGHT or not cohesion.worn_down(state, trigger.unit)
        if trigger.cause in _rules(forced) and not (forced and _is_spared(state, trigger)):
            seen.add(trigger.unit)
            yield trigger.unit, trigger.cause, forced


def _is_spared(state: PanzerState, trigger: Trigger) -> bool:
    """Whether a Forced check is not for it: of vehicles, for losses in close combat (or:7.1.3, min:20.1.1.2.2)."""
    return trigger.cause is Cause.COMPANIONS and isinstance(state.card(trigger.unit), VehicleCard)


def _rules(forced: bool) -> Mapping[Cause, str]:
    """What calls for a check, Forced or not, and by which rule (or:7.1.2, or:7.1.3, or:7.6)."""
    return {**FORCED, **FRIGHT} if forced else NORMAL


def may_check(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit is still there, with its crew, to be checked."""
    there = state.units[unit]
    present = there.presence in (Presence.ON_MAP, Presence.CARRIED)
    return present and not there.bailed_out and cohesion.counts(state, unit)


def checks(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """The checks of all that is complete, one for each unit; then it is done with (or:7.1.2, or:7.1.3)."""
    done = complete(state)
    wanted = tuple(_called_for(state, done))
    inquiry.require(state, (Fact(unit, FactKind.ORDERED) for unit, _, _ in wanted))
    for unit, cause, forced in wanted:
        rule = _rules(forced)[cause]
        tally = check_tally(state, unit, forced=forced, fright=cause in FRIGHT)
        roll = dice.roll("d100", "Morale Check", "or:7.1.4")
        broken, hesitates = ends(state, unit)
        total = roll.result + tally.total
        yield MoraleChecked(
            unit=unit,
            cause=cause,
            rule=rule,
            forced=forced,
            broken=broken,
            hesitates=hesitates,
            total=total,
            result=result_of(total, broken, hesitates),
            rolls=(roll,),
            tally=tally.reasons,
        )
    yield MoraleChecksMade(units=tuple(dict.fromkeys(trigger.unit for trigger in done)))


# -- recovery --------------------------------------------------------------------------------------


def recoveries(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """HESITATION/OFF is removed; every unit with BREAK/OFF rolls (or:7.1.6.1, or:7.1.6.2)."""
    there = [u for u in state.units.values() if may_check(state, u.id)]
    rolling = [u for u in there if u.morale is Shaken.BREAK_OFF]
    inquiry.require(state, (Fact(u.id, FactKind.ORDERED) for u in rolling))
    steady = tuple(u.id for u in there if u.morale is Shaken.HESITATION_OFF)
    if steady:
        yield HesitationRemoved(units=steady)
    tables = state.advanced.morale
    # both players act simultaneously: nobody recovers by the recovery of another
    tallies = {u.id: check_tally(state, u.id, forced=False, recovering=True) for u in rolling}
    for unit, tally in tallies.items():
        roll = dice.roll("d100", "Break recovery", "or:7.1.6.2")
        total = roll.result + tally.total
        yield BreakRecoveryChecked(
            unit=unit,
            value=tables.recovers,
            total=total,
            recovered=tables.recovered(total),
            rolls=(roll,),
            tally=tally.reasons,
        )
