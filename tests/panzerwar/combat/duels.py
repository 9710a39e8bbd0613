"""Fire between a few elements on a small board: who fires from where at whom, in which segment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from attrs import define

from core.choice import Refusal
from core.dice import Roll, faces
from core.event import Event, UnitId
from core.panzerwar import sequence
from core.panzerwar.combat import arms, shooting, to_hit, when, zones
from core.panzerwar.combat.to_hit import ALONE, Company
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import Shot
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.plane import Point
from core.tally import Tally
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED, a_state, a_vehicle, at

E_ = TypeVar("E_", bound=Event)
#: Where the firer stands; the target is north of it.
HERE = "J18"


def north(gsu: float, east: float = 0.0) -> Point:
    """A point so many GSU north of the firer."""
    return at(f"{HERE}+{east:g},{-gsu:g}")


def moved(motion: Motion, **changes: Any) -> Travel:
    """What an element did that moved so much."""
    segments = () if motion in (Motion.STATIONARY, Motion.SHIFT) else ("c3",)
    return Travel(motion=motion, segments=segments, **changes)


def firer(card: str = "pz4h", **changes: Any) -> Element:
    """Who fires: it looks north."""
    return a_vehicle("f", card, BLUE, HERE, **{"heading": 0, **changes})


def target(card: str = "t34-43", gsu: float = 200, id_: str = "t", **changes: Any) -> Element:
    """At whom: it looks at the firer; gsu: from centre to edge."""
    east = changes.pop("east", 0.0)
    return a_vehicle(id_, card, RED, north(gsu + changes.pop("edge", 5), east), **{"heading": 24, **changes})


def duel(*elements: Element, segment: int = 1, **changes: Any) -> WarState:
    """They are in sight of each other, in a fire segment."""
    found = {"see": [e.id for e in elements], "step": f"e{segment}", **changes}
    return a_state(*elements, **found)


def segments(state: WarState, arm: str = "gun", *, first: bool = False, id_: str = "f") -> tuple[int, ...]:
    """The fire segments of an arm."""
    element = state.element(id_)
    found = arms.arm(state, element, arm)
    assert found is not None, arms.arms(state, element)
    return when.segments(state, element, found, first=first)


def number(state: WarState, shell: str, arm: str = "gun", beside: Company = ALONE, **changes: Any) -> Tally:
    """The number to hit of f at t."""
    shooter, mark = state.element("f"), state.element("t")
    found = arms.arm(state, shooter, arm)
    assert found is not None
    line = zones.bearing_on(state, shooter, mark, sequence.segment(state))
    round_ = arms.shell(state, shooter, found, shell)
    assert round_ is not None, arms.shells(state, shooter, found)
    tally = to_hit.number(state, shooter, found, round_, mark, line, beside=beside, **changes)
    assert tally is not None
    return tally


def parts(tally: Tally) -> dict[str, int]:
    """The parts of a number by their rule."""
    return {
        reason.rule: reason.amount for reason in tally.reasons if reason.rule != "pw:8.4.1" or "base" in reason.label
    }


def why_not(state: WarState, arm: str = "gun", id_: str = "t") -> Refusal | None:
    """Why f may not fire an arm at an element now."""
    shooter = state.element("f")
    found = arms.arm(state, shooter, arm)
    assert found is not None
    refused = shooting.arm_refusal(state, shooter, found)
    return refused or shooting.target_refusal(state, shooter, found, state.elements[UnitId(id_)])


def shot(shell: str = "APHE", arm: str = "gun", target: str = "t", **changes: Any) -> Shot:
    """A shot of f."""
    found = {"side": BLUE, "element": UnitId("f"), "arm": arm, "target": UnitId(target), "shell": shell, **changes}
    return Shot(**found)


@define
class FirstDice:
    """Dice whose first results are given, and who then show the middle of each die."""

    first: list[int]

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """The next given result, or the middle one."""
        return Roll(die, self.first.pop(0) if self.first else faces(die) // 2, for_, rule)


def fire(state: WarState, shots: Iterable[Shot], dice: Iterable[int]) -> list[Event]:
    """The fire of the segment; the first dice are given."""
    state.shots = tuple(shots)
    return happen(state, shooting.resolve(state, FirstDice(list(dice))))


def only(events: Iterable[Event], kind: type[E_]) -> E_:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found
