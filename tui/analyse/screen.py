"""The analysis of a game on the screen: a few pages, each a chart and what it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.analysis.analysis import Analysis, analyse
from core.analysis.study import study
from saves.line import SaveError
from saves.notes import read_notes, write_notes
from saves.session import Replay, open_replay
from tui.analyse import words
from tui.analyse.chart import ChartView
from tui.analyse.pages import PAGES, Page
from tui.kit.place import Place
from tui.map.palettes import palette_named
from tui.program import program
from tui.replay.reel import Eye, eyes_open
from tui.terminal.notices import Notice, NoticeBoard

#: What an analysis that was opened by a game's end goes back to a moment by: the replay of it.
Go = Callable[[int], None]


def open_analysis(app: App[Any], path: Path) -> None:
    """Analyse a journal, as far as its reader may know it; a turning point opens its replay there. SaveError if it
    cannot be read."""
    shelf = program(app).shelf
    try:
        replay = open_replay(path, shelf.open_system, content_hash=shelf.content_hash)
    except (LookupError, ValueError) as error:
        raise SaveError(f"{path.name}: its scenario cannot be opened: {error}") from error
    eyes = eyes_open(replay.game.system, replay.audience)
    eye = eyes[0] if replay.audience.open else eyes[-1]
    app.push_screen(AnalysisScreen(replay, eye, lambda n: program(app).watch_game(path, n)))


class AnalysisScreen(Place, NoticeBoard):
    """The pages of the analysis of a game, counted beside the screen when it opens."""

    DEFAULT_CSS = """
    AnalysisScreen > #pages { height: 1; padding: 0 1; background: $surface; }
    AnalysisScreen > ChartView { height: 2fr; display: none; background: $background; color: $foreground; }
    AnalysisScreen > ChartView.-shown { display: block; }
    AnalysisScreen > #lines { height: 1fr; padding: 0 1; }
    AnalysisScreen.-turning > #lines { height: auto; max-height: 50%; }
    AnalysisScreen > #lines > Static { width: auto; height: auto; }
    AnalysisScreen > OptionList, AnalysisScreen > OptionList:focus {
        height: 1fr; border: none; padding: 0 1; display: none; background: $surface;
    }
    AnalysisScreen > OptionList.-shown { display: block; }
    AnalysisScreen > OptionList > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground;
    }
    """
    HELP_TITLE = "Looking back"
    place = "Looking back"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(i), f"page({i - 1})", page.title, show=False) for i, page in enumerate(PAGES, 1)),
        Binding("tab", "turn(1)", "Next page", key_display="tab", priority=True),
        Binding("shift+tab", "turn(-1)", "Page before", show=False, priority=True),
        Binding("c", "chart", "Other chart"),
        Binding("enter", "go", "To the moment", show=False),
        Binding("m", "marks", "Keep as bookmarks"),
    ]

    def __init__(self, replay: Replay, eye: Eye, go: Go) -> None:
        """go: shows the game after an event, from a turning point."""
        super().__init__()
        self.replay = replay
        self.eye = eye
        self.go = go
        self.analysis: Analysis | None = None
        self.page = 0
        self.chart = 0

    def body(self) -> Iterable[Widget]:
        """The names of the pages, the chart, lines, turning points."""
        yield Static(id="pages")
        yield ChartView()
        with ScrollableContainer(id="lines"):
            yield Static("counting ...", id="text")
        yield OptionList()

    def on_mount(self) -> None:
        """Count beside the screen."""
        title = self.replay.game.system.title
        self.headline(title if self.eye.all else f"{title} - {self.eye.name}")
        self._tell_pages()
        self.query_one("#lines").focus()
        failed = "The game could not be analysed"
        self.run_worker(self._count, thread=True, exclusive=True, group="analysis", description=failed)
        self.watch(self.app, "theme", self._recolour, init=False)

    def tell(self, notice: Notice) -> None:
        """Tell the player something in passing, below what he reads."""
        wrong = notice.severity != "information"
        self.call_after_refresh(self.say, notice.message, wrong=wrong)  # it may have no parts yet

    def tell_nothing(self) -> None:
        """Keep nothing of what was told."""
        self.say("")

    def _count(self) -> None:
        game = self.replay.game
        journal = tuple(game.journal)
        found = analyse(study(game.system, journal, self.eye.side, everything=self.eye.all))
        self.app.call_from_thread(self._take, found)

    def _take(self, found: Analysis) -> None:
        self.analysis = found
        if self.is_running:
            self._show()

    # -- pages --------------------------------------------------------------------------------------

    def action_page(self, page: int) -> None:
        """Show a page."""
        self.page, self.chart = page, 0
        self._show()

    def on_key(self, event: Key) -> None:
        """A key that does nothing is answered."""
        self.answer(event)

    def action_turn(self, step: int) -> None:
        """Show the next page, or the one before."""
        self.action_page((self.page + step) % len(PAGES))

    def action_chart(self) -> None:
        """Show the next chart of the page."""
        self.chart += 1
        self._show()

    def _recolour(self) -> None:
        # After the theme's own colours have been laid on.
        self.call_after_refresh(self._show)

    def _tell_pages(self) -> None:
        parts: list[Content] = []
        for i, page in enumerate(PAGES):
            style = "bold reverse" if i == self.page else "$text-muted"
            parts.append(Content.styled(f" {i + 1} {page.title} ", style))
        self.query_one("#pages", Static).update(Content("").join(parts))

    def _show(self) -> None:
        self._tell_pages()
        if self.analysis is None:
            return
        page = PAGES[self.page]
        charts = [chart for chart in page.charts(self.analysis, self._colours()) if not chart.empty]
        view = self.query_one(ChartView)
        view.set_class(bool(charts), "-shown")
        if charts:
            view.show(charts[self.chart % len(charts)])
        self.query_one("#lines").scroll_home(animate=False)
        self._list(page, self.analysis)
        self._tell_lines(self.analysis, len(charts))

    def _tell_lines(self, analysis: Analysis, charts: int) -> None:
        """The lines of the page, broken for the width there is, and how one sees what else there is."""
        width = self.size.width - 3  # beside a line stand the padding and the bar that scrolls them
        told = words.within(PAGES[self.page].lines(analysis), width)
        self.query_one("#text", Static).update(Content("\n".join(told)))
        more = [f"chart {self.chart % charts + 1} of {charts}, c shows the next"] if charts > 1 else []
        if any(len(line) > width for line in told):
            more.append("arrows show what is cut on the right")
        self.say("; ".join(more))

    def on_resize(self) -> None:
        """Lines are broken for the width there is."""
        if self.analysis is not None:
            charts = PAGES[self.page].charts(self.analysis, {})
            self._tell_lines(self.analysis, sum(not chart.empty for chart in charts))

    def _list(self, page: Page, analysis: Analysis) -> None:
        """The turning points, where the page has them."""
        points = self.query_one(OptionList)
        shown = page.turning and bool(analysis.swings)
        points.set_class(shown, "-shown")
        self.set_class(shown, "-turning")
        points.clear_options()
        if shown:
            points.add_options(Option(Content(words.swing_line(analysis, swing))) for swing in analysis.swings)
            points.highlighted = 0
        (points if shown else self.query_one("#lines")).focus()

    def _colours(self) -> dict[str, str]:
        """The colour of each side, none where the terminal has its own."""
        palette = palette_named(self.app.theme)
        if palette.ansi or palette.mono:
            return {}
        return {look.id: palette.side(look.tone)[1] for look in self.replay.game.system.sides}

    # -- turning points -----------------------------------------------------------------------------

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_go()

    def action_go(self) -> None:
        """Show the moment of the turning point that is pointed at."""
        at = self.query_one(OptionList).highlighted
        if self.analysis is None or not PAGES[self.page].turning or at is None:
            return
        self.app.pop_screen()
        self.go(self.analysis.swings[at].n)

    def action_marks(self) -> None:
        """Keep all turning points as bookmarks of the game, which its replay has."""
        if self.analysis is None or not self.analysis.swings:
            self.notify("There is no turning point", timeout=2)
            return
        try:
            path = program(self.app).manners.notes_on(self.replay.path, write=True)
            notes = read_notes(path)
            for swing in self.analysis.swings:
                if not any(mark.at == swing.n for mark in notes.bookmarks):
                    notes = notes.with_bookmark(swing.n, words.swing_line(self.analysis, swing))
            write_notes(path, notes)
        except SaveError as error:
            self.say(program(self.app).manners.told_error(error), wrong=True)
            return
        self.say(
            f"{len(self.analysis.swings)} turning points are bookmarks of the game now; its replay has them under a"
        )
