"""What others do while a player has nothing to order: told when it is his turn, drawn on the map, gone back to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from core.event import SideId
from core.hexes import Hex
from core.presentation import Card, Overlay, OverlayCell
from tui.game.drawing import Drawing
from tui.game.looking import Looking
from tui.game.record.chronicle import Line
from tui.game.showing import Showing
from tui.game.stage import Stage
from tui.game.table import Table
from tui.game.telling import Matter, Moment, Weight, came_of_it, happened_to, matters, moment, passed, weight_of
from tui.program import program
from tui.terminal.title import set_title
from tui.widgets.log import GameLog

if TYPE_CHECKING:
    from tui.game.told import ToldSheet

#: The least weight that a setting lets through.
LEAST: Final = {"loss": Weight.HURT, "fire": Weight.FIRE, "contact": Weight.CONTACT}
#: How the trails of others are drawn: what they did, what befell oneself.
ACTED, BEFELL = "info", "bad"


class Meanwhile:
    """Watches what others do for the player at the keyboard.

    turns: whether the sheet of a turn may come by itself, where the player wants it.
    """

    def __init__(
        self, screen: Screen[Any], table: Table, stage: Stage, drawing: Drawing, showing: Showing, looking: Looking
    ) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._drawing = drawing
        self._showing = showing
        self._looking = looking
        self._since: tuple[int, SideId, Moment, int] | None = None
        self._asked: int | None = None
        self.turns = True
        self._turns: dict[SideId | None, int] = {}
        self._title = ""
        self._gone_back: int | None = None
        self._read: dict[SideId | None, int] = {}

    # -- while others act ---------------------------------------------------------------------------

    def begin(self) -> None:
        """Others are to order from now on, if they were not already."""
        side = self._table.here
        self._call("")
        self._turns.setdefault(side, self._stage.face.status(self._table.view).turn)
        if self._since is None and side is not None:
            before = moment(self._table.system, self._table.view, side)
            self._since = self._table.events, side, before, self._table.told

    def stops(self, news: Sequence[Line], before: frozenset[str]) -> bool:
        """Whether a computer player waits for a key after what it has just done, as the player has set it.

        news: what was told of it; before: the ids of the counters that were on the map.
        """
        setting = program(self._screen.app).settings
        if setting.pace == "step":
            return bool(news)
        least = LEAST.get(setting.stop)
        if least is None or self._since is None:
            return False
        own = self._since[2].own
        found = [weight for line in news if (weight := weight_of(own, line)) is not None]
        side = self._since[1]
        if any(c.id not in before and c.side not in (None, side) and c.kind == "unit" for c in self._stage.counters):
            found.append(Weight.CONTACT)
        return bool(found) and min(found) <= least

    # -- when they have done ------------------------------------------------------------------------

    def end(self) -> None:
        """The player is to order: call him and tell what others have done, if they have done anything."""
        since, self._since = self._since, None
        asked, self._asked = self._asked, self._table.events
        side = self._table.here
        gone = self._gone_by(side)
        if since is None or side is None or since[1] != side:
            self._stage.trails = None
            self._turn_sheet()
            return
        events, _, before, known = since
        if self._table.told == known:
            return
        told = self._table.lines()
        lines = [line for line in told if line.n > events]
        self._call(self._table.look(side).name)
        if not any(line.report.level for line in lines):
            self._turn_sheet()
            return
        self._gone_back = None
        after = moment(self._table.system, self._table.view, side)
        own = before.own | after.own
        self._stage.trails = trails(own, lines)
        names = {look.id: look.name for look in self._table.looks}
        found = matters(side, names, before, after, lines)
        least = LEAST.get(program(self._screen.app).settings.telling)
        mine = came_of_it(own, [line for line in told if asked is not None and asked < line.n <= events])
        heavy = [matter for matter in found if least is not None and matter.weight <= least]
        if heavy:
            from tui.game.told import ToldSheet

            again = self._table.path is not None
            told_by = (*mine, *found, *(Matter(Weight.PASSED, step) for step in gone))
            self._push(ToldSheet("What happened", told_by, lines, self._card, again=again), events)
        else:
            if mine:
                # The log may have gone on past it.
                self._screen.notify("; ".join(matter.text for matter in mine), timeout=6, markup=False)
            self._turn_sheet()

    def _gone_by(self, side: SideId | None) -> tuple[str, ...]:
        """The steps that have gone by since this player was asked last, with nothing done or seen in them; they are
        told in passing."""
        table = self._table
        read, self._read[side] = self._read.get(side), table.events
        if read is None or read == table.events:
            return ()
        gone = passed(table.system.sequence, [line for line in table.lines() if line.n > read])
        if gone:
            self._screen.notify(f"Nothing was done or seen in {'; '.join(gone)}", timeout=5, markup=False)
        return gone

    def played(self) -> None:
        """The player has seen all of it played, and needs no telling besides."""
        since, self._since = self._since, None
        if since is not None and since[1] == self._table.here:
            self._call(self._table.look(since[1]).name)

    def _push(self, sheet: ToldSheet, events: int | None) -> None:
        from tui.game.told import WATCH

        def answered(answer: Matter | Line | str | None) -> None:
            if answer == WATCH and self._table.path is not None:
                program(self._screen.app).watch_game(self._table.path, events)
            elif isinstance(answer, (Matter, Line)):
                self.go_to(answer)
            self._turn_sheet()

        self._screen.call_after_refresh(self._screen.app.push_screen, sheet, answered)

    def missed(self, heading: str = "What happened") -> ToldSheet | None:
        """What has happened since the player at the keyboard last looked; None if nothing has."""
        table, side, looked = self._table, self._table.here, self._table.looked
        lines = [line for line in table.lines() if line.n > looked]
        film = table.film()
        if film is None or not any(line.report.level == 1 for line in lines):
            return None
        reel, eye = film
        before = moment(table.system, reel.view(looked, eye), side)
        after = moment(table.system, table.view, side)
        names = {look.id: look.name for look in table.looks}
        from tui.game.told import ToldSheet

        return ToldSheet(heading, matters(side, names, before, after, lines), lines, self._card)

    def _card(self, unit: str) -> Card:
        return self._stage.face.unit_card(self._table.view, unit)

    def show(self, sheet: ToldSheet | None) -> None:
        """Open a sheet of what was missed, and go where the player wants from it."""
        if sheet is not None:
            self._push(sheet, None)

    def _turn_sheet(self) -> None:
        """At the beginning of a turn, the one before in short, if the player wants it by itself."""
        turn = self._stage.face.status(self._table.view).turn
        side = self._table.here
        before, self._turns[side] = self._turns.get(side, 0), turn
        # A set-up is no turn.
        if self.turns and 0 < before < turn and program(self._screen.app).settings.turn_sheet:
            from tui.game.sheets import TURN

            self._looking.sheet = TURN.id
            self._screen.call_after_refresh(self._looking.open_sheets, before)

    def _call(self, who: str) -> None:
        """Call the player who is to order as he wants it; nobody with ""."""
        app = self._screen.app
        call = program(app).settings.call
        if who and call in ("bell", "both"):
            app.bell()
        if self._title or (who and call in ("title", "both")):
            text = f"{who} to order - {self._table.system.title}" if who else ""
            self._title = set_title(app, text, before=self._title)

    def leave(self) -> None:
        """The player leaves the game: his terminal has its own title again."""
        self._call("")

    # -- going back to it ---------------------------------------------------------------------------

    def go_to(self, what: Matter | Line) -> None:
        """Show on the map, and in the log, what a line of the telling speaks of."""
        line = what.line if isinstance(what, Matter) else what
        hex_ = what.hex if isinstance(what, Matter) else next(iter(what.report.hexes[-1:]), None)
        if hex_ is not None and hex_ in self._table.system.board:
            self._looking.go_to_hex(hex_)
        if isinstance(what, Matter) and what.unit and self._stage.counter(what.unit) is not None:
            self._stage.choose(what.unit)
            self._showing.cursor()
        if line is not None:
            self._screen.query_one(GameLog).open_at(line.n)
        self._drawing.map.focus()

    def go_back(self) -> None:
        """To the last thing that befell the player's units, and with each call to the one before."""
        side = self._table.here
        own = moment(self._table.system, self._table.view, side).own
        befell = [line for line in self._table.lines() if happened_to(own, line)]
        earlier = [line for line in befell if self._gone_back is None or line.n < self._gone_back]
        if not befell:
            self._screen.notify("Nothing has befallen your units yet", timeout=2)
            return
        line = (earlier or befell)[-1]
        self._gone_back = line.n
        self.go_to(line)


def trails(own: frozenset[str], lines: Sequence[Line]) -> Overlay | None:
    """Where others acted, as a layer with its legend: the hexes of what was told, those that concern oneself apart."""
    cells: dict[Hex, OverlayCell] = {}
    for line in lines:
        befell = happened_to(own, line)
        # Where one's own units were put, or what was found out of them, others have done nothing.
        if not line.report.level or (not befell and any(unit in own for unit in line.units[:1])):
            continue
        tone = BEFELL if befell else ACTED
        for hex_ in line.report.hexes:
            if hex_ not in cells or tone == BEFELL:
                cells[hex_] = OverlayCell(tone, "", line.report.text, line.report.rule)
    if not cells:
        return None
    tones = {cell.tone for cell in cells.values()}
    legend = tuple((tone, told) for tone, told in ((ACTED, "acted here"), (BEFELL, "against you")) if tone in tones)
    return Overlay("meanwhile", "What others did", cells, legend)
