"""What happens in the command and adjustment steps of the Advanced Game (na:6.2, na:6.8)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzer.pieces.command import Available
from core.panzer.pieces.unit import Command
from core.secrecy import ALL, NOTHING, OWNER, TO_OTHERS, Without


@event("available-commands", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class AvailableCommands(Event):
    """The commands of every formation for this turn (na:6.2.1)."""

    formations: tuple[Available, ...]


@event("movement-limited", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class MovementLimited(Event):
    """How many MOVE and SHORT HALT commands formations have at most in this turn, by "side/name": of those that are out
    of Command Span (or:7.52a)."""

    limits: tuple[tuple[str, int], ...]


@event("command-shared", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class CommandShared(Event):
    """One command was placed face down for several units; a secret of their side (na:6.2.1.1.3b)."""

    side: SideId
    units: tuple[UnitId, ...]
    command: Command


@event("command-placed", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class CommandPlaced(Event):
    """A command was placed face down; a secret of its side."""

    side: SideId
    unit: UnitId
    command: Command


@event("smoke-discharged", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SmokeDischarged(Event):
    """A vehicle tried its smoke dischargers (or:7.9). value: the highest d10 that works; placed: whether it did."""

    unit: UnitId
    value: int
    placed: bool


@event("initiative-rolled", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class InitiativeRolled(Event):
    """Both sides rolled for initiative (na:4.3.1). winner: None on a tie, which is rolled again."""

    sides: tuple[SideId, ...]
    winner: SideId | None


@event("first-player-chosen", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class FirstPlayerChosen(Event):
    """The winner of the initiative named the First Player of the turn."""

    side: SideId
    first: SideId


@event("formation-named", known=Without(formation=""), tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class FormationNamed(Event):
    """A side named a formation for the next roll; which one is its secret until it has won (or:7.42.1)."""

    side: SideId
    formation: str


@event("formations-rolled", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class FormationsRolled(Event):
    """Both sides rolled for the next formation (or:7.42.1). winner: None on a tie, which is rolled again."""

    sides: tuple[SideId, ...]
    winner: SideId | None


@event("formation-triggered", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FormationTriggered(Event):
    """The formation that a side has named is next to fire (or:7.42.1, or:7.42.1.1)."""

    side: SideId
    formation: str


@event("instructions-set", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class InstructionsSet(Event):
    """A side set its standing instructions; a secret of that side."""

    side: SideId
    show_moving: str
    aspect: str
    overwatch_from: int
    silent: tuple[UnitId, ...] = ()
    spared: tuple[str, ...] = ()
