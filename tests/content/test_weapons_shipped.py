"""The shipped scenarios of Panzer: nobody is sent against an enemy on whom none of his weapons can bear."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from content.catalogue import scenarios
from content.panzer.cards.cards import vehicles
from content.panzer.scenarios.scenarios import scenario
from core.panzer.pieces.cards import AircraftCard, LegCard, UnitCard, VehicleCard
from core.panzer.pieces.scenario import ScenarioUnit
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import MountedWeapon, Weapon


def weapons(unit: ScenarioUnit) -> tuple[Weapon, ...]:
    own: tuple[MountedWeapon, ...] = unit.card.weapons
    if isinstance(unit.card, LegCard):
        own = tuple(mounted for size in unit.card.sizes.values() for mounted in size.weapons)
    return (*(mounted.weapon for mounted in own), *(attached.mounted().weapon for attached in unit.attached))


def bears(weapon: Weapon, enemy: UnitCard, *, gp_fire: bool) -> bool:
    """Whether a weapon does anything to a card at all, whatever the range."""
    if isinstance(enemy, AircraftCard):
        return weapon.aa is not None
    if gp_fire and (weapon.gp is not None or weapon.gp_if is not None or weapon.air is not None):
        return True
    return bool(weapon.ap) and isinstance(enemy, VehicleCard)


def idle(name: str) -> Iterator[str]:
    """Armed units without a weapon that bears on any unit of the enemy."""
    game = scenario(name)
    gp_fire = Switch.GP_FIRE in game.switches
    for unit in game.units:
        enemies = [other.card for other in game.units if other.side != unit.side]
        mine = weapons(unit)
        if mine and not any(bears(weapon, card, gp_fire=gp_fire) for weapon in mine for card in enemies):
            yield unit.name


@pytest.mark.parametrize("name", [info.id for info in scenarios("panzer")])
def test_everybody_armed_has_somebody_to_fire_at(name: str) -> None:
    """na:4.4.3, na:6.5.4.1, na:6.7.4: by AP at vehicles, by GP at all on the ground, by AA at aircraft."""
    assert not list(idle(name))


def test_tanks_without_high_explosive_have_their_machine_guns() -> None:
    """na:6.5.4.1: a coaxial machine gun is a weapon of the card where the gun has no GP row (na:5.14a)."""
    for card in vehicles().values():
        if card.coax_mg and card.weapons:
            assert any(mounted.weapon.gp is not None for mounted in card.weapons), card.id
