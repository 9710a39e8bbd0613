"""Laying a table for others: seats, who may come, the clock, the rules; then one waits at it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from core.event import SideId
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.plan import (
    LONGEST_TITLE,
    MOST_PLAYERS_A_SIDE,
    OPEN,
    Absence,
    AwayPlan,
    ClockPlan,
    RoomPlan,
    TakeBacks,
    TimeOut,
)
from tui.kit.form import Field, Form, switch
from tui.kit.form_place import RULE
from tui.kit.rules_form import KEEP, RulesForm
from tui.lobby.seal import sit_down
from tui.lobby.visitor import visitor
from tui.lobby.waiting import WaitingScreen
from tui.menu.seats import COMPUTERS, HOW
from tui.program import program
from tui.shelf import ScenarioLine

#: A side that whoever lays the table takes himself.
ME: Final = "me"

MINUTES: Final = (
    ("0", "off"),
    *((str(m), f"{m} minutes a side") for m in (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240)),
    *((str(24 * 60 * days), f"{days} day{'s' * (days > 1)} a side") for days in (1,)),
)
INCREMENTS: Final = (("0", "none"), *((str(s), f"{s} seconds") for s in (5, 10, 20, 30, 60, 120, 300)))
TIME_OUTS: Final = (
    (TimeOut.PASS.value, "its questions are passed"),
    (TimeOut.COMPUTER.value, "a computer plays on for it"),
    (TimeOut.ADJOURN.value, "the game is adjourned"),
)
TAKE_BACKS: Final = (
    (TakeBacks.NEVER.value, "never"),
    (TakeBacks.AGREED.value, "by agreement"),
    (TakeBacks.FREE.value, "free where nothing could be learned"),
)
AWAY: Final = (
    ("0", "is waited for"),
    *((str(m), f"for {m} minutes") for m in (5, 10, 20, 30, 60)),
    *((str(h * 60), f"for {h} hours") for h in (3, 12)),
    *((str(d * 1440), f"for {d} day{'s' * (d > 1)}") for d in (1, 3, 7, 14)),
)
ABSENCES: Final = (
    (Absence.ADJOURN.value, "put the game off"),
    (Absence.COMPUTER.value, "let a computer play on"),
    (Absence.CLAIM.value, "claim the game"),
)
FEW: Final = tuple((str(n), str(n)) for n in range(1, MOST_PLAYERS_A_SIDE + 1))


def seats(barred: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Who may be set at a side of a table; barred: levels of computer players that are not played here."""
    computers = ((seat, words) for seat, words in COMPUTERS if seat.removeprefix("ai:") not in barred)
    return ((ME, "me"), (OPEN, "open: whoever sits down"), *computers)


def fields(scenario: ScenarioLine, rules: Iterable[Field], barred: Collection[str] = frozenset()) -> Iterable[Field]:
    """The form of a table that is laid for a scenario; rules: the lines of its options; barred: as of `seats`."""
    for number, side in enumerate(scenario.sides):
        about = f"Who plays {side.name}, with {side.units} units."
        yield Field(
            f"seat-{side.id}", side.name, OPEN if number else ME, seats(barred), about, group="Seats", tells=HOW
        )
    about = "Several players of a side share its formations; the first to sit down commands and gives them out."
    yield Field("players", "Players a side", "1", FEW, about, group="Seats")
    about = "Names with spaces between them. Left empty, anyone may sit down."
    yield Field("guests", "Who may sit down", "", about=about, group="Seats", empty="anyone")
    about = "Spectators see what both sides may see, and all of it after the end."
    yield switch("spectators", "Spectators", True, about=about, group="Seats")
    about = "Whoever sits down agrees to it. What an enemy command face down could have answered is never free."
    yield Field("take-backs", "Orders taken back", TakeBacks.FREE.value, TAKE_BACKS, about, group="Seats")
    about = "What spectators say is kept from the players until the game is over."
    yield switch("apart", "Spectators' chat apart", True, about=about, group="Seats")
    about = "The time of a side runs while the game waits for it."
    yield Field("minutes", "Clock", "0", MINUTES, about, group="Clock")
    yield Field("increment", "More for each order", "0", INCREMENTS, "Added after each order given.", group="Clock")
    about = "What happens to a side whose time is out. Whoever sits down agrees to it."
    yield Field("time-out", "When time is out", TimeOut.PASS.value, TIME_OUTS, about, group="Clock")
    about = "From when on a side that is waited for counts as away; whoever sits down agrees to it."
    yield Field("away", "Who stays away", "0", AWAY, about, group="Clock")
    about = "What the other side may do then."
    yield Field("absence", "Then the other may", Absence.ADJOURN.value, ABSENCES, about, group="Clock")
    yield from rules
    about = "What the lobby calls this game."
    yield Field("title", "Title", "", about=about, group="Game", empty=scenario.title)


def plan_of(scenario: ScenarioLine, form: Mapping[str, str]) -> tuple[RoomPlan, SideId | None]:
    """The plan that a form's values stand for, and the side that its owner takes. RoomError says what is wrong."""
    seats = {SideId(side.id): form[f"seat-{side.id}"] for side in scenario.sides}
    mine = [side for side, seat in seats.items() if seat == ME]
    if len(mine) > 1:
        raise RoomError("you can take one side only; leave another open, or play at one keyboard from the title")
    minutes = int(form["minutes"])
    clock = ClockPlan(minutes, int(form["increment"]), on_time_out=TimeOut(form["time-out"])) if minutes else None
    plan = RoomPlan(
        scenario=scenario.id,
        options=tuple(o.id for o in scenario.options if form[f"option-{o.id}"] == "on"),
        title=form["title"][:LONGEST_TITLE],
        seats={side: OPEN if seat == ME else seat for side, seat in seats.items()},
        players_a_side=int(form["players"]),
        may_join=tuple(PlayerName(name) for name in form["guests"].replace(",", " ").split()),
        spectators=form["spectators"] == "on",
        clock=clock,
        take_backs=TakeBacks(form["take-backs"]),
        apart=form["apart"] == "on",
        away=AwayPlan(away, Absence(form["absence"])) if (away := int(form["away"])) else None,
    )
    return plan, mine[0] if mine else None


class CreateScreen(RulesForm):
    """A form, and a button that lays the table."""

    place = "Play with others"
    HELP_TITLE = "A new table"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("s,f10", "begin", "Open the table", key_display="s"), KEEP, RULE]
    begins = "Open the table  (s)"

    def fields(self) -> Iterable[Field]:
        """What a table is laid with."""
        return fields(self.scenario, self.rules(), program(self.app).thoughts.barred)

    def action_begin(self) -> None:
        """Lay the table, sit down on the side chosen, and wait at it."""
        form = self.query_one(Form)
        values = {field.id: field.value for field in form.fields}
        here = visitor(self.app)
        refused = here.laying_refused()
        if refused:
            self.say(refused, wrong=True)
            return
        try:
            plan, mine = plan_of(self.scenario, values)
            room = here.house.create(here.player, plan)
        except (RoomError, OSError, LookupError, ValueError) as error:
            self.say(f"The table cannot be laid: {program(self.app).manners.told_error(error)}", wrong=True)
            return
        app = self.app
        here.enter(room.id)
        if mine is not None and isinstance(app.screen, WaitingScreen):
            # Only now are the dice sealed; words said before would be no use against whoever draws the secret.
            sit_down(app.screen, mine)
