"""Lessons: a situation, a teacher who says what to do in it, step by step, and free play at the end.

A lesson knows no rule and no screen. What a pupil may order is judged before the order is given, so that nothing has
to be taken back; whatever orders, looks or reads says so to `Progress`, which knows where the lesson stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Final

from attrs import define, field, frozen

from core.ai import player
from core.book.vignette import differences, plain
from core.choice import Partial
from core.dice import Dice, Roll, SeededDice, faces
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.play.game import Game
from core.system import RuleSystem


class Window(Enum):
    """Windows of the game screen that a step may ask for."""

    CARD = "card"
    SHEETS = "sheets"
    ODDS = "odds"
    HELP = "help"


@frozen
class Look:
    """What a pupil is to look at: the cursor in a hex, the card of a unit, a layer on the map, a zoom, a window.

    What is empty is not asked for; all of the rest must be so at the same time.
    """

    hex: str = ""
    unit: str = ""
    layer: str = ""
    zoom: str = ""
    window: Window | None = None


@frozen
class Want:
    """An order: by the first of its picks, or by fields of the order as they are written in a journal."""

    picks: Partial = ()
    fields: Mapping[str, Any] = field(factory=dict)

    def fits(self, partial: Partial, order: Order) -> bool:
        """Whether an order, as it was built by picks, is this one."""
        if self.picks:
            return partial[: len(self.picks)] == self.picks
        return not list(differences(self.fields, plain(order)))


@frozen(kw_only=True)
class LessonStep:
    """What the teacher says, and what the pupil does then. With neither `want` nor `look` he reads and goes on.

    want: orders that count, each to be given once; with `until` they may be given until such an event has happened.
    may: orders that may be given besides. right: orders that do the step, by their picks; keys: what does it on the
    screen. dice: results of the first rolls of the step; others follow from the seed of the lesson.
    """

    say: str
    hint: str = ""
    wrong: str = ""
    want: tuple[Want, ...] = ()
    may: tuple[Want, ...] = ()
    until: Mapping[str, Any] = field(factory=dict)
    look: Look | None = None
    right: tuple[Partial, ...] = ()
    keys: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do but to read."""
        return not self.want and self.look is None


@frozen(kw_only=True)
class Lesson:
    """A lesson.

    rules: what it teaches; side: the pupil's; theirs: what the other side orders, by picks, each as soon as it may be;
    for the rest it stands still. free: what the teacher says at the end, and `other` plays from then on
    ("greedy", "random", "still"); "" = the lesson is over with its last step.
    """

    id: str
    title: str
    about: str
    rules: tuple[str, ...]
    system: RuleSystem[Any]
    side: SideId
    steps: tuple[LessonStep, ...]
    theirs: tuple[Partial, ...] = ()
    seed: str = ""
    free: str = ""
    other: str = "still"


@define
class LeadingDice:
    """Dice whose first results are given; the others are those of `rest`. What a die does not have is left out."""

    rest: Dice
    results: list[int] = field(factory=list)

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Roll."""
        while self.results:
            result = self.results.pop(0)
            if 1 <= result <= faces(die):
                return Roll(die, result, for_, rule)
        return self.rest.roll(die, for_, rule)


#: What is said to an order that a step does not ask for, if the lesson says nothing better.
NOT_ASKED: Final = "That may be a fine order, but it is not what this step is about. Nothing was done."
READING: Final = "Read what the teacher says first, then press enter. Nothing was done."


class Progress:
    """Where a pupil is in a lesson. at: number of the step, from 0; that after the last is free play."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        self.replied = 0
        self._met: set[int] = set()
        self.dice = LeadingDice(SeededDice(lesson.seed or lesson.id))
        self._begin()

    @property
    def step(self) -> LessonStep | None:
        """The step to be done; None once all are."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def left(self) -> int:
        """How many of the orders wanted are still to be given."""
        step = self.step
        return len(step.want) - len(self._met) if step is not None else 0

    def _begin(self) -> None:
        self._met = set()
        step = self.step
        self.dice.results = list(step.dice) if step is not None else []

    def go_on(self) -> None:
        """The step is done."""
        self.at += 1
        self._begin()

    def refusal(self, partial: Partial, order: Order) -> str:
        """Why an order is not given now, "" if it may be."""
        step = self.step
        if step is None or any(want.fits(partial, order) for want in (*self._open(step), *step.may)):
            return ""
        return step.wrong or (READING if step.reads else NOT_ASKED)

    def given(self, partial: Partial, order: Order, events: Iterable[Event]) -> bool:
        """An order of the pupil was given, and this came of it. Whether the step is done by it."""
        step = self.step
        if step is None or not step.want:
            return False
        self._met |= {n for n, want in enumerate(step.want) if want.fits(partial, order)}
        if step.until:
            done = self._brings(step, events)
        else:
            done = len(self._met) == len(step.want)
        if done:
            self.go_on()
        return done

    def happened(self, events: Iterable[Event]) -> bool:
        """An order of the other side was given, and this came of it. Whether the step is done by it."""
        step = self.step
        done = step is not None and bool(step.until) and self._brings(step, events)
        if done:
            self.go_on()
        return done

    def _brings(self, step: LessonStep, events: Iterable[Event]) -> bool:
        return any(not list(differences(step.until, plain(event))) for event in events)

    def _open(self, step: LessonStep) -> tuple[Want, ...]:
        return step.want if step.until else tuple(w for n, w in enumerate(step.want) if n not in self._met)

    # -- the other side ---------------------------------------------------------------------------

    def reply(self, game: Game[Any], side: SideId) -> Order:
        """What the other side orders now: what the lesson says if that may be ordered, else nothing more."""
        theirs = self.lesson.theirs
        if self.replied < len(theirs):
            try:
                order = game.order(side, theirs[self.replied])
                game.check(side, order)
            except IllegalOrder:
                pass
            else:
                self.replied += 1
                return order
        level = self.lesson.other if self.step is None else "still"
        if level == "still":
            return standing_still(game, side)
        thinker = player(level, f"{self.lesson.id}/{len(game.journal)}")
        found: Order = thinker.order(game.system, game.view(side), side)
        return found


def standing_still(game: Game[Any], side: SideId) -> Order:
    """The order that ends the step at once; where it may not be ended yet, what the rules suggest."""
    for choice in game.choices(side).legal:
        if choice.kind == "done":
            return game.order(side, (choice.pick,))
    suggested: Order = game.system.suggest(game.view(side), side, SeededDice(str(len(game.journal))))
    return suggested


# -- played by its right answers -----------------------------------------------------------------


def play(lesson: Lesson, upto: int | None = None) -> tuple[Game[Any], Progress, str]:
    """A lesson played by its right answers up to a step (from 0), None = to the free play.

    The game as it stands then, where the lesson is, and what went wrong ("" if nothing did).
    """
    progress = Progress(lesson)
    game: Game[Any] = Game(lesson.system, progress.dice)
    game.begin()
    _let_others(game, progress)
    end = len(lesson.steps) if upto is None else upto
    while progress.at < end:
        number, step = progress.at, progress.step
        assert step is not None
        if not step.want:
            progress.go_on()
            continue
        for right in step.right:
            wrong = _answer(game, progress, right)
            if wrong:
                return game, progress, f"step {number + 1} ({' '.join(right)}): {wrong}"
            if progress.at != number and right is not step.right[-1]:
                return game, progress, f"step {number + 1}: it is done before its right answers are all given"
        if progress.at == number:
            return game, progress, f"step {number + 1}: it is not done by its right answers"
    return game, progress, ""


def _answer(game: Game[Any], progress: Progress, right: Partial) -> str:
    side = progress.lesson.side
    if side not in game.active:
        return f"it is not {side} that orders now but {' and '.join(game.active) or 'nobody'}"
    try:
        order = game.order(side, right)
        said = progress.refusal(right, order)
        if said:
            return f"the step does not want it: {said}"
        events = game.submit(side, order)
    except IllegalOrder as error:
        return f"refused: {error}"
    progress.given(right, order, events)
    _let_others(game, progress)
    return ""


def _let_others(game: Game[Any], progress: Progress) -> None:
    while others := [side for side in game.active if side != progress.lesson.side]:
        progress.happened(game.submit(others[0], progress.reply(game, others[0])))
