"""Shots of all kinds: AP of the Basic Game (na:4.4.3) or of the Advanced (na:6.5.2), and GP (na:6.5.4).

What each can say of itself is in `firing.shot_kinds`; here is who fires what, and how a shot is picked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.choice import Chance, Refusal
from core.dice import Dice
from core.event import Event, UnitId
from core.panzer.ap import advanced_kind, basic_kind, reach
from core.panzer.firing.shot_kinds import ApKind, Prospect, ShotKind
from core.panzer.gp import kind as gp_kind
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.remembered import remembered


def kinds(state: PanzerState) -> tuple[ShotKind, ...]:
    """The kinds of shots that are fired in a game, AP first."""
    return (ap_kind(state), gp_kind) if state.has(Switch.GP_FIRE) else (ap_kind(state),)


def kind_of(state: PanzerState, shot: Shot) -> ShotKind:
    """The kind of a shot."""
    return gp_kind if shot.gp else ap_kind(state)


def ap_kind(state: PanzerState) -> ApKind:
    """The kind of AP shots in a game."""
    return advanced_kind if reach.is_located(state) else basic_kind


# -- who may fire at whom ------------------------------------------------------------------------


@remembered
def possible(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[Shot, ...]:
    """Every weapon and ammunition with which a unit may fire at a target now, AP first."""
    return tuple(shot for kind in kinds(state) for shot in kind.possible(state, shooter, target, overwatch=overwatch))


def reaching(state: PanzerState, shooter: UnitId, target: UnitId) -> tuple[Shot, ...]:
    """As `possible`, by weapons, places and facings alone, whoever has spotted or fired (na:4.2.1e)."""
    return tuple(shot for kind in kinds(state) for shot in kind.reaching(state, shooter, target))


def has_weapon(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has anything to fire with in the modules that are on (na:4.2.1e)."""
    return any(kind.has_weapon(state, unit) for kind in kinds(state))


def refusal(state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
    """Why a shot is not allowed now; None if it is."""
    return kind_of(state, shot).refusal(state, shot, overwatch=overwatch)


# -- resolution and chances ----------------------------------------------------------------------


def resolve(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """Resolve the first announced shot, or ask what must be known before."""
    return kind_of(state, shot).resolve(state, shot, dice)


def chance(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """The chance that a shot harms its target; of a GP shot, that it has any effect."""
    return kind_of(state, shot).chance(state, shot, overwatch=overwatch)


@remembered
def prospect(state: PanzerState, shot: Shot, *, overwatch: bool) -> Prospect:
    """What a shot promises, by its real resolution."""
    return kind_of(state, shot).prospect(state, shot, overwatch=overwatch)


def together(state: PanzerState, shots: Sequence[Shot], *, overwatch: bool) -> Chance:
    """What several shots at one target may do to it; AP and GP shots are taken as independent."""
    untouched = left = 1.0
    for kind in reversed(kinds(state)):
        mine = [shot for shot in shots if kind_of(state, shot) is kind]
        if mine:
            spared = kind.spared(state, mine, overwatch=overwatch)
            untouched, left = untouched * spared.untouched, left * spared.left
    return Chance(1 - left, 1 - untouched, _none(shots))


def alone(state: PanzerState, shot: Shot, *, overwatch: bool) -> Chance:
    """What a shot may do to its target."""
    kill = prospect(state, shot, overwatch=overwatch).kill
    return Chance(kill, chance(state, shot, overwatch=overwatch), _none((shot,)))


def _none(shots: Sequence[Shot]) -> str:
    """What is said of shots that can do nothing."""
    return "no effect" if any(shot.gp for shot in shots) else "cannot penetrate"


# -- words ---------------------------------------------------------------------------------------


def label(state: PanzerState, shot: Shot, *, overwatch: bool) -> str:
    """A shot in a menu: who, with what, at which range, and the number it needs."""
    return kind_of(state, shot).label(state, shot, overwatch=overwatch)


def pick_of(shot: Shot) -> str:
    """A shot as it is picked at its target: "unit/weapon", with its ammunition unless that is AP."""
    return f"{shot.shooter}/{shot.weapon}" + ("" if shot.ammo == reach.BASIC else f"/{shot.ammo}")


def picked(pick: str, target: UnitId) -> Shot:
    """The shot that a pick such as "g1/0/APCR" names; at another target with "@" behind it (na:5.14b)."""
    pick, _, other = pick.partition("@")
    shooter, _, rest = pick.partition("/")
    weapon, _, ammo = rest.partition("/")
    return Shot(UnitId(shooter), UnitId(other) if other else target, int(weapon or 0), ammo or reach.BASIC)
