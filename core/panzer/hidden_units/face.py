"""What is shown of HIDDEN UNIT counters: where they stand to all, what they hold to their owner (or:7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex
from core.panzer.hidden_units.revealing import title
from core.panzer.hidden_units.spotting import column
from core.panzer.pieces.concealment.hidden_units import LOOKS, HiddenCounter
from core.panzer.pieces.unit import Spot
from core.panzer.state import PanzerState
from core.presentation import Counter, Mark, Row

SPOT_MOVE = Mark("spot-move", "»", "=", Spot.MOVE.value, "info")
FAST = Mark("fast", "⇉", "v", "moved as only a vehicle can", "warn")

_LOOKS = dict(
    zip(
        LOOKS,
        ("a vehicle", "a large unit", "a small unit", "a large unit in Full Cover", "a small unit in Full Cover"),
        strict=True,
    )
)


def counters(state: PanzerState) -> Iterator[Counter]:
    """The counters on the map, the same for all but the command, which its owner sees."""
    for counter in state.hidden.counters:
        yield Counter(
            id=f"hidden:{counter.id}",
            kind="unit",
            hex=counter.hex,
            side=counter.side,
            short="?",
            name=f"Hidden {counter.number}",
            label=title(counter),
            marks=tuple(mark for mark, there in ((SPOT_MOVE, counter.spot is not None), (FAST, counter.fast)) if there),
            values="?",
        )


def hex_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """What the view knows of the counters in a hex."""
    for counter in state.hidden.counters:
        if counter.hex == hex_:
            whose = state.scenario.side(counter.side).name
            yield Row(title(counter), f"of {whose}{_known(state, counter)}", "or:7.2.1")


def _known(state: PanzerState, counter: HiddenCounter) -> str:
    """For its owner what it stands for, its command, and as what it is spotted."""
    if not counter.holds:
        return ", moved as only a vehicle can" if counter.fast else ""
    mounted, covered = dict(counter.riding), set(counter.covered)
    held = ", ".join(
        state.name(unit) + (" (mounted)" if unit in mounted else " (in Full Cover)" if unit in covered else "")
        for unit in counter.units
    )
    command = counter.command.value if counter.command is not None else "no command"
    return f": {held}; {command}; spotted as {_LOOKS[column(state, counter)]}"
