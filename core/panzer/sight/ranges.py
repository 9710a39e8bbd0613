"""How far away a unit is spotted: what it shows, the eyes that look, and the table between (na:4.1.3, min:5.4).

The hex edition adds modifiers to the row of one table (na:4.1.3b); the miniatures edition has a column for each Cover
and multiplies (min:5.4.2). Whoever asks for a range, play, computer players or a card, asks `spotted_from`.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from core.alike import Alike
from core.kept import Kept
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Cover, Tables
from core.panzer.pieces.unit import Presence, Spot, Unit
from core.tally import Line, Modifier, Reason, Varying, multiplied, summed

#: The conditions under which is spotted, unless the scenario has others (min:5.4.1).
NORMAL: Final = "Normal"


@frozen(cache_hash=True)
class Light:
    """How light it is in a hex: what that adds to the row of the table (or:7.36.1), or the conditions by which the
    table of the miniatures edition is read (min:5.4.1)."""

    reasons: tuple[Reason, ...] = ()
    conditions: str = NORMAL


#: By day, in clear weather (or:7.36).
DAYLIGHT: Final = Light()


@frozen(eq=False, repr=False)
class Seen(Alike):
    """A unit on the map as those see it who try to spot it. cover: against being spotted; light: where it is."""

    unit: Unit
    cover: Cover
    card: UnitCard
    light: Light = DAYLIGHT


def _covered(cover: Cover) -> Callable[[Seen], bool]:
    return lambda at: at.cover is cover


def _marked(spot: Spot) -> Callable[[Seen], bool]:
    return lambda at: at.unit.spot is spot


#: The lines of the table that speak of the target, in the order in which they are told; never its size.
TARGET: Final[tuple[Line[Seen], ...]] = (
    Varying(lambda at: at.light.reasons, Switch.LIMITED_VISIBILITY),
    Modifier("light", "Light Cover", "na:4.1.3a", _covered(Cover.LIGHT)),
    Modifier("medium", "Medium Cover", "na:4.1.3a", _covered(Cover.MEDIUM)),
    Modifier("heavy", "Heavy Cover", "na:4.1.3a", _covered(Cover.HEAVY)),
    Modifier("spot-move", Spot.MOVE.value, "na:4.1.3c", _marked(Spot.MOVE)),
    Modifier("spot-fire", Spot.FIRE.value, "na:4.1.3d", _marked(Spot.FIRE)),
    Modifier("spot-fire-sa", Spot.SMALL_ARMS.value, "na:6.1.3b", _marked(Spot.SMALL_ARMS)),
    Modifier("full-cover-target", "Full Cover", "na:6.1.3.2", lambda at: at.unit.full_cover),
)
#: The lines that speak of the spotter.
SPOTTER: Final[tuple[Modifier[Unit], ...]] = (
    Modifier("suppressed", "spotter Suppressed", "na:6.1.3.1", lambda unit: unit.suppressed),
    Modifier("full-cover-spotter", "spotter in Full Cover", "na:6.1.3.2", lambda unit: unit.full_cover),
    Modifier("broken", "spotter Broken", "or:7.1.5.2", lambda unit: unit.broken),
    Modifier("buttoned-up", "spotter Buttoned Up", "or:7.8.3", lambda unit: unit.buttoned, Switch.TURRETS),
)
#: What the miniatures edition multiplies by; Full Cover hides leg units alone (min:5.4.2.6, min:5.4.3, min:17.2.6.1).
TARGET_TIMES: Final[tuple[Modifier[Seen], ...]] = (
    Modifier("spot-move", Spot.MOVE.value, "min:5.4.2.6", lambda at: at.unit.spot in (Spot.MOVE, Spot.SMALL_ARMS)),
    Modifier("spot-fire", Spot.FIRE.value, "min:5.4.2.6", _marked(Spot.FIRE)),
    Modifier(
        "full-cover-target",
        "Full Cover",
        "min:5.4.3",
        lambda at: at.unit.full_cover and isinstance(at.card, LegCard),
    ),
)
#: The same of the spotter; who is Suppressed and Broken counts it once (min:5.2).
SPOTTER_TIMES: Final[tuple[Modifier[Unit], ...]] = (
    Modifier("suppressed", "spotter Suppressed or Broken", "min:5.2", lambda unit: unit.suppressed or unit.broken),
    Modifier("full-cover-spotter", "spotter in Full Cover", "min:5.4.3", lambda unit: unit.full_cover),
)


@frozen(cache_hash=True)
class Shown:
    """What a unit shows to those who look: its column, its Cover, and what counts of itself.

    row: the sum of its modifiers (na:4.1.3b); times: the product of its factors (min:5.4.2.6); conditions: how light
    it is where it stands (min:5.4.1).
    """

    column: str
    cover: Cover
    row: int = 0
    times: Fraction = Fraction(1)
    conditions: str = NORMAL


@frozen(cache_hash=True)
class Eyes:
    """Who looks: a vehicle or another unit, and what counts of itself, as in `Shown`."""

    vehicle: bool
    row: int = 0
    times: Fraction = Fraction(1)


#: One object for all that show the same, and for all that look the same: what is remembered of a pair of them is found
#: without comparing their factors, millions of times in a computer player's turn.
_shown: Final = lru_cache(maxsize=1 << 10)(Shown)
_eyes: Final = lru_cache(maxsize=1 << 10)(Eyes)


def spotted_from(tables: Tables, shown: Shown, eyes: Eyes) -> int:
    """From how many hexes what is shown can be spotted (na:4.1.3a, na:4.1.3b; min:5.4.2, min:5.4.2.6).

    Nothing hides who is adjacent in the miniatures edition (min:5.4.2.7).
    """
    if not tables.spotting_by_cover:
        return tables.spotting_ranges[row(shown.row + eyes.row)][shown.column]
    return _multiplied(tables, shown, eyes)


@lru_cache(maxsize=1 << 12)
def _multiplied(tables: Tables, shown: Shown, eyes: Eyes) -> int:
    return max(1, int(listed_range(tables, shown, eyes) * shown.times * eyes.times))


def listed_range(tables: Tables, shown: Shown, eyes: Eyes) -> int:
    """The spotting range that the table of the miniatures edition lists, before it is multiplied (min:5.4.2)."""
    cover = Cover.NONE if shown.cover is Cover.OTHER else shown.cover
    return tables.spotting_by_cover[shown.conditions, "vehicle" if eyes.vehicle else "other", cover, shown.column]


def row(total: int) -> int:
    """Row of the Spotting Ranges Table: the sum of all modifiers, held between +2 and -5 (na:4.1.3b)."""
    return max(-5, min(2, total))


def shown_by(tables: Tables, seen: Seen, on: frozenset[Switch] = frozenset()) -> Shown:
    """What a unit shows; on: the switches that are on.

    Vehicles are V whatever their Size, all else L or S by its card (na:4.1.3.1, na:6.1.3, min:5.4.2.5, min:12.6). Full
    Cover hides all who are in it by rows (na:6.1.3.2), in the miniatures edition leg units by half (min:17.2.6.1).
    """
    card, unit = seen.card, seen.unit
    column = card.size if isinstance(card, LegCard | TowedCard) else "V"
    known = _known(tables, on)
    key = (column, isinstance(card, LegCard), seen.cover, unit.spot, unit.full_cover, seen.light)
    found = known.get(key)
    if found is None:
        found = known[key] = _summed(tables, seen, column, on)
    return found


#: All that a line of `TARGET` or `TARGET_TIMES` asks for, and the column.
_Look: TypeAlias = tuple[str, bool, Cover, Spot | None, bool, Light]


@lru_cache(maxsize=1 << 4)
def _known(tables: Tables, on: frozenset[Switch]) -> Kept[_Look, Shown]:
    """What has been shown before, by the tables and switches of a game."""
    return Kept(1 << 10)


def _summed(tables: Tables, seen: Seen, column: str, on: Container[Enum]) -> Shown:
    if tables.spotting_multipliers:
        times = multiplied(TARGET_TIMES, seen, tables.spotting_multipliers).total
        return _shown(column, seen.cover, times=times, conditions=seen.light.conditions)
    return _shown(column, seen.cover, summed(TARGET, seen, tables.spotting_modifiers, on).total)


def eyes_of(tables: Tables, unit: Unit, card: UnitCard, on: Container[Enum] = ()) -> Eyes:
    """How a unit looks at all that it tries to spot (na:6.1.3.1, min:5.4.1); on: the switches that are on.

    In the miniatures edition passengers see as vehicles do (min:16.12.2), and Suppressed units half as far
    (min:12.4.1).
    """
    vehicle = isinstance(card, VehicleCard)
    if tables.spotting_multipliers:
        mounted = vehicle or unit.presence is Presence.CARRIED
        return _eyes(mounted, times=multiplied(SPOTTER_TIMES, unit, tables.spotting_multipliers).total)
    return _eyes(vehicle, summed(SPOTTER, unit, tables.spotting_modifiers, on).total)


def vehicle_shown(tables: Tables, cover: Cover, spot: Spot | None, light: Light = DAYLIGHT) -> Shown:
    """What any vehicle would show behind some Cover, with a SPOT counter or without, by some light."""
    names = {Cover.LIGHT: "light", Cover.MEDIUM: "medium", Cover.HEAVY: "heavy"}
    counter = {Spot.MOVE: "spot-move", Spot.FIRE: "spot-fire"}.get(spot) if spot else None
    if tables.spotting_multipliers:
        times = tables.spotting_multipliers[counter] if counter else Fraction(1)
        return _shown("V", cover, times=times, conditions=light.conditions)
    amounts = tables.spotting_modifiers
    dark = sum(reason.amount for reason in light.reasons)
    return _shown("V", cover, dark + sum(amounts[name] for name in (names.get(cover), counter) if name))
