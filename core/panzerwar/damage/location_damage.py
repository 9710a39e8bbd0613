"""What a penetration destroys: the Location Damage Chart, row by row (pw:9.5 to pw:9.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.panzerwar.damage.locations import Struck, side_columns
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.cards import Place
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.damage import ALWAYS, DamageColumn, DamageRow
from core.panzerwar.pieces.harm import TRACKS, Damage
from core.panzerwar.pieces.strike import BARRELS, Aspect, Part
from core.tally import Reason

#: A D6 of so much at most is the secondary turret: 1 in 3 (pw:9.9.1).
SECOND_TURRET: Final = 2

_RULES: Final = {
    DamageRow.FIRE: "pw:9.6",
    DamageRow.MOBILITY: "pw:9.8",
    DamageRow.GUN: "pw:9.9",
    DamageRow.COMMANDER: "pw:9.10",
    DamageRow.HULL_GUN: "pw:9.11",
    DamageRow.PASSENGERS: "pw:9.12",
}
#: The parts of which a penetration of the side may damage any compartment.
_LOWER: Final = frozenset({Part.HULL, Part.TRACK})


@frozen(eq=False, repr=False)
class Need(Alike):
    """A damage that may happen: from which D10 on (pw:9.5.1).

    destroys: what else it destroys with it (pw:9.8, pw:9.10.3); always: it needs no die (pw:9.1.8).
    """

    row: DamageRow
    number: int
    why: tuple[Reason, ...]
    destroys: frozenset[Damage] = frozenset()
    always: bool = False

    @property
    def rule(self) -> str:
        """The rule of its row."""
        return _RULES[self.row]


# -- which compartment -----------------------------------------------------------------------------


#: The columns in which mobility is lost with the engine, and not with the drivers (pw:6.16.3.5).
_ENGINE: Final = frozenset({DamageColumn.REAR_HULL, DamageColumn.TOP_DECK})


def columns(target: Target, struck: Struck) -> tuple[DamageColumn, ...]:
    """The column of the chart, or six of them for a D6: behind the side of a hull (pw:9.5.3, pw:9.5.4)."""
    if struck.column is not None:
        return (struck.column,)
    if struck.part not in _LOWER:
        return (DamageColumn.TURRET,)
    if struck.aspect is Aspect.SIDE:
        return side_columns(target)
    if struck.aspect is Aspect.REAR:
        return (DamageColumn.TURRET if target.card.engine_first else DamageColumn.REAR_HULL,)
    return (DamageColumn.FRONT_HULL,)


def roll_column(target: Target, struck: Struck, record: Record) -> DamageColumn:
    """The column that counts, rolled for where there is a choice (pw:9.5.3)."""
    found = columns(target, struck)
    if len(found) == 1:
        return found[0]
    die = record.plain("d6", "compartment", "pw:9.5.3")
    column = found[die - 1]
    record.tell("compartment", die, column.value, "pw:9.5.4" if target.card.engine_first else "pw:9.5.3")
    return column


def guns(target: Target, struck: Struck, column: DamageColumn) -> tuple[Damage, ...]:
    """The gun that a Gun result destroys, or six of them for a D6; empty if there is none (pw:9.9, pw:9.9.1).

    Of turret damage through the side of the hull it is the sponson gun, or one time in three the secondary turret.
    """
    card = target.card
    main = Damage.GUN if card.gun is not None or card.main_machine_gun else None
    second = Damage.SECOND_GUN if card.second_gun is not None else None
    if struck.part is Part.SECOND_TURRET:
        return (second,) if second else ()
    if column is DamageColumn.TURRET and struck.aspect is Aspect.SIDE and struck.part in _LOWER:
        if card.sponson_gun is not None:
            return (Damage.SPONSON_GUN,)
        if second and main:
            return (second,) * SECOND_TURRET + (main,) * (6 - SECOND_TURRET)
    return (main,) if main else ()


# -- what may happen -------------------------------------------------------------------------------


def needs(charts: Charts, target: Target, struck: Struck, column: DamageColumn, destruction: int) -> tuple[Need, ...]:
    """What a penetration may destroy by the chart, each with the D10 from which it does (pw:9.5.1, pw:9.5.2).

    The gun is named by `guns`. Passengers are one row for all, and each of them has a die.
    """
    return tuple(_needs(charts, target, struck, column, destruction))


def _needs(charts: Charts, target: Target, struck: Struck, column: DamageColumn, destruction: int) -> Iterator[Need]:
    card = target.card
    for row in DamageRow:
        number = charts.damage.needed(row, column, destruction)
        if number is None or not _applies(target, struck, column, row):
            continue
        if charts.damage.locations[row, column] == ALWAYS:
            yield Need(row, number, (), _destroyed(target, struck, column, row), always=True)
            continue
        why = [
            Reason("D of the shell", destruction, "pw:9.5.1"),
            Reason(column.value, number - destruction, "pw:9.5.1"),
        ]
        if row is DamageRow.FIRE and card.fire_modifier:
            number -= card.fire_modifier
            why.append(Reason("hard to set on fire", -card.fire_modifier, "pw:9.6.2"))
        if row is DamageRow.PASSENGERS and struck.aspect in (Aspect.SIDE, Aspect.REAR) and card.passengers:
            why = [why[0], Reason("compartment of a carrier", -1, "pw:9.12")]
            number = destruction - 1
        yield Need(row, number, tuple(r for r in why if r.amount), _destroyed(target, struck, column, row))


def _applies(target: Target, struck: Struck, column: DamageColumn, row: DamageRow) -> bool:
    """Whether the vehicle has what a row destroys."""
    if row is DamageRow.GUN:
        return bool(guns(target, struck, column))
    if row is DamageRow.HULL_GUN:
        return _hull_weapon(target, struck) is not None
    return row is not DamageRow.PASSENGERS or bool(target.carried)


def _hull_weapon(target: Target, struck: Struck) -> Damage | None:
    """What the white die destroys in the hull: a sponson gun, or the optional hull gunner (pw:9.9.2, pw:9.11)."""
    if struck.sponson and target.card.sponson_gun is not None:
        return Damage.SPONSON_GUN
    hull_gun = target.hull_gunner and target.card.mounts(Place.HULL)
    return Damage.HULL_GUNNER if hull_gun else None


def _destroyed(target: Target, struck: Struck, column: DamageColumn, row: DamageRow) -> frozenset[Damage]:
    """All that a row destroys when it happens; of a gun that is rolled for, nothing yet."""
    card = target.card
    if row is DamageRow.MOBILITY:
        driver = target.large and column is DamageColumn.FRONT_HULL and card.mounts(Place.HULL)
        return frozenset({Damage.MOBILITY, *((Damage.HULL_GUNNER,) if driver else ())})
    if row is DamageRow.COMMANDER:
        return commander(target)
    if row is DamageRow.HULL_GUN:
        weapon = _hull_weapon(target, struck)
        return frozenset((weapon,)) if weapon else frozenset()
    if row is DamageRow.GUN:
        found = guns(target, struck, column)
        return frozenset(found) if len(found) == 1 else frozenset()
    return frozenset((Damage.FIRE,)) if row is DamageRow.FIRE else frozenset()


def commander(target: Target) -> frozenset[Damage]:
    """The tank commander is killed; in a turret of one man so is its gun, if there are only machine guns besides
    (pw:9.10, pw:9.10.3).
    """
    card = target.card
    armed = card.gun is not None or bool(card.main_machine_gun)
    alone = card.turret_crew <= 1 and armed and card.sponson_gun is None and card.second_gun is None
    return frozenset((Damage.COMMANDER, Damage.GUN)) if alone else frozenset((Damage.COMMANDER,))


# -- the dice --------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Wreckage(Alike):
    """What a penetration did: the vehicle exploded, or this was damaged, and these passengers were killed. engine: it
    was the engine that was knocked out (pw:6.16.3.5)."""

    exploded: bool = False
    damage: frozenset[Damage] = frozenset()
    passengers: tuple[UnitId, ...] = ()
    engine: bool = False


def roll_damage(charts: Charts, target: Target, struck: Struck, destruction: int, record: Record) -> Wreckage:
    """Roll for all that a penetration may destroy (pw:9.5.2). D: of the shell.

    A fire die over the number explodes the vehicle, the number itself sets it on fire (pw:9.6); who is inside when it
    explodes is lost with it.
    """
    if struck.barrel:
        return Wreckage(damage=frozenset((BARRELS[struck.part],)))
    column = roll_column(target, struck, record)
    damage: set[Damage] = set()
    killed: list[UnitId] = []
    for need in needs(charts, target, struck, column, destruction):
        if need.row is DamageRow.FIRE:
            burning = roll_fire(need, record)
            if burning is None:
                return Wreckage(exploded=True, passengers=target.carried)
            damage |= burning
        elif need.row is DamageRow.PASSENGERS:
            killed += [one for one in target.carried if record.reached("passengers", need.number, need.rule, "killed")]
        elif need.always or record.reached(need.row.value.lower(), need.number, need.rule, "destroyed", need.why):
            damage |= need.destroys or roll_gun(guns(target, struck, column), record)
    engine = Damage.MOBILITY in damage and column in _ENGINE
    return Wreckage(False, frozenset(damage), tuple(killed), engine)


def roll_fire(need: Need, record: Record) -> frozenset[Damage] | None:
    """The fire die: on fire at the number, None for an explosion over it (pw:9.6)."""
    rolled = record.d10("fire", need.rule)
    came = "explodes" if rolled > need.number else "on fire" if rolled == need.number else "no effect"
    record.tell("fire", rolled, came, need.rule, need.number, need.why)
    return None if rolled > need.number else need.destroys if rolled == need.number else frozenset()


def roll_gun(found: tuple[Damage, ...], record: Record) -> frozenset[Damage]:
    """Which of several guns is destroyed (pw:9.9.1)."""
    die = record.plain("d6", "turret", "pw:9.9.1")
    record.tell("turret", die, found[die - 1].value, "pw:9.9.1")
    return frozenset((found[die - 1],))


def roll_track(charts: Charts, destruction: int, record: Record) -> frozenset[Damage]:
    """A pierced track breaks on a D10 of D - 2; odd or even tells which (pw:9.3.2, pw:9.7)."""
    easier = charts.whole("track-broken")
    why = (Reason("D of the shell", destruction, "pw:9.5.1"), Reason("track", easier, "pw:9.3.2"))
    if not record.reached("track", destruction + easier, "pw:9.3.2", "broken", why):
        return frozenset()
    return broken_track(record)


def broken_track(record: Record) -> frozenset[Damage]:
    """The track that breaks: the left if the die is odd (pw:9.7)."""
    die = record.plain("d6", "which track", "pw:9.7")
    track = Damage.LEFT_TRACK if die % 2 else Damage.RIGHT_TRACK
    record.tell("which track", die, track.value, "pw:9.7")
    return frozenset((track,))


# -- what is new -----------------------------------------------------------------------------------


def troubling(before: frozenset[Damage], damage: frozenset[Damage]) -> frozenset[Damage]:
    """What of new damage is of a type that the crew has not suffered yet (pw:9.7.2, pw:9.14.5).

    A track counts while the vehicle has mobility to lose, the second as mobility; mobility once (pw:9.7.1, pw:9.14.3).
    """
    lost = Damage.MOBILITY in before
    found = set(damage - before)
    if lost:
        found -= TRACKS
    if before >= TRACKS:
        found.discard(Damage.MOBILITY)
    return frozenset(found)
