"""Radio contact: the number of the Radio Contact Table, attempts, and several callers at once (pw:5.1 to pw:5.2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import SideId
from core.panzerwar.command import doctrine
from core.panzerwar.command.doctrine import leader
from core.panzerwar.communication.events import AttemptNoted, Contacted, ContactEnded
from core.panzerwar.communication.nets import can_talk, commands, is_observer
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.extended import Extended, at_least, d10
from core.panzerwar.pieces.nets import HIGHER_COMMAND, Attempt, Link, Reached
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.tally import NOTHING, Tally

#: The rows of nations in the Radio Contact Table (pw:5.1a).
_ROWS: Final[Mapping[str, str]] = {"Germany": "german", "U.S.A.": "us", "U.K.": "british", "Russia": "soviet"}
#: Russian forward observers by the first year of their row, the latest first.
_SOVIET_YEARS: Final = ((1944, "44"), (1943, "43"), (0, "39"))
#: Russian command elements have a row from this year on; before it, that of others.
_SOVIET_COMMAND: Final = 1943


def row(state: WarState, element: Element) -> str:
    """The row of the Radio Contact Table by which an element makes contact (pw:5.1a)."""
    engagement = state.engagement
    unit = state.organisations.get(element.organisation)
    of = doctrine.nation(state, unit) if unit is not None else engagement.side(element.side).nation
    nation = _ROWS.get(of, "other")
    if not is_observer(element):
        return "other-command" if nation == "soviet" and engagement.year < _SOVIET_COMMAND else f"{nation}-command"
    if nation != "soviet":
        return f"{nation}-fo"
    return f"soviet-fo-{next(word for year, word in _SOVIET_YEARS if engagement.year >= year)}"


def number(state: WarState, element: Element, *, maintain: bool = False) -> Tally:
    """The least D10 with overs and unders that makes or maintains contact (pw:5.1); a forward observer in a radio
    vehicle maintains it by one less (pw:5.1a)."""
    key = row(state, element)
    found = state.charts.command.contact[key]
    tally = NOTHING.add(key.replace("-", " "), found.maintain if maintain else found.new, "pw:5.1")
    if maintain and is_observer(element) and _by_vehicle(state, element):
        tally = tally.add("radio vehicle", -1, "pw:5.1a")
    return tally


def _by_vehicle(state: WarState, element: Element) -> bool:
    carrier = state.elements.get(element.aboard) if element.aboard is not None else element
    card = state.cards.vehicles.get(carrier.card) if carrier is not None and carrier.kind is Kind.VEHICLE else None
    return card is not None and card.radio


def chance(state: WarState, element: Element, *, maintain: bool = False) -> float:
    """The chance that an element reaches whom it calls, if nobody else calls him (pw:5.1)."""
    return at_least(number(state, element, maintain=maintain).total)


def link(state: WarState, element: Element, to: str) -> Link | None:
    """The contact of an element with a unit; None without (pw:5.2.1)."""
    return next((one for one in state.nets.links if (one.element, one.to) == (element.id, to)), None)


def attempt_refusal(state: WarState, element: Element, to: str, *, maintain: bool = False) -> Refusal | None:
    """Why an element may not try to reach a unit in this phase; None if it may: once a turn (pw:5.1.1), with a radio
    that reaches, and to maintain contact it must have it (pw:5.2.1)."""
    if element.id in state.nets.tried.get(element.side, ()):
        return Refusal("it has tried in this turn", "pw:5.1.1")
    if any(one.element == element.id and one.to != to for one in state.nets.attempts):
        return Refusal("it tries to reach another in this turn", "pw:5.1.1")
    if not is_observer(element) and commands(state, element) is None:
        return Refusal("forward observers and command elements make contact", "pw:5.1a")
    if maintain and link(state, element, to) is None:
        return Refusal("it has no contact to maintain", "pw:5.2.1")
    return can_talk(state, element, to)


def note(element: Element, to: str, *, maintain: bool = False) -> AttemptNoted:
    """The element will try; all attempts are noted before any is rolled (pw:5.1.2)."""
    attempt = Attempt(side=element.side, element=element.id, to=to, maintain=maintain)
    return AttemptNoted(side=element.side, attempt=attempt)


def drop(attempt: Attempt) -> AttemptNoted:
    """The element will not try after all."""
    return AttemptNoted(side=attempt.side, attempt=attempt, off=True)


def end(one: Link) -> ContactEnded:
    """Contact that is not wished for ends: another needs a new contact in another turn (pw:5.2.1)."""
    return ContactEnded(side=one.side, element=one.element, to=one.to)


def roll(state: WarState, attempts: tuple[Attempt, ...], dice: Dice) -> Iterator[Contacted]:
    """Roll all attempts, each on its own; of several that reach the same the highest roll has priority, and if the
    highest are equal nothing is clearly received (pw:5.1, pw:5.1.2)."""
    rolled: list[tuple[Attempt, int, Extended]] = []
    for one in attempts:
        element = state.elements[one.element]
        needed = number(state, element, maintain=one.maintain).total
        what = "maintains contact" if one.maintain else "makes contact"
        rolled.append((one, needed, d10(dice, f"{element.name} {what} on {needed} or more", "pw:5.1")))
    for one, needed, die in rolled:
        same = [(n, d) for other, n, d in rolled if _receiver(state, other) == _receiver(state, one)]
        yield Contacted(
            side=one.side,
            element=one.element,
            to=one.to,
            needed=needed,
            rolled=die.result,
            result=_result(needed, die.result, [d.result for n, d in same if d.result >= n]),
            maintain=one.maintain,
            rolls=die.rolls,
            tally=number(state, state.elements[one.element], maintain=one.maintain).reasons,
        )


def _receiver(state: WarState, attempt: Attempt) -> tuple[SideId, str, str | None]:
    """Who is called: off the table the command above the caller's unit."""
    unit = commands(state, state.elements[attempt.element]) if not attempt.to else None
    return attempt.side, attempt.to, unit.parent if unit is not None else None


def _result(needed: int, rolled: int, through: list[int]) -> Reached:
    """What came of a roll among those that got through to the same (pw:5.1.2)."""
    if rolled < needed:
        return Reached.FAILED
    if len(through) > 1 and through.count(max(through)) > 1:
        return Reached.GARBLED
    return Reached.MADE if rolled == max(through) else Reached.OUTRANKED


def superior(state: WarState, unit: Organisation) -> str:
    """Whom a unit's command element reports to: the unit above it whose command element is on the table, else higher
    command off it (pw:5.2.2)."""
    parent = state.organisations.get(unit.parent) if unit.parent is not None else None
    return parent.id if parent is not None and leader(state, parent) is not None else HIGHER_COMMAND
