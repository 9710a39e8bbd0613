"""Pinning Fire: small arms that keep men and guns down instead of doing them harm (or:7.18, na:6.5.4.3y)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from core.choice import Refusal
from core.panzer.armament import armament
from core.panzer.pieces.cards import AircraftCard, LegCard, TowedCard
from core.panzer.pieces.firing import PINNING, Shot
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState


def pinning_refusal(state: PanzerState, shot: Shot) -> Refusal | None:
    """Why a shot may not be announced as Pinning Fire; None if it may, should it be allowed as GP Fire (or:7.18)."""
    weapon = armament(state, shot.shooter)[shot.weapon].weapon
    if not state.has(Switch.PINNING_FIRE):
        return Refusal("Pinning Fire is an Optional Rule that is not played", "or:7.18")
    if isinstance(state.card(shot.shooter), AircraftCard):
        return Refusal("only ground units fire Pinning Fire", "or:7.18")
    if weapon.gp is None or not weapon.gp.small_arms:
        return Refusal(f"the {weapon.name} is no small arm", "or:7.18")
    if not isinstance(state.card(shot.target), LegCard | TowedCard):
        return Refusal(f"{state.name(shot.target)} is neither a leg nor a towed unit", "or:7.18")
    return None


def pinning(state: PanzerState, shots: Iterable[Shot]) -> tuple[Shot, ...]:
    """Those of some GP shots, each allowed, that may be announced as Pinning Fire, so announced (or:7.18)."""
    announced = (evolve(shot, ammo=PINNING) for shot in shots) if state.has(Switch.PINNING_FIRE) else ()
    return tuple(shot for shot in announced if pinning_refusal(state, shot) is None)
