"""Leg and towed units, and others that move as they do: who they are and what they may be told (na:6.6.4, na:6.6.5).

For movement leg-type units are squads, half-squads, sections and towed units (na:6.6.4), in the miniatures edition
the first three alone (min:17.2.3); limbers go on legs, too (na:6.6.7), and leg units on motorcycles go as wheeled
vehicles (na:6.6.4.4).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.event import SideId
from core.hexes import Hex
from core.panzer.adjustment.full_cover import OPEN_WATER
from core.panzer.ground.burdens import burdened
from core.panzer.ground.costs import Crossing
from core.panzer.ground.going import BURDENED, BY_TRACTION, MANHANDLED, MOTORCYCLES, ON_FOOT, Going
from core.panzer.ground.water import swims
from core.panzer.ground.weights import breaks_ice, closed_bridges
from core.panzer.pieces.cards import Kind, LegCard, LegStep, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.pieces.works import WorkKind
from core.panzer.sight import spotting
from core.panzer.sight.long_guns import LONG_GUN
from core.panzer.state import PanzerState

_ON_FOOT_KINDS: Final = frozenset({Kind.TOWED, Kind.LIMBER})


def motorcycles(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit is a leg unit on motorcycles, which it never leaves (na:6.6.4.4).

    In the miniatures edition squads and half-squads, on bicycles too, which scenarios say in the same way
    (min:17.2.3.3).
    """
    member = state.scenario.by_id[unit.id]
    squads = state.edition.squads_alone_ride
    return member.motorcycle and not (squads and _size(member.card, unit) is LegStep.SECTION)


def _size(card: UnitCard, unit: Unit) -> LegStep | None:
    """The size of a leg unit; None of all others."""
    return (unit.size or card.largest) if isinstance(card, LegCard) else None


def crawls(state: PanzerState, unit: Unit) -> bool:
    """Whether a leg unit is in Full Cover, which it keeps if it moves: it crawls (na:6.6.4.3)."""
    return unit.full_cover and isinstance(state.card(unit.id), LegCard)


def walks(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit moves freely in any direction and pays for no turn: all on legs, guns pushed by their crews.

    Not motorcycle units, unless they crawl (na:5.5, na:6.6.4.1, na:6.6.4.4, na:6.6.5).
    """
    card = state.card(unit.id)
    if isinstance(card, LegCard):
        return not motorcycles(state, unit) or unit.full_cover
    return card.kind in _ON_FOOT_KINDS


def going(state: PanzerState, unit: Unit) -> Going:
    """How a unit goes over the ground. ValueError if it never does: aircraft and batteries.

    In the miniatures edition all change as many Heights at once (min:9.3.3), but guns that are pushed 1 inch none
    (min:17.2.4.1.6), and who takes a gun along keeps out of Wire (min:17.2.4.1.4).
    """
    card, limit = state.card(unit.id), state.edition.heights_in_a_hex
    own = weighed(state, card, _going(state, unit))
    if limit is None:
        return own
    return _limited(own, 0 if isinstance(card, TowedCard) and card.move < limit else limit)


@lru_cache(maxsize=256)
def _limited(going: Going, heights: int) -> Going:
    return evolve(going, heights=heights)


@lru_cache(maxsize=16)
def _with_long_gun(going: Going) -> Going:
    return evolve(going, long_gun=True)


@lru_cache(maxsize=16)
def _kept_out_of_wire(going: Going) -> Going:
    return evolve(going, name="vehicles with a gun in tow", bars=going.bars | {WorkKind.WIRE.value})


@lru_cache(maxsize=16)
def _swimming(going: Going) -> Going:
    return evolve(going, swims=True)


def afloat_too(state: PanzerState, card: UnitCard, going: Going) -> Going:
    """How a vehicle that tows nothing goes: an amphibious one through water, too (or:7.34)."""
    return _swimming(going) if swims(state, card) else going


def _tows(state: PanzerState, vehicle: Unit) -> bool:
    """Whether a vehicle tows or carries a towed unit, with which it does not go into water (or:7.34)."""
    carried = (u for u in state.carried if u.carrier == vehicle.id and u.presence is Presence.CARRIED)
    return any(isinstance(state.card(u.id), TowedCard) for u in carried)


def weighed(state: PanzerState, card: UnitCard, going: Going) -> Going:
    """How a unit goes over the ground where its Weight counts (or:7.32)."""
    closed, breaks = closed_bridges(state.scenario, card), breaks_ice(state.scenario, card)
    return _weighed(going, closed, breaks) if closed or breaks else going


@lru_cache(maxsize=64)
def _weighed(going: Going, closed: frozenset[Hex], breaks: bool) -> Going:
    return evolve(going, closed_bridges=closed, breaks_ice=breaks)


def long_gun_astray(state: PanzerState, unit: Unit, card: VehicleCard) -> bool:
    """Whether a vehicle has a long gun that points neither ahead nor astern (or:7.20, min:20.12, min:20.12.1)."""
    astern = state.turrets.positions // 2
    return state.has(Switch.LONG_GUNS) and LONG_GUN in card.notations and unit.turret not in (0, astern)


def _going(state: PanzerState, unit: Unit) -> Going:
    card = state.card(unit.id)
    if isinstance(card, VehicleCard):
        going = BY_TRACTION[card.traction]
        going = _with_long_gun(going) if long_gun_astray(state, unit, card) else going
        if state.edition.guns_keep_out_of_wire and _tows(state, unit):
            return _kept_out_of_wire(going)
        return going if not swims(state, card) or _tows(state, unit) else afloat_too(state, card, going)
    if isinstance(card, TowedCard):
        return MANHANDLED
    if not isinstance(card, LegCard):
        raise ValueError(f"{unit.id} does not move on the map")
    if motorcycles(state, unit):
        return MOTORCYCLES
    return BURDENED if burdened(state, unit) else ON_FOOT


# -- what may be asked of them -----------------------------------------------------------------------


def quickmarch_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit may not quickmarch: who, and in what condition (na:6.6.4.2); None if it may, where the way is."""
    card, name = state.card(unit.id), state.name(unit.id)
    if not isinstance(card, LegCard) or motorcycles(state, unit):
        return Refusal(f"{name} is no leg unit on foot; only those quickmarch", "na:6.6.4.2")
    squads = state.edition.squads_quickmarch
    if squads and (unit.size or card.largest) is LegStep.SECTION:
        return Refusal(f"{name} is a section; only squads and half-squads quickmarch", "min:17.2.3.2")
    if burdened(state, unit) or not card.move[1]:
        return Refusal(f"{name} has attached weapons, with which a section does not quickmarch", "na:6.6.4.2")
    if state.has(Switch.CAUTIOUS_MOVEMENT):
        rule = "min:20.13.2" if state.edition.optional.all_cautious else "or:7.36.2"
        return Refusal("nobody quickmarches where movement is cautious", rule)
    if unit.suppressed:
        return Refusal(f"{name} is Suppressed and does not quickmarch", "na:6.6.4.2")
    if unit.morale is not None and (unit.broken or not squads):
        return Refusal(f"{name} has {unit.morale.value} and does not quickmarch", "or:7.1.5")
    if state.combats.advance_of(unit.id) is not None:
        return Refusal(f"{name} has made an Advancing Attack, into which nobody quickmarches", "na:6.6.4.2")
    if unit.full_cover:
        return Refusal(f"{name} is in Full Cover, where it can only crawl", "na:6.6.4.3")
    if unit.command not in (None, Command.MOVE):
        return Refusal(f"{name} needs a MOVE command to quickmarch", "na:6.6.4.2")
    return None


def crawl_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit in Full Cover may not crawl (na:6.6.4.3, na:6.1.4.2c); None if it may, or if it is in none."""
    name = state.name(unit.id)
    if not unit.full_cover:
        return None
    if isinstance(state.card(unit.id), TowedCard):
        return Refusal(f"{name} is in Full Cover, where towed units do not move", "na:6.1.4.2c")
    if burdened(state, unit):
        return Refusal(f"{name} has attached weapons, with which a section does not crawl", "na:6.6.4.3")
    if unit.suppressed:
        return Refusal(f"{name} is Suppressed and does not crawl in Full Cover", "na:6.6.4.3")
    if unit.command is Command.SHORT_HALT:
        return Refusal(f"{name} has a SHORT HALT, with which nobody crawls", "na:6.6.4.3")
    return None


def crawling_refusal(state: PanzerState, side: SideId, way: Crossing, target: Hex) -> Refusal | None:
    """No other elevation, no hex without Full Cover, none beside an opposing unit that a friend has spotted; None if
    a unit of a side crawls into a hex by this way (na:6.6.4.3, na:6.1.4.2a).
    """
    if way.heights:
        return Refusal(f"{target} lies higher or lower; who crawls changes no elevation", "na:6.6.4.3")
    cell = state.board.cells[target]
    if cell.terrain in OPEN_WATER:
        where = state.tables.terrain[cell.terrain].name
        return Refusal(f"{target} is a {where} hex, where there is no Full Cover to keep", "na:6.1.4.2a")
    around = (target, *target.neighbours())
    for other in state.units.values():
        if other.side == side or not other.on_map or other.bailed_out or other.hex not in around:
            continue
        if any(u.side == side and spotting.spots(state, u.id, other.id) for u in state.units.values()):
            text = f"{target} is adjacent to {state.name(other.id)}, which has been spotted; nobody crawls there"
            return Refusal(text, "na:6.6.4.3")
    return None
