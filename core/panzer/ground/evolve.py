"""How terrain counters change the state. No rule, no dice, nothing that can fail (na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.course.events import StepBegun
from core.panzer.ground import events
from core.panzer.ground.positions import holders
from core.panzer.losses import remove
from core.panzer.pieces.clouds import Cloud, CloudKind, settled
from core.panzer.pieces.unit import HullDown
from core.panzer.pieces.works import RUBBLE_OF, Work, WorkKind
from core.panzer.state import PanzerState
from core.replaced import replaced


def destroyed(state: PanzerState, hex_: Hex, terrain: str) -> None:
    """Remove destroyed terrain; of a Building, a Bridge or an Improved Position RUBBLE remains.

    (na:6.1.4.3.9, na:6.5.4.4.3d, na:6.5.4.4.3e, na:6.5.4.4.3f, na:6.5.4.4.3g)
    """
    works = tuple(w for w in state.counters.works if w.hex != hex_ or w.kind.value != terrain)
    if terrain in RUBBLE_OF or terrain == "bridge":
        works = (*works, Work(WorkKind.RUBBLE, hex_, of=terrain))
    state.counters = replaced(state.counters, works=works)


def _position_taken(state: PanzerState, event: events.PositionTaken) -> None:
    taken = _taken(state, event)
    works = tuple(
        changed(w, holders=event.holders, open=event.open) if n == taken else w
        for n, w in enumerate(state.counters.works)
    )
    state.counters = replaced(state.counters, works=works)
    if event.partial:
        state.change(event.unit, hull_down=HullDown.PARTIAL)


def _taken(state: PanzerState, event: events.PositionTaken) -> int | None:
    """Which counter was taken: each holds units of its own, and a hex may have several (na:6.1.4.3.6a, na:6.6.8)."""
    others = tuple(u for u in event.holders if u != event.unit)
    there = [n for n, w in enumerate(state.counters.works) if w.complete and (w.hex, w.kind) == (event.hex, event.kind)]

    def kept(n: int) -> tuple[UnitId, ...]:
        return tuple(u for u in holders(state, state.counters.works[n]) if u != event.unit)

    return next((n for n in there if kept(n) == others), None)


def _work_removed(state: PanzerState, event: events.WorkRemoved) -> None:
    works = tuple(w for w in state.counters.works if (w.hex, w.kind) != (event.hex, event.kind))
    state.counters = replaced(state.counters, works=works)


def _dust_raised(state: PanzerState, event: events.DustRaised) -> None:
    for hex_ in event.hexes:
        state.counters = state.counters.with_cloud(Cloud(CloudKind.DUST, frozenset({hex_})))


def _unit_burned(state: PanzerState, event: events.UnitBurned) -> None:
    remove(state, event.unit)


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """No cloud is fresh any more (na:6.1.4.3.10e)."""
    state.counters = replaced(state.counters, fresh_smoke=frozenset(), clouds=settled(state.counters.clouds))


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.PositionTaken: _position_taken,
    events.WorkRemoved: _work_removed,
    events.DustRaised: _dust_raised,
    events.UnitBurned: _unit_burned,
    StepBegun: _step_begun,
}
