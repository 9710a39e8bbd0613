"""Weight limits: bridges and frozen streams that do not bear every unit (or:7.32).

A scenario states them. A unit counts by the Weight of its own card; units without one, all leg units, are light enough.
"""

from __future__ import annotations

from core.hexes import Hex
from core.panzer.pieces.cards import TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.conditions import ICE
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch


def weight(card: UnitCard) -> float:
    """The Weight of a unit in metric tons; 0 where its card has none."""
    return card.weight_t if isinstance(card, VehicleCard | TowedCard) else 0.0


def closed_bridges(scenario: Scenario, card: UnitCard) -> frozenset[Hex]:
    """The bridges that do not bear a unit."""
    if not scenario.has(Switch.WEIGHT_LIMITS):
        return frozenset()
    own = weight(card)
    return frozenset(hex_ for hex_, tons in scenario.conditions.bridges.items() if own > tons)


def breaks_ice(scenario: Scenario, card: UnitCard) -> bool:
    """Whether a unit is too heavy for the ice of frozen streams, which bears any if the scenario states no limit."""
    bears = scenario.conditions.ice
    return scenario.has(Switch.WEIGHT_LIMITS) and bears is not None and weight(card) > bears


def borne(scenario: Scenario, card: UnitCard, hex_: Hex) -> bool:
    """Whether a hex bears a unit: its bridge, or the ice of its stream; a Ford does, frozen or not."""
    cell = scenario.ground.cells[hex_]
    if ICE in cell.marks and cell.terrain == "stream" and breaks_ice(scenario, card):
        return False
    return hex_ not in closed_bridges(scenario, card)
