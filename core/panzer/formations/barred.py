"""Commands that a unit never has by what it is and how it takes cover (na:6.1.4.2c, na:6.6.4.1, na:6.6.5)."""

from __future__ import annotations

from core.choice import Refusal
from core.panzer.ground.burdens import burdened
from core.panzer.pieces.cards import Kind, TowedCard
from core.panzer.pieces.unit import MOVING, Command, Unit
from core.panzer.state import PanzerState


def barred(state: PanzerState, unit: Unit, command: Command) -> Refusal | None:
    """Why a unit never has a command as it is; None if it may have it."""
    return _by_full_cover(state, unit, command) or _by_kind(state, unit, command)


def _by_full_cover(state: PanzerState, unit: Unit, command: Command) -> Refusal | None:
    """Which commands Full Cover rules out (na:6.1.4.2c): no MOVE of towed units, no SHORT HALT of leg units, no MOVE
    of sections with crew-served weapons. In the miniatures edition nobody there moves (min:17.2.6.2)."""
    if not unit.full_cover:
        return None
    if state.edition.full_cover_stays and command in MOVING:
        name = state.name(unit.id)
        return Refusal(f"{name} is in Full Cover, where nobody has {command.value}", "min:17.2.6.2")
    member = state.scenario.by_id[unit.id]
    towed = member.card.kind is Kind.TOWED
    name = state.name(unit.id)
    if command is Command.MOVE and towed:
        return Refusal(f"{name} is in Full Cover, where towed units do not move", "na:6.1.4.2c")
    if command is Command.SHORT_HALT and not towed:
        return Refusal(f"{name} is in Full Cover, where leg units have no SHORT HALT", "na:6.1.4.2c")
    slow = bool(member.attached) or getattr(member.card, "crew_served", False)
    if command is Command.MOVE and slow and unit.size is not None and unit.size.value == "section":
        return Refusal(f"{name} has crew-served weapons and does not crawl in Full Cover", "na:6.1.4.2c")
    return None


def _by_kind(state: PanzerState, unit: Unit, command: Command) -> Refusal | None:
    """Towed units and sections with attached weapons have no SHORT HALT (na:6.6.4.1, na:6.6.5).

    In the miniatures edition those have it to whom it leaves any allowance (min:17.2.3.1.1, min:17.2.4.1.1,
    min:17.2.4.1.2).
    """
    if command is not Command.SHORT_HALT:
        return None
    card, name, edition = state.card(unit.id), state.name(unit.id), state.edition
    if isinstance(card, TowedCard) and edition.guns_by_allowance:
        left = card.move // (4 if unit.suppressed else 2)
        return None if left else Refusal(f"{name} has no allowance for a SHORT HALT", "min:17.2.4.1.1")
    if isinstance(card, TowedCard):
        return Refusal(f"{name} is towed and has no SHORT HALT", "na:6.6.5")
    if burdened(state, unit) and not edition.sections_short_halt:
        return Refusal(f"{name} has attached weapons, with which a section has no SHORT HALT", "na:6.6.4.1")
    return None
