"""The course of a game at a keyboard: who is to order, hand-over, computer players, taking back, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.content import Content
from textual.screen import Screen
from textual.worker import WorkType

from core.ai import Thought
from core.ai.decision import Decision
from core.event import SideId
from core.order import IllegalOrder
from tui.game.attention import Attention
from tui.game.drawing import Drawing
from tui.game.handover import HandOverScreen
from tui.game.meanwhile import Meanwhile
from tui.game.playback import NONE, Passage, passages
from tui.game.refusals import Refusals
from tui.game.set_up.force import sets_up
from tui.game.showing import Showing
from tui.game.stage import Stage
from tui.game.table import Computer, Elsewhere, GameTable, Human, Over, Table
from tui.game.words import dice_told
from tui.kit.popups import PickList
from tui.program import program
from tui.terminal.sturdy import SturdyApp
from tui.thinking.ahead import AheadOfTime
from tui.thinking.inside import in_a_thread
from tui.thinking.thoughts import Replaced
from tui.widgets.log import GameLog

#: Seconds between two orders of a computer player, so that each can be seen.
BEATS: Final = {"fast": 0.0, "normal": 0.25, "slow": 1.0}


class Course:
    """Lets a game go on. stuck: whether a computer player waits until it is let go on; playing: whether
    what has happened is being played, and the game waits for that."""

    def __init__(
        self,
        screen: Screen[Any],
        table: Table,
        stage: Stage,
        drawing: Drawing,
        showing: Showing,
        refusals: Refusals,
        attention: Attention,
        meanwhile: Meanwhile,
    ) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._drawing = drawing
        self._showing = showing
        self._refusals = refusals
        self._attention = attention
        self._meanwhile = meanwhile
        self.stuck = False
        self.playing = False
        self._others = False
        self._ahead = AheadOfTime(lambda: program(screen.app).thoughts)

    def proceed(self) -> None:
        """See what happens next and let it; what has happened is played first."""
        self.stuck = False
        if self.playing:
            return
        if played := self.to_play():
            self._play(played)
            return
        self._attention.go_on()
        match self._table.ask():
            case Over():
                self._stage.end()
                self._showing.note = ""
                self._meanwhile.leave()
                self._showing.game()
                self.show_end()
            case Elsewhere(who):
                self._others = True
                self._meanwhile.begin()
                self._stage.end()
                self._showing.wait(who)
                self._showing.game()
            case Computer(side, level):
                self._others = True
                self._meanwhile.begin()
                self._stage.end()
                self._showing.note = f"{self._table.look(side).name} is thinking"
                self._showing.game()
                self._think(side, level)
            case Human(side, _) if self._passed(side):
                self.proceed()
            case Human(side, hand_over):
                self._showing.note = ""
                if hand_over and side != self._table.here:
                    self._hand_over(side)
                else:
                    self._table.sit(side)
                    self._stage.look()
                    waited = self._stage.ordering is None
                    if self._stage.begin(side) or self._stage.unit is None:
                        self._stage.arrive()
                    elif waited:
                        self._stage.go_on()
                    self._meanwhile.end()
                    self._showing.game()
                    self._begins_anew()
                self._think_ahead()

    def _begins_anew(self) -> None:
        """What was typed while others were to order is none of the orders of one's own turn."""
        others, self._others = self._others, False
        app = self._screen.app
        if others and isinstance(app, SturdyApp) and app.screen is self._screen:
            app.drop_typed()

    def _passed(self, side: SideId) -> bool:
        """Whether a side has let pass what could have had no effect: nobody is called for that."""
        table = self._table
        pick = table.futile(side) if isinstance(table, GameTable) else ""
        if not pick:
            return False
        table.submit(side, (pick,))
        if side == table.here:
            self._screen.notify("Passed: nothing that could be done would have had any effect", timeout=4)
        return True

    def anew(self) -> None:
        """What is seen is to be said in other words."""
        if self._stage.ordering is not None:
            self._stage.ordering.renew()
        self._showing.game()

    def show_end(self) -> None:
        """Say how the game ended."""
        self._attention.show_end()

    # -- what has happened ------------------------------------------------------------------------

    def to_play(self) -> tuple[Passage, ...]:
        """What is to be played to the player at the keyboard, as he has set it."""
        table = self._table
        if table.here is None or program(self._screen.app).settings.playback == NONE:
            return ()
        return passages(table.lines(), table.looked)

    def _play(self, played: tuple[Passage, ...]) -> None:
        """Play it, and go on when it is over."""
        film = self._table.film()
        if film is None:
            return
        self.playing = True
        self._stage.end()
        settings, until = program(self._screen.app).settings, self._table.events

        def told(_: None) -> None:
            self.playing = False
            self._table.mark_looked(until)
            self._meanwhile.played()
            self.proceed()

        from tui.game.playback_screen import PlaybackScreen

        screen = PlaybackScreen(*film, played, settings.playback, settings.speed)
        self._screen.app.push_screen(screen, told)

    # -- between two players ----------------------------------------------------------------------

    def _hand_over(self, side: SideId) -> None:
        """Let the next player come; who leaves sees first what the dice said."""
        if not program(self._screen.app).settings.hand_over:
            self._seat(side)
            return
        results = dice_told(self._table) if self._table.here is not None else None
        if results is None:
            self._blank_for(side)
            return
        self._stage.end()
        self._showing.game()
        self._screen.app.push_screen(results, lambda _: self._blank_for(side))

    def _blank_for(self, side: SideId) -> None:
        """Take everything off the screen that is not for `side`, and ask its player to come."""
        self._table.sit(None)
        self._meanwhile.leave()
        self._stage.blank()
        self._refusals.forget()
        self._screen.query_one(GameLog).empty()
        self._showing.game()
        # What was said to the player who leaves would otherwise stay on the screen for a while.
        self._screen.app.clear_notifications()
        title, name = self._table.system.title, self._table.look(side).name
        self._screen.app.push_screen(HandOverScreen(title, name, lambda: self._seat(side), self.leave))

    def _seat(self, side: SideId) -> None:
        self._table.sit(side)
        self._drawing.map.focus()
        if played := self.to_play():
            self._screen.call_after_refresh(self._play, played)
            return
        self._stage.look()
        self._stage.begin(side)
        self._stage.arrive()
        missed = self._meanwhile.missed()
        self._showing.game()
        self._meanwhile.show(missed)

    # -- computer players -------------------------------------------------------------------------

    def _think(self, side: SideId, level: str) -> None:
        try:
            think = self._table.thinking(side, level)
        except Exception as error:
            self._stop(error)
            return

        events, screen = self._table.events, self._screen

        async def work() -> None:
            try:
                thought = await self._thought_ahead(think) or await self._thought(think)
            except Exception as error:
                screen.call_later(self._stop, error)
                return
            screen.call_later(self._computer_ordered, side, thought, events)

        task: WorkType[None] = work
        screen.run_worker(task, exclusive=True, group="thinking")

    def _think_ahead(self) -> None:
        """Where computers choose in secret beside the player at the keyboard, they think while he does."""
        table = self._table
        if not isinstance(table, GameTable):
            return
        for side, level in table.beside():
            think = table.thinking(side, level)
            if isinstance(think, Decision):
                self._ahead.begin(think)

    async def _thought_ahead(self, think: Callable[[], Thought]) -> Thought | None:
        """What a computer player had thought of to order now; None if it had not, or it cannot be given."""
        table = self._table
        if not isinstance(think, Decision) or not isinstance(table, GameTable):
            return None
        return await self._ahead.next(think, lambda thought: table.allows(thought.side, thought.order))

    async def _thought(self, think: Callable[[], Thought]) -> Thought:
        """What a computer player orders; the screen goes on meanwhile."""
        if isinstance(think, Decision):
            return await program(self._screen.app).thoughts.think(think)
        return await in_a_thread(think)

    def _computer_ordered(self, side: SideId, thought: Thought, events: int) -> None:
        """Give the order that was thought of when the journal had so many events; drop it if that is past."""
        if not self._screen.is_running or self._table.events != events:
            return
        if isinstance(thought, Replaced):
            self._screen.notify(thought.amiss, title="The computer player", severity="warning", timeout=8, markup=False)
        told, before = len(self._table.lines()), frozenset(counter.id for counter in self._stage.counters)
        try:
            self._table.give(side, thought.order)
            if isinstance(self._table, GameTable):
                self._table.note(thought, events + 1)
        except Exception as error:
            self._stop(error)
            return
        news = self._table.lines()[told:]
        self._stage.trail = tuple(hex_ for line in news for hex_ in line.report.hexes)
        self._showing.game()
        self._drawing.bring_into_view(self._stage.trail[-1:])
        if sets_up(self._stage.face.status(self._table.view)):
            self.proceed()  # counter after counter is no news
        elif self._meanwhile.stops(news, before):
            self.stuck = True
            self._showing.note = f"{self._table.look(side).name} waits; enter lets it go on"
            self._showing.headline()
        elif news and (beat := BEATS.get(program(self._screen.app).settings.pace, 0.25)):
            self._screen.set_timer(beat, self.proceed)
        else:
            self.proceed()

    def _stop(self, error: Exception) -> None:
        """The computer player failed: say so and wait for the player."""
        self.stuck = True
        self._showing.note = "the computer player has stopped; enter lets it try again"
        self._showing.trouble("The computer player could not decide", error)
        self._showing.game()

    # -- taking back, leaving -----------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last order of the player at the keyboard."""
        side = self._table.here
        if side is None or self._attention.undo():
            return
        if self._table.over and (result := self._attention.result()):
            self._refusals.say(f"the game is over: {result}", "")
            return
        try:
            self._table.undo(side)
        except IllegalOrder as error:
            if not self._ask_to_agree(side):
                self._refusals.say(error.reason, error.rule)
            return
        self._taken_back()

    def _ask_to_agree(self, side: SideId) -> bool:
        """Where something stands in the way of undo, let those at this machine agree to it all the same; whether there
        was anything to ask."""
        table = self._table
        if not isinstance(table, GameTable) or not table.game.take_back_points(side):
            return False
        who = "the other player agrees" if len(table.humans) > 1 else "I may have learned by it"

        def answered(row: int | None) -> None:
            if row != 1:
                return
            try:
                table.take_back(side)
            except IllegalOrder as error:
                self._refusals.say(error.reason, error.rule)
                return
            self._taken_back()

        lines = [
            ("n", Content("let it stand")),
            ("y", Content(f"take it back all the same: {who}")),
        ]
        title = "Dice or secrets stand in the way; it is noted"
        self._screen.app.push_screen(PickList(title, lines), answered)
        return True

    def _taken_back(self) -> None:
        """Something was taken back: draw the game as it stands now and go on from there."""
        self._screen.workers.cancel_group(self._screen, "thinking")
        self._ahead.forget()
        self._screen.notify("Taken back", timeout=2)
        self._stage.end()
        self._stage.given.forget()
        self.proceed()

    def resign(self) -> None:
        """Ask whether the player at the keyboard gives the game up; if so it ends."""
        table, side = self._table, self._table.here
        if not isinstance(table, GameTable) or side is None:
            return

        def answered(row: int | None) -> None:
            if row != 1 or table.over:
                return
            self._screen.workers.cancel_group(self._screen, "thinking")
            self._ahead.forget()
            table.resign(side)
            self.proceed()

        lines = [
            ("n", Content("play on")),
            ("y", Content(f"resign for {table.look(side).name}: {table.winners(side)} wins, for good")),
        ]
        self._screen.app.push_screen(PickList("Give the game up?", lines), answered)

    def leave(self) -> None:
        """Leave the game; every event is in the file already."""
        self._screen.workers.cancel_all()
        self._ahead.forget()
        self._meanwhile.leave()
        self._attention.leave()
