"""Shots of all kinds: AP of the Basic and of the Advanced Game, and GP, each by the chapter that owns it.

Who may fire AP is in `ap_reach` and what modifies it in `ap_modifiers`, for both games; what comes of it is in
`ap_fire` for the Basic Game (na:4.4.3), in `ap_advanced` and `ap_shots` for the Advanced (na:6.5.2). GP fire is in
`gp_fire` (na:6.5.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, UnitId
from core.panzer.ap import basic, basic_odds, reach
from core.panzer.ap import odds as ap_odds
from core.panzer.ap import shot as ap_shot
from core.panzer.ap import terms as ap_terms
from core.panzer.firing.events import QuestionAsked
from core.panzer.gp import fire
from core.panzer.gp.attack import suppressed_beside
from core.panzer.gp.bail_out import bail_out
from core.panzer.pieces.firing import Question, QuestionKind, Shot
from core.panzer.pieces.modules import Module
from core.panzer.pieces.results import CAUSES, Cause, Result
from core.panzer.state import PanzerState

GP: Final = "GP"


@frozen
class Prospect:
    """What a shot promises: the chance that it harms its target at all, and that it puts it out of action."""

    harm: float
    kill: float


def is_advanced(state: PanzerState) -> bool:
    """Whether AP fire is that of the Advanced Game."""
    return state.has(Module.ADVANCED_AP)


# -- who may fire at whom ------------------------------------------------------------------------


def possible(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[Shot, ...]:
    """Every weapon and ammunition with which a unit may fire at a target now, AP first."""
    shots = reach.possible(state, shooter, target, overwatch=overwatch)
    if state.has(Module.GP_FIRE):
        shots += fire.possible(state, shooter, target, overwatch=overwatch)
    return shots


def reaching(state: PanzerState, shooter: UnitId, target: UnitId) -> tuple[Shot, ...]:
    """As `possible`, by weapons, places and facings alone, whoever has spotted or fired (na:4.2.1e)."""
    shots = reach.reaching(state, state.units[shooter], state.units[target])
    if state.has(Module.GP_FIRE):
        shots += fire.reaching(state, shooter, target)
    return shots


def has_weapon(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has anything to fire with in the modules that are on (na:4.2.1e)."""
    if state.has(Module.GP_FIRE) and fire.has_gp(state, unit):
        return True
    return reach.has_ap(state, unit)


def refusal(state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
    """Why a shot is not allowed now; None if it is."""
    if shot.ammo == GP:
        return fire.refusal(state, shot, overwatch=overwatch)
    return reach.refusal(state, shot, overwatch=overwatch)


# -- resolution ----------------------------------------------------------------------------------


def resolve(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """Resolve the first announced shot, or ask what must be known before."""
    if shot.ammo == GP:
        return fire.resolve(state, shot, dice)
    if is_advanced(state):
        return ap_shot.resolve(state, shot, dice)
    return _resolve_basic(state, shot, dice)


def _resolve_basic(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """AP fire of the Basic Game; the owner may choose between the aspects (na:4.4.3.2.4)."""
    target = state.units[shot.target]
    terms = basic.shot_terms(state, shot, overwatch=state.announced_overwatch)
    aspect = state.aspect or terms.thicker
    asks = state.standing(target.side).aspect == "ask"
    if state.aspect is None and len(terms.aspects) > 1 and asks and terms.hit_number:
        yield QuestionAsked(question=Question(QuestionKind.ASPECT, target.side, target.id, shot))
        return
    event = basic.resolve_shot(state, terms, aspect, dice)
    yield event
    if state.scenario.modules and event.result in CAUSES:
        cause = Cause.KNOCKED_OUT if event.second_damage else CAUSES[event.result]
        if cause is Cause.BREW_UP and state.has(Module.GP_FIRE):
            yield from suppressed_beside(state, target.id)
        yield from bail_out(state, target.id, (cause,), dice)


# -- chances -------------------------------------------------------------------------------------


def chance(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """The chance that a shot harms its target; of a GP shot, that it has any effect."""
    if shot.ammo == GP:
        return fire.chance(state, shot, overwatch=overwatch)
    return prospect(state, shot, overwatch=overwatch).harm


def prospect(state: PanzerState, shot: Shot, *, overwatch: bool) -> Prospect:
    """What a shot promises, by its real resolution."""
    if shot.ammo == GP:
        return Prospect(*fire.promise(state, shot, overwatch=overwatch))
    if is_advanced(state):
        odds = ap_odds.shot_odds(state, shot, overwatch=overwatch)
        return Prospect(sum(odds.get(n, 0.0) for n in ap_odds.HARM), sum(odds.get(n, 0.0) for n in ap_odds.LOST))
    odds = basic_odds.shot_odds(state, basic.shot_terms(state, shot, overwatch=overwatch))
    kill = sum(odds.get(name, 0.0) for name in basic_odds.LOST)
    return Prospect(kill + odds.get(Result.DAMAGE, 0.0), kill)


def chance_of_any(state: PanzerState, shots: Sequence[Shot], *, overwatch: bool) -> float:
    """The chance that one of several shots at one target harms it; AP and GP shots are taken as independent."""
    ap = [shot for shot in shots if shot.ammo != GP]
    spared = 1.0
    for shot in shots:
        if shot.ammo == GP:
            spared *= 1 - fire.chance(state, shot, overwatch=overwatch)
    if ap and is_advanced(state):
        spared *= ap_odds.batch_odds(state, ap, overwatch=overwatch)[Result.UNTOUCHED]
    elif ap:
        terms = [basic.shot_terms(state, shot, overwatch=overwatch) for shot in ap]
        spared *= basic_odds.batch_odds(state, terms)[Result.UNTOUCHED]
    return 1 - spared


# -- words ---------------------------------------------------------------------------------------


def label(state: PanzerState, shot: Shot, *, overwatch: bool) -> str:
    """A shot in a menu: who, with what, at which range, and the number it needs."""
    if shot.ammo == GP:
        return fire.label(state, shot, overwatch=overwatch)
    name = state.name(shot.shooter)
    if is_advanced(state):
        return f"{name}: {ap_terms.in_words(ap_terms.ap_terms(state, shot, overwatch=overwatch))}"
    terms = basic.shot_terms(state, shot, overwatch=overwatch)
    weapon = terms.weapon.weapon.name
    return f"{name}: {weapon}, range {terms.range} {terms.factor.name}, hits on {terms.hit_number}"


def pick_of(shot: Shot) -> str:
    """A shot as it is picked at its target: "unit/weapon", with its ammunition unless that is AP."""
    return f"{shot.shooter}/{shot.weapon}" + ("" if shot.ammo == reach.BASIC else f"/{shot.ammo}")


def picked(pick: str, target: UnitId) -> Shot:
    """The shot that a pick such as "g1/0/APCR" names; at another target with "@" behind it (na:5.14b)."""
    pick, _, other = pick.partition("@")
    shooter, _, rest = pick.partition("/")
    weapon, _, ammo = rest.partition("/")
    return Shot(UnitId(shooter), UnitId(other) if other else target, int(weapon or 0), ammo or reach.BASIC)
