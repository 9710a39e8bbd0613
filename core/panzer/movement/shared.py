"""Shared MOVE and the MOVE of a shared SHORT HALT (na:6.2.1.1.4b, min:17.2.1.1): where who shares may end.

All are within Command Range of one another when their moves are complete. A move is refused if it leaves the others
no way to get there, as long as there is one: a group can always go on. Units stopped by a Track hit are left behind
(na:6.5.2.2.1b); where Hull Damage makes it impossible, all end as they can (na:6.5.2.2.4a).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_hexes
from core.order import IllegalOrder
from core.panzer.firing.shared_fire import fits
from core.panzer.formations import columns
from core.panzer.formations.control import command_range, grade_of, graded_range, group_of
from core.panzer.ground import stands
from core.panzer.movement import reach
from core.panzer.movement.move import check_move, follow
from core.panzer.movement.paying import StepResult
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.remembered import remembered

RULE = "na:6.2.1.1.4b"

Ends = Mapping[UnitId, frozenset[Hex]]


def mates(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """Who has to end within Command Range of a unit: those that share its MOVE, on the map or about to come onto it,
    none with a Track hit, nor bogged down (or:7.29), but in the miniatures edition (min:17.2.1.1, min:17.2.2.4)."""
    there = state.units[unit]
    if not state.has(Switch.COMMAND_CONTROL) or not there.group or _stopped(state, there):
        return ()
    others = (state.units[u] for u in group_of(state, unit) if u != unit)
    return tuple(u.id for u in others if _present(state, u) and not _left(state, u) and not u.bailed_out)


def _left(state: PanzerState, unit: Unit) -> bool:
    """Whether those who share the MOVE of a unit leave it behind."""
    return unit.track_hit or (state.edition.bogged_are_left and unit.bogged_down(state.turn))


def _present(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit is on the map, or waits for its move onto it (na:4.5.1.1.9)."""
    return unit.on_map or (state.may_enter(unit) and not unit.moved)


def _stopped(state: PanzerState, unit: Unit) -> bool:
    return unit.track_hit or unit.bogged_down(state.turn)


def in_column(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit shares its MOVE in a column only: they did not set off within Command Range of one another."""
    start = _starts(state, group_of(state, unit))
    return not _near(start.values(), graded_range(state, unit)) and bool(columns.run(state, start.values()))


def _starts(state: PanzerState, units: Iterable[UnitId]) -> dict[UnitId, Hex]:
    """Where units stood when they set off."""
    found: dict[UnitId, Hex] = {}
    for unit in units:
        hex_ = state.moves.set_off[unit].hex if unit in state.moves.set_off else state.units[unit].hex
        if hex_ is not None:
            found[unit] = hex_
    return found


def _limit(state: PanzerState, unit: UnitId) -> int:
    """How far apart, in hexes, those who share a command with a unit may end: the least Command Range among them, which
    keeps vehicles without radio in one hex (or:7.4.2)."""
    return min(command_range(state, mate) for mate in group_of(state, unit))


def _near(hexes: Iterable[Hex], limit: int) -> bool:
    places = sorted(set(hexes))
    return all(distance(a, b) <= limit for at, a in enumerate(places) for b in places[at + 1 :])


def ends(state: PanzerState, unit: UnitId, rates: Iterable[Rate]) -> frozenset[Hex]:
    """Every hex where a unit may end its move as things stand, the one where it is among them if nobody opposes it
    there (na:4.5.1.1.10), and if there is room for whoever came in on his move (min:9.9)."""
    there = state.units[unit]
    found: set[Hex] = {there.hex} if there.hex is not None and not _barred(state, there) else set()
    move = state.moves.of(unit)
    for rate in (move.rate,) if move is not None else rates:
        try:
            found |= reach.reachable(state, unit, move, rate).keys()
        except (IllegalOrder, ValueError):
            continue
    return frozenset(found)


def _opposed(state: PanzerState, unit: Unit) -> bool:
    return unit.hex is not None and any(u.side != unit.side and not u.bailed_out for u in state.in_hex(unit.hex))


def _barred(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit may not end its move where it is; one that has not begun it stays where it stands."""
    if unit.hex is None or _opposed(state, unit):
        return unit.hex is not None
    return state.moves.of(unit.id) is not None and not stands.has_room(state, unit.id, unit.hex)


class _Group:
    """A group in the middle of its moves: who stands fast, who has still to move and how far."""

    def __init__(self, state: PanzerState, unit: UnitId) -> None:
        self.state = state
        self.unit = unit
        others = mates(state, unit)
        self.fixed = {u: h for u in others if state.units[u].moved and (h := state.units[u].hex) is not None}
        self.column = in_column(state, unit)
        self.start = _starts(state, group_of(state, unit))
        self.yet = tuple(u for u in others if not state.units[u].moved)
        self.limit = _limit(state, unit)

    @cached_property
    def free(self) -> Ends:
        """Where those who have still to move may end; not asked where they can stay as they are."""
        rates = (Rate.ROUTE,) if self.column else tuple(Rate)
        return {u: ends(self.state, u, rates) for u in self.yet}

    @cached_property
    def _staying(self) -> tuple[Hex, ...] | None:
        """The hexes in which those who have still to move stand, if all of them may end there."""
        units = [self.state.units[u] for u in self.yet]
        here = tuple(u.hex for u in units if u.hex is not None and not _opposed(self.state, u))
        return here if len(here) == len(units) else None

    def ends(self, state: PanzerState, rates: Collection[Rate]) -> frozenset[Hex]:
        """Where the unit itself may end its move; in a column nobody leaves his hex but at the Path/Road rate."""
        if not self.column:
            return ends(state, self.unit, rates)
        move = state.moves.of(self.unit)
        here = state.units[self.unit].hex
        found = {here} if here is not None and not _barred(state, state.units[self.unit]) else set()
        if Rate.ROUTE in rates if move is None else move.rate is Rate.ROUTE:
            found |= set(self._along(state, move))
        return frozenset(found)

    def _along(self, state: PanzerState, move: ActiveMove | None) -> Iterator[Hex]:
        """The hexes along the route that the unit gets to without passing anybody of its column."""
        try:
            ways = reach.reachable(state, self.unit, move, Rate.ROUTE)
        except (IllegalOrder, ValueError):
            return
        for hex_, way in ways.items():
            try:
                results = check_move(state, self.unit, Rate.ROUTE, way.steps, True) if way.steps else ()
            except IllegalOrder:
                continue
            if _out_of_column(state, self, Rate.ROUTE, tuple(results)) is None:
                yield hex_

    def open_(self, hexes: Iterable[Hex]) -> Iterator[Hex]:
        """Those of the hexes in which the unit may end so that the others can still join it."""
        middle = [*self.fixed.values()] or [h for u in self.yet if (h := self.state.units[u].hex) is not None]
        if not self.column:
            hexes = [h for h in hexes if self._near_fixed(h)]
        for hex_ in sorted(hexes, key=lambda h: (sum(distance(h, m) for m in middle), h)):
            if self.can_follow(hex_):
                yield hex_

    def _near_fixed(self, hex_: Hex) -> bool:
        """Whether a hex is within Command Range of all who stand fast."""
        return all(distance(hex_, there) <= self.limit for there in self.fixed.values())

    def can_follow(self, hex_: Hex) -> bool:
        """Whether the others can still join the unit if it ends in a hex."""
        placed = {self.unit: hex_, **self.fixed}
        if self.column:
            return columns.can_keep(self.state, self.start, {**self.free, **{u: (h,) for u, h in placed.items()}})
        limit = self.limit
        if not self._near_fixed(hex_) or not _near(placed.values(), limit):
            return False
        staying = self._staying
        if staying is not None and _near((*placed.values(), *staying), limit):
            return True
        return fits(self.free.values(), tuple(placed.values()), limit)


@remembered
def _group(state: PanzerState, unit: UnitId) -> _Group:
    return _Group(state.copy(), unit)  # of a copy that nobody changes: it is kept, and asks later


def open_ends(state: PanzerState, unit: UnitId, hexes: Iterable[Hex]) -> frozenset[Hex] | None:
    """Those of the hexes in which a unit may end its move for its group; None = any, it moves alone or all is lost."""
    if not mates(state, unit):
        return None
    return frozenset(_group(state, unit).open_(hexes)) or None


def open_of(state: PanzerState, unit: UnitId, hexes: Collection[Hex], rates: Iterable[Rate]) -> Collection[Hex]:
    """Those of the hexes in which a unit may end its move for its group; all if it can end nowhere for it, at these
    rates either."""
    if not hexes or not mates(state, unit):
        return hexes
    group = _group(state, unit)
    found = [hex_ for hex_ in hexes if group.can_follow(hex_)]
    return found if found or any(True for _ in group.open_(ends(state, unit, rates))) else hexes


def keeps(state: PanzerState, unit: UnitId, rates: Iterable[Rate]) -> bool:
    """Whether a unit that shares its MOVE can end it, at one of these rates, so that the others can still join it."""
    if not in_column(state, unit) and _near_as_they_stand(state, unit):
        return True  # nobody has to be asked how far he gets
    return any(True for _ in _group(state, unit).open_(ends(state, unit, rates)))


def _near_as_they_stand(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit and its mates may all end their moves where they are."""
    group = [state.units[u] for u in (unit, *mates(state, unit))]
    here = [u.hex for u in group if u.hex is not None and ((u.moved and u.id != unit) or not _barred(state, u))]
    return len(here) == len(group) and _near(here, _limit(state, unit))


def refusal(state: PanzerState, unit: UnitId, rate: Rate, results: tuple[StepResult, ...], end: bool) -> Refusal | None:
    """Why a move breaks a shared command; None if it does not, or if there is no way to keep it."""
    if not mates(state, unit):
        return None
    group = _group(state, unit)
    where = results[-1].hex if results else state.units[unit].hex
    if where is None:
        return None
    if group.column and (wrong := _out_of_column(state, group, rate, results)):
        return wrong
    if _leads_on(state, group, rate, results, where, end) or not _could_be_kept(state, group):
        return None
    others = ", ".join(state.name(u) for u in mates(state, unit))
    if group.column:
        return Refusal(
            f"{state.name(unit)} shares a MOVE in column with {others}: each ends stacked with or adjacent to the one "
            f"in front, in their order, and from {where} that cannot be",
            columns.RULE,
        )
    limit = _limit(state, unit)
    return Refusal(
        f"{state.name(unit)} shares its command with {others}: all end within {in_hexes(limit)} of one another "
        f"({grade_of(state, unit).value}), and {'in' if end else 'from'} {where} that cannot be",
        RULE,
    )


def _leads_on(
    state: PanzerState, group: _Group, rate: Rate, results: tuple[StepResult, ...], where: Hex, end: bool
) -> bool:
    """Whether the others can still join a unit that ends where its steps lead, or goes on from there."""
    ahead = follow(state, results[-1]) if results and not end else state
    if end or not _barred(ahead, ahead.units[group.unit]):
        if group.can_follow(where):
            return True
        if end:
            return False
    return any(True for _ in group.open_(group.ends(ahead, (rate,))))


def _could_be_kept(state: PanzerState, group: _Group) -> bool:
    """Whether there is any move that keeps the shared command."""
    return any(True for _ in group.open_(group.ends(state, tuple(Rate))))


def _out_of_column(state: PanzerState, group: _Group, rate: Rate, results: tuple[StepResult, ...]) -> Refusal | None:
    """A column moves at the Path/Road rate, and nobody passes another in it (na:6.2.1.1.3c)."""
    name = state.name(group.unit)
    hexes = [r.hex for r in results if r.hex is not None]
    here = state.units[group.unit].hex
    if rate is not Rate.ROUTE and any(h != here for h in hexes):
        return Refusal(f"{name} shares a MOVE in column and moves at the Path/Road rate", columns.RULE)
    last = hexes[-1] if hexes else None
    for mate in (*group.fixed, *group.yet):
        there = state.units[mate].hex
        if there in hexes and there != last and there != here:
            return Refusal(f"{name} cannot pass {state.name(mate)} in the column", columns.RULE)
    return None


def stay_refusal(state: PanzerState, side: SideId) -> Refusal | None:
    """Why a side may not leave the rest of its units where they are: some have to follow those they move with."""
    seen: set[str] = set()
    for unit in state.of(side):
        waits = unit.command in (Command.MOVE, Command.SHORT_HALT) and not unit.moved
        if not waits or unit.group in seen or not mates(state, unit.id):
            continue
        seen.add(unit.group)
        together = [u for u in (unit.id, *mates(state, unit.id)) if state.units[u].hex is not None]
        here = {u: h for u in together if (h := state.units[u].hex) is not None}
        start = _starts(state, group_of(state, unit.id))
        kept = columns.keeps(state, start, here) if in_column(state, unit.id) else False
        if kept or _near(here.values(), _limit(state, unit.id)):
            continue
        group = _group(state, unit.id)
        if any(True for _ in group.open_(group.ends(state, tuple(Rate)))):
            others = ", ".join(state.name(u) for u in together[1:])
            return Refusal(f"{state.name(unit.id)} has to follow: it shares its command with {others}", RULE)
    return None


def attack_refusal(
    state: PanzerState, unit: UnitId, target: UnitId, attacked: Mapping[UnitId, UnitId]
) -> Refusal | None:
    """Why a unit may not attack a target in Close Assault, Hand-to-Hand or Overrun: those who share its MOVE attack
    another (na:6.6.11). attacked: whom each unit has attacked in this Movement Phase. Not all need take part."""
    for mate in group_of(state, unit) if state.units[unit].group else ():
        other = attacked.get(mate)
        if mate != unit and other is not None and other != target:
            return _elsewhere(state, unit, mate, state.name(other))
        razed = state.combats.razed_by(mate)
        if mate != unit and razed is not None:
            return _elsewhere(state, unit, mate, _ground(state, razed.hex, razed.terrain))
    return None


def razing_refusal(state: PanzerState, unit: UnitId, hex_: Hex, terrain: str) -> Refusal | None:
    """As `attack_refusal`, of Engineers and terrain, which they attack as in Close Assault (or:7.19, na:6.6.11)."""
    for mate in group_of(state, unit) if state.units[unit].group else ():
        other, razed = state.combats.target_of(mate), state.combats.razed_by(mate)
        if mate != unit and other is not None:
            return _elsewhere(state, unit, mate, state.name(other))
        if mate != unit and razed is not None and (razed.hex, razed.terrain) != (hex_, terrain):
            return _elsewhere(state, unit, mate, _ground(state, razed.hex, razed.terrain))
    return None


def _ground(state: PanzerState, hex_: Hex, terrain: str) -> str:
    return f"the {state.tables.terrain[terrain].name} in {hex_}"


def _elsewhere(state: PanzerState, unit: UnitId, mate: UnitId, what: str) -> Refusal:
    return Refusal(
        f"{state.name(mate)}, which shares the MOVE of {state.name(unit)}, attacks {what}; all of them attack the same "
        "target",
        "na:6.6.11",
    )
