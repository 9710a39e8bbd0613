"""Answers about a state of a game that are kept until it changes.

Rules are asked the same again and again between two events: who may fire at whom, who stands within Command Range,
where a unit can go. A function of the state that is `remembered` is worked out once; the answers lie with the state,
and any change forgets them all, so that none can be stale. A copy hands on what it knows until one of the two changes.

What is dear to find and depends on little outlasts events. A question that names the fields of the state on which it
depends (`of`) is worked out anew only when one of them has another value, and one that also says where it has looked
(`remembered_where`) only when something else lies there. Values are compared, changes not noted: a state, its copies
and its views share such answers, each finds those that hold for it, and those of an earlier position hold again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, Generic, ParamSpec, TypeVar, overload

from attrs import frozen

from core.alike import Alike
from core.kept import Kept

P = ParamSpec("P")
R = TypeVar("R")

#: So many answers are kept of one state; there are fewer, but for a board full of units.
MOST: Final = 50_000
#: Of those that outlast events so many are kept for each value of their fields, and for so many values: those of the
#: state, of the views of two sides, and of one that is tried out.
LASTING: Final = 20_000
VALUES: Final = 4
_UNKNOWN: Final = object()
_put: Final[Callable[[dict[Any, Any], Any, Any], None]] = dict.__setitem__

#: The names of the fields on which an answer depends.
Fields = tuple[str, ...]


class Lasting:
    """Answers that outlast events: for the fields on which they depend, of the last values that these had."""

    __slots__ = ("_found", "_shown")

    def __init__(self) -> None:
        self._shown: dict[Any, Kept[Any, tuple[Any, Any]]] = {}
        self._found: dict[Fields, tuple[tuple[tuple[Any, ...], Kept[Any, Any]], ...]] = {}

    def __len__(self) -> int:
        """How many there are."""
        return sum(len(answers) for values in self._found.values() for _, answers in values)

    def shown(self, to: tuple[type[Any], Any]) -> Kept[Any, tuple[Any, Any]]:
        """Parts of the state of a class with what a side was last shown of each, by their keys."""
        found = self._shown.get(to)
        if found is None:
            found = self._shown[to] = Kept(LASTING)
        return found

    def of(self, fields: Fields, state: Any) -> Kept[Any, Any]:
        """The answers that hold for the values which some fields have in a state."""
        values = tuple([getattr(state, name) for name in fields])
        found = self._found.get(fields, ())
        for kept in found:
            if kept[0] == values:
                if kept is not found[0]:
                    self._found[fields] = (kept, *(other for other in found if other is not kept))
                return kept[1]
        as_they_are = tuple([value.copy() if type(value) is dict else value for value in values])
        answers: Kept[Any, Any] = Kept(LASTING)
        self._found[fields] = ((as_they_are, answers), *found[: VALUES - 1])
        return answers


class Answers(Kept[Any, Any]):
    """The answers of one state until it changes, and with them those that outlast the change."""

    __slots__ = ("_holding", "lasting")

    def __init__(self, lasting: Lasting | None = None) -> None:
        self.most = MOST
        self.lasting = Lasting() if lasting is None else lasting
        self._holding: dict[Fields, Kept[Any, Any]] = {}

    def of(self, fields: Fields, state: Any) -> Kept[Any, Any]:
        """Those of the lasting answers that hold now."""
        found = self._holding.get(fields)
        if found is None:
            found = self._holding[fields] = self.lasting.of(fields, state)
        return found

    def untouched(self) -> bool:
        """Whether nothing has been asked yet."""
        return not self and not self._holding


class Remembering:
    """Base of a state that remembers: its `answers` are those to `remembered` questions, None while it is changing.

    Fields that are set forget the answers; who changes a container of the state where it lies says so with `forget`.
    """

    __slots__ = ()

    answers: Answers | None

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name != "answers":
            self.forget()

    def forget(self) -> None:
        """Something has changed."""
        answers = self.answers
        if answers is not None and not answers.untouched():
            object.__setattr__(self, "answers", Answers(answers.lasting))

    def keep(self, name: str, value: Any) -> None:
        """Set a field that holds what follows from the others, which is no change."""
        object.__setattr__(self, name, value)

    def lying(self, at: frozenset[Any]) -> Any:
        """What lies in some places now, to be compared with what lay there; see `remembered_where`."""
        raise TypeError(f"{type(self).__name__} does not say what lies where")

    def handed_on(self) -> Answers | None:
        """The answers for a copy: the same until one of the two changes; where there is none yet, each has its own."""
        answers = self.answers
        return Answers(answers.lasting) if answers is not None and answers.untouched() else answers

    def forget_handed_on(self) -> None:
        """No longer share answers with what this is a copy of, but for those that last."""
        if self.answers is not None:
            object.__setattr__(self, "answers", Answers(self.answers.lasting))

    def begin_change(self) -> Answers | None:
        """While an event is applied nothing is remembered; what was is returned, for `end_change`."""
        before = self.answers
        object.__setattr__(self, "answers", None)
        return before

    def end_change(self, before: Answers | None) -> None:
        """Everything is new but what lasts; a state that never remembers goes on so."""
        object.__setattr__(self, "answers", None if before is None else Answers(before.lasting))


@overload
def remembered(question: Callable[P, R]) -> Callable[P, R]: ...
@overload
def remembered(*, of: Fields) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def remembered(question: Callable[P, R] | None = None, *, of: Fields | None = None) -> Any:
    """Keep the answers of a pure function whose first argument is the state and whose others can be hashed.

    of: all fields of the state on which the answer depends, besides what never changes in a game; it is kept as long
    as they have the same values. Without it, until anything changes.
    """

    def of_question(question: Callable[P, R]) -> Callable[P, R]:
        asked: Callable[..., R] = question

        @wraps(question)
        def ask(state: Any, /, *args: Any, **named: Any) -> R:
            now: Answers | None = state.answers
            if now is None:
                return asked(state, *args, **named)
            answers = now if of is None else now.of(of, state)
            key = (question, *args, *named.items()) if named else (question, *args)
            found: Any = answers.get(key, _UNKNOWN)
            if found is _UNKNOWN:  # more often than not, so that an exception would be dear
                found = _kept(answers, key, state, asked(state, *args, **named))
            return found  # type: ignore[no-any-return]

        return ask  # type: ignore[return-value]

    return of_question if question is None else of_question(question)


def _kept(answers: Kept[Any, Any], key: Any, state: Any, found: Any) -> Any:
    """A new answer, which is kept."""
    if found is state:  # which may go on, while a copy that shares the answer does not
        raise TypeError(f"{key[0].__qualname__} answers with the state itself, which may not be kept")
    if len(answers) >= answers.most:
        answers.clear()
    _put(answers, key, found)  # past the bound of `Kept`, which has been looked at
    return found


@frozen(eq=False, repr=False)
class Looked(Alike, Generic[R]):
    """An answer, and the places on which it depends, as `Remembering.lying` knows them; None = on too much to say."""

    answer: R
    at: frozenset[Any] | None


def remembered_where(*, of: Fields) -> Callable[[Callable[P, Looked[R]]], Callable[P, R]]:
    """Keep the answers of a question that says where it has looked, as long as the same lies there.

    of: the fields of the state on which the answer depends besides, as of `remembered`.
    """

    def local(question: Callable[P, Looked[R]]) -> Callable[P, R]:
        @wraps(question)
        def ask(*args: P.args, **named: P.kwargs) -> R:
            state: Any = args[0]
            now: Answers | None = state.answers
            if now is None:
                return question(*args, **named).answer
            key = (question, *args[1:], *named.items()) if named else (question, *args[1:])
            found: Any = now.get(key, _UNKNOWN)
            if found is _UNKNOWN:
                found = _looked_up(now.of(of, state), key, lambda: question(*args, **named), state)
                if len(now) >= now.most:
                    now.clear()
                _put(now, key, found)
            return found  # type: ignore[no-any-return]

        return ask

    return local


def _looked_up(answers: Kept[Any, Any], key: Any, anew: Callable[[], Looked[R]], state: Remembering) -> R:
    """The answer that lasts, if what lies where it was found is the same; else a new one."""
    kept = answers.get(key)
    if kept is not None and state.lying(kept[1]) == kept[2]:
        known: R = kept[0]
        return known
    looked = anew()
    if looked.at is not None:
        answers[key] = (looked.answer, looked.at, state.lying(looked.at))
    return looked.answer
