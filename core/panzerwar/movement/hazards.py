"""What may befall an element on its way: stalling, suspensions (pw:6.5.1, pw:6.6.1, pw:6.14.3 to pw:6.14.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.panzerwar.ground import going
from core.panzerwar.movement import speed
from core.panzerwar.movement.events import Stopped
from core.panzerwar.movement.pricing import broken
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.state import WarState
from core.plane import Path, Point
from core.segments import Halt, Moment

#: Who sets off in ground in which he may stall does so after his first GSU in it (pw:6.14.5).
FIRST: Final = 1.0
#: A damaged suspension holds a vehicle for so many turns (pw:6.5.1, pw:6.6.1).
REPAIR: Final = 4
#: On so much or less of a second D6 that of a burst is damaged for good (pw:6.6.1).
LAME: Final = 3
#: By these rules a suspension is rolled for: in bonus movement, in a burst.
SUSPENSION: Final = ("pw:6.5.1", "pw:6.6.1")


class Risks:
    """The risks of those under way in a segment: where each of them must roll, and what comes of it.

    Each element rolls once in a turn for each kind of ground in which it may stall, where it first enters it
    (pw:6.14.3, pw:6.14.6); one that makes a bonus or burst move rolls for its suspension half-way (pw:6.5.1,
    pw:6.6.1).
    """

    def __init__(self, state: WarState, paths: Mapping[str, Path], dice: Dice) -> None:
        self._state, self._dice = state, dice
        self._stalls: dict[str, list[tuple[float, int]]] = {}
        self._strains: dict[str, float] = {}
        self._rolled: set[str] = set()
        for who, path in paths.items():
            element = state.elements[UnitId(who)]
            if element.marches:
                continue
            found = self._places(element, path)
            if found:
                self._stalls[who] = found
            plan = state.plans.get(element.id)
            if plan is not None and hasty(state, element) and _strains(state, path, plan.way):
                self._strains[who] = path.length / 2

    def _places(self, element: Element, path: Path) -> list[tuple[float, int]]:
        """Where a vehicle rolls, and on how much it stalls: where it first comes into each kind of such ground, woods
        or mud, once a turn (pw:6.14.3, pw:6.14.6)."""
        if element.travel.rolled:
            return []
        found = _stalls(self._state, element, self._state.plans[element.id], path)
        return [(max(stall.at, min(FIRST, path.length)), stall.number) for stall in found]

    def places(self, who: str) -> tuple[float, ...]:
        """After how many GSU of its way an element rolls where it enters no hex: at its first, and half-way."""
        first = (FIRST,) if any(at <= FIRST for at, _ in self._stalls.get(who, ())) else ()
        return (*first, self._strains[who]) if who in self._strains else first

    def at(self, moment: Moment, decided: dict[str, Halt | None]) -> Iterator[Event]:
        """What befalls those who come to such a place now; who stops is halted in `decided`."""
        for who in moment.due:
            gone = moment.spot(who).gone
            if who in self._strains and gone >= self._strains[who] - 0.05:
                del self._strains[who]
                yield from self._suspension(self._state.elements[UnitId(who)], decided)
            left = self._stalls.get(who, [])
            while left and gone >= left[0][0] - 0.05 and decided.get(who) is None:
                _, number = left.pop(0)
                yield from self._stall(self._state.elements[UnitId(who)], number, decided)

    def halted(self, who: str, decided: dict[str, Halt | None]) -> Iterator[Event]:
        """One in bonus or burst movement that halts before the enemy rolls for its suspension at once (pw:6.7.4)."""
        element = self._state.elements[UnitId(who)]
        if hasty(self._state, element) and who not in self._rolled:
            self._strains.pop(who, None)
            yield from self._suspension(element, decided)

    def _stall(self, element: Element, number: int, decided: dict[str, Halt | None]) -> Iterator[Event]:
        die = self._dice.roll("d6", f"{element.name} stalls on {number} or less", "pw:6.14.3")
        if die.result <= number:
            decided[element.id] = Halt("it stalls")
            yield _stopped(element, "stalls", "pw:6.14.5", (die,), bogged=True)
        else:
            decided.setdefault(element.id, None)
            yield _stopped(element, "", "pw:6.14.3", (die,))

    def _suspension(self, element: Element, decided: dict[str, Halt | None]) -> Iterator[Event]:
        self._rolled.add(element.id)
        found = suspension(self._state, element, self._dice)
        if found.why:
            decided[element.id] = Halt("its suspension is damaged")
        else:
            decided.setdefault(element.id, None)
        yield found


def _strains(state: WarState, path: Path, way: Way) -> bool:
    """A burst always strains; a bonus where it crosses a linear obstacle or broken ground (pw:6.5.1, pw:6.6.1)."""
    return way is Way.BURST or (way is Way.BONUS and broken(state, path))


def _stalls(state: WarState, element: Element, plan: Plan, path: Path) -> Sequence[going.Stall]:
    card = speed.vehicle(state, element)
    return going.way(state, card, path, float(card.speed_cc), road=plan.road).stalls


class Risk(NamedTuple):
    """What an element risks on its way: of what, in words, by which rule."""

    name: str
    told: str
    rule: str


def risks(state: WarState, element: Element, plan: Plan, points: Sequence[Point]) -> Iterator[Risk]:
    """What a vehicle would roll for on a way that it plans (pw:6.5.1, pw:6.6.1, pw:6.14.3)."""
    if element.marches or len(points) < 2:
        return
    path = Path(points[0], tuple(points[1:]))
    for stall in _stalls(state, element, plan, path):
        yield Risk("May stall", f"on {stall.number} or less of a D6, {stall.why}", stall.rule)
    if _strains(state, path, plan.way):
        if plan.way is Way.BURST:
            told = f"on a 1 of a D6 it stops half-way: for {REPAIR} turns, or on 1 to {LAME} of another for good"
            yield Risk("Suspension", told, "pw:6.6.1")
        else:
            yield Risk("Suspension", f"on a 1 of a D6 it stops half-way for {REPAIR} turns", "pw:6.5.1")


def hasty(state: WarState, element: Element) -> bool:
    """Whether an element makes a bonus or burst move, and has not rolled for its suspension in this turn."""
    plan = state.plans.get(element.id)
    return plan is not None and plan.way in (Way.BONUS, Way.BURST) and not element.travel.strained


def suspension(state: WarState, element: Element, dice: Dice) -> Stopped:
    """Roll for the suspension of a vehicle in bonus or burst movement: a 1 damages it, in a burst perhaps for good
    (pw:6.5.1, pw:6.6.1)."""
    plan = state.plans[element.id]
    rule = SUSPENSION[plan.way is not Way.BONUS]
    die = dice.roll("d6", f"suspension of {element.name}", rule)
    if die.result != 1:
        return _stopped(element, "", rule, (die,))
    lame = False
    rolls: tuple[Roll, ...] = (die,)
    if plan.way is Way.BURST:
        more = dice.roll("d6", f"{element.name}: how badly", rule)
        rolls, lame = (die, more), more.result <= LAME
    return _stopped(element, "damages its suspension", rule, rolls, until=state.turn + REPAIR, immobile=lame)


def _stopped(
    element: Element,
    why: str,
    rule: str,
    rolls: tuple[Roll, ...],
    *,
    until: int = 0,
    bogged: bool = False,
    immobile: bool = False,
) -> Stopped:
    return Stopped(
        side=element.side,
        element=element.id,
        why=why,
        rule=rule,
        until=until,
        bogged=bogged,
        immobile=immobile,
        rolls=rolls,
    )
