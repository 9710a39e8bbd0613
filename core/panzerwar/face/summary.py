"""How things stand: losses of each side, its damaged elements, the orders of one's own units (pw:3.3, pw:4.2)."""

from __future__ import annotations

from typing import Final

from core.event import SideId
from core.panzerwar.course import victory
from core.panzerwar.face.vehicle_card import damage_told
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.presentation import Card, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("summary", "The turn", "s")
ORDERS: Final = SheetKind("orders", "Orders of one's own units", "o")


def sheet(view: WarState, side: SideId | None) -> Sheet:
    """The losses of each side and its elements that are damaged or broken, as far as they are known."""
    return Sheet(KIND.title, "pw:3.3", tuple(_side(view, SideId(s.id), s.name) for s in view.engagement.sides))


def _side(view: WarState, side: SideId, name: str) -> Card:
    lost = tuple(
        Row(e.name, f"{e.presence.value}, {victory.worth(view, e)} points", "pw:3.3", tone="bad", unit=e.id)
        for e in victory.lost(view, side)
    )
    hurt = tuple(_hurt(e) for e in view.of(side) if e.harm.damage or e.harm.stunned or e.nerve.broken)
    named = (("Lost", lost), ("Damaged, stunned, broken", hurt))
    sections = tuple(Section(f"{title}: {len(rows)}", rows) for title, rows in named if rows)
    there = sum(1 for _ in view.of(side))
    return Card(name, f"{there} elements on the table, as far as they are seen", side, sections or (Section("", ()),))


def _hurt(element: Element) -> Row:
    told = [damage_told(element.harm)] if element.harm.damage else []
    told += ["stunned"] if element.harm.stunned else []
    told += ["broken"] if element.nerve.broken else []
    return Row(element.name, ", ".join(told), "pw:9.13", tone="warn", unit=element.id)


def orders(view: WarState, side: SideId | None) -> Sheet:
    """The tactical orders of one's own units; nobody sees those of the enemy."""
    rows = tuple(
        Row(o.name, f"{o.order.value} since turn {o.since}{f', {o.forced.value}' if o.forced else ''}", "pw:4.2")
        for o in view.organisations.values()
        if o.side == side
    )
    own = Card("Units", "", side, (Section("Orders", rows),))
    return Sheet(ORDERS.title, "pw:4.2", (own,), "Orders are changed in phase A (pw:3.2.A).")
