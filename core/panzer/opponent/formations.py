"""Which formation a computer player names: the one whose fire promises most (or:7.42.1)."""

from __future__ import annotations

from core.event import SideId
from core.order import Order
from core.panzer import formation_turns
from core.panzer.command.orders import NameFormation
from core.panzer.direct_fire.choices import possible_shots
from core.panzer.opponent.fire import best_shots
from core.panzer.opponent.foes import worth_of
from core.panzer.state import PanzerState


def hopes(state: PanzerState, side: SideId) -> dict[str, float]:
    """What the fire of each formation that has not been named promises, in points."""
    hope = dict.fromkeys(formation_turns.formations_left(state, side), 0.0)
    best: dict[str, float] = {}
    for target, shots in best_shots(state, possible_shots(state, side, overwatch_fire=False), overwatch=False).items():
        worth = worth_of(state, target)
        for shooter, (chance, _) in shots.items():
            best[shooter] = max(best.get(shooter, 0.0), worth * (chance.harm + chance.kill))
    for unit in state.units.values():
        formation = formation_turns.formation_unit(state, unit)
        if formation in hope:
            hope[formation] += best.get(unit.id, 0.0)
    return hope


def name(state: PanzerState, side: SideId) -> Order:
    """Fire first where most can be hit; of formations with nothing to fire at the largest waits, and so moves first."""
    hope = hopes(state, side)
    size = dict.fromkeys(hope, 0)
    for unit in state.units.values():
        formation = formation_turns.formation_unit(state, unit)
        if formation in size:
            size[formation] += unit.on_map
    return NameFormation(formation=max(hope, key=lambda one: (hope[one], -size[one], one)))
