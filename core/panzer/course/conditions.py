"""The conditions of a game in words: time of day, weather and ground, as everybody knows them (or:7.36, min:20.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.hexes import Hex, in_hexes
from core.panzer.ground.costs import WEIGHT
from core.panzer.pieces.cards import AircraftCard
from core.panzer.pieces.conditions import Conditions
from core.panzer.pieces.edition import Edition
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.sight import visibility
from core.presentation import Card, Row, Section

TITLE: Final = "Time of day, weather, ground"


def rows(scenario: Scenario) -> Iterator[Row]:
    """A row for each condition that is played with."""
    there = scenario.conditions
    if scenario.has(Switch.LIMITED_VISIBILITY):
        yield _visibility(scenario)
        if any(isinstance(unit.card, AircraftCard) for unit in scenario.units):
            yield Row("Aircraft", "none flies: only by day, in clear weather", "na:6.7")
    if scenario.has(Switch.CAUTIOUS_MOVEMENT):
        yield Row("Movement", f"cautious: {_cautious(scenario)}, no Quickmarch", _cautious_rule(scenario))
    for switch, name, hexes, what in (
        (Switch.SNOW, "Snow", there.snow, "1 more to enter"),
        (Switch.MUD, "Mud", there.mud, _mud(scenario.rules)),
    ):
        if scenario.has(switch):
            where = "the whole map" if hexes is None else in_hexes(len(hexes))
            yield Row(name, f"{where}: {what}", "or:7.36.3")
    for switch, what in (
        (Switch.FROZEN_STREAMS, "frozen, crossed as Clear ground"),
        (Switch.OVERFLOWING_STREAMS, "overflow, impassable but for bridges"),
    ):
        if scenario.has(switch):
            yield Row("Streams", what, "or:7.36.3")
    if scenario.has(Switch.NARROW_ROADS) and there.narrow:
        sides = ", sunken ones open to their sides" if there.open_sides else ""
        yield Row("Narrow roads", f"{', '.join(map(str, sorted(there.narrow)))}{sides}", "or:7.30")
    if scenario.has(Switch.WEIGHT_LIMITS):
        yield from _weights(there)


def _visibility(scenario: Scenario) -> Row:
    """By how many rows less is spotted, or which conditions of the other table count (or:7.36.1, min:20.13.1)."""
    there = scenario.conditions
    if scenario.rules.multiplied_spotting:
        name = visibility.RESTRICTED if visibility.very_limited(there) else visibility.LIMITED
        return Row("Visibility", f"{name}: by these rows of the Spotting Ranges Table", "min:20.13.1")
    border = ", very limited" if visibility.very_limited(there) else ""
    return Row("Visibility", f"limited{border}: {there.visibility} to all spotting", visibility.RULE)


def _mud(edition: Edition) -> str:
    return "twice the cost of the terrain" if edition.optional.mud_costs else "vehicles bog down twice as often"


def _weights(there: Conditions) -> Iterator[Row]:
    """The weight limits of bridges and of the ice."""
    by_tons: dict[float, list[Hex]] = {}
    for hex_, tons in sorted(there.bridges.items()):
        by_tons.setdefault(tons, []).append(hex_)
    for tons, hexes in sorted(by_tons.items()):
        yield Row("Bridges", f"{', '.join(map(str, hexes))}: up to {tons:g} t", WEIGHT)
    if there.ice is not None:
        yield Row("Ice", f"up to {there.ice:g} t; who is heavier crosses at Fords", WEIGHT)


def _cautious_rule(scenario: Scenario) -> str:
    return "min:20.13.2" if scenario.rules.optional.all_cautious else "or:7.36.2"


def _cautious(scenario: Scenario) -> str:
    if scenario.rules.optional.all_cautious:
        restricted = scenario.has(Switch.LIMITED_VISIBILITY) and visibility.very_limited(scenario.conditions)
        return "half for all, and no more on Paths and Roads" if restricted else "half for all, on Paths and Roads too"
    if not scenario.has(Switch.LIMITED_VISIBILITY):
        return "half across country"
    if visibility.very_limited(scenario.conditions):
        return "half, and no more on Paths and Roads"
    return "half, on Paths and Roads too"


def card(scenario: Scenario) -> Card | None:
    """The conditions as a card; None by day, in clear weather, on normal ground (or:7.36, min:20.13)."""
    told = tuple(rows(scenario))
    return Card(TITLE, sections=(Section("", told),)) if told else None
