"""Building the orders of HIDDEN UNIT counters, pick by pick (or:7.2).

Picks: ``hide:NUMBER``, the units one after the other, ``go``, a hex; ``drop-hiding:NUMBER``; ``hidden:NUMBER`` and a
command; ``reveal:NUMBER``; ``put:UNIT``, a hex, a facing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer import sequence
from core.panzer.formations.control import formation_key
from core.panzer.hidden_units import commanding, placing, revealing
from core.panzer.hidden_units.orders import CommandHidden, DropHiding, HideUnits, PlaceRevealed, RevealHidden
from core.panzer.hidden_units.revealing import GROUP, contents, title
from core.panzer.offering import heading
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.step_end import end_of_step

HIDE: Final = "hide"
DROP: Final = "drop-hiding"
COMMAND: Final = "hidden"
PUT: Final = "put"
GO: Final = "go"


# -- hiding ----------------------------------------------------------------------------------------


def offer_hiding(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The counters that may be placed at the set-up, and those that may be taken back."""
    if placing.setting_up(state, side):
        yield from _hiding(state, side)


def _hiding(state: PanzerState, side: SideId) -> Iterator[Choice]:
    free = placing.numbers(state, side)
    limit = placing.limit(state, side)
    if free:
        yield Choice(
            f"{HIDE}:{free[0]}", "Place a HIDDEN UNIT counter ...", "order", cost=f"{len(free)} of {limit}", group=GROUP
        )
    placed = state.hidden.of(side) if state.step == sequence.SET_UP else placing.plans(state, side)
    for one in placed:
        text = f"Take back HIDDEN UNIT {one.number}: {contents(state, one.units)}"
        yield Choice(f"{DROP}:{one.number}", text, "hex", one.hex, group=GROUP)


def hiding_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The menu of the step in which units are hidden during play (or:7.2.3)."""
    options = (*_hiding(state, side), end_of_step("End hiding units"))
    return Choices("Hide units that nobody has spotted", placing.ADDING, options)


def hide_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Who goes under the counter, one after the other, then where it is placed."""
    if head_of(partial[0]) == DROP:
        return Choices("Take it back", placing.RULE, complete=True)
    prompt = f"HIDDEN UNIT {value_of(partial[0])}"
    if GO not in partial:
        return _who(state, side, _units(partial), prompt)
    if partial[-1] == GO:
        return Choices(f"{prompt}: in which hex?", placing.RULE, _where(state, side, _units(partial)))
    return Choices(prompt, placing.RULE, complete=True)


def _units(partial: Partial) -> tuple[UnitId, ...]:
    end = partial.index(GO) if GO in partial else len(partial)
    return tuple(UnitId(pick) for pick in partial[1:end])


def _who(state: PanzerState, side: SideId, units: tuple[UnitId, ...], prompt: str) -> Choices:
    able = placing.to_hide(state, side) if state.step == sequence.SET_UP else placing.may_hide(state, side)
    key = formation_key(state, units[0]) if units else None
    options = [Choice(GO, f"It stands for: {contents(state, units)}", "option", key="G")]
    for unit in able:
        if unit not in units and key in (None, formation_key(state, unit)):
            where = state.units[unit].hex
            options.append(Choice(unit, state.name(unit), "unit", where, unit, group=heading(state, unit)))
    return Choices(f"{prompt}: which units are under it?", "or:7.2.1", tuple(options))


def _where(state: PanzerState, side: SideId, units: tuple[UnitId, ...]) -> tuple[Choice, ...]:
    at_set_up = state.step == sequence.SET_UP
    hexes = (placing.set_up_hexes if at_set_up else placing.hiding_hexes)(state, side, units)
    return tuple(Choice(hex_.id, state.board.label(hex_), "hex", hex_) for hex_ in hexes)


def hide_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None as long as no hex is picked."""
    number = int(value_of(partial[0]))
    if head_of(partial[0]) == DROP:
        return DropHiding(number=number)
    if GO not in partial or partial[-1] == GO:
        return None
    return HideUnits(number=number, hex=state.board.hex(partial[-1]), units=_units(partial))


def remaining(state: PanzerState, side: SideId) -> str:
    """How many counters a side has left, in words."""
    left = len(placing.numbers(state, side))
    return f"{left} HIDDEN UNIT counter{'s' * (left != 1)} left"


# -- commands --------------------------------------------------------------------------------------


def offer_commands(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The counters of a side, each with its command."""
    for counter in state.hidden.of(side):
        held = counter.command.value if counter.command is not None else "no command yet"
        text = f"{title(counter)}: {contents(state, counter.units)}"
        yield Choice(f"{COMMAND}:{counter.number}", text, "hex", counter.hex, cost=held, group=GROUP)


def command_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Which command it gets."""
    counter = state.hidden.named(f"{side}-{value_of(partial[0])}")
    if len(partial) > 1 or counter is None:
        return Choices("Command", commanding.RULE, complete=len(partial) > 1)
    options = (Choice(c.value, c.value, "option", refusal=commanding.refusal(state, counter, c)) for c in Command)
    return Choices(f"Which command for {title(counter)}?", commanding.RULE, tuple(options))


def command_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 2:
        return None
    return CommandHidden(number=int(value_of(partial[0])), command=Command(partial[1]))


# -- revealing -------------------------------------------------------------------------------------


def reveal_order(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """The order of this pick."""
    return RevealHidden(number=int(value_of(partial[0])))


def put_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Which unit of the revealed counter is placed next, where, facing which hexside."""
    rule = revealing.PLACING
    if not partial:
        units = revealing.to_place(state)
        options = tuple(Choice(f"{PUT}:{u}", f"{state.name(u)} ...", "unit", None, u) for u in units)
        return Choices("Place the units of the revealed counter", rule, options)
    unit = UnitId(value_of(partial[0]))
    if len(partial) == 1:
        hexes = revealing.hexes_for(state, unit)
        options = tuple(Choice(h.id, state.board.label(h), "hex", h) for h in hexes)
        return Choices(f"{state.name(unit)}: in which hex?", rule, options)
    if len(partial) == 2:
        facings = tuple(Choice(str(f), DIRECTION_NAMES[f], "facing") for f in range(6))
        return Choices(f"{state.name(unit)} in {partial[1]}: facing which hexside?", "na:3.3", facings)
    return Choices("Place it", rule, complete=True)


def put_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 3:
        return None
    unit = UnitId(value_of(partial[0]))
    return PlaceRevealed(unit=unit, hex=state.board.hex(partial[1]), facing=int(partial[2]))
