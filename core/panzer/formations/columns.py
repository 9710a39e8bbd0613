"""Columns on roads and paths (na:6.2.1.1.3c): vehicles that share one MOVE whatever their Command Range.

Each is stacked with or adjacent to the vehicle in front of it along one road or path, all move at the Path/Road rate,
keep their order and over-stack no hex. Inactive unarmed units share a command in no other way (na:6.2.1.1.3d).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, distance, opposite
from core.panzer.formations import platoons
from core.panzer.formations.control import formation_key, recon, stands
from core.panzer.ground.costs import RATED
from core.panzer.ground.cover import stacks
from core.panzer.pieces.cards import Kind
from core.panzer.state import PanzerState

RULE = "na:6.2.1.1.3c"


def joined(state: PanzerState, here: Hex, there: Hex) -> bool:
    """Whether a road or path leads from one hex straight into a hex beside it."""
    for direction, neighbour in enumerate(here.neighbours()):
        if neighbour == there and here in state.board and there in state.board:
            mine, theirs = state.cell(here).routes, state.cell(there).routes
            back = opposite(direction)
            return any(mine.get(k, 0) >> direction & 1 and theirs.get(k, 0) >> back & 1 for k in RATED)
    return False


def run(state: PanzerState, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """Hexes in their order along one road or path; () if they do not lie behind one another on one."""
    there = sorted(set(hexes))
    if not there or not all(any(k in state.cell(h).routes for k in RATED) for h in there):
        return ()
    beside = {h: [n for n in h.neighbours() if n in there and joined(state, h, n)] for h in there}
    return threaded(beside)


def threaded(beside: Mapping[Hex, Collection[Hex]]) -> tuple[Hex, ...]:
    """A way through all hexes, given which lead into which; () if there is none that enters each once."""
    return _Threading(beside).found()


class _Threading:
    """The search for a way through all hexes, each entered once; no case of hexes left is looked at twice."""

    def __init__(self, beside: Mapping[Hex, Collection[Hex]]) -> None:
        self._beside = {h: sorted(ways) for h, ways in beside.items()}
        self._failed: set[tuple[Hex, frozenset[Hex]]] = set()

    def found(self) -> tuple[Hex, ...]:
        """The hexes in order, from an end with few ways on; () if there is none."""
        every = frozenset(self._beside)
        ends = sorted(every, key=lambda h: (len(self._beside[h]), h))
        return next((way for end in ends if (way := self._from(end, every - {end}))), ())

    def _from(self, hex_: Hex, left: frozenset[Hex]) -> tuple[Hex, ...]:
        if not left:
            return (hex_,)
        if (hex_, left) in self._failed or self._cut_off(hex_, left):
            return ()
        for following in self._beside[hex_]:
            if following in left and (way := self._from(following, left - {following})):
                return (hex_, *way)
        self._failed.add((hex_, left))
        return ()

    def _cut_off(self, hex_: Hex, left: frozenset[Hex]) -> bool:
        """Whether a hex is out of reach, or more than one can only be the last."""
        found, edge, last = {hex_}, [hex_], 0
        while edge:
            ways = [n for n in self._beside[edge.pop()] if n in left or n == hex_]
            last += len(ways) == 1
            edge += [n for n in ways if n not in found]
            found.update(ways)
        return not left <= found or last - (sum(n in left for n in self._beside[hex_]) == 1) > 1


def column_refusal(state: PanzerState, units: Collection[UnitId]) -> Refusal | None:
    """Why units are no column; None if they are one. Same formation is implied; the miniatures edition has none."""
    if not state.edition.columns_share:
        return Refusal("only units within Command Range of one another share a command", "min:13.2.1")
    hexes: list[Hex] = []
    for unit in units:
        where = stands(state, unit)
        if state.card(unit).kind not in (Kind.VEHICLE, Kind.LIMBER) or where is None or not state.units[unit].on_map:
            return Refusal(f"{state.name(unit)} is no vehicle on the map; only vehicles move in column", RULE)
        hexes.append(where)
    if not run(state, hexes):
        return Refusal("they do not stand one behind the other, stacked or adjacent, along one road or path", RULE)
    return None


def column_of(state: PanzerState, unit: UnitId, able: Collection[UnitId]) -> tuple[UnitId, ...]:
    """The longest column about a unit of those of its formation that are `able`; () if it is in none."""
    where = stands(state, unit)
    if where is None or recon(state, unit) or column_refusal(state, (unit,)) is not None:
        return ()
    key = formation_key(state, unit)
    at: dict[Hex, list[UnitId]] = {}
    for other in able:
        hex_ = stands(state, other)
        own = formation_key(state, other) == key and not recon(state, other)
        own = own and platoons.mixed(state, (unit, other)) is None
        if hex_ is not None and own and column_refusal(state, (other,)) is None:
            at.setdefault(hex_, []).append(other)
    at.setdefault(where, [])
    hexes = [where]
    for from_ in (0, -1):  # ahead of the unit and behind it, as long as there is one way only
        while True:
            on = [n for n in hexes[from_].neighbours() if n in at and n not in hexes and joined(state, hexes[from_], n)]
            if not on or (len(on) > 1 and len(hexes) > 1):
                break
            hexes.insert(0 if from_ == 0 else len(hexes), on[0])
    found = tuple(u for h in hexes for u in at[h])
    if unit not in found or len(found) < 2 or platoons.mixed(state, found) is not None:
        return ()
    return found if column_refusal(state, found) is None else ()


def keeps(state: PanzerState, start: Mapping[UnitId, Hex], now: Mapping[UnitId, Hex]) -> bool:
    """Whether the vehicles of a column are still in order, each stacked with or adjacent to the one in front, and
    over-stack no hex. start: where each stood when the column set off; now: where each stands that has to keep up."""
    return can_keep(state, start, {unit: (hex_,) for unit, hex_ in now.items()})


def can_keep(state: PanzerState, start: Mapping[UnitId, Hex], spots: Mapping[UnitId, Collection[Hex]]) -> bool:
    """Whether the vehicles of a column can each be in one of their hexes and be in order there.

    The column is followed from one end to the other. Those that began in one hex may part in any order.
    """
    hexes = run(state, start.values())
    stacks = ([frozenset(spots[u]) for u in sorted(spots) if start.get(u) == h] for h in hexes)
    room = {h: _room(state, h, spots) for h in frozenset[Hex]().union(*spots.values())}
    return bool(hexes) and Marshalling([stack for stack in stacks if stack], room).succeeds()


def _room(state: PanzerState, hex_: Hex, column: Collection[UnitId]) -> int:
    """How many vehicles of a column a hex holds before it is over-stacked (na:3.8)."""
    others = sum(u.id not in column and stacks(state.card(u.id)) for u in state.in_hex(hex_))
    return max(0, state.tables.over_stacked_from - 1 - others)


class Marshalling:
    """The search for places of a column, vehicle by vehicle from one end, no hex entered twice.

    stacks: for each hex of the start, in order, the hexes open to each vehicle of it; room: how many vehicles of the
    column a hex holds. What is left to do depends on the vehicles left, on the hex of the last one and how many stand
    there, and on the hexes that can still be come to from there. No such case is looked at twice. In a net of routes
    without loops the hexes ahead follow from the hex and the way it was entered, which bounds their number.
    """

    def __init__(self, stacks: Sequence[Sequence[frozenset[Hex]]], room: Mapping[Hex, int]) -> None:
        kinds = [Counter(stack) for stack in stacks]  # vehicles with the same hexes open to them are alike
        self._hexes = [tuple(kind) for kind in kinds]
        self._counts = [tuple(kind.values()) for kind in kinds]
        self._after = [sum(map(sum, self._counts[at + 1 :])) for at in range(len(kinds))]
        self._near = self._in_touch()
        self._needed = [[h for kind in self._hexes[at + 1 :] for h in kind] for at in range(len(kinds))]
        self._room = room
        self._ahead: dict[tuple[Hex, frozenset[Hex]], frozenset[Hex]] = {}
        self._failed: set[tuple[int, tuple[int, ...], Hex, int, frozenset[Hex]]] = set()

    def _in_touch(self) -> list[frozenset[Hex]]:
        """By how many vehicles follow one, from none on: the hexes where it has each of them beside the one before."""
        found: list[frozenset[Hex]] = []
        for hexes, counts in zip(reversed(self._hexes), reversed(self._counts), strict=True):
            for _ in range(sum(counts)):
                any_ = frozenset[Hex]().union(*hexes)
                last = found[-1] if found else any_
                found.append(any_ & last.union(*(h.neighbours() for h in last)))
        return found

    @property
    def looked(self) -> int:
        """How many cases have been looked at in vain."""
        return len(self._failed)

    def succeeds(self) -> bool:
        """Whether there is a way."""
        if not self._counts:
            return True
        every = frozenset(h for h, room in self._room.items() if room)
        first = every & frozenset[Hex]().union(*self._hexes[0])
        return any(self._enter(0, self._counts[0], hex_, every) for hex_ in sorted(first))

    def _enter(self, at: int, counts: tuple[int, ...], hex_: Hex, open_: frozenset[Hex]) -> bool:
        """Whether the next vehicle can stand in a new hex, and the rest behind it."""
        known = self._ahead.get((hex_, open_))
        if known is None:
            known = self._ahead[hex_, open_] = _region(hex_, open_)
        return self._stand(at, counts, hex_, 0, known)

    def _stand(self, at: int, counts: tuple[int, ...], hex_: Hex, there: int, ahead: frozenset[Hex]) -> bool:
        """Whether the next vehicle can stand in the hex of the last one, and the rest behind it."""
        kinds = enumerate(zip(self._hexes[at], counts, strict=True))
        follow = sum(counts) + self._after[at] - 1
        return (
            there < self._room[hex_]
            and hex_ in self._near[follow]
            and any(
                self._rest(at, (*counts[:k], count - 1, *counts[k + 1 :]), hex_, there + 1, ahead)
                for k, (hexes, count) in kinds
                if count and hex_ in hexes
            )
        )

    def _rest(self, at: int, counts: tuple[int, ...], hex_: Hex, there: int, ahead: frozenset[Hex]) -> bool:
        """Whether all vehicles that are left can be placed."""
        if not any(counts):
            at += 1
            if at == len(self._counts):
                return True
            counts = self._counts[at]
        case = at, counts, hex_, there, ahead
        if case in self._failed:
            return False
        if not self._hopeless(at, counts, hex_, ahead) and (
            self._stand(at, counts, hex_, there, ahead)
            or any(self._enter(at, counts, n, ahead) for n in hex_.neighbours() if n in ahead)
        ):
            return True
        self._failed.add(case)
        return False

    def _hopeless(self, at: int, counts: tuple[int, ...], hex_: Hex, ahead: frozenset[Hex]) -> bool:
        """Whether some vehicle has no hex ahead that is near enough for as many as there are left."""
        left = sum(counts) + self._after[at]
        waiting = (hexes for hexes, count in zip(self._hexes[at], counts, strict=True) if count)
        return any(
            not any((h == hex_ or h in ahead) and distance(h, hex_) <= left for h in hexes)
            for hexes in (*waiting, *self._needed[at])
        )


def _region(hex_: Hex, open_: frozenset[Hex]) -> frozenset[Hex]:
    """Those of the open hexes that can be come to from a hex, itself left out."""
    found, edge = {hex_}, [hex_]
    while edge:
        for neighbour in edge.pop().neighbours():
            if neighbour in open_ and neighbour not in found:
                found.add(neighbour)
                edge.append(neighbour)
    return frozenset(found - {hex_})
