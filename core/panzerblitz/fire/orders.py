"""The orders of attacks by fire (pb:PB-SEQ-2, pb:PB-SEQ-3)."""

from __future__ import annotations

from attrs import frozen

from core.hexes import Hex
from core.order import Order, order
from core.panzerblitz.pieces.attacks import Attack
from core.secrecy import ALL


@order("pb-announce", known=ALL, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Announce(Order):
    """Announce a normal attack on a hex (pb:PB-SEQ-2)."""

    attack: Attack


@order("pb-withdraw", known=ALL, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Withdraw(Order):
    """Take back the announcement of an attack on a hex, before any is resolved."""

    hex: Hex


@order("pb-resolve", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Resolve(Order):
    """End the announcements: all attacks are resolved (pb:PB-SEQ-3)."""
