"""or:7.6: leg units are checked before they attack vehicles in Close Assault, in 1941 all, later the Green ones."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.panzer.assault.events import AttackersDropped, CloseAssaultResolved, PrimaryNamed, UnitAdvanced
from core.panzer.assault.orders import AnnounceAssault
from core.panzer.chapters import BOOK
from core.panzer.face.cards import odds_report
from core.panzer.morale.check import check_tally, holds
from core.panzer.morale.events import MoraleChecked
from core.panzer.morale.face import unit_rows
from core.panzer.morale.tank_fright import fears_tanks
from core.panzer.opponent.assault import offers
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.morale import Cause, MoraleResult
from core.panzer.pieces.unit import Suppression
from core.panzer.state import PanzerState

GERMAN = SideId("german")
G1, G2, TANK = UnitId("g1"), UnitId("g2"), UnitId("b1")


def posed(*, year: str = "1941", on: bool = True, **more: Any) -> PanzerState:
    """Two squads next to a tank, Seasoned unless `more` says otherwise."""
    squad = {"card": "g85-rifle-squad-1-2-squad", "side": "german", "command": "MOVE", "grade": "Seasoned", **more}
    modules = ["close-combat", "grades", "morale", "bail-out", "advanced-ap", *(["tank-fright"] if on else [])]
    stated: dict[str, Any] = {
        "modules": modules,
        "board": {"grid": "\n".join([". . . . ."] * 5)},
        "unit": [
            {**squad, "id": "g1", "hex": "B2"},
            {**squad, "id": "g2", "hex": "B2"},
            {"id": "b1", "side": "british", "card": "na-crusader-i", "hex": "B3", "facing": "S", "command": "N/C"},
        ],
        "situation": {"step": "first-assault", "first": "german"},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    return state.shown({"scenario": evolve(state.scenario, date=f"{year}-06")})


def fought(state: PanzerState, *dice: int, hex_: str | None = None) -> list[Event]:
    """One Close Assault by both squads, with these dice as far as they go."""
    at = state.board.hex(hex_) if hex_ else None
    order = AnnounceAssault(target=TANK, attacks=(Attack(G1, (G2,), at),))
    BOOK.refuse(state, GERMAN, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, GERMAN, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            found.append(event)
    return found


@pytest.mark.parametrize(
    ("year", "grade", "fears"), [("1941", "Elite", True), ("1942", "Seasoned", False), ("1944", "Green", True)]
)
def test_who_is_checked(year: str, grade: str, fears: bool) -> None:
    assert fears_tanks(posed(year=year, grade=grade), G1) is fears
    assert not fears_tanks(posed(year=year, grade=grade, on=False), G1)
    assert not fears_tanks(posed(), TANK), "leg units alone"


def test_each_is_checked_and_who_stands_fast_attacks() -> None:
    """The order is a command other than N/C: -20, Forced +20; the tank next to them does not matter."""
    assert check_tally(posed(), G1, forced=True, fright=True).total == 0
    events = fought(posed(), 90, 71, 1)
    checks = [e for e in events if isinstance(e, MoraleChecked)]
    assert [(e.unit, e.cause, e.rule, e.forced, e.result) for e in checks] == [
        (unit, Cause.TANK_FRIGHT, "or:7.6", True, MoraleResult.UNAFFECTED) for unit in (G1, G2)
    ]
    assert any(isinstance(e, CloseAssaultResolved) for e in events)


@pytest.mark.parametrize(("roll", "suppression"), [(50, Suppression.ON), (51, Suppression.OFF)])
def test_who_fails_is_suppressed_and_another_leads(roll: int, suppression: Suppression) -> None:
    """Break Suppresses ON, hesitation OFF, and neither brings a morale counter."""
    state = posed()
    events = fought(state, roll, 90, 1)
    assert state.units[G1].suppression is suppression
    assert state.units[G1].morale is None
    assert [e.units for e in events if isinstance(e, AttackersDropped)] == [(G1,)]
    assert [e.unit for e in events if isinstance(e, PrimaryNamed)] in ([], [G2])
    (assault,) = [e for e in events if isinstance(e, CloseAssaultResolved)]
    assert (assault.primary, assault.others) == (G2, ())
    told = [BOOK.report(state, e) for e in events if isinstance(e, MoraleChecked)]
    assert told[0] is not None
    assert told[0].text.endswith(f"{suppression.value}, it does not attack")


def test_if_all_fail_nobody_attacks() -> None:
    events = fought(posed(), 1, 1)
    assert not any(isinstance(e, CloseAssaultResolved) for e in events)


def test_before_an_advance_it_is_checked_where_it_stands() -> None:
    state = posed()
    events = fought(state, 1, 90, 1, hex_="A2")
    checked = max(at for at, e in enumerate(events) if isinstance(e, MoraleChecked))
    (advanced,) = [at for at, e in enumerate(events) if isinstance(e, UnitAdvanced)]
    assert checked < advanced
    assert state.units[G1].hex == state.board.hex("B2"), "it does not even set off"


def test_without_the_rule_nobody_is_checked() -> None:
    assert not any(isinstance(e, MoraleChecked) for e in fought(posed(on=False), 1))
    assert not any(isinstance(e, MoraleChecked) for e in fought(posed(year="1943"), 1))


def test_a_card_and_a_computer_player_reckon_with_it() -> None:
    assert holds(posed(), G1, TANK) == pytest.approx(0.3)
    assert holds(posed(year="1943"), G1, TANK) == 1.0
    rows = {row.label: row.text for row in unit_rows(posed(), posed().units[G1])}
    assert rows["Tank Fright"].startswith("Suppressed on up to 70 ")
    frightened, bold = (max((p for p, _ in offers(posed(on=on), GERMAN)), default=0.0) for on in (True, False))
    assert frightened < bold


def test_the_panel_of_an_attack_tells_it() -> None:
    """or:7.6: who may not dare, and how likely he does; nothing without the rule."""
    panel = odds_report(posed(), GERMAN, ("assault:b1", "g1"))
    assert panel is not None
    (told,) = [row for row in panel.rows if row.label == "Tank Fright"]
    assert f" attacks in {round(100 * holds(posed(), G1, TANK))} of 100" in told.text
    without = odds_report(posed(on=False), GERMAN, ("assault:b1", "g1"))
    assert without is not None
    assert "Tank Fright" not in [row.label for row in without.rows]
