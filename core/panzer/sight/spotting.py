"""Spotting (na:4.1, na:6.1): who spots whom, from what range, and which SPOT counters lapse.

A spot has no memory of its own: it is worked out anew from terrain, counters, range and line of sight
whenever it matters, which is what keeps a unit spotted from hand to hand (na:4.1.1b, na:4.1.1d).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_front_arc, in_rear_arc
from core.panzer.ground.cover import over_stacked, spotting_cover_of
from core.panzer.ground.heights import obstacle_height, unit_height
from core.panzer.ground.terrain import best_cover, terrain_in
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Presence, Spot, Unit
from core.panzer.pieces.weapons import FieldOfFire
from core.panzer.sight.events import SpottingChecked
from core.panzer.sight.line_of_sight import Sight, line_of_sight, sees_from_floors
from core.panzer.sight.radio import hears
from core.panzer.sight.ranges import (
    SPOTTER,
    SPOTTER_TIMES,
    TARGET,
    TARGET_TIMES,
    Eyes,
    Seen,
    Shown,
    eyes_of,
    shown_by,
    spotted_from,
    vehicle_shown,
)
from core.panzer.sight.relief import sees
from core.panzer.sight.turrets import has_turret, in_front, sees_ahead_only
from core.panzer.sight.visibility import light
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.tally import Product, Tally, multiplied, summed

#: Up to how many hexes away a target is spotted without a roll (or:7.7).
AUTOMATIC: Final = 1

# -- the target ------------------------------------------------------------------------------------


def spotting_cover(state: PanzerState, hex_: Hex) -> Cover:
    """Cover that a vehicle in the hex has against being spotted; none if over-stacked (na:4.1.3a, na:4.1.3.2).

    The terrain of the target's hex alone governs, and the best of it (na:4.1.3f, na:4.1.3g).
    """
    cover = best_cover(effect.cover_spotting for effect in terrain_in(state.tables, state.cell(hex_)))
    return Cover.NONE if cover is not Cover.NONE and over_stacked(state, hex_) else cover


def spotting_tally(state: PanzerState, target: UnitId, spotter: UnitId | None = None) -> Tally:
    """Modifiers for spotting a target: its Cover, its SPOT counter, Full Cover; then the spotter's, if one is named.

    (na:3.7a, na:4.1.3b, na:4.1.3.1)
    """
    unit = state.units[target]
    if unit.hex is None:
        return Tally()
    tally = summed(TARGET, _seen(state, unit), state.tables.spotting_modifiers, state.scenario.switches)
    return tally if spotter is None else tally + spotter_tally(state, spotter)


def spotting_factors(state: PanzerState, target: UnitId, spotter: UnitId | None = None) -> Product:
    """What the spotting range of a target is multiplied by, in the miniatures edition (min:5.2, min:5.4.2.6)."""
    unit, amounts = state.units[target], state.tables.spotting_multipliers
    if unit.hex is None or not amounts:
        return Product()
    product = multiplied(TARGET_TIMES, _seen(state, unit), amounts)
    return product if spotter is None else product * multiplied(SPOTTER_TIMES, state.units[spotter], amounts)


def _seen(state: PanzerState, unit: Unit) -> Seen:
    return Seen(unit, spotting_cover_of(state, unit), state.card(unit.id), light(state, unit.hex))


def shown(state: PanzerState, unit: Unit) -> Shown:
    """What a unit on the map shows to those who look (na:4.1.3, min:5.4.2)."""
    return shown_by(state.tables, _seen(state, unit), state.scenario.switches)


def eyes(state: PanzerState, unit: Unit) -> Eyes:
    """How a unit looks at all that it tries to spot (na:6.1.3.1, min:5.4.1)."""
    return eyes_of(state.tables, unit, state.card(unit.id), state.scenario.switches)


@remembered
def _shown(state: PanzerState, target: UnitId) -> Shown:
    return shown(state, state.units[target])


@remembered
def _eyes(state: PanzerState, spotter: UnitId) -> Eyes:
    return eyes(state, state.units[spotter])


@remembered
def _spotters(state: PanzerState, side: SideId) -> tuple[tuple[Unit, Hex, Eyes], ...]:
    """The units of a side that spot at all, each with where it is and how it looks."""
    able = (u for u in state.units.values() if u.side == side and may_spot(state, u.id))
    there = ((unit, stands(state, unit)[0]) for unit in able)
    return tuple((unit, at, _eyes(state, unit.id)) for unit, at in there if at is not None)


def vehicle_shows(state: PanzerState, hex_: Hex) -> tuple[Shown, Shown, Shown]:
    """What a vehicle in a hex would show: unmarked, with SPOT/MOVE, with SPOT/FIRE (na:4.1.3, min:5.4.2.6)."""
    tables, cover = state.tables, spotting_cover(state, hex_)
    lit = light(state, hex_)
    still, moved, fired = (vehicle_shown(tables, cover, spot, lit) for spot in (None, Spot.MOVE, Spot.FIRE))
    return still, moved, fired


def size_column(state: PanzerState, target: UnitId) -> str:
    """Column of the Spotting Ranges Table: V for vehicles, L or S by the card of a leg or towed unit (na:6.1.3a)."""
    card = state.card(target)
    return card.size if isinstance(card, LegCard | TowedCard) else "V"


def spotting_range(state: PanzerState, target: UnitId, spotter: UnitId | None = None) -> int:
    """How far away, in hexes, a target can be spotted as it stands now, by a spotter in good order or by this one.

    (na:4.1.3a, na:6.1.3a; min:5.4.2). In the miniatures edition units that are no vehicles see farthest (min:5.4.1).
    """
    look = Eyes(vehicle=False) if spotter is None else _eyes(state, spotter)
    return spotted_from(state.tables, _shown(state, target), look)


def in_sight(state: PanzerState, target: UnitId, units: Iterable[Unit]) -> Iterator[Unit]:
    """Those of some units that spot an enemy unit by where they stand alone: near enough to it, with a clear line of
    sight (na:4.1.3a, na:4.1.4)."""
    there = state.units[seen_as(state, target)]
    hex_ = there.hex
    if hex_ is None:
        return
    board, tables, shows = state.board, state.tables, None
    for unit in units:
        origin, _ = stands(state, unit)
        if origin is None:
            continue
        if not (sees_unit(state, unit, there) if unit.floor or there.floor else sees(board, tables, origin, hex_)):
            continue
        if shows is None:
            shows = _shown(state, there.id)
        if distance(origin, hex_) <= spotted_from(tables, shows, _eyes(state, unit.id)):
            yield unit


def seen_as(state: PanzerState, unit: UnitId) -> UnitId:
    """The unit as which it is spotted: a passenger exactly when its vehicle is, never by itself (na:6.1.3c)."""
    stands = state.units[unit]
    return stands.carrier if stands.presence is Presence.CARRIED and stands.carrier is not None else unit


# -- the spotter -----------------------------------------------------------------------------------


def spotter_tally(state: PanzerState, spotter: UnitId) -> Tally:
    """Modifiers of a spotter on all that it tries to spot: Suppression, Full Cover (na:6.1.3.1, na:6.1.3.2)."""
    return summed(SPOTTER, state.units[spotter], state.tables.spotting_modifiers, state.scenario.switches)


def may_spot(state: PanzerState, unit_id: UnitId) -> bool:
    """Whether a unit spots at all: armed vehicles with their crew, every leg and towed unit, passengers too.

    A passenger of an unarmed vehicle spots where that does not (na:4.1.1a, na:6.1.1a); nobody is left in a bailed-out
    one (na:5.15c).
    """
    unit, card = state.units[unit_id], state.card(unit_id)
    if isinstance(card, LegCard | TowedCard):
        return unit.presence in (Presence.ON_MAP, Presence.CARRIED)
    return unit.on_map and not unit.bailed_out and isinstance(card, VehicleCard) and card.armed


def stands(state: PanzerState, unit: Unit) -> tuple[Hex | None, int]:
    """Where a unit is and which way it faces: as the vehicle that carries it, if one does."""
    if unit.presence is Presence.CARRIED and unit.carrier is not None:
        unit = state.units[unit.carrier]
    return unit.hex, unit.facing


def looks_at(state: PanzerState, spotter: Unit, hex_: Hex) -> bool:
    """Whether a unit spots in the direction of a hex: all round, if Suppressed only ahead (na:4.1.2, na:6.1.2).

    Ahead are the 60 degrees before its front, which leg and towed units have too (na:5.5), of a vehicle with its gun
    to the rear those behind it (na:6.1.3.1), of one with a turret those before that (min:12.4.1.2). By the miniatures
    edition these are 90 degrees, of leg units and pivot guns too (min:12.4.1.1, min:12.4.1.2.a).
    """
    if sees_ahead_only(state, spotter) and not in_front(state, spotter, hex_):
        return False
    if not (spotter.suppressed or (state.edition.optional.broken_look_ahead and spotter.broken)):
        return True
    origin, facing = stands(state, spotter)
    if state.edition.turrets_face and has_turret(state, spotter):
        return in_front(state, spotter, hex_)
    card = state.card(spotter.id)
    astern = isinstance(card, VehicleCard) and bool(card.weapons) and card.weapons[0].field_of_fire is FieldOfFire.REAR
    ahead = in_rear_arc if astern else in_front_arc
    return origin is not None and (origin == hex_ or ahead(origin, facing, hex_, state.edition.arc_degrees))


# -- lines of sight between units ------------------------------------------------------------------


def sees_unit(state: PanzerState, a: Unit, b: Unit) -> bool:
    """Whether the line of sight between two units is clear, from the floors and vehicles that they are in.

    (na:4.1.4, na:6.1.4, na:6.1.4.3.1e, na:6.1.4.3.1f)
    """
    (p, _), (q, _) = stands(state, a), stands(state, b)
    if p is None or q is None:
        return False
    if not (a.floor or b.floor):
        return sees(state.board, state.tables, p, q)
    return sees_from_floors(state.board, state.tables, p, q, (a.floor, b.floor))


def sees_hex(state: PanzerState, unit: Unit, hex_: Hex) -> bool:
    """Whether the line of sight from a unit to the ground of a hex is clear."""
    origin, _ = stands(state, unit)
    if origin is None:
        return False
    if not unit.floor:
        return sees(state.board, state.tables, origin, hex_)
    return sees_from_floors(state.board, state.tables, origin, hex_, (unit.floor, 0))


def sees_point(state: PanzerState, observer: Unit, hex_: Hex) -> bool:
    """Whether an observer's line of sight to the point at which he directs fire is clear: to the ground of the hex
    (na:6.5.1.8.1), in the miniatures edition to the highest that stands in it (min:5.5.2)."""
    board, tables = state.board, state.tables
    top = max(0, obstacle_height(board, tables, hex_) - unit_height(board, tables, hex_))
    origin, _ = stands(state, observer)
    if not top or not state.edition.indirect.observes_tops or origin is None:
        return sees_hex(state, observer, hex_)
    return sees_from_floors(board, tables, origin, hex_, (observer.floor, top))


def sight_between(state: PanzerState, a: Unit, b: Unit) -> Sight:
    """The explained answer of `sees_unit` for two units on the map."""
    (p, _), (q, _) = stands(state, a), stands(state, b)
    if p is None or q is None:
        raise ValueError(f"{a.id} and {b.id} must both be on the map")
    return line_of_sight(state.board, state.tables, p, q, (a.floor, b.floor))


# -- who spots whom --------------------------------------------------------------------------------


@remembered
def spots(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether a unit itself spots an enemy unit now: able to, in range, line of sight clear.

    All round, whatever its facing, unless it is Suppressed, and any number of targets (na:4.1.1a, na:4.1.1c,
    na:4.1.2, na:6.1.2). A passenger is spotted with its vehicle (na:6.1.3c).
    """
    return able_to_spot(state, spotter, target) and made_out(state, spotter, target) and keeps(state, spotter, target)


# -- how many targets it keeps in sight ---------------------------------------------------------------


def most_spots(state: PanzerState, spotter: UnitId) -> int:
    """How many targets a unit keeps in sight at once, by its Unit Grade (or:7.7.2)."""
    return state.advanced.spotting_chances[state.scenario.by_id[spotter].grade].most


@remembered
def candidates(state: PanzerState, spotter: UnitId) -> tuple[UnitId, ...]:
    """The targets that a unit could keep in sight now, handed-on ones among them (or:7.7.2)."""
    foes = state.of(state.scenario.enemy(state.units[spotter].side))
    return tuple(u.id for u in foes if able_to_spot(state, spotter, u.id) and made_out(state, spotter, u.id))


def chosen(
    state: PanzerState, spotter: UnitId, targets: Iterable[UnitId], wanted: Sequence[UnitId]
) -> tuple[UnitId, ...]:
    """As many of the targets as a unit keeps in sight: those that are wanted, then the nearest (or:7.7.2)."""
    here, _ = stands(state, state.units[spotter])

    def rank(target: UnitId) -> tuple[bool, int, UnitId]:
        there = state.units[target].hex
        return target not in wanted, distance(here, there) if here is not None and there is not None else 0, target

    return tuple(sorted(targets, key=rank)[: most_spots(state, spotter)])


def keeps(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether a target that a unit could spot is among those that it keeps in sight (or:7.7.2)."""
    if not state.has(Switch.MAX_SPOTS):
        return True
    watched = state.units[spotter].watched
    return seen_as(state, target) in chosen(state, spotter, candidates(state, spotter), watched)


def able_to_spot(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether a unit is where it can spot an enemy unit, be that by a roll (na:4.1.1a, or:7.7.1)."""
    a, b = state.units[spotter], state.units[seen_as(state, target)]
    origin, _ = stands(state, a)
    if a.side == b.side or origin is None or b.hex is None or not b.on_map or b.bailed_out:
        return False
    if not may_spot(state, spotter) or distance(origin, b.hex) > spotting_range(state, b.id, spotter):
        return False
    return looks_at(state, a, b.hex) and sees_unit(state, a, b)


def made_out(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether what lies in spotting range has been spotted by the rolls that it takes (or:7.7.1, or:7.24)."""
    return rolled_for(state, spotter, target) and seen_through(state, spotter, target)


def seen_through(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether camouflage hides no unit: at 1 hex, abandoned, found as far off by one who is heard (or:7.24, 7.4.1), in
    the miniatures edition however far off (min:20.8.1)."""
    b, (origin, _) = state.units[seen_as(state, target)], stands(state, state.units[spotter])
    if b.id not in state.camouflage.announced or b.bailed_out or origin is None or b.hex is None:
        return True
    away, find = distance(origin, b.hex), state.camouflage.found.get(b.id)
    if away <= AUTOMATIC or find is None:
        return away <= AUTOMATIC
    return (state.edition.optional.camouflage_by_table or away <= find.range) and hears(state, spotter, (find.spotter,))


def rolled_for(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether it takes no roll, or none any more, to spot a unit in spotting range: within 1 hex, abandoned, or once
    it has been spotted, by those of whom the spotter hears (or:7.7, or:7.7.1, or:7.4.1)."""
    if not state.has(Switch.LIMITED_SPOTTING):
        return True
    b = state.units[seen_as(state, target)]
    origin, _ = stands(state, state.units[spotter])
    near = origin is not None and b.hex is not None and distance(origin, b.hex) <= AUTOMATIC
    return near or b.bailed_out or hears(state, spotter, state.made_out.get(b.id, ()))


def spotting_phase(state: PanzerState) -> SpottingChecked:
    """What the Spotting Phase finds: every spotter's targets, and the SPOT counters of units that nobody spots.

    A unit that stays spotted keeps its counter; whether it is spotted counts with the counter's own modifier
    (na:4.1.5).
    """
    tables = state.tables
    sighted: dict[UnitId, tuple[UnitId, ...]] = {}
    for side in state.scenario.sides:
        enemies = (u for u in state.of(state.scenario.enemy(side.id)) if not u.bailed_out)
        targets = [(u, u.hex, _shown(state, u.id)) for u in enemies if u.hex is not None]
        for spotter, origin, look in _spotters(state, side.id):
            seen = tuple(
                target.id
                for target, hex_, shows in targets
                if distance(origin, hex_) <= spotted_from(tables, shows, look)
                and _picks_out(state, spotter, origin, target, hex_)
            )
            kept = state.has(Switch.MAX_SPOTS)
            sighted[spotter.id] = chosen(state, spotter.id, seen, spotter.watched) if kept else seen
    found = tuple((unit, seen) for unit in state.units if (seen := sighted.get(unit, ())))
    anybody = {target for _, seen in found for target in seen}
    lapsed = tuple(u.id for u in state.units.values() if u.on_map and u.spot is not None and u.id not in anybody)
    return SpottingChecked(sighted=found, lapsed=lapsed)


def _picks_out(state: PanzerState, spotter: Unit, origin: Hex, target: Unit, hex_: Hex) -> bool:
    """Whether a unit makes out a target in spotting range: it looks that way, nothing hides it there."""
    if spotter.floor or target.floor:
        clear = sees_unit(state, spotter, target)
    else:
        clear = sees(state.board, state.tables, origin, hex_)
    return clear and looks_at(state, spotter, hex_) and made_out(state, spotter.id, target.id)


def spotted(state: PanzerState, side: SideId, target: UnitId) -> bool:
    """Whether any unit of a side spots an enemy on the map at this moment (na:6.6.1.1, na:6.6.1.2, na:6.6.10).

    As `spotting.spots`, but an abandoned vehicle is seen as well, which may be assaulted (na:6.6.1.1.3a).
    """
    struck = state.units[target]
    if not struck.on_map or struck.hex is None:
        return False
    tables, shows = state.tables, _shown(state, target)
    return any(
        distance(origin, struck.hex) <= spotted_from(tables, shows, look)
        and _picks_out(state, spotter, origin, struck, struck.hex)
        and (struck.bailed_out or keeps(state, spotter.id, target))
        for spotter, origin, look in _spotters(state, side)
    )
