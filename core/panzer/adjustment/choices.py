"""Pivots, bailing out, turrets and Full Cover, choice by choice (na:6.8, min:10.1, min:16.1.6.3, min:10.2)."""

from __future__ import annotations

from typing import Final

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import bailing_out, full_cover, turrets
from core.panzer.adjustment.orders import AdjustTurret, FullCover, LeaveVehicle, Pivot
from core.panzer.offering import heading, turret_ways
from core.panzer.pieces.unit import Unit
from core.panzer.sight import long_guns
from core.panzer.sight.turrets import buttons_up
from core.panzer.state import PanzerState
from core.step_end import end_of_step


def adjustment_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The Pivot, the Adjust Turret and the Full Cover Step (na:6.8.1, or:7.8.1, min:10.2, na:6.8.2)."""
    rule = sequence.step_of(state).rule
    if not partial:
        units = full_cover.adjustable(state, side)
        choice = _CHOICE[state.step]
        options = [choice(state, u) for u in units]
        options += [_leaving_choice(state, u) for u in bailing_out.leavers(state, side)]
        options.append(end_of_step(f"End the {_title(state)}"))
        return Choices(_PROMPT[state.step], rule, tuple(options))
    kind, _, value = partial[0].partition(":")
    if kind == "pivot" and len(partial) == 1:
        unit = state.units[UnitId(value)]
        now = state.adjustment.pivots.get(unit.id, unit.facing)
        return Choices(
            f"{state.name(unit.id)}: facing which hexside?",
            "na:3.3",
            tuple(
                Choice(
                    str(d),
                    DIRECTION_NAMES[d],
                    "facing",
                    cost="as now" if d == now else "",
                    refusal=long_guns.at_rest(state, unit.id, d)[0],
                )
                for d in ((unit.facing + turn) % 6 for turn in (0, 1, 5, 2, 4, 3))
            ),
        )
    if kind == "leave-vehicle" and len(partial) == 1:
        return _leaving(state, UnitId(value))
    if kind == "turret" and len(partial) < 3:
        return _turret(state, state.units[UnitId(value)], partial)
    return Choices(_title(state), rule, complete=True)


def _turret(state: PanzerState, unit: Unit, partial: Partial) -> Choices:
    """The facing of a turret, then whether it is open (or:7.8.1, min:10.2, or:7.8.3)."""
    turret, buttoned = turrets.decided(state, unit)
    if len(partial) == 1:
        return turret_ways(state, unit, turrets.able(state, unit), turret)
    if not buttons_up(state, unit):
        return Choices(_title(state), sequence.step_of(state).rule, complete=True)
    hatch = (Choice("open", "Open", "option", key="O"), Choice("buttoned", "Buttoned Up", "option", key="B"))
    return Choices(f"{state.name(unit.id)}: {'Buttoned Up' if buttoned else 'open'} now", "or:7.8.3", hatch)


def _leaving(state: PanzerState, unit: UnitId) -> Choices:
    """How a passenger faces when it has bailed out; it may stay after all (min:16.1.6.3)."""
    ways = tuple(Choice(str(at), name, "facing") for at, name in enumerate(DIRECTION_NAMES))
    stays = Choice(_STAYS, "Stay aboard", "option", key="S")
    return Choices(f"{state.name(unit)} bails out: facing which hexside?", bailing_out.RULE, (*ways, stays))


def _title(state: PanzerState) -> str:
    return f"{sequence.step_of(state).title} Step"


def _turret_choice(state: PanzerState, unit: Unit) -> Choice:
    turret, buttoned = turrets.decided(state, unit)
    how = f"{state.turrets.label(unit.facing, turret)}{', Buttoned Up' if buttoned else ''}"
    group = heading(state, unit.id)
    return Choice(f"turret:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, f"turret {how}", group=group)


def _pivot_choice(state: PanzerState, unit: Unit) -> Choice:
    facing = DIRECTION_NAMES[state.adjustment.pivots.get(unit.id, unit.facing)]
    group = heading(state, unit.id)
    return Choice(f"pivot:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, f"facing {facing}", group=group)


def _leaving_choice(state: PanzerState, unit: Unit) -> Choice:
    facing = state.adjustment.leaving.get(unit.id)
    where = state.units[unit.carrier].hex if unit.carrier is not None else None
    how = "aboard" if facing is None else f"bails out, facing {DIRECTION_NAMES[facing]}"
    label = f"{state.name(unit.id)}: Emergency Bail Out ..."
    return Choice(f"leave-vehicle:{unit.id}", label, "unit", where, unit.id, how, group=heading(state, unit.id))


def _cover_choice(state: PanzerState, unit: Unit) -> Choice:
    inside = full_cover.in_full_cover(state, unit)
    pick = f"{'leave' if inside else 'take'}-cover:{unit.id}"
    cost = "in Full Cover" if inside else "not in Full Cover"
    label = f"{state.name(unit.id)} {'leaves' if inside else 'takes'} Full Cover"
    return Choice(pick, label, "unit", unit.hex, unit.id, cost=cost, group=heading(state, unit.id))


#: The pick of a passenger that does not bail out.
_STAYS: Final = "stay"
_CHOICE: Final = {
    sequence.PIVOT: _pivot_choice,
    sequence.TURRETS: _turret_choice,
    sequence.FULL_COVER: _cover_choice,
}
_PROMPT: Final = {
    sequence.PIVOT: "Turn which unit?",
    sequence.TURRETS: "Adjust which turret?",
    sequence.FULL_COVER: "Into or out of Full Cover?",
}


def adjustment_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial of an adjustment step; None if it is none."""
    kind, _, value = partial[0].partition(":")
    if kind == "pivot" and len(partial) == 2:
        return Pivot(unit=UnitId(value), facing=int(partial[1]))
    if kind == "leave-vehicle" and len(partial) == 2:
        return LeaveVehicle(unit=UnitId(value), facing=None if partial[1] == _STAYS else int(partial[1]))
    if kind == "turret" and len(partial) > 1:
        unit = UnitId(value)
        if len(partial) == 2 and buttons_up(state, state.units[unit]):
            return None
        return AdjustTurret(unit=unit, facing=int(partial[1]), buttoned=partial[-1] == "buttoned")
    if kind in ("take-cover", "leave-cover"):
        return FullCover(unit=UnitId(value), on=kind == "take-cover")
    return None
