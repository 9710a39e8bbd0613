"""Answers about a state of a game that are kept until it changes.

Rules are asked the same again and again between two events: who may fire at whom, who stands within Command Range,
where a unit can go. A function of the state that is `remembered` is worked out once; the answers lie with the state,
and any change forgets them all, so that none can be stale. A copy hands on what it knows until one of the two changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from core.kept import Kept

P = ParamSpec("P")
R = TypeVar("R")

#: So many answers are kept of one state; there are fewer, but for a board full of units.
MOST: Final = 50_000

Answers = Kept[Any, Any]


class Remembering:
    """Base of a state that remembers: its `answers` are those to `remembered` questions, None while it is changing.

    Fields that are set forget the answers; who changes a container of the state where it lies says so with `forget`.
    """

    __slots__ = ()

    answers: Answers | None

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name != "answers" and self.answers:
            object.__setattr__(self, "answers", Kept(MOST))

    def forget(self) -> None:
        """Something has changed."""
        if self.answers:
            object.__setattr__(self, "answers", Kept(MOST))

    def keep(self, name: str, value: Any) -> None:
        """Set a field that holds what follows from the others, which is no change."""
        object.__setattr__(self, name, value)

    def handed_on(self) -> Answers | None:
        """The answers for a copy: the same until one of the two changes; where there is none yet, each has its own."""
        return self.answers or (None if self.answers is None else Kept(MOST))

    def forget_handed_on(self) -> None:
        """No longer share answers with what this is a copy of."""
        if self.answers is not None:
            object.__setattr__(self, "answers", Kept(MOST))

    def begin_change(self) -> Answers | None:
        """While an event is applied nothing is remembered; what was is returned, for `end_change`."""
        before = self.answers
        object.__setattr__(self, "answers", None)
        return before

    def end_change(self, before: Answers | None) -> None:
        """Everything is new; a state that never remembers goes on so."""
        object.__setattr__(self, "answers", None if before is None else Kept(MOST))


def remembered(question: Callable[P, R]) -> Callable[P, R]:
    """Keep the answers of a pure function whose first argument is the state and whose others can be hashed."""

    @wraps(question)
    def ask(*args: P.args, **named: P.kwargs) -> R:
        state: Any = args[0]
        answers: Answers | None = state.answers
        if answers is None:
            return question(*args, **named)
        key = (question, *args[1:], *named.items()) if named else (question, *args[1:])
        try:
            found: R = answers[key]
        except KeyError:
            found = answers[key] = question(*args, **named)
        return found

    return ask
