"""The order that answers whether a hidden MOVE is shown (na:4.4.3.2)."""

from __future__ import annotations

from attrs import frozen

from core.order import Order, order
from core.secrecy import OWNER


@order("show-command", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ShowCommand(Order):
    """Answer whether the hidden command of a target is shown for the Target Moving modifier (na:4.4.3.2.2b)."""

    show: bool
