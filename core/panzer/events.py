"""What happens in a game of Panzer."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.state import Aspect, Question, Rate, Shot, Window
from core.panzer.unit import Command


@event("set-up-order-fixed")
@frozen(kw_only=True)
class SetUpOrderFixed(Event):
    """In which order the sides set up, by roll or by the scenario."""

    order: tuple[SideId, ...]


@event("zone-chosen")
@frozen(kw_only=True)
class ZoneChosen(Event):
    """A side chose the area in which it sets up."""

    side: SideId
    zone: str


@event("unit-placed")
@frozen(kw_only=True)
class UnitPlaced(Event):
    """A unit was set up."""

    unit: UnitId
    hex: Hex
    facing: int


@event("set-up-finished")
@frozen(kw_only=True)
class SetUpFinished(Event):
    """A side ended its set-up."""

    side: SideId


@event("turn-begun")
@frozen(kw_only=True)
class TurnBegun(Event):
    """A turn began."""

    turn: int


@event("step-begun")
@frozen(kw_only=True)
class StepBegun(Event):
    """The next step of the sequence of play began."""

    step: str


@event("spotting-checked")
@frozen(kw_only=True)
class SpottingChecked(Event):
    """Who spots whom in the Spotting Phase (na:4.1), and which SPOT counters lapse (na:4.1.5).

    sighted: pairs of a spotter and all targets that it spots itself.
    """

    sighted: tuple[tuple[UnitId, tuple[UnitId, ...]], ...]
    lapsed: tuple[UnitId, ...] = ()


@event("command-placed")
@frozen(kw_only=True)
class CommandPlaced(Event):
    """A command was placed face down; a secret of its side."""

    side: SideId
    unit: UnitId
    command: Command


@event("commands-finished")
@frozen(kw_only=True)
class CommandsFinished(Event):
    """A side has placed all its commands.

    units: those that are left without one and have N/C, as far as they are known; None = all of the side.
    """

    side: SideId
    units: tuple[UnitId, ...] | None = None


@event("initiative-rolled")
@frozen(kw_only=True)
class InitiativeRolled(Event):
    """Both sides rolled for initiative (na:4.3.1). winner: None on a tie, which is rolled again."""

    sides: tuple[SideId, ...]
    winner: SideId | None


@event("first-player-chosen")
@frozen(kw_only=True)
class FirstPlayerChosen(Event):
    """The winner of the initiative named the First Player of the turn."""

    side: SideId
    first: SideId


@event("fire-announced")
@frozen(kw_only=True)
class FireAnnounced(Event):
    """All shots of a side at one target were announced (na:4.4.1e)."""

    side: SideId
    target: UnitId
    shots: tuple[Shot, ...]
    overwatch: bool = False


@event("command-revealed", reveals=True)
@frozen(kw_only=True)
class CommandRevealed(Event):
    """A command was turned over for its action, or because it cannot be carried out any more."""

    unit: UnitId
    command: Command


@event("question-asked")
@frozen(kw_only=True)
class QuestionAsked(Event):
    """The owner of a target must decide something before the shot is resolved."""

    question: Question


@event("command-shown", reveals=True)
@frozen(kw_only=True)
class CommandShown(Event):
    """A hidden command was shown for the Target Moving modifier and turned face down again (na:4.4.3.2.2b)."""

    unit: UnitId
    command: Command


@event("showing-declined")
@frozen(kw_only=True)
class ShowingDeclined(Event):
    """The owner of a target let it be treated as not moving (na:4.4.3.2.2b)."""

    unit: UnitId


@event("aspect-chosen")
@frozen(kw_only=True)
class AspectChosen(Event):
    """The owner of a target chose the armor that a shot between the aspects meets (na:4.4.3.2.4)."""

    unit: UnitId
    aspect: Aspect


@event("ap-fire-resolved", reveals=True)
@frozen(kw_only=True)
class ApFireResolved(Event):
    """One AP shot was resolved (na:4.4.3.2).

    range: in hexes; factor: AP Range Factor P to E; net: clamped Net Modifier; hit_number: AP Hit Number, 0 if
    no hit is possible; aspect, penetration, armor: None on a miss; result: "miss", "no effect", "DM", "KO" or
    "BU" as the tables give it; second_damage: whether a DM became a KO (na:4.4.3.2.6a); short: failed ammo limit
    checks (na:5.16.2.1).
    """

    shooter: UnitId
    target: UnitId
    weapon: int
    overwatch: bool
    range: int
    factor: str
    net: int
    hit_number: int
    aspect: Aspect | None
    penetration: int | None
    armor: int | None
    result: str
    second_damage: bool = False
    target_hex: Hex
    short: int = 0


@event("fire-wasted", reveals=True)
@frozen(kw_only=True)
class FireWasted(Event):
    """An announced shooter's target was eliminated before its shot; it counts as having fired (na:4.4.1e)."""

    shooter: UnitId
    target: UnitId


@event("fire-forgone", reveals=True)
@frozen(kw_only=True)
class FireForgone(Event):
    """A FIRE or SHORT HALT unit has no target left; its command is revealed and it does not fire (na:4.4.1i)."""

    unit: UnitId
    command: Command


@event("window-opened", reveals=True)
@frozen(kw_only=True)
class WindowOpened(Event):
    """A chance for Overwatch Fire arose."""

    window: Window


@event("overwatch-passed")
@frozen(kw_only=True)
class OverwatchPassed(Event):
    """A side let a chance for Overwatch Fire go by."""

    side: SideId


@event("overwatch-waived")
@frozen(kw_only=True)
class OverwatchWaived(Event):
    """A side does without its chances for Overwatch Fire in this step, and lets the other know it.

    Only machines that play from half the knowledge say so: it spares them a letter for each step of each vehicle.
    """

    side: SideId


@event("window-closed")
@frozen(kw_only=True)
class WindowClosed(Event):
    """Nobody uses the chance for Overwatch Fire any more."""


@event("move-begun")
@frozen(kw_only=True)
class MoveBegun(Event):
    """A unit began its move (na:4.5.1.1a)."""

    unit: UnitId
    rate: Rate


@event("move-planned")
@frozen(kw_only=True)
class MovePlanned(Event):
    """The steps that the moving unit is about to take; ends: whether its move is complete after them."""

    unit: UnitId
    steps: tuple[str, ...]
    ends: bool


@event("unit-moved")
@frozen(kw_only=True)
class UnitMoved(Event):
    """The moving unit took one step: into a hex, a turn in place, onto the map or off it.

    hex: where it is now, None = it left the map; cost: allowance spent on the step; spent: so far; denied: what
    denies the Path or Road allowance to the whole move, "" = nothing (na:4.5.1.1.5d, na:4.5.1.1.5e).
    """

    unit: UnitId
    step: str
    hex: Hex | None
    facing: int
    cost: int
    spent: int
    hexes: int
    path: int
    road: int
    turned: int
    turn_paid: bool
    turns_paid: bool
    denied: str = ""


@event("allowance-spent")
@frozen(kw_only=True)
class AllowanceSpent(Event):
    """The moving unit spent allowance on something other than a step: a search, passengers, an attack.

    spent: of the whole move so far; reason: on what, in words; rule: which rule charges it.
    """

    unit: UnitId
    spent: int
    reason: str
    rule: str


@event("plan-dropped")
@frozen(kw_only=True)
class PlanDropped(Event):
    """The rest of a plan was dropped: the unit was fired at, or can no longer take it."""

    unit: UnitId


@event("move-ended")
@frozen(kw_only=True)
class MoveEnded(Event):
    """A unit's move is complete. back_to: the hex it fell back to, if it could not stay (na:4.5.1.1.10)."""

    unit: UnitId
    back_to: Hex | None = None


@event("movement-finished")
@frozen(kw_only=True)
class MovementFinished(Event):
    """A side ended its Movement Step; what is left of its commanded vehicles moves in place (na:4.5c)."""

    side: SideId


@event("commands-removed", reveals=True)
@frozen(kw_only=True)
class CommandsRemoved(Event):
    """All commands were turned over and removed (na:4.6.1a).

    revealed: commands that had not been revealed before; marked: units of unused FIRE, SHORT HALT or MOVE that
    get SPOT counters (na:4.6.1b); side: whose, None = of both sides at once.
    """

    revealed: tuple[tuple[UnitId, Command], ...]
    marked: tuple[UnitId, ...] = ()
    side: SideId | None = None


@event("objective-occupied")
@frozen(kw_only=True)
class ObjectiveOccupied(Event):
    """At the end of a turn a side had held an objective for so many complete turns; side None = nobody does."""

    objective: str
    side: SideId | None
    turns: int


@event("objective-captured")
@frozen(kw_only=True)
class ObjectiveCaptured(Event):
    """A side captured an objective (na:3.6b)."""

    objective: str
    side: SideId


@event("instructions-set")
@frozen(kw_only=True)
class InstructionsSet(Event):
    """A side set its standing instructions; a secret of that side."""

    side: SideId
    show_moving: str
    aspect: str
    overwatch_from: int
    silent: tuple[UnitId, ...] = ()


@event("game-ended")
@frozen(kw_only=True)
class GameEnded(Event):
    """The scenario is over."""

    winner: SideId | None
    level: str
    text: str
    rule: str
    scores: tuple[tuple[SideId, int], ...]
