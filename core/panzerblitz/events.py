"""What happens in a game of PanzerBlitz."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerblitz import knowledge
from core.panzerblitz.state import Attack, Fate, Method, Unit
from core.secrecy import ALL, UNLESS_SECRET


@event("pb-placed", known=UNLESS_SECRET)
@frozen(kw_only=True)
class Placed(Event):
    """A counter was set up; its passenger comes along (pb:PB-SETUP-1)."""

    unit: UnitId
    hex: Hex
    inside: bool = False
    hidden: bool = False


@event("pb-set-up-finished", known=ALL)
@frozen(kw_only=True)
class SetUpFinished(Event):
    """A side ended its set-up."""

    side: SideId


@event("pb-game-turn-begun", known=ALL)
@frozen(kw_only=True)
class GameTurnBegun(Event):
    """A Game-Turn began (pb:PB-SEQ-0, pb:PB-SEQ-8)."""

    turn: int


@event("pb-player-turn-begun", known=ALL)
@frozen(kw_only=True)
class PlayerTurnBegun(Event):
    """The Player-Turn of a side began; what units did in the last one is over (pb:PB-SEQ-7)."""

    side: SideId


@event("pb-step-begun", known=ALL)
@frozen(kw_only=True)
class StepBegun(Event):
    """The next step of the sequence of play began. mines: minefields that attack in it (pb:PB-SEQ-1)."""

    step: str
    mines: tuple[Hex, ...] = ()


@event("pb-step-finished", known=ALL)
@frozen(kw_only=True)
class StepFinished(Event):
    """A side has no more to do in the step."""

    side: SideId


@event("pb-attack-announced", known=ALL)
@frozen(kw_only=True)
class AttackAnnounced(Event):
    """A normal attack was announced (pb:PB-SEQ-2)."""

    side: SideId
    attack: Attack


@event("pb-attack-withdrawn", known=ALL)
@frozen(kw_only=True)
class AttackWithdrawn(Event):
    """An announcement was taken back before any attack was resolved."""

    side: SideId
    hex: Hex


@event("pb-attack-resolved", known=knowledge.of_targets_in_view)
@frozen(kw_only=True)
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
@frozen(kw_only=True)
class AttackLapsed(Event):
    """An announced battle has no target or no attacker left; who had announced it has fired (pb:PB-SEQ-3)."""

    side: SideId
    hex: Hex
    attackers: tuple[UnitId, ...]


@event("pb-ammunition-spent", known=ALL)
@frozen(kw_only=True)
class AmmunitionSpent(Event):
    """Units that fired intensively are removed and count as lost (pb:PB-OPT-AMMO-A, pb:PB-OPT-AMMO-B).

    What they carried stays where it is, as if unloaded.
    """

    units: tuple[UnitId, ...]


@event("pb-mines-probed", known=ALL)
@frozen(kw_only=True)
class MinesProbed(Event):
    """Engineers tried to remove a minefield (pb:PB-MINE-G)."""

    unit: UnitId
    hex: Hex
    mine: UnitId
    removed: bool


@event("pb-loaded", known=knowledge.carried_in_view)
@frozen(kw_only=True)
class Loaded(Event):
    """A unit was loaded on a carrier (pb:PB-TRANS-A). prepared: off the map or at set-up, which costs nothing."""

    carrier: UnitId
    passenger: UnitId
    prepared: bool = False


@event("pb-unloaded", known=knowledge.carried_in_view)
@frozen(kw_only=True)
class Unloaded(Event):
    """A carrier unloaded its passenger (pb:PB-TRANS-A).

    prepared: as of `Loaded`; jumped: the hex that a rider must assault (pb:PB-OPT-PBA-1).
    """

    carrier: UnitId
    passenger: UnitId
    inside: bool = False
    prepared: bool = False
    jumped: Hex | None = None


@event("pb-moved", known=ALL)
@frozen(kw_only=True)
class Moved(Event):
    """A unit entered a hex; its passenger came along (pb:PB-MOVE-C).

    cost: HALVES of movement points; road: at road rate; stopped: it may go no further; group: the group whose next
    unit it is that comes on here, "" = it was on the map.
    """

    unit: UnitId
    hex: Hex
    cost: int
    road: bool = False
    stopped: bool = False
    group: str = ""


@event("pb-shifted", known=ALL)
@frozen(kw_only=True)
class Shifted(Event):
    """A unit went into the fortification of its hex or out of it (pb:PB-FORT-J)."""

    unit: UnitId
    inside: bool


@event("pb-fortification-taken", known=ALL)
@frozen(kw_only=True)
class FortificationTaken(Event):
    """A unit moved into an unoccupied fortification of the enemy, which is its side's now (pb:PB-FORT-G)."""

    unit: UnitId
    side: SideId


@event("pb-left", known=ALL)
@frozen(kw_only=True)
class Left(Event):
    """A unit and its passenger left the map by an edge."""

    unit: UnitId
    area: str
    hex: Hex
    cost: int


@event("pb-revealed", known=ALL, reveals=True)
@frozen(kw_only=True)
class Revealed(Event):
    """Hidden counters were placed in view (pb:PB-EXP-HID-1).

    placed: each of them as (unit, hex, in the fortification).
    """

    side: SideId
    placed: tuple[tuple[UnitId, Hex, bool], ...]


@event("pb-told", known=ALL)
@frozen(kw_only=True)
class Told(Event):
    """What a side that does not see everything has come to know of the other's counters (pb:PB-EXP-HID-1).

    units: counters as they are now; gone: those that it has lost sight of. Only machines that play from half the
    knowledge tell each other so.
    """

    units: tuple[Unit, ...]
    gone: tuple[UnitId, ...] = ()


@event("pb-contact-made", known=ALL)
@frozen(kw_only=True)
class ContactMade(Event):
    """A column has come near the enemy and is free to leave the road."""

    side: SideId


@event("pb-recovered", known=knowledge.recovered_in_view)
@frozen(kw_only=True)
class Recovered(Event):
    """A side turned all its units face up (pb:PB-SEQ-6)."""

    side: SideId
    units: tuple[UnitId, ...] = ()


@event("pb-game-ended", known=ALL)
@frozen(kw_only=True)
class GameEnded(Event):
    """The Situation is over (pb:PB-SEQ-9, pb:PB-WIN-1)."""

    winner: SideId | None
    level: str
    text: str
    rule: str
    scores: tuple[tuple[SideId, int], ...]
