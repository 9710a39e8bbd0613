"""Smoke that elements make themselves: turret dischargers, grenades, candles (pw:11.1.3, pw:11.8 to pw:11.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.event import Event
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Grade, Kind
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.smoke import clouds
from core.panzerwar.smoke.events import CandlesLit, SmokeLaid
from core.panzerwar.state import WarState
from core.plane import Path, Point, in_arc, offset

#: Half the arc of fixed dischargers, in headings (pw:11.9.3), and whose turn all round (pw:11.9.4).
_FIXED, _ALL_ROUND = 3, "German"
#: Of two puffs the second lies half a puff nearer, so that both are in range and neither on the vehicle.
_BEHIND: Final = 12.5
#: How far men throw a smoke grenade, in GSU: as far as they fight hand to hand.
_THROW: Final = 25.0
#: Squads that have smoke grenades, besides elite ones, by what their cards are called.
_ENGINEERS: Final = ("engineer", "pioneer", "sapper")
#: Share of the allowance that a vehicle goes at most in the turn in which it lights its candles (pw:11.10.4).
FIRST_TURN: Final = 0.25
#: GSU from one puff of a wake to the next.
_NEXT: Final = 25.0


def _card(state: WarState, element: Element) -> Vehicle | None:
    return state.cards.vehicles.get(element.card) if element.kind is Kind.VEHICLE else None


# -- turret dischargers ----------------------------------------------------------------------------


def discharge_refusal(state: WarState, element: Element, bearing: float, puffs: int) -> Refusal | None:
    """Why a vehicle may not fire dischargers on a bearing: it has none, has fired them, or they do not point there
    (pw:11.8, pw:11.8.1, pw:11.9.3, pw:11.9.4). In which segment is for combat to say: when it may fire its gun."""
    card = _card(state, element)
    if card is None or not card.smoke_dischargers:
        return Refusal("it has no smoke dischargers", "pw:11.8")
    left = round(state.charts.number("discharger-puffs")) - state.smoke.puffs.get(element.id, 0)
    if puffs > left:
        return Refusal("its smoke dischargers are empty" if not left else "only one is left", "pw:11.8.1")
    front = element.turret if element.turret is not None else element.heading
    if card.nation != _ALL_ROUND and not in_arc(front, _FIXED, bearing):
        return Refusal("its dischargers are fixed to the front of the turret", "pw:11.9.3")
    return None


def discharge(state: WarState, element: Element, bearing: float, puffs: int, segment: int) -> Iterator[Event]:
    """One or two puffs of fast-acting sketchy smoke at 30, one behind the other (pw:11.8, pw:11.8.1, pw:11.9.2,
    pw:11.9.5)."""
    away = state.charts.number("discharger-range")
    points = [offset(element.where, bearing, away - _BEHIND * number) for number in range(puffs)]
    yield _laid(state, element, Source.DISCHARGER, points, segment, state.smoke.puffs.get(element.id, 0) + puffs)


# -- grenades --------------------------------------------------------------------------------------


def grenade_refusal(state: WarState, element: Element, at: Point) -> Refusal | None:
    """Why a squad may not make a puff by grenades: engineers and elite squads do, once in a game (pw:11.1.3)."""
    squad = element.kind is Kind.SQUAD
    if not squad or not (element.grade is Grade.ELITE or any(word in element.card for word in _ENGINEERS)):
        return Refusal("only engineers and elite squads have smoke grenades", "pw:11.1.3")
    if state.smoke.puffs.get(element.id):
        return Refusal("it has thrown its smoke grenades", "pw:11.1.3")
    if (at.x - element.where.x) ** 2 + (at.y - element.where.y) ** 2 > (10 * _THROW) ** 2:
        return Refusal(f"grenades are thrown no further than {_THROW:g}", "pw:11.1.3")
    return None


def throw(state: WarState, element: Element, at: Point, segment: int) -> Iterator[Event]:
    """One puff of sketchy smoke, of the only grenades of the game (pw:11.1.3)."""
    yield _laid(state, element, Source.GRENADE, [at], segment, 1)


# -- candles ---------------------------------------------------------------------------------------


def candles_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why a vehicle may not light its candles now: it must not have moved last turn, and does it once (pw:11.10,
    pw:11.10.4, pw:11.10.6)."""
    card = _card(state, element)
    if card is None or not card.smoke_candles:
        return Refusal("it has no smoke candles", "pw:11.10")
    if element.id in state.smoke.lit:
        return Refusal("its candles have been lit before", "pw:11.10.6")
    if element.travel.last is not Motion.STATIONARY:
        return Refusal("candles are lit after a turn without moving", "pw:11.10.4")
    return None


def light(state: WarState, element: Element) -> Iterator[Event]:
    """Its crew lights them, exposed; they burn for six turns and cannot be stopped (pw:11.10.4, pw:11.10.6)."""
    yield CandlesLit(side=element.side, element=element.id)


def exposed(state: WarState, element: Element) -> bool:
    """Whether its crew lights candles this turn, so that it counts as unbuttoned (pw:11.10.4)."""
    return state.smoke.lit.get(element.id) == state.turn


def smoking(state: WarState, element: Element) -> bool:
    """Whether its candles burn this turn (pw:11.10.4)."""
    lit = state.smoke.lit.get(element.id)
    return lit is not None and lit <= state.turn < lit + state.charts.number("candle-turns")


def wake(state: WarState, element: Element, path: Path) -> Iterator[Event]:
    """What its burning candles leave along the way that it has gone: a puff every 25, effective at once (pw:11.10.1,
    pw:11.10.3); nothing beyond 300 in a turn. In a strong wind it is gone with the turn (pw:11.6.2)."""
    if not smoking(state, element):
        return
    if not 0 < path.length <= state.charts.number("candle-most"):
        return
    points = [path.at(_NEXT * number) for number in range(int(path.length / _NEXT) + 1)]
    yield _laid(state, element, Source.CANDLES, points, 0)


def stands(state: WarState, element: Element) -> Iterator[Event]:
    """What the burning candles of a vehicle make that has stood all turn: one puff of sketchy smoke; where it stood
    last turn too, it drifts (pw:11.10.5)."""
    if not smoking(state, element) or element.travel.motion is not Motion.STATIONARY:
        return
    here = element.where
    before = next((c for c in state.smoke.clouds.values() if c.source is Source.POT and c.puffs[0] == here), None)
    if before is None:
        yield _laid(state, element, Source.POT, [here], 0)
    elif before.fed != state.turn:
        cloud = clouds.fed(state, before, Source.POT, 0)
        yield SmokeLaid(side=element.side, element=element.id, clouds=(cloud,))


def _laid(
    state: WarState, element: Element, source: Source, points: list[Point], segment: int, puffs: int = 0
) -> SmokeLaid:
    at = (tuple(points),) if source is Source.CANDLES else tuple((point,) for point in points)
    laid = tuple(clouds.new(state, source, one, segment) for one in at)
    return SmokeLaid(side=element.side, element=element.id, clouds=clouds.numbered(state, laid), puffs=puffs)
