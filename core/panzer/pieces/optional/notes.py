"""What is said of a switch: its title, its rules, what it does, what it needs (na:5.0, or:7.0).

The Optional Rules stand under the headings of the screen of options.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzer.pieces.switch_ids import Switch


class Book(Enum):
    """The part of the rules that a switch belongs to."""

    ADVANCED = "Advanced Game"
    WEATHER = "Weather"
    OPTIONAL = "Optional Rules"


@frozen(eq=False, repr=False)
class SwitchNotes(Alike):
    """The row of a switch.

    rules: those that it brings in; needs: the switches that it cannot do without; excludes: those that it does not go
    with; about: what it does, in a sentence; adds: what a turn has more by it, decisions and rolls; group: its
    heading among the Optional Rules; asked: what a scenario has to have for it, "" = nothing.
    """

    title: str
    rules: tuple[str, ...]
    needs: tuple[Switch, ...] = ()
    excludes: tuple[Switch, ...] = ()
    about: str = ""
    adds: str = ""
    group: str = ""
    book: Book = Book.ADVANCED
    asked: str = ""


def weather(title: str, *rules: str) -> SwitchNotes:
    """A row of weather."""
    return SwitchNotes(title, rules, book=Book.WEATHER)


def optional(
    group: str,
    title: str,
    *rules: str,
    about: str,
    adds: str = "nothing",
    needs: tuple[Switch, ...] = (),
    excludes: tuple[Switch, ...] = (),
    asked: str = "",
) -> SwitchNotes:
    """A row of the Optional Rules."""
    return SwitchNotes(title, rules, needs, excludes, about, adds, group, Book.OPTIONAL, asked)


#: Headings of the Optional Rules on the screen of options.
MORALE: Final = "Morale"
COMMAND: Final = "Command and radio"
SPOTTING: Final = "Spotting and concealment"
FIRE: Final = "Turrets, ammunition, damage"
INFANTRY: Final = "Infantry and engineers"
ARTILLERY: Final = "Artillery and aircraft"
MOVEMENT: Final = "Movement and ground"
CONDITIONS: Final = "Time of day and weather"
#: In this order.
GROUPS: Final = (MORALE, COMMAND, SPOTTING, FIRE, INFANTRY, ARTILLERY, MOVEMENT, CONDITIONS)
