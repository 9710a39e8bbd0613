"""Minefields: their attacks, and their removal by Engineers (pb:PB-MINE-B, pb:PB-MINE-C, pb:PB-MINE-F)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.panzerblitz.fire.results import Terms, resolve
from core.panzerblitz.mines.events import MinesProbed
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.own import own_on_map
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState


def mined_targets(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """The enemy units that a minefield attacks in the Player-Turn of `side`.

    All in the hex, whose mines they are does not matter (pb:PB-MINE-C); not those that came through undispersed and
    stayed (pb:PB-MINE-E), but those that it dispersed (pb:PB-MINE-H).
    """
    return tuple(u.id for u in state.loose(hex_) if u.side != side and not u.mined)


def fields_due(state: BlitzState, side: SideId) -> tuple[Hex, ...]:
    """The minefields that attack in step 1 of a Player-Turn, before all normal attacks (pb:PB-SEQ-1, pb:PB-MINE-J)."""
    hexes = {u.hex for u in state.units.values() if u.on_map and u.hex and state.type(u.id).kind is Kind.MINEFIELD}
    return tuple(h for h in sorted(hexes) if mined_targets(state, side, h))


def attack_of_mines(state: BlitzState, side: SideId, hex_: Hex) -> Terms:
    """A minefield attacks all units on it at 2-1 with one roll, whatever the terrain (pb:PB-MINE-E)."""
    targets = mined_targets(state, side, hex_)
    return Terms(side, hex_, Method.MINEFIELD, targets, (), 0, 0, state.tables.mine_odds, ())


def resolve_field(state: BlitzState, side: SideId, hex_: Hex, dice: Dice) -> Iterator[Event]:
    """Roll for one minefield; `side` is the opponent of those on it."""
    yield resolve(state, attack_of_mines(state, side, hex_), dice)


# -- removal ---------------------------------------------------------------------------------------


def probe_refusal(state: BlitzState, unit: Unit) -> Refusal | None:
    """Why a unit may not try to remove mines: Engineers only, instead of an attack (pb:PB-MINE-G)."""
    if state.type(unit.id).kind is not Kind.ENGINEER:
        return Refusal("only Engineers remove mines", "pb:PB-MINE-G")
    if unit.carrier is not None or unit.dispersed:
        return Refusal("it is carried or dispersed", "pb:PB-MINE-G")
    if unit.fired or any(unit.id in b.attackers for a in state.announced for b in a.battles):
        return Refusal("it attacks, or has tried already", "pb:PB-MINE-G")
    if unit.start != unit.hex:
        return Refusal("it must have come there in an earlier turn", "pb:PB-MINE-G")
    return None


def fields_beside(state: BlitzState, unit: Unit) -> tuple[Hex, ...]:
    """The minefields next to a unit, as far as they are known."""
    if unit.hex is None:
        return ()
    return tuple(h for h in unit.hex.neighbours() if state.minefield(h) is not None)


def check_clear(state: BlitzState, side: SideId, order: ClearMines) -> None:
    """Engineers of one's own that were next to the minefield when the turn began."""
    unit = own_on_map(state, side, order.unit, "pb:PB-MINE-G")
    refusal = probe_refusal(state, unit)
    if refusal is not None:
        raise IllegalOrder(f"{state.name(unit.id)}: {refusal.reason}", refusal.rule)
    if unit.hex is None or distance(unit.hex, order.hex) != 1 or state.minefield(order.hex) is None:
        raise IllegalOrder(f"there is no minefield next to it in {order.hex}", "pb:PB-MINE-G")


def clear(state: BlitzState, side: SideId, order: ClearMines, dice: Dice) -> Iterator[Event]:
    """Roll once; a 1 removes the mines, which nothing else does (pb:PB-MINE-B, pb:PB-MINE-F, pb:PB-MINE-G)."""
    mine = state.minefield(order.hex)
    if mine is None:
        return
    rolled = dice.roll("d6", "mine removal", "pb:PB-MINE-G")
    removed = rolled.result <= state.tables.numbers["mine-removal"]
    yield MinesProbed(unit=order.unit, hex=order.hex, mine=mine.id, removed=removed, rolls=(rolled,))


def may_clear(state: BlitzState, side: SideId) -> bool:
    """Whether a side has Engineers that may try to remove mines now."""
    return any(probe_refusal(state, u) is None and fields_beside(state, u) for u in state.of(side))
