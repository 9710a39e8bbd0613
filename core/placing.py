"""Setting up, whatever the rules: whose turn it is, what is left to place, a force spread along an area's front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Choice, Refusal
from core.event import SideId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.step_end import end_of_step

#: The first pick of an order that puts a unit on the map is this, a colon and the unit; the second is its hex and,
#: behind a stroke, how it lies there; the third, where units face, which way.
PLACE: Final = "place"
#: The pick that places all that is left.
REST: Final = "place-rest"
#: What the phase is called in whose steps forces are set up.
PHASE: Final = "Set-up"
#: What the end of a set-up is called.
END: Final = "End the set-up"
#: How many hexes of the front each unit of a force may have to itself.
_ROOM = 3
#: A hex from which a direction is measured; any would do.
_FROM = Hex(1, 50)


def placed_by(pick: str) -> str:
    """The unit that an order puts on the map which begins with a pick; "" if it is another order."""
    head, _, unit = pick.partition(":")
    return unit if head == PLACE else ""


def _beside(one: Hex, other: Hex) -> bool:
    return distance(one, other) == 1


def grown(hexes: Iterable[Hex], together: Callable[[Hex, Hex], bool] = _beside) -> tuple[Hex, ...]:
    """Hexes so that each is together with one before it, as far as they are of one piece; else a new piece begins."""
    left = list(hexes)
    found: list[Hex] = []
    while left:
        following = next((h for h in left if any(together(h, other) for other in found)), left[0])
        left.remove(following)
        found.append(following)
    return tuple(found)


def sets_up(order: Iterable[SideId], done: Collection[SideId]) -> SideId | None:
    """The side whose set-up it is, of those that set up in this order; None when all have finished."""
    return next((side for side in order if side not in done), None)


def check_turn(setting_up: SideId | None, side: SideId, rule: str) -> None:
    """IllegalOrder unless it is a side's set-up."""
    if setting_up != side:
        raise IllegalOrder("it is the other side's set-up", rule)


def check_all_placed(left: Sequence[str], rule: str) -> None:
    """IllegalOrder if anything is still to be placed, by these names."""
    if left:
        raise IllegalOrder(f"still to be placed: {', '.join(left)}", rule)


def endings(left: int, what: str, rule: str, refusal: Refusal | None = None) -> Iterator[Choice]:
    """The picks behind those that place something: the rest of a force, if anything is left, and the end of the set-up.

    what: units or counters; refusal: why the set-up cannot end even with everything placed.
    """
    if left:
        yield Choice(REST, f"Place the other {left} for me", "order", key="A")
        refusal = Refusal(f"{left} {what} are not placed yet", rule)
    yield end_of_step(END, refusal, irreversible=False)


@frozen(eq=False, repr=False)
class Front(Alike):
    """An area as a force takes it that looks one way. ahead: its hexes, the foremost first; line: the foremost of them
    from one flank to the other, as many as the force has room in.
    """

    ahead: tuple[Hex, ...]
    line: tuple[Hex, ...]

    def spread(self, number: int) -> Iterator[Hex]:
        """So many hexes of the line, evenly far from one another."""
        return (self.line[index * len(self.line) // number] for index in range(number))

    def middles(self, groups: Iterable[str]) -> Mapping[str, Hex]:
        """Around which hex of the line each group gathers, one beside the other; groups: that of each unit."""
        sizes = Counter(groups)
        whole, before = sizes.total(), 0
        found: dict[str, Hex] = {}
        for name, size in sizes.items():
            found[name] = self.line[(2 * before + size) * len(self.line) // (2 * whole)]
            before += size
        return found


def front(hexes: Iterable[Hex], facing: int, units: int) -> Front:
    """The front of an area, at least one hex, for so many units that face a direction."""
    beyond = _FROM.neighbour(facing)
    dx, dy = 3 * (beyond.col - _FROM.col), beyond.y - _FROM.y
    ahead = sorted(hexes, key=lambda h: (-(h.col * 3 * dx + 3 * h.y * dy), h))
    line = sorted(ahead[: max(units * _ROOM, 1)], key=lambda h: (h.col * -dy + h.y * dx, h))
    return Front(tuple(ahead), tuple(line))
