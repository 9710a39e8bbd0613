"""What each side knows of a game that one machine has played whole: two halves from which two machines go on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from core.event import Event, SideId
from core.play.replica import SharedRules


@frozen
class Told:
    """An event as one side knows it. own: whether it knows the whole of it, and so what the other side was told."""

    event: Event
    own: bool


def halved(system: SharedRules[Any], events: Iterable[Event]) -> dict[SideId, tuple[Told, ...]]:
    """What each side was told of a game, by the events that stand in it, those of no side's secrets among them.

    A `Replica` that takes them over knows what its side may know, and no more.
    """
    truth = system.initial()
    sides = [SideId(look.id) for look in system.sides]
    known = {side: system.replica(side) for side in sides}
    told: dict[SideId, list[Told]] = {side: [] for side in sides}
    besides = any(system.shadow(side) is not None for side in sides)
    for event in events:
        system.evolve(truth, event)
        for side in sides:
            mine = system.redact(truth, event, side)
            if mine is not None:
                system.evolve(known[side], mine)
                told[side].append(Told(mine, mine == event))
            more = [system.passed(truth, known[side])]
            more += [system.untold(truth, known[side], side)] if besides else []
            for one in more:
                if one is not None:
                    system.evolve(known[side], one)
                    told[side].append(Told(one, own=False))
    return {side: tuple(parts) for side, parts in told.items()}
