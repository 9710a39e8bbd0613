"""A house with a clock that stands still, tables laid in it, and players who order what a computer advises."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from attrs import define

from content import catalogue
from content.kit.load import ContentError
from core.ai import player as computer
from core.event import Event, SideId
from core.order import Order
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room

ANNA, BEN, CLARA, DAVID = (PlayerName(name) for name in ("anna", "ben", "clara", "david"))

PIMPLE = "the-pimple"
BRITISH, ITALIAN = SideId("british"), SideId("italian")
MINSK = "minsk"
GERMAN, RUSSIAN = SideId("german"), SideId("russian")


@cache
def open_system(scenario: str, options: tuple[str, ...] = ()) -> Any:
    """The rules of a scenario. LookupError if there is none."""
    try:
        return catalogue.open_system(scenario, tuple(options))
    except ContentError as error:
        raise LookupError(error.line) from error


@define
class Time:
    """Two clocks that move only when they are told to: the one on the wall, and one that never jumps."""

    wall: float = 1_700_000_000.0
    steady: float = 1000.0

    def passes(self, seconds: float) -> None:
        """Both clocks run."""
        self.wall += seconds
        self.steady += seconds


def house(data: Path, time: Time | None = None) -> House:
    """A house on a data directory."""
    time = time or Time()
    return House(data, open_system, catalogue.content_hash, now=lambda: time.wall, monotonic=lambda: time.steady)


def laid(
    where: House, plan: RoomPlan | None = None, *, british: tuple[PlayerName, ...] = (ANNA,), italian: Any = (BEN,)
) -> Room:
    """A table at which the game has begun: Anna plays the British, Ben the Italians."""
    room = where.create(ANNA, plan or RoomPlan(PIMPLE, players_a_side=max(len(british), len(italian))))
    first, second = room.plan.seats
    for player in british:
        if not room.state.started:
            room.join(player, first, f"words of {player}")
    for player in italian:
        room.join(player, second, f"words of {player}")
    for player in british:
        if room.side_of(player) is None:
            room.join(player, first)
    return room


def advice(room: Room, side: SideId, level: str = "greedy") -> Order:
    """What a computer player would order now."""
    game = room.game
    assert game is not None
    order: Order = computer(level, f"{side}/{len(game.journal)}").order(game.system, game.view(side), side)
    return order


def ordered(room: Room, side: SideId | None = None, level: str = "greedy") -> tuple[Event, ...]:
    """One order of a side that is to order, given by its commander."""
    side = side or room.waits_for()[0]
    player = room.commander(side)
    assert player is not None
    return room.give(player, advice(room, side, level))


def played(room: Room, orders: int, level: str = "greedy") -> None:
    """So many orders, or to the end of the game."""
    for _ in range(orders):
        if room.over:
            return
        ordered(room, level=level)
