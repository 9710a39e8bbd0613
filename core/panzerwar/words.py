"""How elements, places and rolls are told in reports and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex, hex_from_id
from core.panzerwar.pieces.strike import Trial
from core.panzerwar.state import WarState
from core.plane import Path, Point, centre, hex_at, tenths


def called(state: WarState, element: UnitId) -> str:
    """The name of an element, as it was seen last if it has gone out of sight in this turn; of one that is not known
    here, that it is unknown."""
    lost = (vanished.get(element) for vanished in state.watch.vanished.values())
    found = state.elements.get(element) or next((one for one in lost if one is not None), None)
    return found.name if found is not None else "an unseen element"


def listed(state: WarState, elements: Iterable[UnitId]) -> str:
    """Several elements by name."""
    return ", ".join(called(state, e) for e in elements)


def side(state: WarState, side_id: SideId) -> str:
    """The name of a side."""
    return state.engagement.side(side_id).name


def place(at: Point) -> str:
    """A point: its hex."""
    return str(hex_at(at))


def along(way: Sequence[Point]) -> tuple[Hex, ...]:
    """The hexes through which a way leads, in order, each once; none of a way without points."""
    stretches = Path(way[0], tuple(way[1:])).stretches() if way else ()
    return tuple(dict.fromkeys(stretch.hex for stretch in stretches))


def point(text: str) -> Point:
    """The point that a text names: "C3", the centre of a hex, or "C3+10,-5", so many GSU east and south of it.
    ValueError if it names none."""
    name, _, aside = text.partition("+")
    middle = centre(hex_from_id(name))
    if not aside:
        return middle
    east, south = (tenths(float(gsu)) for gsu in aside.split(","))
    return Point(middle.x + east, middle.y + south)


def turns(number: float) -> str:
    """So many turns, in words."""
    return {0.5: "half a turn", 1: "1 turn"}.get(number, f"{number:g} turns")


def dice(number: int) -> str:
    """So many dice, in words."""
    return "1 die" if number == 1 else f"{number} dice"


def weapon(name: str) -> str:
    """A weapon in short: its calibre and length, where a row of the chart stands for guns of several names."""
    return name.partition(" ")[0] if "," in name else name


#: Smoke that strikes anybody is phosphorus (pw:11.4.3).
_SHELLS: Final = {"SMOKE": "WP"}


def munition(state: WarState, what: str) -> str:
    """What was fired, as events have it: the weapon, and its shell behind it, "75mm/L48 (PzGr 39)"; other words as they
    are."""
    cards = state.cards
    names = (one.name for kind in (cards.weapons, cards.machine_guns, cards.infantry_weapons) for one in kind.values())
    found = max((name for name in names if f"{what} ".startswith(f"{name} ")), key=len, default="")
    shell = what[len(found) :].strip()
    if not found or not shell or shell == found:
        return weapon(found) or what
    return f"{weapon(found)} ({_SHELLS.get(shell, shell)})"


def trial(one: Trial) -> str:
    """One roll: what for, the result against the number and what makes it, and what came of it.

    "gun: 7 against 6 (D of the shell 6): destroyed (pw:9.9)".
    """
    number = "" if one.needed is None else f" against {one.needed}"
    parts = [f"{reason.label} {reason.amount:+d}" for reason in one.why]
    if one.needed is not None and one.why:
        parts[0] = f"{one.why[0].label} {one.why[0].amount}"
    why = f" ({', '.join(parts)})" if parts else ""
    return f"{one.what}: {one.rolled}{number}{why}: {one.came} ({one.rule})"
