"""What is agreed before a game begins: scenario, seats, who may join, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import evolve, field, frozen

from core.ai import LEVELS
from core.event import SideId
from core.presentation import SideLook
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName, checked_name, printable

#: A seat that waits for a player; any other is "ai:LEVEL".
OPEN: Final = "open"

MOST_PLAYERS_A_SIDE: Final = 8
MOST_MINUTES: Final = 24 * 60
MOST_AWAY: Final = 60 * 24 * 60
LONGEST_TITLE: Final = 60


class TimeOut(Enum):
    """What happens to a side whose time has run out, by agreement of all who join.

    PASS: whatever is asked of it is passed, as far as the rules let it; COMPUTER: a computer player goes on in its
    place; ADJOURN: the game is put off until every side wants to go on.
    """

    PASS = "pass"
    COMPUTER = "computer"
    ADJOURN = "adjourn"


@frozen
class ClockPlan:
    """The time that each side has for the whole game, the seconds that each order adds of which the others see
    something, when a side is warned."""

    minutes: int
    increment_seconds: int = 0
    warning_seconds: tuple[int, ...] = (300, 60, 10)
    on_time_out: TimeOut = TimeOut.PASS

    @property
    def words(self) -> str:
        """The clock in a few words."""
        more = f", {self.increment_seconds} s more an order" if self.increment_seconds else ""
        ends = {
            TimeOut.PASS: "then it passes",
            TimeOut.COMPUTER: "then a computer plays on",
            TimeOut.ADJOURN: "then the game is adjourned",
        }
        return f"{self.minutes} minutes a side{more}; {ends[self.on_time_out]}"


class TakeBacks(Enum):
    """How orders are taken back at a table, by agreement of all who join.

    NEVER: not at all; AGREED: each only if the other sides agree; FREE: unasked where nothing could be learned by it,
    else by agreement.
    """

    NEVER = "never"
    AGREED = "agreed"
    FREE = "free"

    @property
    def words(self) -> str:
        """The setting in a few words."""
        return {
            TakeBacks.NEVER: "no take-backs",
            TakeBacks.AGREED: "take-backs by agreement only",
            TakeBacks.FREE: "take-backs free where nothing is learned, else agreed",
        }[self]


class Absence(Enum):
    """What a player may do when the side that the game waits for stays away, by agreement of all who join.

    ADJOURN: put the game off; COMPUTER: let a computer play on until somebody comes back; CLAIM: claim the game.
    """

    ADJOURN = "adjourn"
    COMPUTER = "computer"
    CLAIM = "claim"


@frozen
class AwayPlan:
    """After how many minutes without any of its players at the table a side that is waited for counts as away."""

    minutes: int
    then: Absence = Absence.ADJOURN

    @property
    def words(self) -> str:
        """The agreement in a few words."""
        may = {
            Absence.ADJOURN: "put the game off",
            Absence.COMPUTER: "let a computer play on",
            Absence.CLAIM: "claim the game",
        }
        span = f"{self.minutes} minutes" if self.minutes < 120 else f"{self.minutes // 60} hours"
        return f"when a side is away for {span} while the game waits for it, the other may {may[self.then]}"


@frozen
class RoomPlan:
    """A table as its owner laid it.

    seats: who plays each side, "open" or "ai:LEVEL"; a side that is left out is open. may_join: the only players who
    may take a seat; empty = anyone. spectators: whether others may watch; apart: whether what they say is kept from
    the players until the game is over. clock: None for a game without; away: None = one waits for ever. take_backs: how
    orders are taken back. letters: SHA-256 of the last letter of a game by file that goes on here; then each seat is
    for who has brought the keys of its side.
    """

    scenario: str
    options: tuple[str, ...] = ()
    title: str = ""
    seats: Mapping[SideId, str] = field(factory=dict)
    players_a_side: int = 1
    may_join: tuple[PlayerName, ...] = ()
    spectators: bool = True
    clock: ClockPlan | None = None
    take_backs: TakeBacks = TakeBacks.FREE
    letters: str = ""
    apart: bool = False
    away: AwayPlan | None = None

    def computer(self, side: SideId) -> str:
        """The level of the computer player of a side; "" if people play it."""
        seat = self.seats.get(side, OPEN)
        return "" if seat == OPEN else seat.removeprefix("ai:")


def checked_plan(plan: RoomPlan, sides: tuple[SideLook, ...], title: str) -> RoomPlan:
    """A plan with every side seated and a title. RoomError says what is wrong with it.

    sides, title: those of the scenario.
    """
    ids = [side.id for side in sides]
    for side, seat in plan.seats.items():
        if side not in ids:
            raise RoomError(f"there is no side {side!r} in this scenario; there are {', '.join(ids)}")
        if seat != OPEN and seat not in {f"ai:{level}" for level in LEVELS}:
            known = ", ".join((OPEN, *(f"ai:{level}" for level in LEVELS)))
            raise RoomError(f"{seat!r} is no seat; choose one of {known}")
    seats = {SideId(side): plan.seats.get(SideId(side), OPEN) for side in ids}
    if OPEN not in seats.values():
        raise RoomError("computers would play alone; leave a side open")
    if not 1 <= plan.players_a_side <= MOST_PLAYERS_A_SIDE:
        raise RoomError(f"{plan.players_a_side} players a side are not possible; choose 1 to {MOST_PLAYERS_A_SIDE}")
    if plan.clock is not None:
        _check_clock(plan.clock)
    if plan.away is not None and not 1 <= plan.away.minutes <= MOST_AWAY:
        raise RoomError(f"{plan.away.minutes} minutes are no absence; choose 1 to {MOST_AWAY}")
    return evolve(
        plan,
        seats=seats,
        title=printable(plan.title if plan.title.strip() else title, LONGEST_TITLE),
        may_join=tuple(dict.fromkeys(_name(name) for name in plan.may_join)),
    )


def _check_clock(clock: ClockPlan) -> None:
    if not 1 <= clock.minutes <= MOST_MINUTES:
        raise RoomError(f"{clock.minutes} minutes are no time for a game; choose 1 to {MOST_MINUTES}")
    if not 0 <= clock.increment_seconds <= 3600:
        raise RoomError(f"{clock.increment_seconds} seconds more an order are not possible; choose 0 to 3600")
    if any(seconds <= 0 for seconds in clock.warning_seconds):
        raise RoomError("a warning comes some seconds before the time is out; choose numbers above 0")


def _name(name: str) -> PlayerName:
    try:
        return checked_name(name)
    except ValueError as error:
        raise RoomError(f"{name!r} may not join: {error}") from error
