"""How a side has set up, as the picks that would set it up so again (na:2.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.book.chapter import head_of
from core.choice import Partial
from core.event import SideId
from core.hexes import Hex
from core.panzer.air.flying import sortie
from core.panzer.course.choices import tail
from core.panzer.course.set_up import to_place
from core.panzer.hidden_units.choices import GO, HIDE
from core.panzer.indirect.choices_plots import picks_of_plan, picks_of_point
from core.panzer.indirect.planned import own_plots
from core.panzer.minefields.choices import picks_of_field
from core.panzer.minefields.laying import joined, laid, to_lay
from core.panzer.pieces.cards import AircraftCard
from core.panzer.pieces.unit import Presence
from core.panzer.sequence import CAMOUFLAGE, MINEFIELDS, PLOTTING, SET_UP
from core.panzer.sight.camouflage import camouflaged
from core.panzer.sight.choices_camouflage import OFF, ON
from core.panzer.state import PanzerState
from core.placing import PLACE, grown
from core.presentation import Coming, left_to_owner

#: The steps in which a side sets up before it places units, and what orders of each begin with.
_BEFORE: Final = {PLOTTING: ("point", "planned"), MINEFIELDS: ("minefield",), CAMOUFLAGE: (ON,)}


def layout(view: PanzerState, side: SideId) -> tuple[Partial, ...]:
    """What it has plotted, mined and camouflaged (na:6.5.1.4, or:7.31.1, or:7.24); once units are placed its area, then
    unit by unit, then what is under HIDDEN UNIT counters (or:7.2.1) and what its aircraft carry."""
    if view.step not in (*_BEFORE, SET_UP):
        return ()
    before = (*_plotted(view, side), *_mined(view, side), *((f"{ON}:{unit}",) for unit in camouflaged(view, side)))
    return (*before, *_placed(view, side)) if view.step == SET_UP else before


def relaid(view: PanzerState, side: SideId, orders: Iterable[Partial]) -> tuple[Partial, ...]:
    """The orders of a layout that belong to the step, those first that take back what has been plotted or camouflaged
    otherwise; of what they say nothing of at all, what is there stays."""
    heads = _BEFORE.get(view.step)
    earlier = [head for of_step in _BEFORE.values() for head in of_step]
    wanted = [p for p in orders if (head_of(p[0]) in heads if heads is not None else head_of(p[0]) not in earlier)]
    gone: list[Partial] = []
    if view.step == PLOTTING:
        kinds = {partial[0] for partial in wanted}
        plots = zip(own_plots(view, side), _plotted(view, side), strict=True)
        gone = [(f"unplot:{id_}",) for id_, partial in plots if partial[0] in kinds and partial not in wanted]
    if view.step == CAMOUFLAGE and wanted:
        gone = [(f"{OFF}:{unit}",) for unit in camouflaged(view, side) if (f"{ON}:{unit}",) not in wanted]
    return (*gone, *wanted)


def coming(view: PanzerState, side: SideId) -> tuple[Coming, ...]:
    """The units that enter in a later turn (na:5.3); what they carry comes with them. For a relief force turn and place
    are rolled (min:23.3.6.a)."""
    relief = view.scenario.relief if not view.relief.arrived else None
    found: list[Coming] = []
    for unit in view.scenario.units:
        entry = view.entry(unit.id) if unit.side == side and unit.id in view.units else None
        if entry is None or view.units[unit.id].presence is not Presence.WAITING:
            continue
        choice, rule = left_to_owner(entry.hexes), "na:4.5.1.1.9"
        if relief is not None and unit.id in relief.units:
            choice, rule = "turn and place are rolled for; then hex and order are yours to choose", "min:23.3.6.a"
        found.append(Coming(unit.id, f"from turn {entry.turn} on", frozenset(entry.hexes), choice, rule))
    return tuple(found)


def _plotted(view: PanzerState, side: SideId) -> Iterator[Partial]:
    """Point by point, then plan by plan."""
    for plot in own_plots(view, side):
        held = view.indirect.plan(plot)
        point = next((p for p in view.indirect.points if p.side == side and p.hex.id == plot), None)
        if held is not None:
            yield picks_of_plan(view, held)
        elif point is not None:
            yield picks_of_point(view, point)


def _mined(view: PanzerState, side: SideId) -> Iterator[Partial]:
    def together(one: Hex, other: Hex) -> bool:
        return joined(view, one, other)

    for field in to_lay(view, side):
        hexes = grown([mined.hex for mined in laid(view, field.id)], together)
        if hexes:
            yield picks_of_field(field, hexes)


def _placed(view: PanzerState, side: SideId) -> Iterator[Partial]:
    zone = view.setting_up.zones.get(side)
    if zone is not None and len(view.scenario.side(side).zones) > 1:
        yield (f"zone:{zone}",)
    for id_ in to_place(view, side):
        unit = view.units[id_]
        if unit.hex is not None:
            how = tail(view.setting_up.shelters.get(id_))
            yield f"{PLACE}:{id_}", f"{unit.hex.id}{how}", str(unit.facing)
    for counter in view.hidden.of(side):
        yield f"{HIDE}:{counter.number}", *counter.units, GO, counter.hex.id
    for stated in view.scenario.units:
        if stated.side == side and isinstance(stated.card, AircraftCard) and stated.load is None:
            load = sortie(view, stated.id).load
            if load is not None:
                yield f"load:{stated.id}", load.value
