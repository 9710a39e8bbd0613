"""What the CAT Results do to vehicles and fortifications, what is added to their die (pw:12.11.6, pw:12.11.6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.panzerwar.infantry import fortified
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.state import WarState
from core.tally import Reason

MOLOTOV: Final = "Molotov cocktail"
#: The weight class from which on a vehicle is harder to harm.
_HEAVY: Final = 5
RULE: Final = "pw:12.11.6.1"


def added(state: WarState, target: Element, weapon: str) -> tuple[Reason, ...]:
    """What is added to a roll on the CAT Results, part by part (pw:12.11.6.1)."""
    chart = state.charts.infantry.assault_results
    return tuple(Reason(chart.told(key), chart[key], RULE) for key in _keys(state, target, weapon) if chart[key])


def _keys(state: WarState, target: Element, weapon: str) -> Iterator[str]:
    card = state.cards.find(target.card)
    if not isinstance(card, Vehicle):
        if weapon in fortified.SPECIAL:
            yield "fortification-special"
        return
    if weapon in state.charts.infantry.assault_results.by_key:
        yield weapon
    if card.weight_class >= _HEAVY:
        yield "heavy"
    if card.open_top:
        yield "open-topped"


def effect_of(
    state: WarState, target: Element, weapon: str, rolled: int, *, behind: bool = False
) -> tuple[tuple[str, ...], str, int | None]:
    """What a roll on the CAT Results does with its adjustments: effects, words, stun number (pw:12.11.6,
    pw:12.11.6.1). behind: the attacker is behind the target, where a bottle sets on fire what it would stop."""
    card = state.cards.find(target.card)
    total = rolled + sum(reason.amount for reason in added(state, target, weapon))
    if isinstance(card, Vehicle) and card.soft and total >= 3:
        return ("destroyed",), "destroyed", None
    found = state.charts.infantry.close_assault(total, fortification=target.kind is Kind.BUNKER)
    if isinstance(card, Vehicle):
        flames = weapon == "flamethrower" and 5 <= total <= 8
        if flames or (weapon == MOLOTOV and total == 8 and (behind or card.open_top)):
            return ("fire",), "on fire", None
    return found.effects, found.told, found.stun
