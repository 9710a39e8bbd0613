"""Engineers against terrain, pick by pick: what, then who attacks it from where (or:7.19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial as later
from typing import Final

from core.book.chapter import value_of
from core.choice import Choice, Choices, Later, Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order
from core.panzer.assault.orders import AttackTerrain
from core.panzer.assault.terrain_attack import RULE, chance, possible, together
from core.panzer.pieces.close_combat import Attack
from core.panzer.sequence import player_of
from core.panzer.state import PanzerState

HEAD: Final = "demolish"
GROUP: Final = "Terrain"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """All terrain that Engineers of a side can attack."""
    for (hex_, terrain), able in possible(state, side).items():
        name = state.tables.terrain[terrain].name
        text = f"Engineers attack: {name} in {hex_}"
        cost = f"{len(able)} can attack"
        yield Choice(f"{HEAD}:{hex_}/{terrain}", text, "hex", hex_, cost=cost, group=GROUP)


def holds(state: PanzerState) -> bool:
    """Whether Engineers of the player of the step can still attack anything."""
    side = player_of(state)
    return side is not None and bool(possible(state, side))


def _aim(state: PanzerState, partial: Partial) -> tuple[Hex, str]:
    hex_, _, terrain = value_of(partial[0]).partition("/")
    return state.board.hex(hex_), terrain


def _picked(state: PanzerState, partial: Partial) -> Attack | None:
    """The attack of these picks: the first leads it, and says from which hex."""
    picks = [pick.partition("@") for pick in partial[1:]]
    if not picks:
        return None
    units = [UnitId(unit) for unit, _, _ in picks]
    at = picks[0][2]
    return Attack(units[0], tuple(units[1:]), state.board.hex(at) if at else state.units[units[0]].hex)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Who attacks it: one after the other, all from one hex; in the miniatures edition one alone (min:16.9.1.5)."""
    hex_, terrain = _aim(state, partial)
    attack = _picked(state, partial)
    taken = attack.units if attack is not None else ()
    options: list[Choice] = []
    able = possible(state, side).get((hex_, terrain), {}) if attack is None or together(state) else {}
    for unit, hexes in able.items():
        for from_ in hexes if unit not in taken else ():
            if attack is None or from_ == attack.hex:
                options.append(_attacker(state, hex_, terrain, attack, unit, from_))
    name = state.tables.terrain[terrain].name
    return Choices(f"Who attacks the {name} in {hex_}?", RULE, tuple(options), complete=bool(taken), confirm=True)


def _attacker(state: PanzerState, hex_: Hex, terrain: str, attack: Attack | None, unit: UnitId, from_: Hex) -> Choice:
    stays = from_ == state.units[unit].hex
    joined = Attack(unit, (), from_) if attack is None else Attack(attack.primary, (*attack.others, unit), from_)
    return Choice(
        str(unit) if stays else f"{unit}@{from_}",
        f"{state.name(unit)} {'attacks' if stays else f'advances to {from_} and attacks'}",
        "unit",
        from_,
        unit,
        cost="" if stays else "Advance -10, triggers Overwatch",
        odds=Later(later(chance, state, joined, hex_, terrain)),
        irreversible=True,
    )


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None as long as nobody is picked."""
    attack = _picked(state, partial)
    hex_, terrain = _aim(state, partial)
    return AttackTerrain(hex=hex_, terrain=terrain, attack=attack) if attack is not None else None
