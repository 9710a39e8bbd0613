"""Bailing out after AP and GP fire (na:5.15, na:6.5.2.6, na:6.5.4.5, min:16.1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.dice import Dice
from core.event import Event, UnitId
from core.kept import KeptFor
from core.odds import chances
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.gp.events import BailOutChecked, VehicleSunk
from core.panzer.ground.water import SINKS, afloat
from core.panzer.pieces.advanced_tables import BailOutTest, Grade
from core.panzer.pieces.cards import TowedCard, VehicleCard
from core.panzer.pieces.results import CAUSES, Cause, Result
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.tally import Tally

#: Modifier of a bail-out roll by the Unit Grade of the rolling unit (na:6.5.2.6).
_GRADES = {Grade.ELITE: 5, Grade.GREEN: -5}
_RULES = {"Crew": "na:6.5.2.6.1", "Pass": "na:6.5.2.6.2a"}


LOST = frozenset({Cause.KNOCKED_OUT, Cause.BREW_UP})


def passengers(state: PanzerState, vehicle: UnitId) -> tuple[UnitId, ...]:
    """The leg and towed units that a vehicle carries."""
    return tuple(u.id for u in state.carried if u.carrier == vehicle and u.presence is Presence.CARRIED)


def bail_out(
    state: PanzerState,
    vehicle: UnitId,
    causes: Sequence[Cause],
    dice: Dice,
    *,
    first_track: bool = True,
    suppressed: Iterable[UnitId] = (),
    indirect: bool = False,
) -> Iterator[Event]:
    """All checks that one attack on a vehicle and its passengers asks for, once its results have been applied.

    causes: what happened to the vehicle, in order; first_track: whether its crew checks for a Track Hit, which it
    does for the first only (na:6.5.2.6.1); suppressed: passengers that this attack Suppressed anew (na:6.5.4.5).
    Who sinks does it first, and nobody checks (or:7.34). The vehicle goes first, its passengers after it
    (na:6.5.2.6.2); what a passenger's own condition asks of it still applies, or lapses (na:5.15b). In the miniatures
    edition passengers check for a vehicle that is lost and for their own Suppression alone (min:16.1.6,
    min:16.1.6.1.1).
    """
    if _sinks(state, vehicle, causes, indirect=indirect):
        yield VehicleSunk(unit=vehicle, aboard=passengers(state, vehicle), hex=state.units[vehicle].hex)
        return
    checked = state.has(Switch.BAIL_OUT)
    lost = next((c for c in causes if c in LOST), None)
    if lost is not None or state.units[vehicle].presence is Presence.ELIMINATED:
        for unit in passengers(state, vehicle):
            yield _escape(state, unit, vehicle, lost or Cause.KNOCKED_OUT, dice)
        return
    if not checked or state.units[vehicle].bailed_out:
        return
    for cause in causes:
        if cause is Cause.TRACK:
            if not first_track:
                continue
            first_track = False
        yield _check(state, vehicle, vehicle, cause.value, "Crew", dice)
        if state.units[vehicle].bailed_out:
            return
    sheltered = state.vehicle(vehicle).under_cover
    if sheltered and state.edition.suppressed_under_cover is None:
        return
    for unit in passengers(state, vehicle) if state.edition.passengers_check_hits else ():
        for cause in causes:
            if state.units[unit].presence is Presence.CARRIED:
                yield _check(state, unit, vehicle, cause.value, "Pass", dice)
    row = "Suppressed - IF" if indirect else "Suppressed - DF"
    for unit in suppressed:
        if state.units[unit].presence is Presence.CARRIED:
            yield _check(state, unit, vehicle, row, _kind(state, unit), dice, "na:6.5.4.5", suppressed=True)


def _sinks(state: PanzerState, vehicle: UnitId, causes: Sequence[Cause], *, indirect: bool) -> bool:
    """Whether an attack sinks a vehicle afloat: by whatever harms it, in the miniatures edition by any Indirect Fire.

    (or:7.34, min:20.10.1, min:20.10.2)
    """
    harmed = not SINKS.isdisjoint(causes) or (indirect and state.edition.optional.indirect_sinks)
    return harmed and afloat(state, vehicle)


def _kind(state: PanzerState, unit: UnitId) -> str:
    return "Towed" if isinstance(state.card(unit), TowedCard) else "Leg"


def _escape(state: PanzerState, unit: UnitId, vehicle: UnitId, cause: Cause, dice: Dice) -> Event:
    """A passenger of a lost vehicle gets out, Suppressed, or is eliminated with it (na:6.5.2.6.2b)."""
    return _check(state, unit, vehicle, cause.value, _kind(state, unit), dice, "na:6.5.2.6.2b")


def _check(
    state: PanzerState,
    unit: UnitId,
    vehicle: UnitId,
    cause: str,
    who: str,
    dice: Dice,
    rule: str = "",
    *,
    suppressed: bool = False,
) -> BailOutChecked:
    """One roll, with the Unit Grade of the rolling unit (na:6.5.2.6); suppressed: for a Suppression alone."""
    test = state.advanced.bail_out[cause, who]
    tally = _modifiers(state, unit, vehicle, test, who, suppressed=suppressed)
    roll = dice.roll("d100", f"bail out, {cause}, {who}", rule or _RULES[who])
    total = roll.result + tally.total
    return BailOutChecked(
        unit=unit,
        vehicle=vehicle,
        cause=cause,
        who=who,
        value=test.value,
        at_least=test.at_least,
        total=total,
        out=test.passed(total),
        hex=state.units[vehicle].hex,
        rolls=(roll,),
        tally=tally.reasons,
    )


def _modifiers(
    state: PanzerState, unit: UnitId, vehicle: UnitId, test: BailOutTest, who: str, *, suppressed: bool
) -> Tally:
    """What is added to the roll: the grade, for a passenger always so that the better survive, or stay (na:6.5.2.6,
    min:16.1.6.1.2), and what covers Suppressed passengers (min:16.1.6.2.3)."""
    covered = state.edition.suppressed_under_cover
    if suppressed and covered is not None:
        hidden = covered if state.vehicle(vehicle).under_cover else 0
        return Tally().add("Under Cover", hidden, "min:16.1.6.2.3")
    grade = unit_grade(state, unit)
    amount = grade_modifier(state, test, who, grade, suppressed=suppressed)
    return Tally().add(f"{grade.value} Unit Grade", amount, "na:6.5.2.6")


def grade_modifier(state: PanzerState, test: BailOutTest, who: str, grade: Grade, *, suppressed: bool) -> int:
    """What a Unit Grade adds to a roll of the Bail Out Table; suppressed: a passenger's, for a Suppression alone.

    It helps a crew to stay, and a passenger of a lost vehicle to get out (na:6.5.2.6, min:16.1.6.1.1,
    min:16.1.6.1.2); it may count for nothing in a Suppression (min:16.1.6.2.3).
    """
    edition = state.edition
    if suppressed and edition.suppressed_under_cover is not None:
        return 0
    escapes = who != "Crew" and not test.at_least and not suppressed and not edition.passengers_check_hits
    return -_GRADES.get(grade, 0) if escapes else _GRADES.get(grade, 0)


# -- chances -------------------------------------------------------------------------------------

_BAILS: KeptFor[Scenario, tuple[Grade, Cause], float] = KeptFor(256)


def bails(state: PanzerState, vehicle: UnitId, cause: Cause) -> float:
    """The chance that a crew bails out for one cause, which depends on its grade alone; 0 without the rules on it, and
    where it sinks for that (or:7.34)."""
    if not state.has(Switch.BAIL_OUT) or (cause in SINKS and afloat(state, vehicle)):
        return 0.0
    known = _BAILS.of(state.scenario)
    key = (unit_grade(state, vehicle), cause)
    if key not in known:
        known[key] = chances(lambda dice: _gets_out(state, vehicle, cause, dice)).get(True, 0.0)
    return known[key]


def _gets_out(state: PanzerState, vehicle: UnitId, cause: Cause, dice: Dice) -> bool:
    checked = next(bail_out(state, vehicle, (cause,), dice), None)
    return isinstance(checked, BailOutChecked) and checked.out


def _leaves(state: PanzerState, vehicle: UnitId, result: Result) -> float:
    """The chance that the crew of a vehicle leaves it for good by what GP fire has done to it (na:5.15a, na:5.15c); 0
    where the vehicle is lost, or had its tracks hit before (na:6.5.2.6.1)."""
    cause, unit = CAUSES.get(result), state.units[vehicle]
    if cause is None or cause in LOST or unit.bailed_out or (cause is Cause.TRACK and unit.track_hit):
        return 0.0
    return bails(state, vehicle, cause)


def crew_left(state: PanzerState, target: UnitId, odds: Mapping[Result, float]) -> float:
    """The chance that the crew of a vehicle leaves it for good, by the chances of what GP fire does to it; 0 of any
    other target."""
    if not isinstance(state.card(target), VehicleCard):
        return 0.0
    return sum(chance * _leaves(state, target, result) for result, chance in odds.items())
