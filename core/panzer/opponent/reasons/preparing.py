"""Why a computer player of Panzer sets up, lays and plots as it does before the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId, UnitId
from core.panzer.air.orders import ChooseLoad
from core.panzer.course import set_up as course
from core.panzer.course.orders import ChooseZone, PlaceRest, PlaceUnit
from core.panzer.ground.terrain import led_through
from core.panzer.hidden_units.orders import HideUnits
from core.panzer.indirect.orders import PlanMission, RegisterPoint
from core.panzer.minefields.orders import LayMinefield
from core.panzer.opponent import hidden_units, minefields, set_up
from core.panzer.opponent.picture import picture
from core.panzer.opponent.reasons.weighed import TOLD, Said
from core.panzer.opponent.turns import NEVER
from core.panzer.pieces.cards import TowedCard
from core.panzer.pieces.missions import FireType
from core.panzer.sight.orders import CamouflageUnit
from core.panzer.state import PanzerState
from core.presentation import Argument


def _zone(state: PanzerState, side: SideId, order: ChooseZone) -> Iterator[Argument]:
    if len(course.free_zones(state, side)) > 1:
        yield Argument("From this area the objectives are reached soonest, or almost.", rule=course.RULE)
    else:
        yield Argument("It is the only area that is free.", rule=course.RULE)


def _place(state: PanzerState, side: SideId, order: PlaceUnit) -> Iterator[Argument]:
    """What the hex is worth: the way to the goal, Cover, the position, the enemy's fire, own units beside it."""
    zone = state.scenario.zones.get(state.setting_up.zones.get(side, ""))
    if zone is None:
        return
    seen, unit = picture(state, side), state.units[order.unit]
    there = set_up.merits(seen, unit, order.hex, zone.facing)
    turns = set_up.turns_of(seen, unit).get(order.hex)
    where = state.board.label(order.hex)
    if 0 < turns < NEVER:
        yield Argument(f"{state.name(unit.id)}: {turns:.1f} turns from {where} to where it is wanted", rule=course.RULE)
    else:
        yield Argument(f"{state.name(unit.id)}: {where} is among the best of its area", rule=course.RULE)
    parts = {
        "Cover there": there.cover,
        "A position for its weapons": there.position,
        "The enemy's fire there": -there.danger,
        "Own units in the hex or beside it": -there.crowd,
    }
    for text, points in sorted(parts.items(), key=lambda part: -abs(part[1])):
        if abs(points) >= TOLD:
            yield Argument(text, points)


def _rest(state: PanzerState, side: SideId, order: PlaceRest) -> Iterator[Argument]:
    yield Argument("None of the hexes suits the next unit; the rules place those who are left.", rule=course.RULE)


def _hide(state: PanzerState, side: SideId, order: HideUnits) -> Iterator[Argument]:
    if order.units:
        names = ", ".join(map(state.name, order.units))
        yield Argument(f"A counter for units of one formation: {names}", rule="or:7.2.2")
    else:
        yield Argument("A fake: about one counter of three is.", rule="or:7.2.2")
    turns = hidden_units.ways_of(state, side).get(order.hex)
    if turns < NEVER:
        yield Argument(f"{turns:.1f} turns on foot to what the side wants: among the third of its hexes with the least")


def _camouflage(state: PanzerState, side: SideId, order: CamouflageUnit) -> Iterator[Argument]:
    card, worth = state.card(order.unit), state.scenario.by_id[order.unit].value
    kind = "a gun, which stays where it is" if isinstance(card, TowedCard) else "armed" if card.armed else "unarmed"
    yield Argument(f"{state.name(order.unit)}: {kind}, worth {worth} points", rule="or:7.24")


def _mines(state: PanzerState, side: SideId, order: LayMinefield) -> Iterator[Argument]:
    hex_ = order.hexes[0]
    away = minefields.before(state, side, hex_)
    road = ", on a Path or Road" if led_through(state.cell(hex_)) else ""
    text = f"{state.board.label(hex_)}: on the way by which the enemy comes, {away} hexes before what is held{road}"
    yield Argument(text, rule="or:7.31.1")


def _register(state: PanzerState, side: SideId, order: RegisterPoint) -> Iterator[Argument]:
    yield Argument(f"{_what(state, side, order)}: fire there will be answered sooner.", rule="na:6.5.1.4")


def _plan(state: PanzerState, side: SideId, order: PlanMission) -> Iterator[Argument]:
    if order.turns and order.turns[0].type is FireType.ILLUMINATION:
        yield Argument("In the dark it lights what the other plans fall on.", rule="na:6.5.1.11.1")
        return
    text = f"{_what(state, side, order)}: fire falls there from turn {order.turn} whoever sees it."
    yield Argument(text, rule="na:6.5.1.11.1")


def _what(state: PanzerState, side: SideId, order: RegisterPoint | PlanMission) -> str:
    """What is plotted at: an objective, where the enemy stands, or where he sets up."""
    hex_ = order.hex if isinstance(order, RegisterPoint) else order.turns[0].hex
    named = next((one.name for one in state.scenario.objectives if hex_ in one.hexes), "")
    if named:
        return named
    there = state.in_hex(hex_)
    where = state.board.label(hex_)
    if any(unit.side != side for unit in there):
        return f"{where}, where the enemy stands"
    return f"{where}, the middle of an area in which the enemy sets up"


def _load(state: PanzerState, side: SideId, order: ChooseLoad) -> Iterator[Argument]:
    yield Argument(f"{state.name(UnitId(order.unit))}: bombs strike more hexes than the others.", rule="na:6.7.1")


#: The orders before the first turn.
PREPARED: Final[Said] = {
    ChooseZone: _zone,
    PlaceUnit: _place,
    PlaceRest: _rest,
    HideUnits: _hide,
    CamouflageUnit: _camouflage,
    LayMinefield: _mines,
    RegisterPoint: _register,
    PlanMission: _plan,
    ChooseLoad: _load,
}
