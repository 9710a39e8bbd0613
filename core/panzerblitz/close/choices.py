"""Building Close Assaults: which stack, and who joins (pb:PB-CAT-1).

Picks: ``assault:HEX`` and attackers by id, or ``all``.
"""

from __future__ import annotations

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.close.close_assault import assault_targets, assault_terms, assaulters
from core.panzerblitz.close.orders import CloseAssault
from core.panzerblitz.fire.results import Terms, hurt
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.step_end import end_of_step


def assault_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """Which enemies are assaulted (pb:PB-CAT-1)."""
    if partial:
        return Choices("Close Assault", "pb:PB-CAT-A", complete=True)
    options = []
    for hex_ in assault_targets(state, side):
        there = elements(state, side, hex_)
        joined = assaulters(state, side, hex_)
        refusal = None if _odds(state, side, hex_, joined) else Refusal("all together are below 1-4", "pb:PB-CAT-D")
        label = f"Assault {hex_}: {listed(state, there)}"
        cost = f"{len(joined)} can join"
        options.append(Choice(f"assault:{hex_}", label, "unit", hex_, there[0], cost, refusal=refusal))
    options.append(end_of_step("End the Close Assaults"))
    return Choices("Close-assault which stack?", "pb:PB-CAT-A", tuple(options))


def attacker_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """Who joins a Close Assault."""
    if "all" in partial:
        return assault_choices(state, side, partial)
    hex_ = state.board.hex(value_of(partial[0]))
    picked = tuple(UnitId(p) for p in partial[1:])
    pool = assaulters(state, side, hex_)
    options = []
    if not picked and len(pool) > 1:
        odds = _odds(state, side, hex_, pool)
        cost, chance = (odds.odds, hurt(state, (odds,))) if odds is not None else ("", None)
        options.append(Choice("all", "All of them", "option", None, None, cost, chance, key="A", irreversible=True))
    for unit in pool:
        if unit not in picked:
            odds = _odds(state, side, hex_, (*picked, unit))
            label = f"{state.name(unit)}: {state.type(unit).attack}"
            cost = odds.odds if odds is not None else ""
            chance = hurt(state, (odds,)) if odds is not None else None
            options.append(Choice(unit, label, "unit", state.units[unit].hex, unit, cost, chance, irreversible=True))
    complete = bool(picked) and _odds(state, side, hex_, picked) is not None
    return Choices(f"Who assaults {hex_}?", "pb:PB-CAT-A", tuple(options), complete=complete)


def _odds(state: BlitzState, side: SideId, hex_: Hex, attackers: tuple[UnitId, ...]) -> Terms | None:
    try:
        return assault_terms(state, side, hex_, attackers)
    except IllegalOrder:
        return None


def assault_order(state: BlitzState, side: SideId, partial: Partial) -> CloseAssault | None:
    """The order of a complete partial; None if it is not complete."""
    if len(partial) < 2:
        return None
    hex_ = state.board.hex(value_of(partial[0]))
    attackers = assaulters(state, side, hex_) if "all" in partial else tuple(UnitId(p) for p in partial[1:])
    return CloseAssault(hex=hex_, attackers=attackers)
