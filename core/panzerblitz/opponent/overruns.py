"""Overruns by as many vehicles as pay, weighed against what they risk where they come out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzerblitz.close.choices_overrun import LEAST
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.close.overrun import check_overrun, leg, overrun_terms, overrunner_refusal, target_refusal
from core.panzerblitz.ground.terrain import is_in
from core.panzerblitz.movement.move import left
from core.panzerblitz.movement.reach import Reach, reach
from core.panzerblitz.opponent.danger import Danger
from core.panzerblitz.opponent.ground import enemy_hexes
from core.panzerblitz.opponent.worth import gain, worth
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState

#: HALVES of movement points for a hex that is no town, at the least.
CLEAR = 2
#: Vehicles tried in one overrun.
MOST = 5


def best_overrun(state: BlitzState, side: SideId, danger: Danger, able: list[Unit]) -> Order | None:
    """The best overrun that vehicles which have not moved can make, if one pays."""
    if kind_of(state.step) not in (Kind.VEHICLES, Kind.IMPULSE_D):
        return None
    able = [u for u in able if not u.spent and state.passenger(u.id) is None and overrunner_refusal(state, u) is None]
    able.sort(key=lambda u: (-state.type(u.id).attack, u.id))
    ways: dict[UnitId, Reach] = {}
    best: tuple[float, Overrun] | None = None
    for hex_ in sorted(enemy_hexes(state, side)):
        if target_refusal(state, side, hex_) is not None:
            continue
        near = [u for u in able if u.hex is not None and _near(state.situation, u.hex, hex_, left(state, u.id))]
        if not near or _gain(state, side, hex_, near[:MOST]) < state.temper.overrun:
            continue
        found = _together(state, side, hex_, near, danger, ways)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return best[1] if best is not None and best[0] >= state.temper.overrun else None


@lru_cache(maxsize=1 << 16)
def _near(situation: Situation, where: Hex, target: Hex, most: int) -> bool:
    """Whether a vehicle could come out behind a hex with so many HALVES, had it towns all the way that are about."""
    far = distance(where, target) + 1
    saved = CLEAR * far - most
    if saved <= 0 or LEAST * far > most:
        return saved <= 0
    return saved <= sum(distance(where, h) + distance(h, target) <= most for h in _towns(situation))


@lru_cache(maxsize=32)
def _towns(situation: Situation) -> tuple[Hex, ...]:
    """The hexes that may cost half of what others cost (pb:PB-TEC-TOWN)."""
    return tuple(hex_ for hex_, cell in situation.board.cells.items() if is_in(cell, "town"))


def _gain(state: BlitzState, side: SideId, hex_: Hex, units: list[Unit]) -> float:
    try:
        return gain(state, overrun_terms(state, side, hex_, tuple(u.id for u in units)))
    except IllegalOrder:
        return 0.0


def _together(
    state: BlitzState, side: SideId, hex_: Hex, near: list[Unit], danger: Danger, ways: dict[UnitId, Reach]
) -> tuple[float, Overrun] | None:
    """Vehicles join, the strongest first, as long as each makes the overrun better."""
    best: tuple[float, Overrun] | None = None
    runs: tuple[Run, ...] = ()
    joined: list[Unit] = []
    risked = 0.0
    for unit in near:
        if len(runs) == MOST:
            break
        chosen = _run(state, side, hex_, unit, runs, danger, ways)
        if chosen is None:
            continue
        run, risk = chosen
        value = _gain(state, side, hex_, [*joined, unit]) - state.temper.overrun_care * (risked + risk)
        if best is not None and value <= best[0]:
            continue
        runs, joined, risked = (*runs, run), [*joined, unit], risked + risk
        order = Overrun(hex=hex_, runs=runs)
        if _legal(state, side, order):
            best = value, order
    return best


def balance(state: BlitzState, side: SideId, danger: Danger, order: Overrun) -> tuple[float, float]:
    """What an overrun is expected to win, and what its vehicles risk more where they come out than where they are."""
    risked = 0.0
    for run in order.runs:
        here = state.units[run.unit].hex
        if here is not None:
            out = danger.risk(state, run.unit, leg(state, side, order.hex, run).exit)
            risked += worth(state, run.unit) * max(0.0, out - danger.risk(state, run.unit, here))
    return _gain(
        state, side, order.hex, [state.units[run.unit] for run in order.runs]
    ), state.temper.overrun_care * risked


def _legal(state: BlitzState, side: SideId, order: Overrun) -> bool:
    try:
        check_overrun(state, side, order)
    except IllegalOrder:
        return False
    return True


def _run(
    state: BlitzState,
    side: SideId,
    hex_: Hex,
    unit: Unit,
    runs: tuple[Run, ...],
    danger: Danger,
    ways: dict[UnitId, Reach],
) -> tuple[Run, float] | None:
    """The way through a hex that ends with the least risk, and what is risked there more than here."""
    best: tuple[float, Run] | None = None
    for run, out in _entries(state, side, hex_, unit, ways):
        risk = danger.risk(state, unit.id, out)
        if best is not None and risk >= best[0]:
            continue
        if not runs or _room(state, side, hex_, (*runs, run)):
            best = risk, run
    if best is None or unit.hex is None:
        return None
    return best[1], worth(state, unit.id) * max(0.0, best[0] - danger.risk(state, unit.id, unit.hex))


def _room(state: BlitzState, side: SideId, hex_: Hex, runs: tuple[Run, ...]) -> bool:
    try:
        check_overrun(state, side, Overrun(hex=hex_, runs=runs))
    except IllegalOrder as error:
        return error.rule == "pb:PB-COMBAT-A"
    return True


def _entries(
    state: BlitzState, side: SideId, hex_: Hex, unit: Unit, ways: dict[UnitId, Reach]
) -> Iterator[tuple[Run, Hex]]:
    """The ways through a hex, one for each side it can be entered by, with where each comes out."""
    found = ways.get(unit.id)
    if found is None:
        found = ways[unit.id] = reach(state, unit.id, road=False)
    for near in hex_.neighbours():
        if near != unit.hex and near not in found.costs:
            continue
        run = Run(unit.id, () if near == unit.hex else found.way(near).path)
        try:
            yield run, leg(state, side, hex_, run).exit
        except IllegalOrder:
            continue
