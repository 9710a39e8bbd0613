"""Building moves: the unit, then where it goes; loading, unloading, overruns.

Picks: ``move:UNIT`` then ``to:HEX``, ``slow:HEX`` (not at road rate), ``in:HEX`` (into the fortification), ``in`` or
``out`` where it stands, ``leave:HEX``; ``load:CARRIER`` and a unit; ``unload:CARRIER``, ``unload-in:CARRIER``;
``overrun:HEX`` and vehicles as ``UNIT/HEX`` from which they drive in, with ``/jump`` for their riders.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.close.overrun import (
    check_overrun,
    drive_through,
    halftrack_refusal,
    leg_along,
    overrun_terms,
    overrunner_refusal,
    target_refusal,
)
from core.panzerblitz.face.counters import listed
from core.panzerblitz.fire.results import loss_chance
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.ground.stacking import enemies_in_way, may_occupy
from core.panzerblitz.ground.terrain import ways
from core.panzerblitz.movement.move import Reach, Way, allowance, follow, leave_cost, left, move_refusal, points, reach
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.movement.over_stacking import end_refusal, finish_refusal
from core.panzerblitz.movement.step import exit_at, is_legal, may_leave, movable, moving, operable
from core.panzerblitz.movement.transport import load_refusal, unload_refusal
from core.panzerblitz.pieces.options import PANZERBLITZ_ASSAULT
from core.panzerblitz.sequence import SET_UP, Kind, kind_of
from core.panzerblitz.state import BlitzState, Unit

RULE = "pb:PB-MOVE-C"


def move_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What may be picked next in a step of movement."""
    if not partial:
        return _kinds(state, side)
    head, _, value = partial[0].partition(":")
    if head == "move":
        return _where(state, side, partial)
    if head == "load" and len(partial) == 1:
        return _passengers(state, UnitId(value))
    if head == "overrun":
        return _runs(state, side, partial)
    return Choices("Movement", RULE, complete=True)


def _kinds(state: BlitzState, side: SideId) -> Choices:
    units = movable(state, side)
    overrunning = kind_of(state.step) in (Kind.VEHICLES, Kind.IMPULSE_D)
    # Rare and easily missed among so many moves: they come first.
    options = _overruns(state, side, units) if overrunning else []
    able = moving(state, side)
    options += [_unit_choice(state, unit, True) for unit in able]
    ids = {unit.id for unit in able}
    options += [_unit_choice(state, u, False) for u in state.of(side) if u.id not in ids and state.type(u.id).manned]
    options += loading_choices(state, units)
    no = finish_refusal(state, side)
    options.append(Choice("finish", "End the step", "done", refusal=no, key="E", irreversible=True))
    return Choices("Which unit moves?", "pb:PB-MOVE-A", tuple(options))


def _unit_choice(state: BlitzState, unit: Unit, able: bool) -> Choice:
    """A unit that can move, or why it cannot."""
    key = ("unit-choice", unit.id, able, state.step)
    found: Choice | None = state.recall(key)
    if found is None:
        where, why = "", None
        if able:
            where = "comes on" if unit.hex is None else f"{points(left(state, unit.id))} left"
        else:
            why = move_refusal(state, unit) or Refusal("nothing next to it can be entered with what it has left", RULE)
        found = Choice(f"move:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, where, refusal=why)
        state.keep(key, found, {unit.hex})
    return found


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
                options.append(Choice(f"unload:{unit.id}", label, "order", unit.hex))
            if unit.hex and state.fortification(unit.hex) and unload_refusal(state, unit.id, inside=True) is None:
                label = f"{name} unloads {state.name(passenger)} into the fortification"
                options.append(Choice(f"unload-in:{unit.id}", label, "order", unit.hex))
        elif any(True for _ in loadable(state, unit)):
            options.append(Choice(f"load:{unit.id}", f"{name} loads ...", "order", unit.hex))
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


def _passengers(state: BlitzState, carrier: UnitId) -> Choices:
    units = tuple(loadable(state, state.units[carrier]))
    options = tuple(Choice(u, state.name(u), "unit", state.units[u].hex, u) for u in units)
    return Choices(f"{state.name(carrier)}: load which unit?", "pb:PB-TRANS-A", options)


# -- where to --------------------------------------------------------------------------------------


def _where(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    unit = state.units[UnitId(partial[0].partition(":")[2])]
    if len(partial) > 1:
        return Choices(f"{state.name(unit.id)} moves", RULE, complete=True)
    total = points(allowance(state, unit.id))
    options: list[Choice] = []
    if unit.hex is not None:
        options += _in_place(state, side, unit)
    fast = reach(state, unit.id)
    for hex_ in sorted(fast.costs):
        if hex_ == unit.hex or enemies_in_way(state, side, hex_):
            continue
        cost = f"{points(fast.costs[hex_])} of {total}"
        refusal = end_refusal(state, unit.id, hex_)
        options.append(Choice(f"to:{hex_}", f"go to {hex_}", "hex", hex_, cost=cost, refusal=refusal))
        if may_occupy(state, hex_, side) is not None and end_refusal(state, unit.id, hex_, inside=True) is None:
            options.append(Choice(f"in:{hex_}", f"into the fortification in {hex_}", "option", hex_, cost=cost))
    options += _slow_choices(state, unit, total)
    options += _barred(state, unit, {c.hex for c in options if c.kind == "hex"})
    for hex_ in (*((unit.hex,) if unit.hex is not None else ()), *fast.costs) if may_leave(state, side) else ():
        if exit_at(state, side, hex_) is not None:
            made = Move(unit=unit.id, path=_path(fast, hex_), leave=True)
            if is_legal(state, side, made):
                spent = points(fast.costs.get(hex_, 0) + leave_cost(state, unit.id, hex_))
                options.append(
                    Choice(f"leave:{hex_}", f"leave the map from {hex_}", "option", hex_, cost=f"{spent} of {total}")
                )
    options.sort(key=lambda c: c.kind == "hex")
    return Choices(f"{state.name(unit.id)}: {points(left(state, unit.id))} of {total} left", RULE, tuple(options))


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


def _slow_choices(state: BlitzState, unit: Unit, total: str) -> Iterator[Choice]:
    """Hexes beside a unit without road rate, which leaves it Close Assault and overrun (pb:PB-CAT-I, pb:PB-OVR-B)."""
    if unit.hex is None:
        return
    for hex_ in sorted(e.to for e in ways(state.situation, state.type(unit.id).mover)[unit.hex] if e.road):
        cost = reach(state, unit.id, road=False).costs.get(hex_)
        if cost is None or enemies_in_way(state, unit.side, hex_) or end_refusal(state, unit.id, hex_) is not None:
            continue
        text = f"{points(cost)} of {total}"
        yield Choice(f"slow:{hex_}", f"go to {hex_}, not at road rate", "option", hex_, cost=text)


def _in_place(state: BlitzState, side: SideId, unit: Unit) -> list[Choice]:
    options = []
    if unit.hex is None or state.fortification(unit.hex) is None:
        return []
    order = Move(unit=unit.id, inside=not unit.inside)
    pick, label = ("out", "on top of the fortification") if unit.inside else ("in", "into the fortification")
    if is_legal(state, side, order):
        options.append(Choice(pick, label, "option", unit.hex, cost="0"))
    return options


# -- overruns --------------------------------------------------------------------------------------


def _overruns(state: BlitzState, side: SideId, units: tuple[Unit, ...]) -> list[Choice]:
    able = [(u, u.hex, left(state, u.id)) for u in units if u.hex is not None and overrunner_refusal(state, u) is None]
    hexes = {u.hex for u in state.of(state.situation.enemy(side)) if u.hex is not None}
    options = []
    for hex_ in sorted(hexes):
        near = [u for u, where, most in able if 2 * distance(where, hex_) + 2 <= most]
        if not near or target_refusal(state, side, hex_) is not None:
            continue
        if not any(True for u in near for _ in entries(state, side, hex_, u)):
            continue
        there = elements(state, side, hex_)
        options.append(Choice(f"overrun:{hex_}", f"Overrun {hex_}: {listed(state, there)}", "unit", hex_, there[0]))
    return options


def entries(state: BlitzState, side: SideId, hex_: Hex, unit: Unit) -> Iterator[Run]:
    """The ways in which a vehicle could drive through a hex, one for each hex that it can come from."""
    if unit.hex is None:
        return
    if overrunner_refusal(state, unit) is not None or halftrack_refusal(state, side, unit.id, hex_) is not None:
        return
    found: Reach | None = None
    for near in (h for h in hex_.neighbours() if h in state.board):
        if found is not None and near != unit.hex and near not in found.costs:
            continue
        try:
            # Some ways lead nowhere on the far side, which is sooner seen than what the unit can reach.
            drive_through(state, unit, near, hex_)
            found = found or reach(state, unit.id, road=False)
            if near == unit.hex or near in found.costs:
                way = Way(0, ()) if near == unit.hex else found.way(near)
                run = Run(unit.id, way.path)
                leg_along(state, hex_, run, way)
                yield run
        except IllegalOrder:
            continue


def _from(state: BlitzState, run: Run) -> Hex | None:
    return run.path[-1] if run.path else state.units[run.unit].hex


def runs_of(state: BlitzState, side: SideId, partial: Partial) -> tuple[Hex, tuple[Run, ...]]:
    """The target of an overrun begun and the vehicles picked. IllegalOrder if one has no way."""
    hex_ = state.board.hex(partial[0].partition(":")[2])
    runs = []
    for pick in partial[1:]:
        name, _, rest = pick.partition("/")
        where, _, jump = rest.partition("/")
        unit = state.units[UnitId(name)]
        way = next((r for r in entries(state, side, hex_, unit) if str(_from(state, r)) == where), None)
        if way is None:
            raise IllegalOrder(f"{state.name(unit.id)} has no way through {hex_} from {where}", "pb:PB-OVR-B")
        runs.append(Run(way.unit, way.path, jump == "jump"))
    return hex_, tuple(runs)


def _runs(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    hex_, runs = runs_of(state, side, partial)
    options = []
    taken = {r.unit for r in runs}
    for unit in movable(state, side):
        if unit.id in taken or unit.hex is None or overrunner_refusal(state, unit) is not None:
            continue
        for run in entries(state, side, hex_, unit):
            options.append(_run_choice(state, side, hex_, (*runs, run), unit))
            if state.has(PANZERBLITZ_ASSAULT) and state.passenger(unit.id) is not None:
                jump = Run(run.unit, run.path, True)
                if _stands(state, side, Overrun(hex=hex_, runs=(*runs, jump))) is None:
                    options.append(_run_choice(state, side, hex_, (*runs, jump), unit))
    complete = bool(runs) and _stands(state, side, Overrun(hex=hex_, runs=runs)) is None
    return Choices(f"Overrun {hex_}: which vehicle, from where?", "pb:PB-OVR-B", tuple(options), complete=complete)


def _run_choice(state: BlitzState, side: SideId, hex_: Hex, runs: tuple[Run, ...], unit: Unit) -> Choice:
    run = runs[-1]
    where = _from(state, run)
    jump = "/jump" if run.jump else ""
    way = f"from {where}{', its rider jumps off' if jump else ''}"
    refusal = _stands(state, side, Overrun(hex=hex_, runs=runs))
    cost, odds = way, None
    if refusal is None:
        terms = overrun_terms(state, side, hex_, tuple(r.unit for r in runs))
        cost = f"{way}, {terms.attack}:{terms.defense} = {terms.odds}"
        odds = sum(loss_chance(state, terms, terms.targets[0]))
    elif refusal.rule == "pb:PB-COMBAT-A":
        refusal = None
    name = state.name(unit.id)
    return Choice(f"{unit.id}/{where}{jump}", name, "unit", where, unit.id, cost, odds, refusal, irreversible=True)


def _stands(state: BlitzState, side: SideId, order: Overrun) -> Refusal | None:
    try:
        check_overrun(state, side, order)
    except IllegalOrder as error:
        return Refusal(error.reason, error.rule)
    return None


# -- orders ----------------------------------------------------------------------------------------


def move_order(state: BlitzState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, _, value = partial[0].partition(":")
    if head == "load" and len(partial) == 2:
        return Load(carrier=UnitId(value), passenger=UnitId(partial[1]))
    if head in ("unload", "unload-in"):
        return Unload(carrier=UnitId(value), inside=head == "unload-in")
    if head == "overrun" and len(partial) > 1:
        hex_, runs = runs_of(state, side, partial)
        return Overrun(hex=hex_, runs=runs)
    if head != "move" or len(partial) != 2:
        return None
    unit = UnitId(value)
    what, _, where = partial[1].partition(":")
    if what in ("in", "out") and not where:
        return Move(unit=unit, inside=what == "in")
    hex_ = state.board.hex(where)
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
