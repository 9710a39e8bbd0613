"""The printed lists of modifiers: every line stands in the table of its list, with its rule, and is summed once.

(na:3.7a, na:5.12a)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import pytest

from content.panzer.tables.advanced_tables import advanced_tables
from content.panzer.tables.tables import basic_tables
from core.panzer.adjustment import suppression
from core.panzer.air import anti_aircraft, attacks
from core.panzer.ap import modifiers as ap_modifiers
from core.panzer.assault import close_assault, hand_to_hand
from core.panzer.gp import modifiers as gp_modifiers
from core.panzer.indirect import impact, response
from core.panzer.movement import search
from core.panzer.sight import spotting
from core.tally import NOTHING, Line, Modifier, Reason, Varying, summed

BASIC, ADVANCED = basic_tables(), advanced_tables()
LISTS: list[tuple[str, tuple[Line[Any], ...], Mapping[str, int]]] = [
    ("AP Hit", ap_modifiers.AP_HIT, BASIC.ap_hit_modifiers),
    ("GP, target", gp_modifiers.TARGET, gp_modifiers.amounts(ADVANCED)),
    ("GP, direct", gp_modifiers.DIRECT, gp_modifiers.amounts(ADVANCED)),
    ("GP, indirect", impact.INDIRECT, gp_modifiers.amounts(ADVANCED, indirect=True)),
    ("aircraft", attacks.AIRCRAFT, ADVANCED.air_modifiers),
    ("anti-aircraft", anti_aircraft.AA_FIRE, ADVANCED.air_modifiers),
    ("spotting, target", spotting.TARGET, BASIC.spotting_modifiers),
    ("spotting, spotter", spotting.SPOTTER, BASIC.spotting_modifiers),
    ("Fire Response", response.RESPONSE, ADVANCED.response_modifiers),
    ("recovery", suppression.RECOVERY, ADVANCED.recovery_modifiers),
    ("Close Assault", close_assault.CLOSE_ASSAULT, ADVANCED.close_assault_modifiers),
    ("Hand-to-Hand, attack", hand_to_hand.ATTACK, ADVANCED.hand_to_hand_modifiers),
    ("Hand-to-Hand, defense", hand_to_hand.DEFENSE, ADVANCED.hand_to_hand_modifiers),
    ("Hull Down", search.SEARCH, ADVANCED.hull_down_search),
]


def modifiers(lines: tuple[Line[Any], ...]) -> list[Modifier[Any]]:
    return [line for line in lines if isinstance(line, Modifier)]


@pytest.mark.parametrize(("name", "lines", "amounts"), LISTS)
def test_every_line_stands_once_in_its_table(
    name: str, lines: tuple[Line[Any], ...], amounts: Mapping[str, int]
) -> None:
    ids = [line.id for line in modifiers(lines)]
    assert len(ids) == len(set(ids))
    assert all(amounts[id_] for id_ in ids), name


@pytest.mark.parametrize("lines", [gp_modifiers.TARGET, gp_modifiers.DIRECT, impact.INDIRECT])
def test_lines_of_gp_fire_name_the_rules_of_the_table(lines: tuple[Line[Any], ...]) -> None:
    """na:6.5.4.3: the table states the rule of each modifier too."""
    for line in modifiers(lines):
        assert line.rule == ADVANCED.gp_modifiers[line.id].rule


def test_lines_of_the_air_list_hold_for_gp_fire_too() -> None:
    """na:6.7.3.5: an aircraft that is Damaged or Suppressed has the modifiers of any that fires GP."""
    assert [line.rule for line in attacks._CONDITION] == [
        ADVANCED.gp_modifiers[line.id].rule for line in attacks._CONDITION
    ]


class Switch(Enum):
    ON = "on"
    OFF = "off"


def test_a_list_is_summed_in_its_order() -> None:
    """Lines that are switched off, that do not apply and that come to nothing leave no part."""
    lines: tuple[Line[int], ...] = (
        Modifier("b", "second in the table", "r:1", lambda at: at > 0),
        Varying(lambda at: (Reason("as said", at, "r:2"), Reason("nothing", 0, "r:2"))),
        Modifier("a", "first in the table", "r:3", lambda at: True, Switch.ON),
        Modifier("a", "switched off", "r:4", lambda at: True, Switch.OFF),
        Varying(lambda at: (Reason("switched off", 9, "r:4"),), Switch.OFF),
        Modifier("zero", "nothing", "r:5", lambda at: True),
        Modifier("a", "does not apply", "r:6", lambda at: at > 99),
    )
    amounts = {"a": -1, "b": 4, "zero": 0}
    tally = summed(lines, 7, amounts, {Switch.ON})
    assert tally.reasons == (
        Reason("second in the table", 4, "r:1"),
        Reason("as said", 7, "r:2"),
        Reason("first in the table", -1, "r:3"),
    )
    assert (tally + tally).total == 20
    assert summed(lines[3:], 0, amounts) == NOTHING
