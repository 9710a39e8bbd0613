"""What is shown of minefields: hexes that only their owner knows, and what mines known to all do (or:7.31)."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex
from core.panzer.minefields.reports import ranges
from core.panzer.pieces.minefields import MinedHex, MineType, type_words
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState
from core.presentation import Counter, Row


def counters(state: PanzerState) -> Iterator[Counter]:
    """A counter in each hex of one's hidden minefields; those that everybody knows are terrain counters."""
    for number, mined in enumerate(state.minefields.laid):
        yield Counter(
            id=f"minefield:{mined.hex}:{number}",
            kind="mines",
            hex=mined.hex,
            side=mined.side,
            short="m",
            name="Hidden mines",
            label=f"Hidden: {_words(mined)}",
        )


def hex_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """The mines of a hex as far as they are known, and what they do."""
    for mined in state.minefields.laid:
        if mined.hex == hex_:
            yield Row("Hidden", _words(mined), "or:7.31.1", tone="warn")
    for mined in state.minefields.found:
        if mined.hex == hex_ and not mined.cleared:
            yield Row("Minefield", f"{_words(mined)}, {_effects(state, mined)}", "or:7.31.2", tone="warn")


def _words(mined: MinedHex) -> str:
    made = "Hasty" if mined.kind is WorkKind.MINES_HASTY else "Deliberate"
    return f"{made} mines, {type_words(mined.types)}"


def _effects(state: PanzerState, mined: MinedHex) -> str:
    """Whose they are, and the ranges of the table for them."""
    table = state.advanced.minefields[mined.kind]
    whose = f"of {state.scenario.side(mined.side).name}"
    if MineType.PERSONNEL in mined.types:
        return f"{whose}: {ranges(state, 0, 0, table.effective)}"
    columns = ("GPD 1-3", "4-6", "7+")
    parts = zip(columns, table.damage, table.track, strict=True)
    return f"{whose}: " + "; ".join(f"{name} {ranges(state, damage, track, 0)}" for name, damage, track in parts)
