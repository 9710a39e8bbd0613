"""Building the set-up, choice by choice (na:2.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from core import placing
from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer.air.flying import to_load
from core.panzer.course import orders, set_up, sheltering
from core.panzer.ground import stands, terrain
from core.panzer.offering import heading
from core.panzer.pieces.course import Shelter, Start
from core.panzer.state import PanzerState
from core.remembered import remembered

#: Behind a way to begin: to the rear.
_REAR: Final = "/rear"


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Where to set up, then each unit with its hex and facing, until the side ends it."""
    rule = set_up.RULE
    zone = state.setting_up.zones.get(side)
    if not partial:
        options: list[Choice] = []
        if zone is None or (len(set_up.free_zones(state, side)) > 1 and not _placed(state, side)):
            for z in set_up.free_zones(state, side):
                area = state.scenario.zones[z]
                options.append(Choice(f"zone:{z}", f"Set up in: {area.name}", "order", min(area.hexes)))
        if zone is not None or not set_up.free_zones(state, side):
            begin = sheltering.beginnings(state, side)
            for unit in set_up.to_place(state, side):
                hex_ = state.units[unit].hex
                where = f"in {hex_}" if hex_ else "to be placed"
                if unit in begin:
                    where += f", {sheltering.in_words(begin[unit])}"
                group = heading(state, unit)
                options.append(Choice(f"place:{unit}", f"{state.name(unit)} {where}", "unit", hex_, unit, group=group))
            unpicked = Refusal("bombs or rockets are still to be picked", "na:6.7.1") if to_load(state, side) else None
            options += placing.endings(len(set_up.unplaced(state, side)), "units", rule, refusal=unpicked)
        prompt = "Choose where to set up" if zone is None else f"Set up in {state.scenario.zones[zone].name}"
        if zone is None and to_load(state, side):
            prompt = "Choose what the aircraft carry"
        return Choices(prompt, rule, tuple(options))
    first = partial[0]
    if not first.startswith("place:") or zone is None:
        return Choices("Set-up", rule, complete=True)
    unit = UnitId(first.removeprefix("place:"))
    area = state.scenario.zones[zone]
    if len(partial) == 1:
        return Choices(f"{state.name(unit)}: in which hex?", rule, tuple(_hexes(state, unit, zone)))
    if len(partial) == 2:
        facings = [(area.facing + turn) % 6 for turn in (0, 1, 5, 2, 4, 3)]
        return Choices(
            f"{state.name(unit)} in {partial[1]}: facing which hexside?",
            "na:3.3",
            tuple(Choice(str(f), DIRECTION_NAMES[f], "facing") for f in facings),
        )
    return Choices("Set-up", rule, complete=True)


def _hexes(state: PanzerState, unit: UnitId, zone: str) -> Iterator[Choice]:
    """The hexes of an area in which a unit may be set up, each with how many are there, and how else it may begin in
    them (min:23.3.5)."""
    crowded, side = state.edition.room is not None, state.units[unit].side
    none_left = {start: sheltering.full(state, side, unit, start) for start in state.scenario.side(side).positions}
    for choice, start in _bare(state, _like(state, unit), zone):
        hex_ = choice.hex
        if hex_ is None:
            continue
        there = len(state.in_hex(hex_))
        if there and ((crowded and not stands.has_room(state, unit, hex_)) or stands.opposed(state, unit, hex_)):
            continue
        refusal = none_left.get(start) if start is not None else None
        yield evolve(choice, cost=f"{there} here" if there else "", refusal=refusal) if there or refusal else choice


def _like(state: PanzerState, unit: UnitId) -> UnitId:
    """The first unit that may begin wherever this one may: of the same side and card, with the same ways to begin."""
    mine = state.scenario.by_id[unit]
    alike = (u for u in state.scenario.units if u.card is mine.card and u.side == mine.side and u.starts == mine.starts)
    return next(alike, mine).id


@remembered(of=("counters", "minefields"))
def _bare(state: PanzerState, unit: UnitId, zone: str) -> tuple[tuple[Choice, Start | None], ...]:
    """The same, whoever is there, with what has to be picked of how it is to begin."""
    found: list[tuple[Choice, Start | None]] = []
    for hex_ in sorted(state.scenario.zones[zone].hexes):
        if terrain.may_start(state, unit, hex_):
            words = sheltering.by_itself(state, unit, hex_)
            found.append((Choice(hex_.id, f"{hex_}, {words}" if words else hex_.id, "hex", hex_), None))
        for shelter in sheltering.others(state, unit, hex_):
            words = f"{hex_}, {sheltering.in_words(shelter, state.cell(hex_))}"
            found.append((Choice(f"{hex_}{tail(shelter)}", words, "option", hex_), shelter.start))
    return tuple(found)


def tail(shelter: Shelter | None) -> str:
    """What stands behind the hex in a pick that says how a unit is to begin there."""
    return f"/{shelter.start.value}{_REAR if shelter.rear else ''}" if shelter is not None else ""


def _shelter(how: str) -> Shelter | None:
    return Shelter(Start(how.removesuffix(_REAR)), rear=how.endswith(_REAR)) if how else None


def _placed(state: PanzerState, side: SideId) -> bool:
    return any(state.units[u].hex is not None for u in set_up.to_place(state, side))


def with_loads(state: PanzerState, side: SideId, found: Choices, loads: Sequence[Choice]) -> Choices:
    """The menu of the set-up with the loads of aircraft before its end."""
    last = [o_ for o_ in found.options if o_.kind == "done"]
    if not last:
        return found
    return evolve(found, options=(*(o_ for o_ in found.options if o_.kind != "done"), *loads, *last))


def order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    kind, value = head_of(partial[0]), value_of(partial[0])
    if kind == "place-rest":
        return orders.PlaceRest()
    if kind == "zone":
        return orders.ChooseZone(zone=value)
    if kind == "place" and len(partial) == 3:
        hex_, _, how = partial[1].partition("/")
        return orders.PlaceUnit(
            unit=UnitId(value), hex=state.board.hex(hex_), facing=int(partial[2]), shelter=_shelter(how)
        )
    return None
