"""Several players on one side: which of them an order belongs to.

Units that are shared out belong to the player who has them, everything else to the side's commander.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

import attrs

from core.choice import Choice, Choices, Partial, Refusal
from core.event import UnitId
from core.order import IllegalOrder, Order
from saves.rooms.names import PlayerName

#: How rule systems join the parts of a pick, such as ``move:g4`` and ``g4/A5``.
_JOINTS: Final = re.compile(r"[:/]")

#: Kinds of choices that begin an order which concerns the whole side, if they stand for no unit.
_OF_THE_SIDE: Final = frozenset({"order", "done"})


def commanded_by(player: PlayerName | None) -> str:
    """Why something may not be ordered, in words."""
    return f"commanded by {player}" if player else "nobody commands it; take the seat first"


def unit_of(choice: Choice, own: Collection[str]) -> UnitId | None:
    """The unit of one's own side that a choice stands for; None if it is no unit or the enemy's."""
    if choice.unit is not None and choice.unit in own:
        return UnitId(choice.unit)
    return next((UnitId(part) for part in _JOINTS.split(choice.pick) if part in own), None)


def units_in(value: Any, own: Collection[str]) -> Iterator[UnitId]:
    """The units of one's own side that an order names, wherever in it they stand."""
    if isinstance(value, str):
        if value in own:
            yield UnitId(value)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from units_in(getattr(value, field.name), own)
    elif isinstance(value, tuple | list | frozenset | set):
        for part in value:
            yield from units_in(part, own)


def marked(
    choices: Choices,
    partial: Partial,
    player: PlayerName,
    own: Collection[str],
    player_of: Callable[[UnitId], PlayerName | None],
    commander: PlayerName | None,
) -> Choices:
    """Choices as one of several players has them: what is another's becomes a refusal that names him."""

    def mark(choice: Choice) -> Choice:
        unit = unit_of(choice, own)
        if unit is not None:
            who = player_of(unit)
        elif not partial and choice.kind in _OF_THE_SIDE:
            who = commander
        else:
            return choice
        if who == player or choice.refusal is not None:
            return choice
        return attrs.evolve(choice, refusal=Refusal(commanded_by(who), ""))

    options = tuple([mark(choice) for choice in choices.options])
    return choices if options == choices.options else attrs.evolve(choices, options=options)


def check_order(
    units: Collection[UnitId],
    order: Order,
    player: PlayerName,
    own: Collection[str],
    player_of: Callable[[UnitId], PlayerName | None],
    commander: PlayerName | None,
    named: Callable[[UnitId], str],
) -> None:
    """Refuse an order that is another player's. IllegalOrder names him.

    units: those that were picked for it; named: what a unit is called.
    """
    concerned = dict.fromkeys((*units, *units_in(order, own)))
    for unit in concerned:
        who = player_of(unit)
        if who != player:
            raise IllegalOrder(f"{named(unit)} is {commanded_by(who)}")
    if not concerned and commander != player:
        raise IllegalOrder(f"{order.name} is for the commander of the side to order: {commander}")
