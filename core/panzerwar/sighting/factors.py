"""The Sighting Distance Calculator: what the class of an observer and the state of a target add up to (pw:7.6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from core.panzerwar.damage.crew import commanded
from core.panzerwar.damage.hull_down import hull_down_to_sight, turret_down
from core.panzerwar.damage.targets import protected
from core.panzerwar.ground import cover
from core.panzerwar.ground.lines import Line
from core.panzerwar.pieces.cards import Bunker, Cupola, Gun, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting.observers import TOLD, can_button, closed, sighting_class
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import bearing
from core.tally import Reason, Tally

RULE: Final = "pw:7.6.3"


class When(Enum):
    """What of a target counts: its movement (phase D, movement segments, pw:7.3.1), its fire (phase F, E2a, pw:7.3.2),
    or of both what gives more, as where it is asked whether anything could sight it still (pw:7.10.3)."""

    MOVEMENT = "movement"
    FIRING = "firing"
    EVER = "ever"


class Part(NamedTuple):
    """A part of a sighting factor. key: what the parts of several observers are compared by."""

    key: str
    reason: Reason


_CUPOLAS: Final[Mapping[Cupola, str]] = {Cupola.LOW: "cupola-low", Cupola.HIGH: "cupola-high"}
_MOVED: Final[Mapping[Motion, str]] = {
    Motion.SHIFT: "moved-shift",
    Motion.HALF: "moved-half",
    Motion.FULL: "moved-full",
    Motion.BONUS: "moved-bonus",
    Motion.BURST: "moved-bonus",
}
_FIRED: Final[Mapping[str, str]] = {"gun": "fired-gun", "mg": "fired-mg", "small": "fired-small"}
_MEN: Final[Mapping[Kind, str]] = {Kind.SQUAD: "infantry", Kind.CREW: "infantry", Kind.TEAM: "team"}
#: The card of a command element on foot.
LEADER: Final = "leader"
#: Up to how many GSU of woods: about the target, and looked through.
_INSIDE: Final = ((25, "woods-edge"), (50, "woods-26"), (75, "woods-51"), (100, "woods-76"))
_THROUGH: Final = (
    (25, "through-woods-25"),
    (50, "through-woods-50"),
    (75, "through-woods-75"),
    (100, "through-woods-100"),
)


def parts(state: WarState, observer: Element, target: Element, line: Line, when: When) -> tuple[Part, ...]:
    """All parts of the factor by which an observer sights a target along a line (pw:7.6.3)."""
    return (*_of_observer(state, observer), *_of_target(state, target, line, when), *_of_line(state, line))


def of_observer(state: WarState, observer: Element) -> int:
    """What an observer brings to every factor of his: class, cupola, commander, own fire."""
    return sum(part.reason.amount for part in _of_observer(state, observer))


def observers_parts(state: WarState, together: Sequence[Element]) -> tuple[Part, ...]:
    """What observers who look together bring to every factor of theirs: of each part the worst (pw:7.6.3)."""
    return worst([tuple(_of_observer(state, one)) for one in together])


def of_target(state: WarState, target: Element, when: When) -> int:
    """The most that a target brings to a factor, if nothing covers it: for looking no further than need be."""
    found = max(0, _size(state, target)) + sum(part.reason.amount for part in _did(state, target, when))
    return found + (state.charts.sighting.modifiers[_men(target)] if target.kind in _MEN else 0)


def tally(found: Iterable[Part]) -> Tally:
    """The sum of the parts of a factor; parts of 0 are left out."""
    return Tally(tuple(part.reason for part in found if part.reason.amount))


def worst(found: Sequence[tuple[Part, ...]]) -> tuple[Part, ...]:
    """The parts by which several observers sight together: of each the worst of them; who has not a part has 0 of it
    (pw:7.6.3)."""
    if len(found) == 1:
        return found[0]
    by_key = [{part.key: part for part in one} for one in found]
    names = dict.fromkeys(key for one in by_key for key in one)
    return tuple(_worst(key, by_key) for key in names)


def _worst(key: str, found: Sequence[Mapping[str, Part]]) -> Part:
    there = [one[key] for one in found if key in one]
    least = min(there, key=lambda part: part.reason.amount)
    if len(there) < len(found) and least.reason.amount > 0:
        return Part(key, Reason(least.reason.label, 0, least.reason.rule))
    return least


# -- the observer --------------------------------------------------------------------------------------


def _of_observer(state: WarState, observer: Element) -> Iterator[Part]:
    """Its class, its cupola, its commander, its own fire (pw:7.1, pw:7.4.2, pw:9.10)."""
    class_ = sighting_class(state, observer)
    base = state.charts.sighting.base(class_)
    yield Part("class", Reason(f"class {class_.value}: {TOLD[class_]}", base, "pw:7.4.2"))
    card = state.cards.vehicles.get(observer.card)
    if observer.kind is Kind.VEHICLE and card is not None:
        lives = commanded(observer.harm)
        if lives and card.cupola is not None and can_button(state, observer) and closed(state, observer):
            yield _row(state, _CUPOLAS[card.cupola], "pw:7.1", key="cupola")
        if not lives:
            yield _row(state, "tc-killed", "pw:9.10")
    if observer.gunnery.fired:
        yield _row(state, "sighter-fired", RULE)


def _row(state: WarState, name: str, rule: str, *, key: str = "") -> Part:
    chart = state.charts.sighting.modifiers
    return Part(key or name, Reason(chart.told(name), chart[name], rule))


# -- the target ------------------------------------------------------------------------------------------


def _of_target(state: WarState, target: Element, line: Line, when: When) -> Iterator[Part]:
    """Its size, what it did, how it stands, what covers it."""
    size = _size(state, target)
    if size:
        yield Part("size", Reason(f"size {size:+d}", size, RULE))
    if target.kind in _MEN:
        yield _row(state, _men(target), RULE)
    if target.kind is Kind.GUN and target.travel.motion is Motion.STATIONARY:
        yield _row(state, "gun", RULE)
    yield from _did(state, target, when)
    yield from _stands(state, target, line)
    found = cover.against_sight(state, target.where, line.behind)
    if found is not None:
        yield Part("cover", found)
    yield from _depth(state, line.inside, _INSIDE, "inside")


def _men(target: Element) -> str:
    """The row of men: a command element is made out as a squad is, other teams are not so soon."""
    return _MEN[Kind.SQUAD] if target.card == LEADER else _MEN[target.kind]


def _size(state: WarState, target: Element) -> int:
    card = state.cards.find(target.card)
    return card.size if isinstance(card, Vehicle | Gun | Bunker) else 0


def _did(state: WarState, target: Element, when: When) -> Iterator[Part]:
    """What it did: never its movement and its fire together (pw:7.3.1, pw:7.3.2)."""
    moved, fired = _moved(state, target), _fired(state, target)
    found = {When.MOVEMENT: (moved,), When.FIRING: (fired,), When.EVER: (moved, fired)}[when]
    best = max((part for part in found if part is not None), key=lambda part: part.reason.amount, default=None)
    if best is not None:
        yield best


def _moved(state: WarState, target: Element) -> Part | None:
    motion = target.travel.motion
    if target.foot:
        if motion not in (Motion.HALF, Motion.FULL):
            return None
        return _row(state, "infantry-charge" if target.travel.charged else "infantry-moved", "pw:7.3.1", key="moved")
    return _row(state, _MOVED[motion], "pw:7.3.1", key="moved") if motion in _MOVED else None


def _fired(state: WarState, target: Element) -> Part | None:
    if not target.gunnery.fired:
        return None
    rows = [_row(state, row, "pw:7.3.2", key="fired") for how, row in _FIRED.items() if how in target.gunnery.with_]
    return max(rows, key=lambda part: part.reason.amount, default=None)


def _stands(state: WarState, target: Element, line: Line) -> Iterator[Part]:
    """Turret down, hull down from where it is looked at, dug in, hidden, in a bunker (pw:9.17.2, pw:9.18.0, pw:6.1.4,
    pw:15.7.1)."""
    posture, quiet = target.posture, not target.gunnery.fired
    if turret_down(posture):
        yield _row(state, "turret-down", "pw:9.18.0", key="down")
    elif hull_down_to_sight(state.charts, posture) and protected(posture, 1, bearing(line.end, line.start)):
        yield _row(state, "hull-down", "pw:9.17.2", key="down")
    if target.kind is not Kind.VEHICLE and posture.dug is not Digging.NONE:
        yield _row(state, "dug-in", RULE)
    if posture.hidden and quiet and target.travel.motion is Motion.STATIONARY:
        yield _row(state, "hidden", "pw:6.1.4")
    if quiet and (target.kind is Kind.BUNKER or posture.bunker):
        yield _row(state, "bunker", "pw:15.7.1")


# -- the line --------------------------------------------------------------------------------------------


def _of_line(state: WarState, line: Line) -> Iterator[Part]:
    """Woods and smoke that are looked through (pw:7.11.3, pw:7.12.3, pw:11.1.1, pw:11.2.4)."""
    yield from _depth(state, line.through, _THROUGH, "through")
    for reason in screens.against_sight(state, line):
        yield Part(reason.label.partition(" (")[0], reason)


def _depth(state: WarState, gsu: float, rows: Sequence[tuple[int, str]], key: str) -> Iterator[Part]:
    if gsu > 0:
        name = next((row for most, row in rows if gsu <= most), rows[-1][1])
        yield _row(state, name, "pw:7.11.3", key=key)
