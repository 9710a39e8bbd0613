"""Building moves: the unit, then where it goes; loading and unloading, at set-up too.

Picks: ``move:UNIT`` then ``to:HEX``, ``slow:HEX`` (not at road rate), ``in:HEX`` (into the fortification), ``in`` or
``out`` where it stands, ``leave:HEX``; ``load:CARRIER`` and a unit; ``unload:CARRIER``, ``unload-in:CARRIER``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from attrs import evolve

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzerblitz.ground.stacking import enemies_in_way, may_occupy
from core.panzerblitz.ground.terrain import ways
from core.panzerblitz.movement.entry import doors
from core.panzerblitz.movement.move import allowance, follow, in_column, leave_cost, left, move_refusal, points
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.movement.over_stacking import crowded, end_refusal, finish_refusal
from core.panzerblitz.movement.reach import Reach, reach
from core.panzerblitz.movement.step import exit_at, is_legal, may_leave, movable, moving, operable
from core.panzerblitz.movement.transport import load_refusal, unload_refusal
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.state import BlitzState
from core.step_end import end_of_step

RULE = "pb:PB-MOVE-C"
#: The headings of a menu: who moves, and what carriers do where they stand.
MOVE, TRANSPORT = "Move", "Transport"
#: The heading of the hexes that a unit may enter without road rate.
SLOW = "Not at road rate"


def move_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What may be picked first in a step of movement."""
    if partial:
        return Choices("Movement", RULE, complete=True)
    able = moving(state, side)
    options = [_unit_choice(state, unit, True) for unit in able]
    ids = {unit.id for unit in able}
    options += [_unit_choice(state, u, False) for u in state.of(side) if u.id not in ids and state.type(u.id).manned]
    loading = loading_choices(state, movable(state, side))
    options = [*_headed(options), *loading] if loading else options
    no = finish_refusal(state, side)
    options.append(end_of_step("End the step", no))
    return Choices("Which unit moves?", "pb:PB-MOVE-A", tuple(options))


def with_others(state: BlitzState, side: SideId, found: Choices, others: Sequence[Choice]) -> Choices:
    """The menu with what is rare and easily missed among so many moves before them."""
    return evolve(found, options=(*others, *_headed(found.options))) if others else found


def _headed(options: Iterable[Choice]) -> list[Choice]:
    """Those who move under their heading, where others have one."""
    return [evolve(o, group=MOVE) if o.kind == "unit" and not o.group else o for o in options]


def _unit_choice(state: BlitzState, unit: Unit, able: bool) -> Choice:
    """A unit that can move, or why it cannot."""
    where, why = "", None
    if able:
        where = "comes on" if unit.hex is None else f"{points(left(state, unit.id))} left"
    else:
        why = move_refusal(state, unit) or Refusal("nothing next to it can be entered with what it has left", RULE)
    return Choice(f"move:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, where, refusal=why)


def loading_choices(state: BlitzState, units: tuple[Unit, ...]) -> list[Choice]:
    """What carriers can do where they stand (pb:PB-TRANS-A)."""
    options = []
    for unit in units:
        name = state.name(unit.id)
        if state.type(unit.id).capacity < 1:
            continue
        passenger = state.passenger(unit.id)
        if passenger is not None:
            if unload_refusal(state, unit.id) is None:
                label = f"{name} unloads {state.name(passenger)}"
                options.append(Choice(f"unload:{unit.id}", label, "order", unit.hex, unit.id, group=TRANSPORT))
            if unit.hex and state.fortification(unit.hex) and unload_refusal(state, unit.id, inside=True) is None:
                label = f"{name} unloads {state.name(passenger)} into the fortification"
                options.append(Choice(f"unload-in:{unit.id}", label, "order", unit.hex, unit.id, group=TRANSPORT))
        elif any(True for _ in loadable(state, unit)):
            options.append(Choice(f"load:{unit.id}", f"{name} loads ...", "order", unit.hex, unit.id, group=TRANSPORT))
    return options


def loadable(state: BlitzState, carrier: Unit) -> Iterator[UnitId]:
    """Units that a carrier may load where it stands."""
    if carrier.hex is not None:
        there: Iterable[Unit] = state.loose(carrier.hex)
    else:
        # What lies on the map is loaded from off it at set-up only.
        there = state.units.values() if state.step == SET_UP else state.off_map()
    for unit in there:
        if unit.side != carrier.side or unit.id == carrier.id or not state.type(unit.id).transportable:
            continue
        if load_refusal(state, carrier.id, unit.id) is None:
            yield unit.id


def placed_loading(state: BlitzState, side: SideId) -> list[Choice]:
    """What carriers can do that a side has set up."""
    listed = (state.units.get(u.id) for u in state.situation.units if u.side == side)
    return loading_choices(state, tuple(u for u in listed if u is not None and u.hex is not None))


def load_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What a carrier loads; nothing is picked to unload."""
    placing = state.step == SET_UP
    if head_of(partial[0]) != "load" or len(partial) > 1:
        return Choices("Set-up", "pb:PB-SETUP-1", complete=True) if placing else move_choices(state, side, partial)
    carrier = state.units[UnitId(value_of(partial[0]))]
    options = tuple(Choice(u, state.name(u), "unit", state.units[u].hex, u) for u in loadable(state, carrier))
    return Choices(
        f"{state.name(carrier.id)}: load which unit?", "pb:PB-TRANS-1" if placing else "pb:PB-TRANS-A", options
    )


def load_order(state: BlitzState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, carrier = head_of(partial[0]), UnitId(value_of(partial[0]))
    if head == "load":
        return Load(carrier=carrier, passenger=UnitId(partial[1])) if len(partial) == 2 else None
    return Unload(carrier=carrier, inside=head == "unload-in")


# -- where to --------------------------------------------------------------------------------------


def where(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """Where a unit goes, what it spends, and what bars it from the hexes beside it."""
    unit = state.units[UnitId(value_of(partial[0]))]
    if len(partial) > 1:
        return Choices(f"{state.name(unit.id)} moves", RULE, complete=True)
    total = points(allowance(state, unit.id))
    options: list[Choice] = []
    if unit.hex is not None:
        options += _in_place(state, side, unit)
    fast, taken, room = reach(state, unit.id), state.taken(), not crowded(state, side)
    for hex_ in sorted(fast.costs):
        cost = f"{points(fast.costs[hex_])} of {total}"
        if room and hex_ not in taken:
            options.append(Choice(f"to:{hex_}", f"go to {hex_}", "hex", hex_, cost=cost))
            continue
        if hex_ == unit.hex or enemies_in_way(state, side, hex_):
            continue
        refusal = end_refusal(state, unit.id, hex_)
        options.append(Choice(f"to:{hex_}", f"go to {hex_}", "hex", hex_, cost=cost, refusal=refusal))
        if may_occupy(state, hex_, side) is not None and end_refusal(state, unit.id, hex_, inside=True) is None:
            options.append(Choice(f"in:{hex_}", f"into the fortification in {hex_}", "option", hex_, cost=cost))
    options += _slow_choices(state, unit, total, fast)
    options += _barred(state, unit, {c.hex for c in options if c.kind == "hex"})
    for hex_ in (*((unit.hex,) if unit.hex is not None else ()), *fast.costs) if may_leave(state, side) else ():
        if exit_at(state, side, hex_) is not None:
            made = Move(unit=unit.id, path=_path(fast, hex_), leave=True)
            if is_legal(state, side, made):
                spent = points(fast.costs.get(hex_, 0) + leave_cost(state, unit.id, hex_))
                options.append(
                    Choice(f"leave:{hex_}", f"leave the map from {hex_}", "option", hex_, cost=f"{spent} of {total}")
                )
    # What is not at road rate is the exception, and comes after the hex itself.
    options.sort(key=lambda c: 2 if c.group == SLOW else c.kind == "hex")
    now = f"{points(left(state, unit.id))} of {total}"
    far = Refusal(f"{state.name(unit.id)} is there, or it is out of its reach: {now} movement points are left", RULE)
    return Choices(f"{state.name(unit.id)}: {now} left", RULE, tuple(options), elsewhere=far)


def _barred(state: BlitzState, unit: Unit, offered: Container[Hex | None]) -> Iterator[Choice]:
    """The hexes beside a unit that it cannot enter, each with what bars it."""
    for hex_ in unit.hex.neighbours() if unit.hex is not None else ():
        if hex_ in offered or hex_ not in state.situation.board:
            continue
        try:
            follow(state, unit.id, (hex_,), road=True)
        except IllegalOrder as no:
            yield Choice(f"to:{hex_}", f"go to {hex_}", "hex", hex_, refusal=Refusal(no.reason, no.rule))


def _path(found: Reach, hex_: Hex) -> tuple[Hex, ...]:
    return found.way(hex_).path if hex_ in found.costs else ()


def _slow_choices(state: BlitzState, unit: Unit, total: str, fast: Reach) -> Iterator[Choice]:
    """Hexes beside a unit, or by which it comes on, without road rate, which leaves it Close Assault and overrun
    (pb:PB-CAT-I, pb:PB-OVR-B), if it is of a type that has them."""
    type_ = state.type(unit.id)
    if unit.road or not (type_.overrun or type_.close_assault):
        return
    if unit.hex is None:
        near = {d.hex for d in doors(state, unit.id).values() if d.road and not in_column(state, unit)}
    else:
        near = {e.to for e in ways(state.situation, type_.mover)[unit.hex]}
    # What leads there without road rate anyway is offered already.
    for hex_ in sorted(h for h in near if h in fast.costs and fast.way(h).road):
        cost = reach(state, unit.id, road=False).costs.get(hex_)
        if cost is None or enemies_in_way(state, unit.side, hex_) or end_refusal(state, unit.id, hex_) is not None:
            continue
        label, text = f"{SLOW}: go to {hex_}", f"{points(cost)} of {total}"
        yield Choice(f"slow:{hex_}", label, "option", hex_, cost=text, group=SLOW)


def _in_place(state: BlitzState, side: SideId, unit: Unit) -> list[Choice]:
    options = []
    if unit.hex is None or state.fortification(unit.hex) is None:
        return []
    order = Move(unit=unit.id, inside=not unit.inside)
    pick, label = ("out", "on top of the fortification") if unit.inside else ("in", "into the fortification")
    if is_legal(state, side, order):
        options.append(Choice(pick, label, "option", unit.hex, cost="0"))
    return options


# -- orders ----------------------------------------------------------------------------------------


def move_order(state: BlitzState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    if len(partial) != 2:
        return None
    unit = UnitId(value_of(partial[0]))
    what, _, there = partial[1].partition(":")
    if what in ("in", "out") and not there:
        return Move(unit=unit, inside=what == "in")
    hex_ = state.board.hex(there)
    slow = what == "slow"
    found = reach(state, unit, road=not slow)
    if what == "leave" and hex_ == state.units[unit].hex:
        return Move(unit=unit, leave=True)
    if hex_ not in found.costs:
        raise IllegalOrder(f"{state.name(unit)} cannot reach {hex_}", RULE)
    return Move(unit=unit, path=found.way(hex_).path, road=not slow, inside=what == "in", leave=what == "leave")


def undone(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """Units that have not moved yet in a step of movement."""
    return tuple(u.id for u in movable(state, side) if not u.spent or operable(state, u))


def remaining(state: BlitzState, side: SideId) -> str:
    """How many units have not moved yet, in words."""
    return f"{sum(not u.spent for u in movable(state, side))} yet to move"
