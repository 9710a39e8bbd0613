"""What a computer player lights where visibility is limited: enemies whom its units then see (or:7.27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.indirect import called as indirect_called
from core.panzer.indirect import prospects as indirect_prospects
from core.panzer.indirect import sheafs
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.orders import CallFire
from core.panzer.opponent.foes import worth_of
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.missions import Aim, FireType
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command
from core.panzer.sight.spotting import spots
from core.panzer.sight.visibility import illuminated
from core.panzer.state import PanzerState
from core.replaced import replaced

#: Part of what an enemy is worth for each unit that sees him by it, and how many of them count.
SEEN: Final = 0.12
WATCHING: Final = 3


def dark(state: PanzerState) -> bool:
    """Whether Illumination lights anything."""
    return state.has(Switch.ILLUMINATION) and state.has(Switch.LIMITED_VISIBILITY)


def brings(state: PanzerState, side: SideId, aim: Aim, *, on_map: bool) -> float:
    """Points that a SHEAF of Illumination promises: enemies in it whom units of the side see then, and not before."""
    area = sheafs.hexes(state.board, aim, state.edition, on_map=on_map)
    foes = [u for u in state.of(state.scenario.enemy(side)) if u.hex in area and not illuminated(state, u.hex)]
    mine = [u for u in state.of(side) if u.hex is not None and u.command in (None, Command.FIRE, Command.OVERWATCH)]
    able = [u.id for u in mine if not u.bailed_out and state.card(u.id).combat_unit]
    if not foes or not able:
        return 0.0
    lit = state.copy()
    light = Cloud(CloudKind.ILLUMINATION, area, fresh=False)
    lit.counters = replaced(state.counters, clouds=(*state.counters.clouds, light))
    total = 0.0
    for foe in foes:
        seen = sum(spots(lit, unit, foe.id) and not spots(state, unit, foe.id) for unit in able)
        total += SEEN * worth_of(state, foe.id) * min(WATCHING, seen)
    return total


def calls(state: PanzerState, side: SideId) -> Iterator[tuple[CallFire, float]]:
    """Every battery that could light something, with what it promises once it responds."""
    if not dark(state):
        return
    found: dict[tuple[Hex, bool], float] = {}
    for able in indirect_prospects.prospects(state, side, type_=FireType.ILLUMINATION):
        aim, on_map = Aim(able.hex, FireType.ILLUMINATION), not off_map(state, able.source)
        if (able.hex, on_map) not in found:
            found[able.hex, on_map] = brings(state, side, aim, on_map=on_map)
        points = able.terms.chance * found[able.hex, on_map]
        if points > 0 and indirect_called.call_refusal(state, side, able.observer, (able.source,), aim) is None:
            yield CallFire(observer=able.observer, sources=(able.source,), aim=aim), points


def goes_on(state: PanzerState, side: SideId, aim: Aim, sources: tuple[UnitId, ...]) -> float:
    """What it promises that a mission of Illumination lights the same again: as if nothing did so now."""
    unlit = state.copy()
    others = tuple(c for c in state.counters.clouds if c.kind is not CloudKind.ILLUMINATION or aim.hex not in c.hexes)
    unlit.counters = replaced(state.counters, clouds=others)
    return max((brings(unlit, side, aim, on_map=not off_map(state, source)) for source in sources), default=0.0)
