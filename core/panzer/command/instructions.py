"""Standing instructions: what a side wants to be asked amid the enemy's actions (na:4.4.3.2.2b, na:4.5b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Choice, Choices, FormLine, Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit
from core.panzer.command.events import InstructionsSet
from core.panzer.command.orders import SetInstructions
from core.panzer.pieces.command import ASPECT_WISHES, SHOWING, TARGET_TYPES
from core.panzer.state import PanzerState

#: Chances of Overwatch Fire, in percent, from which one may wish to be asked.
THRESHOLDS: Final = ("0", "10", "25", "50", "101")

_ASKS: Final = (
    (
        "Fire at a unit of yours with a hidden MOVE or SHORT HALT: show it, to be harder to hit?",
        "na:4.4.3.2.2b",
    ),
    ("Line exactly between Front and Rear: which armor is hit?", "na:4.4.3.2.4"),
    ("Be asked for Overwatch Fire from which chance to damage?", "na:4.5b"),
)
#: The same questions as lines of a form, and the heading over each.
_LINES: Final = (
    ("A hidden MOVE or SHORT HALT under fire", "What is answered for you"),
    ("On the line between Front and Rear", "What is answered for you"),
    ("From which chance to damage", "Asked for Overwatch Fire"),
)
_LABELS: Final = {
    "show": "always show it",
    "decline": "never show it",
    "ask": "ask me",
    "thicker": "the thicker armor",
    "0": "at any chance there is",
    "10": "from 10% up",
    "25": "from 25% up",
    "50": "from 50% up",
    "101": "never",
}
_SLOTS: Final = (SHOWING, ASPECT_WISHES, THRESHOLDS)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """What may be said next; after the three wishes, units for which Overwatch is never to be asked, or asked again,
    and types of targets."""
    index = len(partial) - 1
    if index < len(_SLOTS):
        prompt, rule = _ASKS[index]
        options = tuple(Choice(pick, _LABELS[pick], "option") for pick in _SLOTS[index])
        return Choices(prompt, rule, options, form=() if index else _form(state, side))
    silent = _silent(state, side, partial)
    units = (u for u in state.of(side) if state.card(u.id).armed)
    spared = _spared(state, side, partial)
    options = tuple(
        Choice(
            f"unit:{unit.id}",
            f"{state.name(unit.id)}: {'ask again' if unit.id in silent else 'never ask for it'}",
            "unit",
            unit.hex,
            unit.id,
        )
        for unit in units
    )
    options += tuple(
        Choice(
            f"type:{type_}", f"{words} targets: {'ask again' if type_ in spared else 'never ask for them'}", "option"
        )
        for type_, words in TARGET_TYPES.items()
    )
    names = ", ".join(state.name(unit) for unit in silent)
    told = f"; never asked: {names}" if names else ""
    return Choices(
        f"Give the instructions, or name units that are never asked{told}", "na:4.5b", options, complete=True
    )


def order(state: PanzerState, side: SideId, partial: Partial) -> SetInstructions:
    """The order of a complete partial. ValueError if it is not one."""
    if len(partial) <= len(_SLOTS):
        raise ValueError("three wishes are needed")
    return SetInstructions(
        show_moving=partial[1],
        aspect=partial[2],
        overwatch_from=int(partial[3]),
        silent=_silent(state, side, partial),
        spared=_spared(state, side, partial),
    )


def _form(state: PanzerState, side: SideId) -> tuple[FormLine, ...]:
    """All of it at once, with what holds."""
    holds = state.commands.standing(side)
    now = (holds.show_moving, holds.aspect, str(holds.overwatch_from))
    wishes = tuple(
        FormLine(label, rule, tuple((pick, _LABELS[pick]) for pick in slot), held if held in slot else slot[0], group)
        for (label, group), (_, rule), slot, held in zip(_LINES, _ASKS, _SLOTS, now, strict=True)
    )
    types = tuple(_ask_line(f"At {words}", f"type:{t}", t in holds.spared) for t, words in TARGET_TYPES.items())
    armed = (u for u in state.of(side) if state.card(u.id).armed)
    return (*wishes, *types, *(_ask_line(state.name(u.id), f"unit:{u.id}", u.id in holds.silent) for u in armed))


def _ask_line(label: str, pick: str, never: bool) -> FormLine:
    """A line that says whether one is asked for a unit or a type: its pick turns that about."""
    values = (("", "never asked"), (pick, "asked")) if never else (("", "asked"), (pick, "never asked"))
    group = "Asked for Overwatch Fire: targets" if pick.startswith("type:") else "Asked for Overwatch Fire: units"
    return FormLine(label, "na:4.5b", values, "", group)


def _spared(state: PanzerState, side: SideId, partial: Partial) -> tuple[str, ...]:
    """The types of targets for which one is not asked: each pick turns one about."""
    turned = [pick.removeprefix("type:") for pick in partial[len(_SLOTS) + 1 :] if pick.startswith("type:")]
    spared = state.commands.standing(side).spared
    return tuple(type_ for type_ in TARGET_TYPES if (type_ in spared) != (turned.count(type_) % 2 == 1))


def _silent(state: PanzerState, side: SideId, partial: Partial) -> tuple[UnitId, ...]:
    """The units that are not asked: those that were not before, each pick turning one about."""
    silent = dict.fromkeys(state.commands.standing(side).silent)
    for pick in partial[len(_SLOTS) + 1 :]:
        if not pick.startswith("unit:"):
            continue
        unit = UnitId(pick.removeprefix("unit:"))
        if unit in silent:
            del silent[unit]
        else:
            silent[unit] = None
    return tuple(silent)


def check(state: PanzerState, side: SideId, order: SetInstructions) -> None:
    """Instructions that the game knows, a chance from 0 to 101 percent, and units of one's own.

    (na:4.4.3.2.2b, na:4.4.3.2.4, na:4.5b)
    """
    if order.show_moving not in SHOWING:
        raise IllegalOrder(f"{order.show_moving!r} is none of {', '.join(SHOWING)}", "na:4.4.3.2.2b")
    if order.aspect not in ASPECT_WISHES:
        raise IllegalOrder(f"{order.aspect!r} is none of {', '.join(ASPECT_WISHES)}", "na:4.4.3.2.4")
    if not 0 <= order.overwatch_from <= 101:
        raise IllegalOrder(f"{order.overwatch_from} is no chance from 0 to 100, or 101 for never", "na:4.5b")
    if unknown := [type_ for type_ in order.spared if type_ not in TARGET_TYPES]:
        raise IllegalOrder(f"{unknown[0]!r} is no type of target: {', '.join(TARGET_TYPES)}", "na:6.5.2.3")
    for unit in order.silent:
        own_unit(state, side, unit, "na:4.5b")


def give(state: PanzerState, side: SideId, order: SetInstructions, dice: Dice) -> Iterator[Event]:
    """Set one's standing instructions."""
    yield InstructionsSet(
        side=side,
        show_moving=order.show_moving,
        aspect=order.aspect,
        overwatch_from=order.overwatch_from,
        silent=order.silent,
        spared=order.spared,
    )
