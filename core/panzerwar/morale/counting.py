"""What a unit has lost, of how many: squads, vehicles, or teams where there is nothing else (pw:13.1 to pw:13.1.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzerwar.command.doctrine import counts
from core.panzerwar.pieces.element import THERE, Element, Grade, Kind, Presence
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import within

#: Units that are no nearer to the enemy than this, in GSU, and not under attack do not test (pw:13.1.1).
NEAR: Final = 800
#: Of less of their strength on the table than this share units do not test, in percent (pw:13.2.2).
ENOUGH: Final = 50
_TO_COME: Final = frozenset({Presence.WAITING, Presence.OFF_BOARD})
_GRADES: Final = tuple(Grade)


@frozen(eq=False, repr=False)
class Losses(Alike):
    """lost: elements, or units of a higher unit; of: the number that they are counted from; real: those lost in battle,
    without vehicles left behind (pw:13.1.5)."""

    lost: int
    of: int
    real: int

    def reaches(self, percent: float) -> bool:
        """Whether they reach or pass a share in percent (pw:13.1)."""
        return self.of > 0 and self.lost * 100 >= percent * self.of


def base(state: WarState, unit: Organisation) -> int:
    """The number that the losses of a unit are counted from: at the start, or as it last regrouped (pw:13.1.2)."""
    return unit.strength or len(counts(state, unit))


def intact(state: WarState, unit: Organisation) -> Iterator[Element]:
    """The elements that count and are not lost: those that are there or to come, not broken (pw:13.1.4), with the guns
    that they had."""
    counted = counts(state, unit)
    for id_ in unit.members:
        element = state.elements.get(id_)
        if element is None or id_ not in counted or element.nerve.broken:
            continue
        if element.presence in THERE | _TO_COME and element.kind is state.engagement.by_id[id_].kind:
            yield element


def losses(state: WarState, unit: Organisation) -> Losses:
    """The losses of a basic unit (pw:13.1.2 to pw:13.1.6)."""
    left = list(intact(state, unit))
    whole = base(state, unit)
    behind = sum(e.id in unit.behind for e in left)
    real = max(0, whole - len(left))
    return Losses(lost=min(whole, real + behind), of=whole, real=real)


def enough_on_table(state: WarState, unit: Organisation) -> bool:
    """Whether at least half of a unit's strength has come to the table (pw:13.2.2)."""
    if unit.off_board is not None:
        return False
    to_come = sum(e.presence in _TO_COME for e in intact(state, unit))
    whole = base(state, unit)
    return to_come < whole and (whole - to_come) * 100 >= ENOUGH * whole


def there(state: WarState, unit: Organisation) -> tuple[Element, ...]:
    """The elements of a unit that stand on the table, or are carried."""
    found = (state.elements.get(e) for e in unit.members)
    return tuple(e for e in found if e is not None and e.presence in THERE)


def enemy_near(state: WarState, elements: Iterable[Element], limit: float = NEAR) -> bool:
    """Whether an enemy element stands within a distance of any of some elements, in sight or not (pw:13.1.1); an empty
    bunker is no enemy, and who is in one stands there himself."""
    mine = [e for e in elements if e.at is not None]
    others = [e for e in state.on_table() if e.kind is not Kind.BUNKER]
    return any(e.side != one.side and within(e.where, one.where, limit) for one in mine for e in others)


def must_test(state: WarState, unit: Organisation) -> bool:
    """Whether a unit tests at all: it is under attack, or the enemy is within 800 (pw:13.1.1), and enough of it is on
    the table (pw:13.2.2)."""
    found = there(state, unit)
    if not found or not enough_on_table(state, unit):
        return False
    return unit.attacked == state.turn or enemy_near(state, found)


def grade(elements: Iterable[Element], otherwise: Grade) -> Grade:
    """How good the men of a unit are: as most of its elements, of two alike the worse (pw:13.1)."""
    found = Counter(e.grade for e in elements)
    if not found:
        return otherwise
    return max(_GRADES, key=lambda one: (found[one], -_GRADES.index(one)))


def grade_of(state: WarState, *units: Organisation) -> Grade:
    """The grade of one unit, or of several together."""
    by_id = state.engagement.by_id
    members = [by_id[e] for unit in units for e in unit.members]
    return grade(members, state.engagement.side(units[0].side).grade)
