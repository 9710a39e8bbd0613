"""Whether the crew of a damaged vehicle bails out (pw:9.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import Event
from core.panzerwar.damage.events import CrewTested
from core.panzerwar.damage.location_damage import troubling
from core.panzerwar.damage.targets import Target
from core.panzerwar.losses import companions
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element, Grade, Kind
from core.panzerwar.pieces.extended import d6
from core.panzerwar.pieces.harm import TRACKS, Damage
from core.panzerwar.pieces.strike import Crew
from core.panzerwar.state import WarState
from core.tally import NOTHING, Tally

#: The die at which a crew that should bail out loses its head instead (pw:9.14.4).
_SIX: Final = 6
#: A 6 backed by a 6, as the D6 with overs tells it (pw:14.0).
_TWO_SIXES: Final = 9
#: Of each damage that counts by itself, its line of the Vehicle Bailout Table, in the order of the table.
_LINES: Final = (
    (Damage.GUN, "gun", "gun"),
    (Damage.COMMANDER, "tc", "tank commander"),
    (Damage.HULL_GUNNER, "hull-gun", "hull gunner"),
    (Damage.SPONSON_GUN, "hull-gun", "sponson gun"),
    (Damage.SECOND_GUN, "hull-gun", "gun of the secondary turret"),
)


def bail_out_number(charts: Charts, damage: frozenset[Damage], grade: Grade, *, stunned: bool) -> Tally:
    """The D6 up to which a crew bails out: the factors of all its damage (pw:9.14.1).

    Fire counts alone; two tracks, or a track and mobility, count as mobility (pw:9.14.3). A stunned crew counts one
    more (pw:9.15.1), a green one too, a veteran one less; it is never under 1.
    """
    factors = charts.damage.bail_out
    if Damage.FIRE in damage:
        return NOTHING.add("on fire", factors["fire"], "pw:9.14.3")
    tally = NOTHING
    if Damage.MOBILITY in damage or damage >= TRACKS:
        tally = tally.add("mobility", factors["mobility"], "pw:9.14.3")
    elif damage & TRACKS:
        tally = tally.add("track", factors["track"], "pw:9.14.3")
    for one, key, label in _LINES:
        if one in damage:
            tally = tally.add(label, factors[key], "pw:9.14.1")
    if stunned:
        tally = tally.add("stunned", factors["stunned"], "pw:9.15.1")
    tally = tally.add(f"{grade.value} crew", factors[grade.value], "pw:9.14.1")
    return tally if tally.total >= 1 else tally.add("at least 1", 1 - tally.total, "pw:9.14.1")


def bail_out_chance(charts: Charts, number: int) -> float:
    """The chance to bail out at a number; from the number on at which a 6 makes a crew battle-crazed, one face less
    (pw:9.14.4).
    """
    return (_SIX - 1 if number >= charts.whole("crazed-total") else max(0, number)) / 6


def bails(charts: Charts, target: Target, damage: frozenset[Damage], stunned: bool, grade: Grade) -> float:
    """The chance that the crew of a vehicle bails out after a hit that damaged this (pw:9.14)."""
    if not troubling(target.damage, damage):
        return 0.0
    number = bail_out_number(charts, target.damage | damage, grade, stunned=stunned or target.stunned)
    return bail_out_chance(charts, number.total)


@frozen(eq=False, repr=False)
class CrewTest(Alike):
    """What a crew did: number: up to which it bails out."""

    crew: Crew
    number: Tally
    rolls: tuple[Roll, ...] = ()


def crew_test(charts: Charts, element: Element, dice: Dice) -> CrewTest:
    """Roll a D6 with overs for a crew whose vehicle was damaged (pw:9.14.1, pw:9.14.2).

    Where the number is 6 or more, a 6 makes it battle-crazed, and a 6 backed by a 6 berserk (pw:9.14.4, pw:14.0).
    """
    harm = element.harm
    number = bail_out_number(charts, harm.damage, element.grade, stunned=harm.stunned)
    rolled = d6(dice, "bail out", "pw:9.14.1")
    if rolled.first >= _SIX:
        crazed = number.total >= charts.whole("crazed-total")
        found = Crew.STAYS if not crazed else Crew.BERSERK if rolled.result >= _TWO_SIXES else Crew.CRAZED
    else:
        found = Crew.BAILS_OUT if rolled.result <= number.total else Crew.STAYS
    return CrewTest(found, number, rolled.rolls)


def crews_to_test(state: WarState) -> tuple[Element, ...]:
    """The vehicles whose crews have suffered damage of a type that is new to them (pw:9.14, pw:9.14.5)."""
    return tuple(e for e in state.on_table() if e.kind is Kind.VEHICLE and e.harm.new)


def crew_tests(state: WarState, dice: Dice) -> Iterator[Event]:
    """After a combat segment: every crew whose vehicle was damaged in it tests once (pw:9.14).

    A battle-crazed crew does not (pw:9.14.4). Who was aboard is set down when the crew leaves.
    """
    for element in crews_to_test(state):
        if element.harm.crazed >= state.turn:
            yield CrewTested(side=element.side, element=element.id, crew=Crew.CRAZED, tested=False)
            continue
        test = crew_test(state.charts, element, dice)
        turns = state.charts.whole("crazed-turns") if test.crew in (Crew.CRAZED, Crew.BERSERK) else 0
        yield CrewTested(
            side=element.side,
            element=element.id,
            crew=test.crew,
            number=test.number.total,
            until=state.turn + turns if turns else 0,
            set_down=companions(state, element.id) if test.crew is Crew.BAILS_OUT else (),
            rolls=test.rolls,
            tally=test.number.reasons,
        )
