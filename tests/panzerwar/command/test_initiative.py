"""Initiative: who moves last in each segment (pw:4.11 to pw:4.11.6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.panzerwar.command import initiative
from core.panzerwar.command.events import InitiativeRolled, NobodyNear
from core.panzerwar.command.reports import TELL
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Echelon, Forced
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.state import WarState
from tests.panzerwar.command.platoons import ordered, tanks
from tests.panzerwar.communication.companies import a_force
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, an_element


def a_battle(
    nation: str = "Germany", against: str = "Russia", year: int = 1944, month: int = 9, **more: Any
) -> WarState:
    state = ordered(nation=nation, enemy=more.pop("enemy", 800), game={"year": year, "month": month}, **more)
    state.engagement = evolve(state.engagement, sides=(state.engagement.sides[0], a_force(RED, against)))
    return state


def rolled(state: WarState, *dice: int) -> InitiativeRolled:
    (event,) = happen(state, initiative.roll(state, ScriptedDice(list(dice))))
    assert isinstance(event, InitiativeRolled)
    return event


def test_nobody_rolls_far_from_the_enemy() -> None:
    """pw:4.11: within 800 of each other, in sight or not."""
    far = a_battle(enemy=801)
    (event,) = happen(far, initiative.roll(far, ScriptedDice([])))
    assert isinstance(event, NobodyNear)
    assert far.last_mover is None
    assert rolled(a_battle(seen=False), 5, 5)
    told = TELL[NobodyNear](far, event)
    assert told is not None
    assert told.rule == "pw:4.11"


@pytest.mark.parametrize(
    ("nation", "year", "month", "bonus"),
    [
        ("Germany", 1941, 7, 4),
        ("Germany", 1944, 6, 2),
        ("Germany", 1944, 7, 1),
        ("Germany", 1945, 1, 0),
        ("Russia", 1941, 7, -2),
        ("Russia", 1943, 7, 0),
        ("U.S.A.", 1945, 3, 4),
        ("U.K.", 1942, 3, 3),
        ("Poland", 1939, 9, 0),
    ],
)
def test_the_bonus_of_nation_and_date(nation: str, year: int, month: int, bonus: int) -> None:
    """pw:4.11: of the table, 1944 in two halves."""
    state = a_battle(nation, year=year, month=month)
    assert sum(reason.amount for reason in initiative.bonus(state, BLUE)) == bonus


def test_one_die_of_each_side_and_the_highest_moves_last() -> None:
    """pw:4.11.1, pw:4.11.2, pw:4.11.3."""
    state = a_battle()
    event = rolled(state, 5, 5)
    assert event.totals == ((BLUE, 6), (RED, 5))
    assert state.last_mover == BLUE
    assert state.initiative == {BLUE: 6, RED: 5}
    told = TELL[InitiativeRolled](state, event)
    assert told is not None
    assert told.text == "Initiative Blue 5+1 = 6, Red 5: Blue moves last in each segment"


def test_a_tie_is_rolled_off_without_bonuses() -> None:
    """pw:4.11, pw:4.11.4: until one is higher."""
    state = a_battle()
    event = rolled(state, 4, 5, 3, 3, 2, 7)
    assert event.last == RED
    assert len(event.rolls) == 6


def test_elite_troops_have_one_more() -> None:
    """pw:4.11, pw:4.11.2: by the command element of the highest echelon on the table."""
    state = a_battle()
    state.put(evolve(state.element("t0"), grade=Grade.ELITE))
    assert sum(reason.amount for reason in initiative.bonus(state, BLUE)) == 2


@pytest.mark.parametrize("forced", list(Forced))
def test_a_morale_loss_of_the_highest_command_element_loses_it(forced: Forced) -> None:
    """pw:4.11.5: whatever is rolled, until it has regrouped."""
    state = a_battle(forced=forced)
    event = rolled(state, 10, 1)
    assert (event.last, event.lost) == (RED, (BLUE,))
    told = TELL[InitiativeRolled](state, event)
    assert told is not None
    assert told.text.endswith("Blue loses it by morale")


def test_a_morale_loss_of_another_does_not() -> None:
    """pw:4.11.5."""
    chief = an_element("chief", "pz4h", BLUE, "K20", organisation="company", command=True)
    state = a_battle(elements=(*tanks(), chief), forced=Forced.HALT, members=tuple(e.id for e in tanks()))
    company = a_unit("company", chief, echelon=Echelon.COMPANY)
    state.organisations = {**state.organisations, "company": company}
    assert rolled(state, 10, 1).last == BLUE


# -- parts of a side with a total of their own (pw:4.11.6) --------------------------------------------------


def with_elite_company() -> WarState:
    """PW-4.11-a: Wehrmacht commands, a platoon of SS is there besides; Americans against them."""
    ss = an_element("ss", "pz4h", BLUE, "K20", organisation="ss", command=True, grade=Grade.ELITE)
    mine = tanks()
    state = a_battle(against="U.S.A.", elements=(*mine, ss), members=tuple(e.id for e in mine))
    state.organisations = {**state.organisations, "ss": a_unit("ss", ss)}
    return state


def test_part_of_a_side_has_its_own_total_by_the_same_die() -> None:
    """pw:4.11.6, pw:4.11.2, PW-4.11-a: German 5 + 1, American 2 + 3: SS 7; the Americans move first, SS last."""
    state = with_elite_company()
    event = rolled(state, 5, 2)
    assert (event.totals, event.last) == (((BLUE, 6), (RED, 5)), BLUE)
    ranks = {e: initiative.rank(state, state.element(e), None) for e in ("foe", "t0", "ss")}
    assert sorted(ranks, key=lambda e: ranks[e]) == ["foe", "t0", "ss"]
    assert ranks["ss"][0] == 7


def test_it_may_move_last_when_its_side_does_not() -> None:
    """pw:4.11.6."""
    state = with_elite_company()
    state.initiative, state.last_mover = {BLUE: 6, RED: 6}, RED
    ranks = {e: initiative.rank(state, state.element(e), None) for e in ("foe", "t0", "ss")}
    assert sorted(ranks, key=lambda e: ranks[e]) == ["t0", "foe", "ss"]


def with_poles() -> WarState:
    """British command, a Polish company with a platoon of its own under it is there besides; Germans against them."""
    chief = an_element("chief", "cromwell4", BLUE, "K20", organisation="poles", command=True)
    pole = an_element("pole", "cromwell4", BLUE, "K21", organisation="pole", command=True)
    mine = tanks()
    state = a_battle("U.K.", against="Germany", elements=(*mine, chief, pole), members=tuple(e.id for e in mine))
    company = a_unit("poles", chief, echelon=Echelon.COMPANY, nation="Poland")
    platoon = a_unit("pole", pole, parent="poles")
    state.organisations = {**state.organisations, "poles": company, "pole": platoon}
    return state


def test_each_nationality_of_a_side_rolls_for_its_own_command() -> None:
    """pw:4.11.2: U.K. 3 + 3, Poland 9 + 1, Germany 6 + 1: the Poles move last of all."""
    state = with_poles()
    event = rolled(state, 3, 9, 6)
    assert (event.totals, event.commands) == (((BLUE, 6), (RED, 7)), ((BLUE, "Poland", 10),))
    assert event.last == RED
    ranks = {e: initiative.rank(state, state.element(e), None)[0] for e in ("foe", "t0", "chief", "pole")}
    assert ranks == {"foe": 7, "t0": 6, "chief": 10, "pole": 10}
    told = TELL[InitiativeRolled](state, event)
    assert told is not None
    assert told.text == "Initiative Blue 6, Red 7, Poland 10: Red moves last in each segment"


def test_the_total_of_a_nationality_lasts_for_its_turn() -> None:
    """pw:4.11.2: and elite troops of it count from its own commander."""
    state = with_poles()
    state.put(evolve(state.element("pole"), grade=Grade.ELITE))
    rolled(state, 3, 9, 6)
    assert initiative.rank(state, state.element("pole"), None)[0] == 11
    assert initiative.own_bonus(state, state.element("chief")) == 0
    happen(state, iter([NobodyNear()]))
    assert state.commands == {}


def test_who_hurries_or_has_no_commander_moves_first() -> None:
    """pw:6.5.2, pw:6.6.2, pw:9.10."""
    state = a_battle()
    rolled(state, 5, 5)
    tank = state.element("t0")
    assert initiative.rank(state, tank, Plan(element=tank.id)) == (6, True)
    for way in (Way.BONUS, Way.BURST):
        assert initiative.rank(state, tank, Plan(element=tank.id, way=way)) == (initiative.LOSES, True)
    assert initiative.rank(state, tank.with_harm(damage=frozenset({Damage.COMMANDER})), None)[0] == initiative.LOSES


def test_far_from_the_enemy_all_move_together() -> None:
    """pw:4.11."""
    state = a_battle(enemy=801)
    assert initiative.rank(state, state.element("t0"), None) == initiative.rank(state, state.element("foe"), None)


def test_initiative_releases_nobody_from_orders() -> None:
    """pw:4.11: it tells who moves when, within a segment, and nothing else of the state changes."""
    state = a_battle()
    before = (state.elements, state.organisations, state.plans)
    rolled(state, 3, 9)
    assert (state.elements, state.organisations, state.plans) == before


def test_who_loses_it_by_morale_moves_first_whatever_he_rolled() -> None:
    """pw:4.11.5, pw:4.11.3: the whole side, its elite too."""
    state = a_battle(forced=Forced.HALT)
    rolled(state, 10, 1)
    mine, foe = state.element("t0"), next(e for e in state.on_table() if e.side == RED)
    assert initiative.rank(state, mine, None) < initiative.rank(state, foe, None)
    state.reorganise(mine.organisation, forced=None)
    assert initiative.rank(state, mine, None) > initiative.rank(state, foe, None)
