"""Spotting (na:4.1): who spots whom, from what range, and which SPOT counters lapse.

A spot has no memory of its own: it is worked out anew from terrain, counters, range and line of sight
whenever it matters, which is what keeps a vehicle spotted from hand to hand (na:4.1.1b, na:4.1.1d).
"""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.events import SpottingChecked
from core.panzer.line_of_sight import Sight, line_of_sight, sees
from core.panzer.reference import Cover
from core.panzer.state import PanzerState, Spot
from core.panzer.terrain import best_cover, terrain_in
from core.tally import Reason, Tally

_SPOT_MODIFIERS = {Spot.MOVE: ("spot-move", "na:4.1.3c"), Spot.FIRE: ("spot-fire", "na:4.1.3d")}
_COVER_MODIFIERS = {Cover.LIGHT: "light", Cover.MEDIUM: "medium", Cover.HEAVY: "heavy"}


def over_stacked(state: PanzerState, hex_: Hex, extra: int = 0) -> bool:
    """Whether a hex holds 6 or more vehicles of both sides, wrecks not counted (na:3.8).

    extra: vehicles to count on top, such as one that is about to enter (na:4.5.1.1.5e).
    """
    return len(state.in_hex(hex_)) + extra >= state.tables.over_stacked_from


def spotting_cover(state: PanzerState, hex_: Hex) -> Cover:
    """Cover that a vehicle in the hex has against being spotted; none if over-stacked (na:4.1.3a, na:4.1.3.2).

    The terrain of the target's hex alone governs, and the best of it (na:4.1.3f, na:4.1.3g).
    """
    cover = best_cover(effect.cover_spotting for effect in terrain_in(state.tables, state.cell(hex_)))
    return Cover.NONE if cover is not Cover.NONE and over_stacked(state, hex_) else cover


def spotting_tally(state: PanzerState, target: UnitId) -> Tally:
    """Modifiers for spotting a target: its Cover and its SPOT counter, summed; never its size.

    (na:3.7a, na:4.1.3b, na:4.1.3c, na:4.1.3d, na:4.1.3.1)
    """
    unit = state.units[target]
    tally = Tally()
    if unit.hex is None:
        return tally
    modifiers = state.tables.spotting_modifiers
    cover = spotting_cover(state, unit.hex)
    if cover in _COVER_MODIFIERS:
        tally = tally.add(f"{cover.value} Cover", modifiers[_COVER_MODIFIERS[cover]], "na:4.1.3a")
    if unit.spot is not None:
        key, rule = _SPOT_MODIFIERS[unit.spot]
        tally = tally.add(unit.spot.value, modifiers[key], rule)
    return tally


def spotting_row(tally: Tally) -> int:
    """Row of the Spotting Ranges Table: the sum, held between +2 and -5 (na:4.1.3b)."""
    return max(-5, min(2, tally.total))


def spotting_range(state: PanzerState, target: UnitId) -> int:
    """How far away, in hexes, a target can be spotted as it stands now (na:4.1.3a)."""
    return state.tables.spotting_ranges[spotting_row(spotting_tally(state, target))]["V"]


def spots(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether a vehicle itself spots an enemy vehicle now: armed, in range, line of sight clear.

    All round, whatever its facing, and any number of targets (na:4.1.1a, na:4.1.1c, na:4.1.2).
    """
    a, b = state.units[spotter], state.units[target]
    if a.side == b.side or a.hex is None or b.hex is None or not (a.on_map and b.on_map):
        return False
    if not state.card(spotter).armed or not sees(state.board, state.tables, a.hex, b.hex):
        return False
    return distance(a.hex, b.hex) <= spotting_range(state, target)


@frozen
class Sighting:
    """Whether a spotter spots a target and why: range against spotting range, the tally, the line of sight."""

    spotted: bool
    range: int
    spotting_range: int
    row: int
    tally: tuple[Reason, ...]
    sight: Sight


def sighting(state: PanzerState, spotter: UnitId, target: UnitId) -> Sighting:
    """The explained answer of `spots` for two units on the map (na:4.1)."""
    a, b = state.units[spotter].hex, state.units[target].hex
    if a is None or b is None:
        raise ValueError(f"{spotter} and {target} must both be on the map")
    tally = spotting_tally(state, target)
    reach = spotting_range(state, target)
    sight = line_of_sight(state.board, state.tables, a, b)
    return Sighting(
        spotted=spots(state, spotter, target),
        range=distance(a, b),
        spotting_range=reach,
        row=spotting_row(tally),
        tally=tally.reasons,
        sight=sight,
    )


def spotting_phase(state: PanzerState) -> SpottingChecked:
    """What the Spotting Phase finds: every spotter's targets, and the SPOT counters of vehicles that nobody spots.

    A vehicle that stays spotted keeps its counter; whether it is spotted counts with the counter's own
    modifier (na:4.1.5).
    """
    on_map = [u for u in state.units.values() if u.on_map]
    reach = {u.id: spotting_range(state, u.id) for u in on_map}
    sighted: list[tuple[UnitId, tuple[UnitId, ...]]] = []
    seen: set[UnitId] = set()
    for spotter in on_map:
        if not state.card(spotter.id).armed or spotter.hex is None:
            continue
        targets = tuple(
            t.id
            for t in on_map
            if t.side != spotter.side
            and t.hex is not None
            and distance(spotter.hex, t.hex) <= reach[t.id]
            and sees(state.board, state.tables, spotter.hex, t.hex)
        )
        if targets:
            sighted.append((spotter.id, targets))
            seen.update(targets)
    lapsed = tuple(u.id for u in on_map if u.spot is not None and u.id not in seen)
    return SpottingChecked(sighted=tuple(sighted), lapsed=lapsed)
