"""or:7.10: what CE ammunition does with skirts (or:7.10.1, OR-7.10.1-a) and against soft vehicles (or:7.10.2)."""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.ap.hits import Plate
from core.panzer.ap.terms import plate_of
from core.panzer.face.data import armor
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.results import Result
from core.panzer.pieces.weapons import ApRow
from core.panzer.state import PanzerState

SKIRTED, TRUCK, BARE, LOST = UnitId("g1"), UnitId("g2"), UnitId("g3"), UnitId("g4")
HEAT: Final = ApRow("HEAT", "CE", (1, 2, 3, 4, 5), (17,) * 5, ("ND", "DM", "DM", "DM", *("KO",) * 4, "BU", "BU"))
AP: Final = evolve(HEAT, type="AP", energy="KE")


def state(*, on: bool) -> PanzerState:
    """A PzKpfw III M with its skirts, a truck, a Tiger, which has none, and a PzKpfw III M without them."""
    units: list[dict[str, Any]] = [
        {"id": "g1", "card": "g12-pzkpfw-iii-m", "hex": "A1", "facing": "S"},
        {"id": "g2", "card": "g73-light-truck", "hex": "B1", "facing": "S"},
        {"id": "g3", "card": "g21-pzkpfw-vi-e-tiger-i", "hex": "A2", "facing": "S"},
        {"id": "g4", "card": "g12-pzkpfw-iii-m", "hex": "B2", "facing": "S", "without_skirts": True},
    ]
    data = {
        "modules": ["advanced-ap", *(["ce-types"] if on else [])],
        "board": {"grid": ". .\n. .\n. ."},
        "unit": units,
        "situation": {"step": "first-fire", "first": "german"},
    }
    return situation(data, "skirts", "Skirts", "x.toml").start.copy()


def met(game: PanzerState, unit: UnitId, row: ApRow, angle: HitAngle = HitAngle.FRONT_SIDE) -> Plate:
    """What a level shot meets."""
    return plate_of(game, game.vehicle(unit), angle, Inclination.LEVEL, None, 17, row)


def factors(plate: Plate) -> dict[str, int]:
    """Armor Factors by location."""
    return {where.rstrip("*"): armor for where, armor in zip(plate.locations, plate.armor, strict=True)}


def test_ce_meets_three_times_the_armor_where_there_are_skirts() -> None:
    on = state(on=True)
    plain, skirted = factors(met(on, SKIRTED, AP)), factors(met(on, SKIRTED, HEAT))
    assert (plain["HS"], skirted["HS"]) == (8, 24)
    assert skirted["TS"] == 3 * plain["TS"]
    assert {where: skirted[where] for where in ("TF", "HF")} == {where: plain[where] for where in ("TF", "HF")}
    rear = HitAngle.REAR
    assert factors(met(on, SKIRTED, HEAT, rear))["TR"] == 3 * factors(met(on, SKIRTED, AP, rear))["TR"]


def test_it_meets_the_same_as_others_without_skirts_and_without_the_option() -> None:
    assert met(state(on=True), BARE, HEAT).armor == met(state(on=True), BARE, AP).armor
    assert met(state(on=False), SKIRTED, HEAT).armor == met(state(on=False), SKIRTED, AP).armor


def test_a_vehicle_may_be_fielded_without_its_skirts() -> None:
    """or:7.10.1: then there is no multiplication."""
    on = state(on=True)
    for angle in (HitAngle.FRONT_SIDE, HitAngle.REAR):
        assert met(on, LOST, HEAT, angle).armor == met(on, SKIRTED, AP, angle).armor


@pytest.mark.parametrize(
    ("on", "row", "result"), [(True, HEAT, Result.KNOCKED_OUT), (True, AP, Result.DAMAGE), (False, HEAT, Result.DAMAGE)]
)
def test_soft_vehicles_suffer_two_digits_more_from_ce(on: bool, row: ApRow, result: Result) -> None:
    """or:7.10.2: no -2 on the Damage of a soft vehicle for CE ammunition that penetrates."""
    assert met(state(on=on), TRUCK, row).harm(6)[2] is result


def test_the_panel_tells_of_the_skirts() -> None:
    """or:7.10, or:7.10.1: with the option on, and where there are any."""

    def told(game: PanzerState, unit: UnitId) -> list[str]:
        return [
            row.text for section in armor(game, game.units[unit]) for row in section.rows if row.rule == "or:7.10.1"
        ]

    assert told(state(on=True), SKIRTED) == ["TS, TR, HS x3"]
    assert told(state(on=True), LOST) == ["none: it is fielded without its skirts"]
    assert not told(state(on=True), BARE)
    assert not told(state(on=False), SKIRTED)
