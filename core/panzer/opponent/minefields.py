"""Where a computer player lays its mines: on the ways by which the enemy comes to what it holds (or:7.31.1)."""

from __future__ import annotations

from core.event import SideId
from core.hexes import Hex, distance
from core.order import Order
from core.panzer.ground.terrain import led_through
from core.panzer.minefields.laying import hex_refusal, unlaid
from core.panzer.minefields.orders import LayMinefield
from core.panzer.pieces.minefields import Minefield
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: Hexes before what is held at which mines lie best.
AHEAD = 4
#: What a hex of a Path or Road, and one like it beside another minefield, count for in hexes.
ROAD, APART = 2.0, 3.0


def lay(state: PanzerState, side: SideId) -> Order:
    """Lay the next minefield, or end it when none is left."""
    for granted in unlaid(state, side):
        hexes = _chosen(state, side, granted)
        if hexes:
            return LayMinefield(field=granted.id, hexes=hexes)
    return FinishStep()


def _chosen(state: PanzerState, side: SideId, granted: Minefield) -> tuple[Hex, ...]:
    """The best hex, then the best beside those chosen, as long as there is one."""
    free = {h: _worth(state, side, h) for h in granted.area if hex_refusal(state, granted, h) is None}
    chosen: list[Hex] = []
    while len(chosen) < granted.size:
        near = [h for h in free if h not in chosen and (not chosen or any(distance(h, c) == 1 for c in chosen))]
        if not near:
            break
        chosen.append(max(near, key=lambda h: (free[h], h.id)))
    return tuple(chosen)


def _worth(state: PanzerState, side: SideId, hex_: Hex) -> float:
    """How well a hex lies on the enemy's way to what is held: better on a route, worse beside other mines."""
    held, enemies = _held(state, side), _enemies(state, side)
    ahead = min((abs(distance(hex_, h) - AHEAD) for h in held), default=0)
    whence = min((distance(hex_, e) for e in enemies), default=0)
    around = whence + min((distance(hex_, h) for h in held), default=0)
    worth = -float(ahead + around)
    worth += ROAD * led_through(state.cell(hex_))
    near = any(distance(hex_, m.hex) <= 1 for m in state.minefields.laid if m.side == side)
    return worth - APART * near


def before(state: PanzerState, side: SideId, hex_: Hex) -> int:
    """Hexes from a hex to what the enemy is after."""
    return min((distance(hex_, h) for h in _held(state, side)), default=0)


def _held(state: PanzerState, side: SideId) -> list[Hex]:
    """What the enemy is after: objectives that are not his, else where the side itself sets up."""
    enemy = state.scenario.enemy(side)
    found = [h for o in state.scenario.objectives if state.objectives.control.get(o.id) != enemy for h in o.hexes]
    return found or _middles(state, side)


def _enemies(state: PanzerState, side: SideId) -> list[Hex]:
    """Whence the enemy comes: where its units stand, else where it sets up."""
    enemy = state.scenario.enemy(side)
    return [u.hex for u in state.of(enemy) if u.hex is not None] or _middles(state, enemy)


def _middles(state: PanzerState, side: SideId) -> list[Hex]:
    """The middle of each area of a side."""
    areas = (sorted(state.scenario.zones[zone].hexes) for zone in state.scenario.side(side).zones)
    return [hexes[len(hexes) // 2] for hexes in areas if hexes]
