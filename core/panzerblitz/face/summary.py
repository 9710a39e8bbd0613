"""How things stand, for the summary of a turn: losses and what is dispersed (pb:PB-CRT-D, pb:PB-WIN-1)."""

from __future__ import annotations

from typing import Final

from core.event import SideId
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.state import BlitzState
from core.presentation import Card, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("summary", "The turn", "s")


def sheet(state: BlitzState, side: SideId | None) -> Sheet:
    """The losses of each side and its units that are dispersed, as far as they are known."""
    return Sheet(KIND.title, "", tuple(_side(state, SideId(s.id), s.name) for s in state.situation.sides))


def _side(state: BlitzState, side: SideId, name: str) -> Card:
    own = [u for u in state.units.values() if u.side == side and state.type(u.id).manned]
    lost = tuple(_row(state, u, "eliminated", "bad") for u in own if u.presence is Presence.ELIMINATED)
    dispersed = tuple(_row(state, u, "dispersed", "warn") for u in own if u.on_map and u.dispersed)
    named = (("Lost", lost), ("Dispersed", dispersed))
    sections = tuple(Section(f"{title}: {len(rows)}", rows) for title, rows in named if rows)
    fit = sum(u.on_map for u in own) - len(dispersed)
    return Card(name, f"{fit} unit{'s' * (fit != 1)} in good order on the map", side, sections or (Section("", ()),))


def _row(state: BlitzState, unit: Unit, told: str, tone: str) -> Row:
    rule = "pb:PB-CRT-D" if tone == "warn" else "pb:PB-WIN-1"
    return Row(state.name(unit.id), told, rule, tone=tone, unit=unit.id, hex=unit.hex)
