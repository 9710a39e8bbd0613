"""or:7.3: only units of one platoon, section or troop share a command, and Command units with any of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError, Proof, structure
from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.platoons import platoons_of
from content.panzer.scenarios.scenario_file import SideLine
from content.panzer.scenarios.scenarios import SCENARIOS, scenario
from content.panzer.situations.situation import situation
from core.event import SideId, UnitId
from core.panzer.command.choices import suggestions
from core.panzer.command.face import rows
from core.panzer.command.sharing import group_refusal
from core.panzer.formations.columns import column_of
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState

GERMAN = SideId("german")


def posed(*, on: bool = True) -> PanzerState:
    """A company in one hex on a road: its HQ and a truck of it, two platoons; a Command unit of another company."""
    tank = {"card": "g12-pzkpfw-iii-m", "formation": "1st", "hex": "A1", "facing": "S"}
    stated: dict[str, Any] = {
        "modules": ["command-control", "leg-and-towed", *(["platoon-command"] if on else [])],
        "board": {"grid": ".\n.\n", "route": [{"kind": "road", "hexes": "A1 A2"}]},
        "formation": [{"name": name, "side": "german"} for name in ("1st", "2nd")],
        "unit": [
            {**tank, "id": "hq", "labels": ["Command"]},
            {**tank, "id": "truck", "card": "g73-medium-truck"},
            {**tank, "id": "a1", "platoon": "Platoon 1"},
            {**tank, "id": "a2", "platoon": "Platoon 1", "hex": "A2"},
            {**tank, "id": "b1", "platoon": "Platoon 2"},
            {**tank, "id": "other", "formation": "2nd", "labels": ["Command"], "hex": "A2"},
        ],
        "situation": {"step": "commands"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def refused(state: PanzerState, *units: str) -> str:
    """The rule by which units cannot share a MOVE; "" if they can."""
    found = group_refusal(state, [UnitId(u) for u in units], Command.MOVE)
    return found.rule if found is not None else ""


@pytest.mark.parametrize(
    ("units", "rule"),
    [
        (("a1", "a2"), ""),
        (("a1", "b1"), "or:7.3"),
        (("hq", "a1", "a2"), ""),
        (("b1", "hq"), ""),
        (("hq", "a1", "b1"), "or:7.3"),
        (("hq", "truck"), ""),
        (("truck", "a1"), "or:7.3"),
        (("other", "a1"), "na:6.2.1.1.3f"),
    ],
)
def test_who_shares_with_whom(units: tuple[str, ...], rule: str) -> None:
    assert refused(posed(), *units) == rule
    assert refused(posed(on=False), *units) == ("" if rule == "or:7.3" else rule)


def test_what_is_suggested_can_be_had() -> None:
    """Groups and columns that a player is offered are of one platoon, and go no further than the rule lets them."""
    state = posed()
    found = suggestions(state, GERMAN, "german/1st")
    assert found
    assert not [group for group in found if refused(state, *group)]
    assert [group for group in suggestions(posed(on=False), GERMAN, "german/1st") if len(group) > 3]
    assert set(column_of(state, UnitId("a1"), [UnitId(u) for u in ("a1", "a2", "b1")])) <= {"a1", "a2"}


def test_a_card_names_the_platoon() -> None:
    state = posed()
    told = {row.label: row.text for row in rows(state, state.units[UnitId("b1")])}
    assert told["Platoon"] == "Platoon 2"
    assert "Platoon" not in {row.label for row in rows(posed(on=False), state.units[UnitId("b1")])}


def test_scenarios_state_their_platoons() -> None:
    made = scenario("higher-ground").by_id
    assert made[UnitId("g26")].platoon == made[UnitId("g17")].platoon == "Panzergrenadier Platoon 1"
    assert made[UnitId("g1")].platoon == ""
    assert Switch.PLATOON_COMMAND in allowed(SCENARIOS.stated("higher-ground"))
    assert Switch.PLATOON_COMMAND not in allowed(SCENARIOS.stated("the-bridge"))


@pytest.mark.parametrize(
    ("platoons", "said"),
    [
        ([{"name": "1", "units": "g1 g9"}], "the id of a unit of 1st"),
        ([{"name": "1", "units": "g1-g2"}, {"name": "2", "units": "g2"}], "a unit of one platoon"),
        ([{"name": "1", "units": "g1"}, {"name": "1", "units": "g2"}], "a name of its own"),
    ],
)
def test_a_mistake_is_told(platoons: list[dict[str, str]], said: str) -> None:
    side = {"id": "german", "name": "German", "nation": "German", "tone": "german"}
    formation = {"name": "1st", "units": [{"id": "g1", "card": "g-2", "count": 2}], "platoons": platoons}
    line = structure({**side, "formation": [formation]}, SideLine, "x.toml")
    proof = Proof("x.toml")
    platoons_of(line, "side[1]", proof)
    with pytest.raises(ContentError, match=said):
        proof.done()
