"""Where a computer player lays smoke: on enemies whose fire costs those who advance more than they gain by theirs.

Smoke comes down in the Direct Fire Step and hinders from the next step on (na:6.1.4.3.10e): it is for the movement of
this turn, and for the fire of the next.
"""

from __future__ import annotations

from core.event import SideId
from core.hexes import Hex, distance
from core.panzer.adjustment.full_cover import in_full_cover
from core.panzer.direct_fire.orders import FireSmoke
from core.panzer.direct_fire.smoke import smoke_chance, smoke_refusal, smoke_weapons, smokers
from core.panzer.opponent.picture import Picture
from core.panzer.opponent.prospects import Aim, share_lost
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState

#: Part of an enemy's fire that smoke upon him takes away, and of ours at him.
HINDERS = 0.6
#: Smoke is not laid for less, in points.
LEAST = 6.0


def screens(seen: Picture) -> dict[Hex, float]:
    """What smoke on each hex with enemies promises: their fire at who is on his way, less ours at them."""
    state = seen.state
    covered = {h for cloud in state.counters.clouds if cloud.kind is CloudKind.SMOKE and cloud.on for h in cloud.hexes}
    found: dict[Hex, float] = {}
    for foe in seen.foes:
        threat = hope = 0.0
        for id_ in foe.watches:
            unit = state.units[id_]
            if unit.hex is None:
                continue
            if seen.on_the_way(unit):
                aim = Aim(foe.hex, foe.unit.facing, unit.hex, distance(foe.hex, unit.hex), seen.cover(unit.hex))
                front, rear = share_lost(state, foe.unit, unit, aim)
                threat = max(threat, max(front, rear) * seen.value(id_))
            elif not in_full_cover(state, unit):
                aim = Aim(unit.hex, unit.facing, foe.hex, distance(foe.hex, unit.hex), seen.cover(foe.hex))
                hope = max(hope, share_lost(state, unit, foe.unit, aim)[0] * foe.importance)
        found[foe.hex] = found.get(foe.hex, 0.0) + HINDERS * (threat - hope)
    return {h: worth for h, worth in found.items() if worth >= LEAST and h not in covered}


def screen(state: PanzerState, unit: Unit, worth: dict[Hex, float]) -> tuple[float, FireSmoke] | None:
    """The smoke that a unit does best to fire now, and what it promises; None if there is none.

    Smoke that has run short, or that was not made, screens nobody, and the unit has fired for nothing.
    """
    best: tuple[float, FireSmoke] | None = None
    for weapon in smoke_weapons(state, unit):
        chance = smoke_chance(state, unit, weapon)
        for hex_ in sorted(worth, key=lambda h: (-worth[h], h)):
            promised = worth[hex_] * chance
            if promised > (best[0] if best else 0) and smoke_refusal(state, unit, weapon, hex_) is None:
                best = promised, FireSmoke(unit=unit.id, hex=hex_, weapon=weapon)
    return best


def best_screen(seen: Picture, side: SideId, gains: dict[str, float]) -> FireSmoke | None:
    """Smoke that promises more than the fire of the unit that lays it; gains: what the fire of each promises."""
    state = seen.state
    able = [u for u in smokers(state, side) if not u.group]
    worth = screens(seen) if able else {}
    found = [
        (made[0] - gains.get(unit.id, 0.0), unit.id, made[1])
        for unit in able
        if worth and (made := screen(state, unit, worth)) is not None
    ]
    best = max(found, default=None, key=lambda f: (f[0], f[1]))
    return best[2] if best is not None and best[0] > 0 else None
