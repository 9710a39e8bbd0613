"""Smoke that squads and half-squads make in their own hex in place of Small Arms fire (or:7.22, na:6.1.4.3.10)."""

from __future__ import annotations

from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import SideId
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.firing import dual_fire
from core.panzer.gp.events import SmokeFired
from core.panzer.pieces.cards import LegCard, LegStep, TowedCard
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState

RULE: Final = "or:7.22"
#: The weapon index of smoke that infantry makes in its own hex.
IN_PLACE: Final = -2
#: A unit of this size or larger has smoke with it (or:7.22).
_SIZES: Final = frozenset({LegStep.SQUAD, LegStep.HALF_SQUAD})


def limit(state: PanzerState, unit: Unit) -> int:
    """The highest roll(10) with which a unit makes smoke; 0 = it has none (or:7.22.2)."""
    tables = state.advanced.infantry_smoke
    member = state.scenario.by_id[unit.id]
    year = int(state.scenario.date[:4]) if state.scenario.date[:4].isdigit() else 0
    base = tables.base(member.card.nation, year)
    if not base:
        return 0
    engineer = tables.engineer if Label.ENGINEER in member.labels else 0
    return base + tables.grades[unit_grade(state, unit.id)] + engineer


def refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit makes no smoke where it is; None if it may (or:7.22)."""
    name = state.name(unit.id)
    if not state.has(Switch.INFANTRY_SMOKE) or not isinstance(state.card(unit.id), LegCard) or unit.size not in _SIZES:
        return Refusal(f"{name} makes no smoke; only squads and half-squads do", RULE)
    if limit(state, unit) < 1:
        return Refusal(f"{name} has no smoke", "or:7.22.2")
    if unit.suppressed or unit.morale is not None:
        return Refusal(f"{name} is Suppressed, hesitates or is Broken, and makes no smoke", RULE)
    others = (u for u in state.in_hex(unit.hex) if u.id != unit.id) if unit.hex is not None else ()
    if any(isinstance(state.card(u.id), LegCard | TowedCard) for u in others):
        return Refusal(f"other leg or towed units are in {unit.hex}", RULE)
    return None


def made(state: PanzerState, unit: Unit, dice: Dice) -> SmokeFired:
    """Roll against the limit; smoke or none, it was the unit's Small Arms fire (or:7.22.1, na:5.16.2.3)."""
    if unit.hex is None:
        raise ValueError(f"{unit.id} is not on the map")
    roll = dice.roll("d10", "infantry smoke", "or:7.22.1")
    placed = roll.result <= limit(state, unit)
    more = dual_fire.refusal(state, unit.id) is None
    return SmokeFired(
        unit=unit.id, weapon=IN_PLACE, hex=unit.hex, placed=placed, infantry=True, fires_on=more, rolls=(roll,)
    )


def chance(state: PanzerState, unit: Unit) -> float:
    """The chance that a unit makes smoke if it tries to."""
    return max(0, min(10, limit(state, unit))) / 10


def makers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units that have made smoke in this step and may still use their attached weapons (or:7.22.1)."""
    if side in state.ended:
        return ()
    return tuple(u for u in state.of(side) if u.made_smoke and not u.fired)
