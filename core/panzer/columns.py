"""Columns on roads and paths (na:6.2.1.1.3c): vehicles that share one MOVE whatever their Command Range.

Each is stacked with or adjacent to the vehicle in front of it along one road or path, all move at the Path/Road rate,
keep their order and over-stack no hex. Inactive unarmed units share a command in no other way (na:6.2.1.1.3d).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, distance, opposite
from core.panzer.cards import Kind
from core.panzer.command_control import formation_key, recon, stands
from core.panzer.stacking import stacks
from core.panzer.state import PanzerState
from core.panzer.terrain_costs import RATED

RULE = "na:6.2.1.1.3c"
#: The longest run of hexes that a column may take up when it forms.
LONGEST = 24
#: Arrangements of a column that are looked at before it is taken to have one.
_ENOUGH = 4_000


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
    if not there or len(there) > LONGEST or not all(any(k in state.cell(h).routes for k in RATED) for h in there):
        return ()
    beside = {h: [n for n in there if n != h and joined(state, h, n)] for h in there}
    ends = sorted(there, key=lambda h: (len(beside[h]), h))
    return next((found for end in ends if (found := _through(beside, (end,)))), ())


def _through(beside: Mapping[Hex, list[Hex]], so_far: tuple[Hex, ...]) -> tuple[Hex, ...]:
    if len(so_far) == len(beside):
        return so_far
    for following in beside[so_far[-1]]:
        if following not in so_far and (found := _through(beside, (*so_far, following))):
            return found
    return ()


def column_refusal(state: PanzerState, units: Collection[UnitId]) -> Refusal | None:
    """Why units are no column; None if they are one. Same formation is implied."""
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
        if hex_ is not None and own and column_refusal(state, (other,)) is None:
            at.setdefault(hex_, []).append(other)
    at.setdefault(where, [])
    hexes = [where]
    for from_ in (0, -1):  # ahead of the unit and behind it, as long as there is one way only
        while len(hexes) < LONGEST:
            on = [n for n in hexes[from_].neighbours() if n in at and n not in hexes and joined(state, hexes[from_], n)]
            if not on or (len(on) > 1 and len(hexes) > 1):
                break
            hexes.insert(0 if from_ == 0 else len(hexes), on[0])
    found = tuple(u for h in hexes for u in at[h])
    return found if unit in found and len(found) > 1 and column_refusal(state, found) is None else ()


def keeps(state: PanzerState, start: Mapping[UnitId, Hex], now: Mapping[UnitId, Hex]) -> bool:
    """Whether the vehicles of a column are still in order, each stacked with or adjacent to the one in front, and
    over-stack no hex. start: where each stood when the column set off; now: where each stands that has to keep up."""
    return can_keep(state, start, {unit: (hex_,) for unit, hex_ in now.items()})


def can_keep(state: PanzerState, start: Mapping[UnitId, Hex], spots: Mapping[UnitId, Collection[Hex]]) -> bool:
    """Whether the vehicles of a column can each be in one of their hexes and be in order there.

    The column is followed from one end to the other. Those that began in one hex may part in any order.
    """
    hexes = run(state, start.values())
    stacks = [[u for u in sorted(spots) if start.get(u) == h] for h in hexes]
    return bool(hexes) and _Marshalling(state, tuple(tuple(s) for s in stacks if s), spots).succeeds()


class _Marshalling:
    """The search for places of a column, vehicle by vehicle."""

    def __init__(
        self, state: PanzerState, stacks: tuple[tuple[UnitId, ...], ...], spots: Mapping[UnitId, Collection[Hex]]
    ) -> None:
        self.state = state
        self.stacks = stacks
        self.spots = spots
        self.size = sum(len(stack) for stack in stacks)
        self.fixed = [next(iter(hexes)) for hexes in spots.values() if len(hexes) == 1]
        self.looked = 0

    def succeeds(self) -> bool:
        """Whether there is a way; taken for granted where too many would have to be looked at."""
        return not self.stacks or self._place(0, self.stacks[0], ())

    def _place(self, at: int, stack: tuple[UnitId, ...], way: tuple[Hex, ...]) -> bool:
        self.looked += 1
        if self.looked > _ENOUGH:
            return True
        if not stack:
            if at + 1 == len(self.stacks):
                return not any(self._crowded(h, way) for h in set(way))
            return self._place(at + 1, self.stacks[at + 1], way)
        return any(
            self._place(at, tuple(u for u in stack if u != unit), (*way, hex_))
            for unit in stack
            for hex_ in self.spots[unit]
            if self._fits(hex_, way)
        )

    def _fits(self, hex_: Hex, way: tuple[Hex, ...]) -> bool:
        if any(distance(hex_, other) >= self.size for other in self.fixed):
            return False
        return not way or hex_ == way[-1] or (distance(hex_, way[-1]) == 1 and hex_ not in way)

    def _crowded(self, hex_: Hex, way: tuple[Hex, ...]) -> bool:
        """Whether a hex would be over-stacked (na:3.8)."""
        others = sum(u.id not in self.spots and stacks(self.state.card(u.id)) for u in self.state.in_hex(hex_))
        return others + way.count(hex_) >= self.state.tables.over_stacked_from
