"""Orders built one choice at a time: what may be picked next, with its cost, its odds or why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.hexes import Hex

#: What has been picked so far for an order begun; () at the start.
Partial = tuple[str, ...]


@frozen(eq=False, repr=False)
class Refusal(Alike):
    """Why something a player would expect is not to be had, and the rule id that says so."""

    reason: str
    rule: str


#: A chance below this is none: sums of exact chances are off by as little.
NOTHING: Final = 1e-9


@frozen(eq=False, repr=False)
class Chance(Alike):
    """What a choice may do to whom it is aimed at, as chances from 0 to 1.

    kill: that it is lost; effect: that anything at all befalls it, its loss among that; none: what is said where
    nothing can.
    """

    kill: float
    effect: float
    none: str = "no effect"


class Later:
    """A chance that is worked out when somebody asks for it, once: a menu may have many, and nobody looks at all."""

    __slots__ = ("_found", "_work")

    def __init__(self, work: Callable[[], Chance | float | None]) -> None:
        self._work: Callable[[], Chance | float | None] | None = work
        self._found: Chance | float | None = None

    @property
    def found(self) -> Chance | float | None:
        """The chance; None if there is none."""
        if self._work is not None:
            self._found = self._work()
            self._work = None
        return self._found


def _now(odds: Later | Chance | float | None) -> Chance | float | None:
    return odds.found if isinstance(odds, Later) else odds


@frozen
class Choice:
    """One thing that may be picked next.

    pick:    the token to append to the partial order.
    label:   what the player reads.
    kind:    "order", "unit", "hex", "facing", "weapon", "number", "option" or "done".
    hex:     where it lies on the map, so that it can be picked there.
    unit:    the unit it stands for, so that it can be picked on the map or in a stack.
    cost:    what it costs, in words ("2 of 4").
    odds:    chance of success from 0 to 1, if it has one; given as a number, as a `Chance` of two, or as `Later`.
    refusal: set if it may not be picked now.
    key:     a suggested key.
    group:   the heading under which a menu lists it, such as "Transport"; "" = under none.
    irreversible: whether picking it (when it completes an order) cannot be undone; said before it is done.
    """

    pick: str
    label: str
    kind: str
    hex: Hex | None = None
    unit: str | None = None
    cost: str = ""
    _odds: Later | Chance | float | None = field(default=None, eq=_now, repr=lambda odds: repr(_now(odds)))
    refusal: Refusal | None = None
    key: str = ""
    irreversible: bool = False
    group: str = ""

    @property
    def legal(self) -> bool:
        """Whether it may be picked."""
        return self.refusal is None

    @property
    def odds(self) -> float | None:
        """The chance of success, worked out now if it was not before; where there are two, that of any effect."""
        found = _now(self._odds)
        return found.effect if isinstance(found, Chance) else found

    @property
    def chance(self) -> Chance | None:
        """The chances of a loss and of any effect, if those are what it has."""
        found = _now(self._odds)
        return found if isinstance(found, Chance) else None


@frozen(eq=False, repr=False)
class FormLine(Alike):
    """One line of an order that is a form. values: what may be picked for it and how it is called, "" = nothing needs
    to be picked; now: the value that holds; rule: the rule id behind it; group: the heading over it."""

    label: str
    rule: str
    values: tuple[tuple[str, str], ...]
    now: str
    group: str = ""


@frozen(eq=False, repr=False)
class Choices(Alike):
    """What may be picked next.

    prompt: what is being asked for; rule: the rule id that asks; complete: whether the partial order is an
    order as it stands, so that it can be submitted without picking more; confirm: whether it is shown with its
    odds and given only when asked, even if nothing is left to pick; form: where all that is left to pick can be seen at
    once, its lines: the order is the value of each, in turn; elsewhere: why a hex that is not among the options cannot
    be picked, and what could, where that may be asked.
    """

    prompt: str
    rule: str
    options: tuple[Choice, ...] = ()
    complete: bool = False
    confirm: bool = False
    form: tuple[FormLine, ...] = ()
    elsewhere: Refusal | None = None

    @property
    def legal(self) -> tuple[Choice, ...]:
        """The options that may be picked."""
        return tuple(o for o in self.options if o.refusal is None)

    @property
    def futile(self) -> str:
        """The pick that lets a chance pass, where whatever else may be picked could have no effect at all; "" where
        there is anything to decide."""
        ends = [o.pick for o in self.legal if o.kind == "done"]
        acts = [o for o in self.legal if o.kind == "unit"]
        others = [o for o in self.legal if o.kind not in ("done", "unit", "order")]
        if len(ends) != 1 or not acts or others:
            return ""
        return ends[0] if all(o.chance is not None and o.chance.effect < NOTHING for o in acts) else ""
