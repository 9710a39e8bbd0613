"""Spreading the hits of a Quick, Rapid or Fast weapon over several vehicles (na:6.5.2.1c)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.ap.events import HitsSpread
from core.panzer.ap.orders import SpreadHits
from core.panzer.ap.reach import refusal
from core.panzer.ap.terms import ap_terms
from core.panzer.firing.aim import hidden_moving
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.firing import QuestionKind, Shot
from core.panzer.state import PanzerState


def spread_range(state: PanzerState, shooter: UnitId) -> int:
    """How far from the original target hits may go, in hexes: the Command Range of the shooter's own Unit Grade."""
    return state.advanced.command_range[unit_grade(state, shooter)]


def others(
    state: PanzerState, shot: Shot, scored: ScoredHits, *, overwatch: bool, show: bool = False
) -> tuple[UnitId, ...]:
    """The other vehicles that hits beyond the first may be assigned to, as far as is known of them.

    Each is a legal target itself, near enough to the original one, and no harder to hit. show: leave out those that
    would be too hard to hit if a hidden MOVE or SHORT HALT were shown (na:4.4.3.2.2b).
    """
    if not state.edition.hits_spread:
        return ()
    first = state.units[shot.target].hex
    reach = spread_range(state, shot.shooter)
    found: list[UnitId] = []
    for unit in state.units.values():
        if unit.id == shot.target or unit.hex is None or first is None or distance(first, unit.hex) > reach:
            continue
        at_it = Shot(shot.shooter, unit.id, shot.weapon, scored.ammo, shot.dual)
        if refusal(state, at_it, overwatch=overwatch) is None:
            moving = True if show and hidden_moving(state, unit) else None
            terms = ap_terms(state, at_it, overwatch=overwatch, moving=moving, short=scored.short)
            if terms.hit_number >= scored.hit_number:
                found.append(unit.id)
    return tuple(found)


def may_hide(state: PanzerState, shot: Shot, scored: ScoredHits, *, overwatch: bool) -> tuple[UnitId, ...]:
    """Other vehicles that showing a hidden command would put out of reach of the hits, not yet asked about."""
    reached = others(state, shot, scored, overwatch=overwatch)
    still = others(state, shot, scored, overwatch=overwatch, show=True)
    return tuple(u for u in reached if u not in still and u not in scored.asked)


def check_spread(state: PanzerState, side: SideId, order: SpreadHits) -> None:
    """The shooter's side, when asked: every hit beyond the first at the original target or one of the others."""
    question, scored = state.question, state.fire.scored
    if question is None or scored is None or question.kind is not QuestionKind.SPREAD_HITS or question.side != side:
        raise IllegalOrder("there are no hits to assign", "na:6.5.2.1c")
    more = len(scored.hits) - 1
    if len(order.targets) != more:
        raise IllegalOrder(f"{more} hits beyond the first are to be assigned, not {len(order.targets)}", "na:6.5.2.1c")
    able = (question.shot.target, *others(state, question.shot, scored, overwatch=state.fire.announced_overwatch))
    for target in order.targets:
        if target not in able:
            names = ", ".join(state.name(u) for u in able)
            raise IllegalOrder(f"{target} may not be hit by this shot; hits may go to {names}", "na:6.5.2.1c")


def spread(state: PanzerState, side: SideId, order: SpreadHits, dice: Dice) -> Iterator[Event]:
    """Assign the hits, before any of them is located (na:6.5.2.1c)."""
    if state.question is not None:
        shot = state.question.shot
        yield HitsSpread(side=side, shooter=shot.shooter, targets=(shot.target, *order.targets))
