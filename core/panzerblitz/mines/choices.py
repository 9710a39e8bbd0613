"""Building the removal of mines: which Engineers, which minefield (pb:PB-MINE-G).

Picks: ``clear:UNIT`` and a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.mines.minefields import fields_beside, probe_refusal
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.state import BlitzState

RULE = "pb:PB-MINE-G"


def clearings(state: BlitzState, side: SideId) -> Iterator[Choice]:
    """The Engineers of a side that may try to remove mines now, and whose mines they would remove."""
    for unit in state.of(side):
        fields = fields_beside(state, unit) if probe_refusal(state, unit) is None else ()
        if fields:
            label = f"{state.name(unit.id)}: remove {_whose(state, side, fields)}mines"
            yield Choice(f"clear:{unit.id}", label, "unit", unit.hex, unit.id, odds=_chance(state))


def clearing_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """Which minefield the Engineers try; the roll is made at once."""
    unit = UnitId(value_of(partial[0]))
    if len(partial) > 1:
        return Choices("Remove mines", RULE, complete=True)
    engineers = state.units[unit]
    options = []
    for hex_ in fields_beside(state, engineers):
        label = f"{hex_}: {_whose(state, engineers.side, (hex_,))}mines"
        options.append(Choice(hex_.id, label, "hex", hex_, odds=_chance(state), irreversible=True))
    return Choices(f"{state.name(unit)}: which minefield?", RULE, tuple(options))


def _whose(state: BlitzState, side: SideId, fields: Iterable[Hex]) -> str:
    """Says so if a side would remove nothing but mines of its own."""
    mines = [state.minefield(hex_) for hex_ in fields]
    return "your own " if all(mine is not None and mine.side == side for mine in mines) else ""


def _chance(state: BlitzState) -> float:
    return state.tables.numbers["mine-removal"] / 6


def clearing_order(state: BlitzState, side: SideId, partial: Partial) -> ClearMines | None:
    """The order of a complete partial; None if it is not complete."""
    if len(partial) != 2:
        return None
    return ClearMines(unit=UnitId(value_of(partial[0])), hex=state.board.hex(partial[1]))
