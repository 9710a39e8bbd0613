"""What could be called: onto which hexes, by whom, with which chances (na:6.5.1.7, min:16.5.1.8)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex, distance, within_range
from core.panzer.indirect import reconnaissance
from core.panzer.indirect.called import caller_refusal
from core.panzer.indirect.observers import observers, spotted_by, where
from core.panzer.indirect.response import ResponseTerms, endangered, response_terms
from core.panzer.indirect.sources import called_range, source_refusal, sources, weapon_for
from core.panzer.pieces.missions import Aim, FireType
from core.panzer.sight.spotting import sees_hex
from core.panzer.state import PanzerState


@frozen(eq=False, repr=False)
class Prospect(Alike):
    """One unit that an observer could call onto the hex of an enemy unit that it spots, with its exact chances.

    target: that unit; weapon: index in `armament`; danger: the chance that the fire is moved onto a unit of its own
    side (na:6.5.1.12a); free: whether it fires in no mission yet.
    """

    observer: UnitId
    hex: Hex
    target: UnitId
    source: UnitId
    weapon: int
    range: int
    terms: ResponseTerms
    danger: float


def prospects(
    state: PanzerState, side: SideId, observer: UnitId | None = None, type_: FireType = FireType.GP
) -> Iterator[Prospect]:
    """All that a side could call now, or one of its observers: for the player, the odds, and computer players."""
    dangers: dict[Hex, float] = {}
    for watching, target, source, aim in _callable(state, side, observer, type_):
        if aim.hex not in dangers:
            dangers[aim.hex] = 0.1 if endangered(state, side, aim.hex) else 0.0
        yield _prospect(state, watching, target, source, aim, dangers[aim.hex])


def _callable(
    state: PanzerState, side: SideId, observer: UnitId | None, type_: FireType
) -> Iterator[tuple[UnitId, UnitId, UnitId, Aim]]:
    """Observer, spotted unit, source and aim of each single unit that could be called."""
    free = [s for s in sources(state, side) if s not in state.indirect.spent and not state.indirect.firing_in(s)]
    for watching in observers(state, side) if observer is None else (observer,):
        if free and caller_refusal(state, side, watching) is None:
            for hex_, target in target_hexes(state, watching):
                aim = Aim(hex_, type_)
                for source in free:
                    if source_refusal(state, side, watching, source, aim) is None:
                        yield watching, target, source, aim


def _prospect(
    state: PanzerState, observer: UnitId, target: UnitId, source: UnitId, aim: Aim, danger: float
) -> Prospect:
    range_ = called_range(state, observer, source, aim.hex) or 0
    weapon = weapon_for(state, source, range_, aim.type) or 0
    terms = response_terms(state, observer, source, aim)
    return Prospect(observer, aim.hex, target, source, weapon, range_, terms, danger)


def target_hexes(state: PanzerState, observer: UnitId) -> tuple[tuple[Hex, UnitId], ...]:
    """The hexes onto which an observer may call, each with the first unit there that it spots, the nearest first."""
    origin = where(state, observer)
    found: dict[Hex, UnitId] = {}
    for unit in spotted_by(state, observer):
        if unit.hex is not None:
            found.setdefault(unit.hex, unit.id)
    return tuple(sorted(found.items(), key=lambda pair: (distance(origin, pair[0]) if origin else 0, pair[0])))


def target_points(state: PanzerState, observer: UnitId) -> tuple[tuple[Hex, UnitId], ...]:
    """All hexes onto which an observer may call, each with a unit that it spots there, or in the miniatures edition
    1 inch off (min:16.5.1.8): first those of the units themselves."""
    own = target_hexes(state, observer)
    found = dict(own)
    for hex_, target in own:
        for near in within_range(hex_, state.edition.indirect.target_point_reach):
            if near in state.board and near not in found and sees_hex(state, state.units[observer], near):
                found[near] = target
    return tuple(found.items())


def can_call(state: PanzerState, side: SideId) -> bool:
    """Whether a side could call any fire now; whoever has smoke or illumination has GP too (na:6.5.1.6)."""
    free = [s for s in sources(state, side) if s not in state.indirect.spent and not state.indirect.firing_in(s)]
    if not free:
        return False
    able = [watching for watching in observers(state, side) if caller_refusal(state, side, watching) is None]
    return any(
        source_refusal(state, side, watching, source, Aim(hex_, FireType.GP)) is None
        for watching in able
        for hex_, _ in target_points(state, watching)
        for source in free
    ) or any(next(reconnaissance.target_hexes(state, side, watching), None) is not None for watching in able)
