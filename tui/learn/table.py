"""The table of a lesson: the pupil's orders are judged before they are given, the others do as it says."""

from __future__ import annotations

from collections.abc import Callable

from core.ai import Thought
from core.book.lesson import Lesson, play
from core.choice import Partial
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from tui.game.table import GameTable, Seat, SeatKind


class LessonTable(GameTable):
    """A lesson from a step on (from 0), what comes before it done by its right answers. No file keeps it.

    said: what was said to the last order, "" if it was given. ValueError if the right answers do not lead there.
    """

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        game, self.progress, wrong = play(lesson, at)
        if wrong:
            raise ValueError(f"{lesson.id}: {wrong}")
        self.lesson = lesson
        self.said = ""
        level = lesson.other if lesson.other != "still" else "greedy"
        others = [SideId(look.id) for look in lesson.system.sides if look.id != lesson.side]
        super().__init__(game, None, {side: Seat(SeatKind.COMPUTER, level) for side in others}, seed=lesson.id)

    @property
    def may_resign(self) -> bool:
        """Nobody gives a lesson up; it is left."""
        return False

    def submit(self, side: SideId, partial: Partial) -> tuple[Event, ...]:
        """Give the order that a partial stands for, if the step wants it. IllegalOrder says what it wants instead."""
        self.said = ""
        order = self.game.order(side, partial)
        self.game.check(side, order)
        self.said = self.progress.refusal(partial, order)
        if self.said:
            raise IllegalOrder(self.said)
        events = self.give(side, order)
        self.progress.given(partial, order, events)
        return events

    def give(self, side: SideId, order: Order) -> tuple[Event, ...]:
        """Give an order; what a step waits for may come of one of the other side."""
        events = super().give(side, order)
        if side != self.lesson.side:
            self.progress.happened(events)
        return events

    def thinking(self, side: SideId, level: str) -> Callable[[], Thought]:
        """What the lesson has the other side order; in free play a computer player's thoughts."""
        if self.progress.step is None and self.lesson.other != "still":
            thinking = super().thinking(side, level)
            return lambda: thinking()  # its situation is in no scenario's file, so no other process can open it
        thought = Thought(side, level, self.progress.reply(self.game, side))
        return lambda: thought
