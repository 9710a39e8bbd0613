"""Orders chits: each unit is given the amount of its movement with its order (pw:4.12 to pw:4.12.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.choice import Refusal
from core.panzerwar.pieces.organisation import Chit, Organisation, Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState

#: The chits of each order; Charge, Rush and Bound all have Full (pw:4.12.2).
CHITS: Final[Mapping[Tactical, tuple[Chit, ...]]] = {
    Tactical.ADVANCE: (Chit.HALF,),
    Tactical.RUSH: (Chit.FULL,),
    Tactical.BOUND: (Chit.FULL,),
    Tactical.CHARGE: (Chit.FULL,),
    Tactical.ENGAGE: (Chit.FULL, Chit.HALF, Chit.SHIFT),
    Tactical.COVER: (Chit.HALF, Chit.SHIFT),
    Tactical.REGROUP: (Chit.FULL, Chit.HALF, Chit.SHIFT),
    Tactical.WITHDRAW: (Chit.WITHDRAW,),
}
_MOTIONS: Final[Mapping[Chit, frozenset[Motion]]] = {
    Chit.FULL: frozenset({Motion.FULL, Motion.BONUS, Motion.BURST}),
    Chit.HALF: frozenset({Motion.HALF}),
    Chit.SHIFT: frozenset({Motion.SHIFT}),
    Chit.WITHDRAW: frozenset({Motion.HALF, Motion.FULL, Motion.BONUS, Motion.BURST}),
}


def chit_refusal(state: WarState, order: Tactical, chit: Chit | None) -> Refusal | None:
    """Why an order may not be given with a chit, or without; None if it may (pw:4.12, pw:4.12.2)."""
    if not state.has(Switch.ORDERS_CHITS):
        return Refusal("orders chits are not in use", "pw:4.12") if chit is not None else None
    if chit is None:
        return Refusal("a chit goes with the order", "pw:4.12")
    if chit not in CHITS[order]:
        return Refusal(f"{order.value} has no chit {chit.value}", "pw:4.12.2")
    return None


def movement_refusal(organisation: Organisation, motion: Motion, *, foot: bool) -> Refusal | None:
    """Why the chit of a unit forbids an element an amount of movement: it binds (pw:4.12.1). Infantry moves in segments
    of its own, which a chit does not fix."""
    chit = organisation.chit
    if chit is None or foot or motion is Motion.STATIONARY or motion in _MOTIONS[chit]:
        return None
    return Refusal(f"the chit of its unit says {chit.value}", "pw:4.12.1")
