"""Mines under units of the enemy: announced as they come into the hex, and resolved at once (or:7.31.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer.gp.bail_out import bail_out
from core.panzer.ground.mines import harm, hidden, may_lie_hidden, type_against, visible
from core.panzer.minefields.events import MinefieldAnswered, MinefieldAttacked
from core.panzer.minefields.laying import announced
from core.panzer.movement.step import offer_overwatch
from core.panzer.pieces.cards import LegStep, VehicleCard
from core.panzer.pieces.minefields import Entry, MinedHex, MineType
from core.panzer.pieces.results import CAUSES, Result
from core.panzer.state import PanzerState
from core.tally import Reason

#: The rule by the type of mines.
RULES = {MineType.VEHICULAR: "or:7.31.2.1", MineType.PERSONNEL: "or:7.31.2.2"}


def owner(state: PanzerState, entry: Entry) -> SideId:
    """Whose mines a unit may set off: its own side knows its minefields and passes (or:7.31.2)."""
    return state.scenario.enemy(state.units[entry.unit].side)


def needed(state: PanzerState) -> SideId | None:
    """The side that has to say whether there are mines, where each machine knows its own alone (or:7.31.2)."""
    entry = next(iter(state.minefields.entered), None)
    if entry is None or not state.units[entry.unit].on_map:
        return None
    type_, theirs = type_against(state.card(entry.unit)), owner(state, entry)
    return theirs if may_lie_hidden(state, theirs, entry.hex, type_) else None


def answers(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Resolve what waits: the attacks on the unit that came first, then a chance for Overwatch Fire at it."""
    entry = next(iter(state.minefields.entered), None)
    return _answer(state, entry, dice) if entry is not None else None


def _answer(state: PanzerState, entry: Entry, dice: Dice) -> Iterator[Event]:
    """Hidden mines are announced first; what that does to a plan, which their owner does not know, the events tell.

    (or:7.31.2, min:20.6.2)
    """
    unit, type_ = entry.unit, type_against(state.card(entry.unit))
    known = visible(state, unit, entry.hex)
    secret = hidden(state, unit, entry.hex) if state.units[unit].on_map else ()
    for mined in (*known, *secret):
        if not state.units[unit].on_map:
            break
        if mined in secret:
            yield from announced(mined, frozenset({type_}))
        if mined.field in entry.passed or (entry.leaving and mined.field in _about(state, unit)):
            continue  # its attack on this stretch of the move has been made (min:20.6.2)
        attacked = resolve(state, entry, mined, dice)
        first_track = not state.units[unit].track_hit
        yield attacked
        if attacked.result in CAUSES and isinstance(state.card(unit), VehicleCard):
            yield from bail_out(state, unit, [CAUSES[attacked.result]], dice, first_track=first_track)
    moving = state.moves.of(unit) is not None
    free = state.units[unit].on_map and not known and not secret
    yield MinefieldAnswered(unit=unit, hex=entry.hex, owner=owner(state, entry), type=type_, free=free)
    if moving and state.fire.window is None and not state.minefields.entered:
        yield from offer_overwatch(state, unit)


def _about(state: PanzerState, unit: UnitId) -> frozenset[str]:
    """The known minefields of the hex that a unit has come to: it is still in them, and they have attacked it there."""
    there = state.units[unit].hex
    if there is None:
        return frozenset()
    return frozenset(m.field for m in state.minefields.in_force(there, type_against(state.card(unit))))


def damaged(state: PanzerState) -> Result:
    """What mines Damage of a vehicle: its hull (or:7.31.2.1), in the miniatures edition all of it (min:8.4.7.4)."""
    return Result.HULL if state.edition.damaged_parts else Result.DAMAGED


def resolve(state: PanzerState, entry: Entry, mined: MinedHex, dice: Dice) -> MinefieldAttacked:
    """Their owner rolls for one attack (or:7.31.2.1, or:7.31.2.2, min:20.6.2.2)."""
    unit, card = state.units[entry.unit], state.card(entry.unit)
    table = harm(state.advanced.minefields, card, mined.kind, quick=entry.quick)
    type_ = type_against(card)
    roll = dice.roll("d100", "minefield", RULES[type_])
    return MinefieldAttacked(
        unit=unit.id,
        hex=mined.hex,
        kind=mined.kind,
        type=type_,
        damage=table.damage,
        track=table.track,
        effective=table.effective,
        total=roll.result + table.modifier,
        result=table.result(roll.result, unit.hurt, unit.size is LegStep.SQUAD, damaged(state)),
        rolls=(roll,),
        tally=(Reason("Quickmarch", table.modifier, RULES[type_]),) if table.modifier else (),
    )
