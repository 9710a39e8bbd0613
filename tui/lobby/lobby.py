"""The lobby: one's own games, the open tables, those being played, those that are over; who is here; a chat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saves.rooms.desk import Change
from saves.rooms.error import RoomError
from saves.rooms.state import RoomState
from tui.kit.listing import Column, Finder, Listing, Rows
from tui.kit.popups import PickList
from tui.kit.text import MUTED
from tui.lobby import words
from tui.lobby.chat import ChatLines, SayLine
from tui.lobby.create import CreateScreen
from tui.lobby.sections import Section, SectionLine, TableLine, cut, section_of
from tui.lobby.visitor import visitor
from tui.menu.scenarios import ScenarioScreen
from tui.program import program

#: Seconds in which changes of others are gathered before the list is read again.
PAUSE = 0.3
#: Finished tables on one page.
PAGE = 50


class LobbyScreen(Listing[TableLine]):
    """The tables by section; enter goes to one. What others do shows at once."""

    DEFAULT_CSS = """
    LobbyScreen > #online { height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    LobbyScreen > ChatLines { height: 4; }
    LobbyScreen.-tall > ChatLines { height: 9; }
    LobbyScreen > #facts { max-height: 3; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012
    place = "Lobby"
    HELP_TITLE = "Lobby"
    FIND = "type to filter by game, scenario, system or player"
    EMPTY = "No table fits."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Go there"),
        Binding("g", "go", "My turn"),
        Binding("n", "new", "New table"),
        Binding("c", "chat", "Chat"),
        Binding("delete,ctrl+d", "remove", "remove a finished table of yours", key_display="del", show=False),
        Binding("1", "section(0)", "Section", key_display="1-4"),
        *(Binding(str(n), f"section({n - 1})", show=False) for n in range(2, 5)),
        *(Binding(str(n), "nothing", show=False) for n in range(5, 10)),
        Binding("full_stop", "page(1)", "Older finished games", show=False),
        Binding("comma", "page(-1)", "Newer finished games", show=False),
        Binding("right_square_bracket", "turn(1)", "Next section", show=False),
        Binding("left_square_bracket", "turn(-1)", "Section before", show=False),
    ]
    COLUMNS: Sequence[Column[Any]] = (
        Column[TableLine]("", lambda t: words.MARK_ASKED if t.asked else " ", lambda t: not t.asked),
        Column[TableLine]("Game", lambda t: cut(t.title, 24), lambda t: t.title.lower()),
        Column[TableLine]("Scenario", lambda t: t.scenario, lambda t: (t.system, t.scenario), 120),
        Column[TableLine]("System", lambda t: t.system, lambda t: (t.system, t.scenario), 110),
        Column[TableLine]("Players", lambda t: cut(t.players, 24), lambda t: t.players),
        Column[TableLine]("Turn", lambda t: str(t.state.turn or "-"), lambda t: t.state.turn, 100, right=True),
        Column[TableLine]("State", lambda t: cut(t.standing, 22), lambda t: (not t.asked, t.standing)),
        Column[TableLine]("Since", lambda t: words.since(t.state, time.time()), lambda t: -t.state.changed),
        Column[TableLine]("Clock", lambda t: t.clock, lambda t: t.clock, 90),
    )

    def __init__(self) -> None:
        super().__init__()
        self.section: Section | None = None
        self._all: dict[Section, list[TableLine]] = {}
        self._unwatch: Callable[[], None] | None = None
        self._due = False
        self._names: dict[str, dict[str, str]] = {}
        self._titles: dict[str, tuple[str, str]] = {}
        self._page = 0
        self._more = False

    def body(self) -> Iterable[Widget]:
        """The sections, the tables, facts on one, who is here, what was said, a line to talk."""
        yield SectionLine()
        yield Finder(placeholder=self.FIND)
        yield Rows()
        yield Static(id="facts")
        yield Static(id="online")
        yield ChatLines("Nobody has said anything here yet; c says something to all in the lobby.")
        yield SayLine("c or a click: say something to all in the lobby")

    # -- what is listed ---------------------------------------------------------------------------

    def load(self) -> Iterable[TableLine]:
        """The tables of the section that is open; at first one's own if there are any."""
        here = visitor(self.app)
        self._all = {section: [] for section in Section}
        self._more = False
        for entry in here.house.rooms():
            if entry.state is None:
                continue
            section = section_of(entry.state, here.player, guest=here.guest)
            if section is not None:
                self._all[section].append(self._line(entry.id, entry.state))
        for section, lines in self._all.items():
            lines.sort(key=lambda line: (not line.asked, -line.state.changed))
            if self.section is None and lines and section is not Section.OVER:
                self.section = section
        now = self.section or Section.OPEN
        self._turn_page()
        counts = [(s, str(len(lines)), any(line.asked for line in lines)) for s, lines in self._all.items()]
        counts[-1] = (Section.OVER, self._how_many(), False)
        self.query_one(SectionLine).show(now, counts)
        return self._all[now]

    def _turn_page(self) -> None:
        """Leave the page of the finished tables that is shown: first those that were not put away yet."""
        here, over = visitor(self.app), self._all[Section.OVER]
        first = self._page * PAGE
        lines = over[first : first + PAGE + 1]
        left = PAGE + 1 - len(lines)
        player = None if here.guest else here.player
        old = here.house.finished(player, days=here.finished_days(), first=max(0, first - len(over)), most=left)
        lines += [self._line(entry.id, entry.state) for entry in old if entry.state is not None]
        self._more = len(lines) > PAGE
        self._all[Section.OVER] = lines[:PAGE]

    def _how_many(self) -> str:
        """How many finished tables are on this page, and whether there are more."""
        shown = f"{len(self._all[Section.OVER])}{'+' * self._more}"
        return shown if not self._page else f"page {self._page + 1}"

    def _line(self, id_: str, state: RoomState) -> TableLine:
        player = visitor(self.app).player
        scenario, system = self._scenario(state.plan.scenario)
        name = words.side_names(self._names.get(state.plan.scenario, {}))
        seats = [(name(side), words.seat(state, side)) for side in state.plan.seats]
        standing = words.standing(state, player, name)
        return TableLine(
            id=id_,
            state=state,
            title=state.plan.title or scenario,
            scenario=scenario,
            system=system,
            seats=" v ".join(f"{side}: {who}" for side, who in seats),
            players=" v ".join(who for _, who in seats),
            standing=standing,
            asked=words.asked(state, player),
            clock=words.clock_words(state),
        )

    def _scenario(self, scenario: str) -> tuple[str, str]:
        if not self._titles:
            for line in program(self.app).shelf.scenarios():
                self._titles[line.id] = (line.title, line.system)
                self._names[line.id] = {side.id: side.name for side in line.sides}
        return self._titles.get(scenario, (scenario, ""))

    def words(self, item: TableLine) -> str:
        """What a filter may hit."""
        return f"{item.title} {item.scenario} {item.system} {item.seats} {item.standing} {item.state.owner}".lower()

    def key_of(self, item: TableLine) -> str:
        """Rooms have ids."""
        return item.id

    def facts(self, item: TableLine) -> str:
        """What the columns have no room for."""
        state = item.state
        clock = state.plan.clock.words if state.plan.clock else "no clock"
        agreed = f"{clock} · {state.plan.take_backs.words}"
        rules = f" · rules: {', '.join(state.plan.options)}" if state.plan.options else ""
        turn = f" · turn {state.turn}, {state.step}" if state.turn else f" · laid by {state.owner}"
        stands = f" · {item.standing}" if state.finished else ""
        pages = [*(["."] if self._more else []), *([","] if self._page else [])] if state.finished else []
        stands += f" · {' and '.join(pages)} turn the page" if pages else ""
        does = {
            "your turn": "Enter: it is your turn.",
            "": "Enter: go to the table." if state.side_of(visitor(self.app).player) else self._stranger(state),
        }.get(item.asked, f"Enter: {item.asked}")
        return f"{does}{turn}{stands}\n{item.seats} · {item.scenario} ({item.system})\n{agreed}{rules}"

    def _stranger(self, state: RoomState) -> str:
        """What enter does at a table at which the player does not sit."""
        if state.finished:
            return "Enter: see how it ended."
        here = visitor(self.app)
        if not here.guest and words.may_join(state, here.player):
            return "Enter: go there and sit down."
        return "Enter: watch."

    def tell(self) -> None:
        """Say what there is to say of the table under the cursor, or how to come by one."""
        super().tell()
        if not self.items:
            self.query_one("#facts", Static).update(Content(self._empty()))

    def _empty(self) -> str:
        guest = visitor(self.app).guest
        match self.section or Section.OPEN:
            case Section.MINE:
                return "You sit at no table. 2 shows the open ones, n lays a new one."
            case Section.OPEN:
                return "No table is open." + ("" if guest else " n lays one: choose a scenario, then others can join.")
            case Section.WATCH:
                return "No game is being played that can be watched."
            case _:
                return "No game is finished yet."

    # -- what happens -----------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Begin to listen."""
        super().on_mount()
        self._unwatch = visitor(self.app).house.watch(self._changed_elsewhere)
        self.set_interval(30, self._later)

    def on_unmount(self) -> None:
        """Listen no more."""
        if self._unwatch is not None:
            self._unwatch()

    def _changed_elsewhere(self, change: Change) -> None:
        """Somebody did something; called from anywhere in the process."""
        if not self._due:
            self._due = True
            self.call_later(self.set_timer, PAUSE, self._later)

    def _later(self) -> None:
        self._due = False
        if self.is_current:
            self.reload()

    def reload(self) -> None:
        """Read the tables, who is here and what was said."""
        super().reload()
        here = visitor(self.app)
        online = words.names(sorted(here.house.online()))
        self.query_one("#online", Static).update(
            Content.assemble(
                ("Here now: ", MUTED), online or "nobody else", ("   you are ", MUTED), (here.player, "bold")
            )
        )
        self.query_one(ChatLines).show(here.heard(here.house.lines()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A guest lays no table."""
        return not (action == "new" and visitor(self.app).guest)

    def choose(self, item: TableLine) -> None:
        """Go to the table."""
        visitor(self.app).enter(item.id)

    def action_choose(self) -> None:
        """Go to the table under the cursor."""
        if self.current is not None:
            self.choose(self.current)

    def action_go(self) -> None:
        """Go to the table that has waited longest for the player."""
        asking = [line for lines in self._all.values() for line in lines if line.asked]
        if asking:
            self.choose(min(asking, key=lambda line: line.state.changed))
        else:
            self.say("No game waits for you.")

    def action_new(self) -> None:
        """Lay a table: first a scenario, then who may come."""
        self.app.push_screen(ScenarioScreen(CreateScreen))

    def action_remove(self) -> None:
        """Remove the table under the cursor with its journal, if it is the player's own and nothing is played there."""
        item, here = self.current, visitor(self.app)
        if item is None:
            return

        def picked(row: int | None) -> None:
            if row != 1:
                return
            try:
                here.house.remove(here.player, item.id)
            except (RoomError, OSError) as error:
                self.say(str(error), wrong=True)
            self.reload()

        lines = (("k", Content("keep it")), ("d", Content("remove it for good, with its journal")))
        self.app.push_screen(PickList(f"Remove {item.title}?", lines), picked)

    def action_chat(self) -> None:
        """To the line that says something to all."""
        self.query_one(SayLine).focus()

    def action_section(self, index: int) -> None:
        """Show a section, from its first page."""
        self.section = list(Section)[index]
        self._page = 0
        self.reload()
        self.table.focus()

    def action_turn(self, step: int) -> None:
        """Show the section beside."""
        order = list(Section)
        self.action_section((order.index(self.section or Section.OPEN) + step) % len(order))

    def action_page(self, step: int) -> None:
        """Turn the pages of the finished tables."""
        if self.section is Section.OVER and (self._more if step > 0 else self._page):
            self._page += step
            self.reload()
            self.table.move_cursor(row=0, animate=False)

    def action_nothing(self) -> None:
        """A key without a meaning here."""

    @on(SectionLine.Picked)
    def _section_picked(self, event: SectionLine.Picked) -> None:
        self.action_section(list(Section).index(event.section))

    @on(SayLine.Say)
    def _say(self, event: SayLine.Say) -> None:
        here = visitor(self.app)
        if refused := here.talk_refused():
            self.say(refused, wrong=True)
            return
        try:
            here.house.say(here.player, event.text)
        except (RoomError, OSError) as error:
            self.say(str(error), wrong=True)
        self.query_one(ChatLines).show(here.heard(here.house.lines()))

    @on(SayLine.Left)
    def _said(self) -> None:
        self.table.focus()
