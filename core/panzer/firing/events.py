"""What is asked and shown in the middle of any shot (na:4.4.1, na:4.4.3.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzer import knowledge
from core.panzer.pieces.firing import Question
from core.panzer.pieces.inquiry import Fact
from core.panzer.pieces.unit import Command
from core.panzer.pieces.weapons import Condition
from core.secrecy import ALL, OWNER


@event("command-revealed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CommandRevealed(Event):
    """A command was turned over for its action, or because it cannot be carried out any more."""

    unit: UnitId
    command: Command


@event("question-asked", known=knowledge.asked)
@frozen(kw_only=True, eq=False, repr=False)
class QuestionAsked(Event):
    """The owner of a target must decide something before the shot is resolved."""

    question: Question


@event("command-shown", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CommandShown(Event):
    """A hidden command was shown for the Target Moving modifier and turned face down again (na:4.4.3.2.2b)."""

    unit: UnitId
    command: Command


@event("showing-declined", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ShowingDeclined(Event):
    """The owner of a target let it be treated as not moving (na:4.4.3.2.2b)."""

    unit: UnitId


@event("fire-forgone", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireForgone(Event):
    """A FIRE or SHORT HALT unit has no target left; its command is revealed and it does not fire (na:4.4.1i).

    In the miniatures edition it has fired, for nothing (min:6.1.3, min:8.1.1.2.4).
    """

    unit: UnitId
    command: Command


@event("gun-turned", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class GunTurned(Event):
    """A gun on a platform turned to its target as it fires (or:7.16)."""

    unit: UnitId
    facing: int


@event("turret-turned", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class TurretTurned(Event):
    """A turret turned, during a move or to fire on Overwatch (or:7.8.1, or:7.8.4, min:8.4.2.10.7).

    turret: how far it is turned against the hull now, as in `Unit`; by: hexsides that it took of a move.
    """

    unit: UnitId
    turret: int
    by: int = 0


@event("facts-asked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FactsAsked(Event):
    """A machine that knows one side's secrets alone asks what commands of the other, `side`, decide (na:4.2.1a)."""

    side: SideId
    facts: tuple[Fact, ...]


@event("facts-told", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FactsTold(Event):
    """What was asked of the commands of a side: each fact, and whether it holds."""

    side: SideId
    facts: tuple[tuple[Fact, bool], ...]


@event("weapon-malfunctioned", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class WeaponMalfunctioned(Event):
    """A weapon failed as it fired; it does not fire again until it is repaired (or:7.25).

    weapon: its place among the unit's own or its attached ones; called: its name.
    """

    unit: UnitId
    weapon: str
    called: str


@event("weapon-repair-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class WeaponRepairChecked(Event):
    """The crew of a weapon that has failed tried to repair it (or:7.25). condition: how it is now."""

    unit: UnitId
    weapon: str
    called: str
    total: int
    condition: Condition
