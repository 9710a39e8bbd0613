"""Building overruns: the hex, then vehicle by vehicle from where it drives in (pb:PB-OVR-B).

Picks: ``overrun:HEX`` and vehicles as ``UNIT/HEX`` from which they drive in, with ``/jump`` for their riders; or the
vehicle first, ``run:UNIT``, and ``HEX/HEX``, the target and from where, before the vehicles that drive with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
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
from core.panzerblitz.fire.results import hurt
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.movement.move import Way, left
from core.panzerblitz.movement.reach import Reach, reach
from core.panzerblitz.pieces.options import PANZERBLITZ_ASSAULT
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.remembered import remembered

#: No hex costs less off the road than a town, in HALVES of movement points (pb:PB-TEC-TOWN).
LEAST = 1
#: The rule by which an overrun is too weak, which more vehicles may mend.
TOO_WEAK = "pb:PB-COMBAT-A"
#: The heading of the overruns in a menu.
OVERRUN = "Overrun"


def overruns(state: BlitzState, side: SideId) -> Iterator[Choice]:
    """The hexes that vehicles of a side could overrun now, and each vehicle that could overrun one."""
    able = [(u.hex, left(state, u.id)) for u in drivers(state, side) if u.hex is not None]
    runners: dict[UnitId, list[Hex]] = {}
    for hex_ in _targets(state, side):
        near = any(LEAST * distance(where, hex_) + LEAST <= most for where, most in able)
        if not near or not (units := driving(state, side, hex_)):
            continue
        there = elements(state, side, hex_)
        label = f"Overrun {hex_}: {listed(state, there)}"
        no = None if _strong(state, side, hex_, units) else Refusal(_too_weak(units), TOO_WEAK)
        yield Choice(f"overrun:{hex_}", label, "unit", hex_, there[0], group=OVERRUN, refusal=no)
        for unit in units if no is None else ():
            runners.setdefault(unit, []).append(hex_)
    for unit_id, hexes in runners.items():
        where, label = ", ".join(map(str, hexes)), f"{OVERRUN}: {state.name(unit_id)} ..."
        yield Choice(f"run:{unit_id}", label, "order", state.units[unit_id].hex, unit_id, where, group=OVERRUN)


def drivers(state: BlitzState, side: SideId) -> list[Unit]:
    """The vehicles of a side that may overrun now, be it that they could drive nowhere else."""
    return [u for u in state.of(side) if overrunner_refusal(state, u) is None]


def may_overrun(state: BlitzState, side: SideId) -> bool:
    """Whether all vehicles of a side that can drive through some enemies together are strong enough to overrun them."""
    if not drivers(state, side):
        return False
    return any(_strong(state, side, h, driving(state, side, h)) for h in _targets(state, side))


@remembered
def driving(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """The vehicles of a side that can drive through a hex now."""
    return tuple(u.id for u in drivers(state, side) if any(True for _ in entries(state, side, hex_, u)))


def _too_weak(units: tuple[UnitId, ...]) -> str:
    return "it is below 1-4" if len(units) == 1 else f"all {len(units)} together are below 1-4"


def _strong(state: BlitzState, side: SideId, hex_: Hex, units: tuple[UnitId, ...]) -> bool:
    try:
        overrun_terms(state, side, hex_, units)
    except IllegalOrder:
        return False
    return True


def in_reach(state: BlitzState, unit: Unit) -> tuple[Hex, ...]:
    """The hexes that one vehicle could overrun now, with others or alone."""
    if overrunner_refusal(state, unit) is not None:
        return ()
    hexes = _targets(state, unit.side)
    return tuple(hex_ for hex_ in hexes if any(True for _ in entries(state, unit.side, hex_, unit)))


def _targets(state: BlitzState, side: SideId) -> list[Hex]:
    """Hexes with enemies that could be overrun, had a vehicle the points for it."""
    hexes = {u.hex for u in state.of(state.situation.enemy(side)) if u.hex is not None}
    return [hex_ for hex_ in sorted(hexes) if target_refusal(state, side, hex_) is None]


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
            # Some ways lead nowhere on the far side, or are too far, which is sooner seen than what the unit can reach.
            through = sum(cost for _, cost in drive_through(state, unit, near, hex_))
            if LEAST * distance(unit.hex, near) + through > left(state, unit.id):
                continue
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


def _hex_first(partial: Partial) -> Partial:
    """Picks that began with a vehicle, as those that begin with the hex."""
    head, _, unit = partial[0].partition(":")
    if head != "run" or len(partial) < 2:
        return partial
    hex_, _, way = partial[1].partition("/")
    return (f"overrun:{hex_}", f"{unit}/{way}", *partial[2:])


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


def runs(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """Which vehicle drives through next, and from where; of a vehicle that is picked first, which hex."""
    head, _, first = partial[0].partition(":")
    if head == "run" and len(partial) == 1:
        unit = state.units[UnitId(first)]
        ways = [
            evolve(c, pick=f"{hex_}/{c.pick.partition('/')[2]}", label=f"overrun {hex_}")
            for hex_ in _targets(state, side)
            for c in _ways(state, side, hex_, (), unit)
        ]
        return Choices(f"{state.name(unit.id)}: overrun which hex, from where?", "pb:PB-OVR-B", tuple(ways))
    hex_, begun = runs_of(state, side, _hex_first(partial))
    taken = {r.unit for r in begun}
    others = (u for u in drivers(state, side) if u.id not in taken)
    options = [choice for unit in others for choice in _ways(state, side, hex_, begun, unit)]
    complete = bool(begun) and _stands(state, side, Overrun(hex=hex_, runs=begun)) is None
    return Choices(f"Overrun {hex_}: which vehicle, from where?", "pb:PB-OVR-B", tuple(options), complete=complete)


def _ways(state: BlitzState, side: SideId, hex_: Hex, begun: tuple[Run, ...], unit: Unit) -> Iterator[Choice]:
    """The ways through a hex of one vehicle beside those that are picked."""
    for run in entries(state, side, hex_, unit):
        yield _run_choice(state, side, hex_, (*begun, run), unit)
        if state.has(PANZERBLITZ_ASSAULT) and state.passenger(unit.id) is not None:
            jump = Run(run.unit, run.path, True)
            no = _stands(state, side, Overrun(hex=hex_, runs=(*begun, jump)))
            if no is None or no.rule == TOO_WEAK:
                yield _run_choice(state, side, hex_, (*begun, jump), unit)


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
        odds = hurt(state, (terms,))
    elif refusal.rule == TOO_WEAK and _strong(state, side, hex_, driving(state, side, hex_)):
        refusal = None
    name = state.name(unit.id)
    return Choice(f"{unit.id}/{where}{jump}", name, "unit", where, unit.id, cost, odds, refusal, irreversible=True)


def _stands(state: BlitzState, side: SideId, order: Overrun) -> Refusal | None:
    try:
        check_overrun(state, side, order)
    except IllegalOrder as error:
        return Refusal(error.reason, error.rule)
    return None


def overrun_order(state: BlitzState, side: SideId, partial: Partial) -> Overrun | None:
    """The order of a complete partial; None if it is not complete."""
    if len(partial) < 2:
        return None
    hex_, vehicles = runs_of(state, side, _hex_first(partial))
    return Overrun(hex=hex_, runs=vehicles)
