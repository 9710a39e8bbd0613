"""How a computer player judges places for leg and towed units: open or in Full Cover, and what digging in is worth.

A unit in Full Cover is hard to hit and hard to see, but sees next to nothing itself (na:6.1.3.2, na:6.1.4.2c): it is
for those who have nothing to fire at, or too much against them.
"""

from __future__ import annotations

from core.hexes import Hex, distance
from core.panzer.adjustment.full_cover import OPEN_WATER
from core.panzer.ground.entrenching import entrenched
from core.panzer.ground.positions import position_of
from core.panzer.opponent.goals import away
from core.panzer.opponent.picture import Picture
from core.panzer.opponent.prospects_gp import cover_at
from core.panzer.pieces.cards import LegCard, TowedCard
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Spot, Unit
from core.panzer.state import PanzerState

#: Points for a turn's digging, and for a turn's rest of a Suppressed unit that so recovers sooner.
DIGGING, RESTING = 2.5, 4.0
#: Digging needs so many turns that it is begun only if as many are left to be glad of it.
WORTH_DIGGING = 5
#: Enemies farther away than so many hexes leave everybody time to dig; nearer, what a lookout is worth.
FAR, LOOKOUT_GUN, LOOKOUT = 24, 5.0, 1.5
OBSERVERS = frozenset({Label.FO, Label.COMMAND, Label.RECON})
#: What one more step of Cover is worth where no enemy is in sight yet.
SHELTER = 1.5


def on_foot(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit walks or is manhandled: it may take Full Cover, and its facing costs it nothing."""
    return isinstance(state.card(unit.id), LegCard | TowedCard) and not state.scenario.by_id[unit.id].motorcycle


def stance(seen: Picture, unit: Unit, hex_: Hex, facing: int, spot: Spot | None, hopes: float | None = None) -> float:
    """What it is worth for a unit on foot to stand in a hex in the next turn, in Full Cover or not as suits it best.

    hopes: the part of its best shot that counts, None = as its side is patient.
    """
    best = standing(seen, unit, hex_, facing, spot, hidden=False, hopes=hopes)
    if seen.state.has(Switch.FULL_COVER) and seen.state.cell(hex_).terrain not in OPEN_WATER:
        best = max(best, standing(seen, unit, hex_, facing, spot, hidden=True, hopes=hopes))
    return best + SHELTER * cover_at(seen.state, unit, hex_).rank


def standing(
    seen: Picture, unit: Unit, hex_: Hex, facing: int, spot: Spot | None, *, hidden: bool, hopes: float | None = None
) -> float:
    """What may be gained and lost in a turn of fire by a unit in a hex, in Full Cover or not."""
    there = seen.hidden(unit, hidden)
    lines = seen.lines(there, hex_, facing, spot)
    part = seen.state.temper.patience if hopes is None else hopes
    return part * seen.hope(hex_, lines) - seen.danger(there, hex_, facing, lines)


def idle(seen: Picture, unit: Unit) -> float:
    """What N/C is worth to a unit beside standing still: it recovers sooner, and digs (na:6.8.3.1.1, na:6.6.8)."""
    points = RESTING if unit.suppressed else 0.0
    return points + (DIGGING if unit.full_cover and not unit.suppressed and may_dig(seen, unit) else 0.0)


def may_dig(seen: Picture, unit: Unit) -> bool:
    """Whether a unit would do well to dig where it stands."""
    state = seen.state
    if not state.has(Switch.FULL_COVER) or not on_foot(state, unit) or unit.inside or unit.floor or unit.hex is None:
        return False
    engineer = Label.ENGINEER in state.scenario.by_id[unit.id].labels
    left = state.scenario.turns - state.turn
    if entrenched(state, unit.id) or position_of(state, unit) is not None or left < WORTH_DIGGING - 2 * engineer:
        return False
    return state.cell(unit.hex).terrain not in OPEN_WATER


def wants_cover(seen: Picture, unit: Unit) -> bool:
    """Whether a unit had better be in Full Cover in the next turn, all that it might do instead in mind."""
    open_, hidden = cover_balance(seen, unit)
    return hidden > open_


def cover_balance(seen: Picture, unit: Unit) -> tuple[float, float]:
    """What the next turn is worth to a unit in the open, and in Full Cover."""
    if unit.hex is None:
        return 0.0, 0.0
    open_ = standing(seen, unit, unit.hex, unit.facing, unit.spot, hidden=False) + _advance(seen, unit)
    hidden = standing(seen, unit, unit.hex, unit.facing, unit.spot, hidden=True)
    if unit.suppressed:
        hidden += RESTING
    elif may_dig(seen, unit):
        hidden += DIGGING
    return open_ + _vigilance(seen, unit), hidden


def _vigilance(seen: Picture, unit: Unit) -> float:
    """What it is worth to keep a lookout: for guns and observers most, for nobody while the enemy is far away."""
    state, here = seen.state, unit.hex
    near = min((distance(here, foe.hex) for foe in seen.foes), default=FAR) if here is not None else FAR
    if near >= FAR or unit.suppressed:
        return 0.0
    observes = state.scenario.by_id[unit.id].labels & OBSERVERS
    guns = isinstance(state.card(unit.id), TowedCard) or getattr(state.card(unit.id), "crew_served", False)
    return LOOKOUT_GUN if guns or observes else LOOKOUT


def _advance(seen: Picture, unit: Unit) -> float:
    """What a turn's march towards its goal is worth to a unit, which Full Cover would cost it."""
    state, card = seen.state, seen.state.card(unit.id)
    goal = seen.goals.get(unit.id)
    if goal is None or unit.suppressed or isinstance(card, TowedCard) or getattr(card, "crew_served", False):
        return 0.0
    return seen.pull(unit) * min(1.0, away(state, unit, goal))
