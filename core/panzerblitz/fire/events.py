"""What happens when attacks are announced and resolved (pb:PB-SEQ-2, pb:PB-SEQ-3, pb:PB-CRT-1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerblitz import knowledge
from core.panzerblitz.pieces.attacks import Attack, Fate, Method
from core.secrecy import ALL, NOTHING


@event("pb-attack-announced", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class AttackAnnounced(Event):
    """A normal attack was announced (pb:PB-SEQ-2)."""

    side: SideId
    attack: Attack


@event("pb-attack-withdrawn", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class AttackWithdrawn(Event):
    """An announcement was taken back before any attack was resolved."""

    side: SideId
    hex: Hex


@event("pb-attack-resolved", known=knowledge.of_targets_in_view)
@frozen(kw_only=True, eq=False, repr=False)
class AttackResolved(Event):
    """One attack was resolved with one roll (pb:PB-CRT-1).

    side: who attacks, for a minefield the opponent of those on it; targets: heads of the elements attacked; attack,
    defense: total factors, 0 for a minefield; roll: the die with all modifiers; result: as the table prints it;
    effects: what became of each unit; again: the second roll of fire at a roof (pb:PB-FORT-K).
    """

    side: SideId
    hex: Hex
    method: Method
    attackers: tuple[UnitId, ...]
    targets: tuple[UnitId, ...]
    attack: int
    defense: int
    odds: str
    roll: int
    result: str
    effects: tuple[tuple[UnitId, Fate], ...] = ()
    again: bool = False


@event("pb-attack-lapsed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AttackLapsed(Event):
    """An announced battle has no target or no attacker left; who had announced it has fired (pb:PB-SEQ-3)."""

    side: SideId
    hex: Hex
    attackers: tuple[UnitId, ...]


@event("pb-ammunition-spent", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AmmunitionSpent(Event):
    """Units that fired intensively are removed and count as lost (pb:PB-OPT-AMMO-A, pb:PB-OPT-AMMO-B).

    What they carried stays where it is, as if unloaded.
    """

    units: tuple[UnitId, ...]
