"""Charts of command: initiative, radio, command range, tactical orders (pw:4.2 to pw:5.3)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.organisation import Tactical


@frozen(eq=False, repr=False)
class Contact(Alike):
    """A line of the Radio Contact Table (pw:5.1): least D10 for a new contact, and to maintain it."""

    new: int
    maintain: int


@frozen(eq=False, repr=False)
class CommandRange(Alike):
    """Command range of an echelon in GSU, in sight and out of it (pw:4.13)."""

    in_sight: int
    out_of_sight: int


@frozen(eq=False, repr=False)
class RadioRange(Alike):
    """Range of combat radios in GSU and what is left of it behind hills (pw:5.0.1, pw:5.0.5)."""

    fm: float
    am: float


@frozen(eq=False, repr=False)
class TacticalOrder(Alike):
    """A tactical order in short (pw:4.2). doctrine: "both" or "AoW only"."""

    order: Tactical
    movement: str
    condition: str
    doctrine: str


@frozen(eq=False, repr=False)
class CommandCharts(Alike):
    """The charts of command."""

    #: Initiative bonus by nation and column of the date (pw:4.11).
    initiative: Mapping[str, Mapping[str, int]]
    #: Radio contact by contacting element, as the table names it (pw:5.1).
    contact: Mapping[str, Contact]
    #: Command ranges: infantry, mechanised, fm, am (pw:4.13).
    ranges: Mapping[str, CommandRange]
    #: Share of the radio range that is left, by terrain: clear, low hills, tall hills (pw:5.0.5).
    radio: Mapping[str, RadioRange]
    #: Turns of regrouping by troops and state: a number, or the die "D3" or "D6" (pw:4.9).
    regroup: Mapping[tuple[str, str], str]
    orders: Mapping[Tactical, TacticalOrder]

    def initiative_bonus(self, nation: str, year: int, month: int) -> int:
        """What is added to the initiative die of a nation in a month (pw:4.11); 1944 has two columns.

        nation: as the table names it, such as "Germany"; one that it does not name is "Other Allied" or "Other Axis".
        """
        column = str(min(max(year, 1939), 1945)) if year != 1944 else "1/44" if month <= 6 else "7/44"
        return self.initiative[nation][column]
