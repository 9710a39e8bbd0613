"""Pivots, bailing out, turrets and Full Cover, choice by choice (na:6.8, min:10.1, min:16.1.6.3, min:10.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import bailing_out, full_cover, pivots, turrets
from core.panzer.adjustment.orders import AdjustTurret, FullCover, LeaveVehicle, Pivot
from core.panzer.offering import heading, turret_ways
from core.panzer.pieces.unit import Unit
from core.panzer.sight import long_guns
from core.panzer.sight.turrets import buttons_up
from core.panzer.state import PanzerState
from core.step_end import end_of_step

#: First picks of those who take Full Cover and who leave it.
TAKE: Final = "take-cover"
LEAVE: Final = "leave-cover"
#: The pick of a passenger that does not bail out.
_STAYS: Final = "stay"


def _menu(state: PanzerState, prompt: str, options: Iterable[Choice]) -> Choices:
    step = sequence.step_of(state)
    return Choices(prompt, step.rule, (*options, end_of_step(f"End the {step.title} Step")))


def _done(state: PanzerState) -> Choices:
    step = sequence.step_of(state)
    return Choices(f"{step.title} Step", step.rule, complete=True)


# -- the Pivot Step (na:6.8.1, min:10.1, min:16.1.6.3) -------------------------------------------------


def pivot_step(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Whose facing is changed, and who bails out."""
    pivoting = (_pivot_choice(state, u) for u in pivots.pivoters(state, side))
    leaving = (_leaving_choice(state, u) for u in bailing_out.leavers(state, side))
    return _menu(state, "Turn which unit?", (*pivoting, *leaving))


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


def pivot(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """How a unit will face."""
    if len(partial) > 1:
        return _done(state)
    unit = _unit(state, partial)
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


def pivot_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None if the facing is missing."""
    return Pivot(unit=_unit(state, partial).id, facing=int(partial[1])) if len(partial) == 2 else None


def leaving(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """How a passenger faces when it has bailed out; it may stay after all (min:16.1.6.3)."""
    if len(partial) > 1:
        return _done(state)
    ways = tuple(Choice(str(at), name, "facing") for at, name in enumerate(DIRECTION_NAMES))
    stays = Choice(_STAYS, "Stay aboard", "option", key="S")
    name = state.name(_unit(state, partial).id)
    return Choices(f"{name} bails out: facing which hexside?", bailing_out.RULE, (*ways, stays))


def leaving_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None if it is not told how."""
    if len(partial) != 2:
        return None
    return LeaveVehicle(unit=_unit(state, partial).id, facing=None if partial[1] == _STAYS else int(partial[1]))


# -- the Adjust Turret Step (or:7.8.1, min:10.2, or:7.8.3) ---------------------------------------------


def turret_step(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Whose turret turns, or whose hatches are closed."""
    return _menu(state, "Adjust which turret?", (_turret_choice(state, u) for u in turrets.adjustable(state, side)))


def _turret_choice(state: PanzerState, unit: Unit) -> Choice:
    turret, buttoned = turrets.decided(state, unit)
    how = f"{state.turrets.label(unit.facing, turret)}{', Buttoned Up' if buttoned else ''}"
    group = heading(state, unit.id)
    return Choice(f"turret:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, f"turret {how}", group=group)


def turret(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The facing of a turret, then whether it is open."""
    unit = _unit(state, partial)
    facing, buttoned = turrets.decided(state, unit)
    if len(partial) == 1:
        return turret_ways(state, unit, turrets.able(state, unit), facing)
    if len(partial) > 2 or not buttons_up(state, unit):
        return _done(state)
    hatch = (Choice("open", "Open", "option", key="O"), Choice("buttoned", "Buttoned Up", "option", key="B"))
    return Choices(f"{state.name(unit.id)}: {'Buttoned Up' if buttoned else 'open'} now", "or:7.8.3", hatch)


def turret_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None if the facing is missing, or how the hatches are."""
    unit = _unit(state, partial)
    if len(partial) < 2 or (len(partial) == 2 and buttons_up(state, unit)):
        return None
    return AdjustTurret(unit=unit.id, facing=int(partial[1]), buttoned=partial[-1] == "buttoned")


# -- the Adjust Full Cover Step (na:6.8.2) -------------------------------------------------------------


def cover_step(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Who takes Full Cover, and who leaves it."""
    return _menu(state, "Into or out of Full Cover?", (_cover(state, u) for u in full_cover.coverable(state, side)))


def _cover(state: PanzerState, unit: Unit) -> Choice:
    inside = full_cover.in_full_cover(state, unit)
    pick = f"{LEAVE if inside else TAKE}:{unit.id}"
    cost = "in Full Cover" if inside else "not in Full Cover"
    label = f"{state.name(unit.id)} {'leaves' if inside else 'takes'} Full Cover"
    return Choice(pick, label, "unit", unit.hex, unit.id, cost=cost, group=heading(state, unit.id))


def cover(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Nothing more to pick."""
    return _done(state)


def cover_order(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """The order of this pick."""
    return FullCover(unit=_unit(state, partial).id, on=head_of(partial[0]) == TAKE)


def _unit(state: PanzerState, partial: Partial) -> Unit:
    """The unit that the first pick names."""
    return state.units[UnitId(value_of(partial[0]))]
