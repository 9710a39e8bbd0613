"""The panels of fire, of suppression and of sighting, with every modifier (pw:8.4, pw:8.12, pw:7.6.3)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core import secrecy
from core.choice import Chance
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzerwar.combat import choices as fire_choices
from core.panzerwar.face.cards import unit_card
from core.panzerwar.face.odds import odds_report
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.plane import centre
from core.presentation import OddsReport, Row
from tests.panzerwar.kit import BLUE, RED, a_state, an_element


def duel(step: str = "e1") -> WarState:
    tank = an_element("b1", "pz4h", BLUE, "J15")
    mate = an_element("b2", "pz4h", BLUE, "K15")
    enemy = an_element("r1", "t34-43", RED, "J5", heading=24, travel=Travel(motion=Motion.HALF, moved=2))
    return a_state(tank, mate, enemy, see=("r1",), step=step)


def weighed(state: WarState, *picks: str) -> OddsReport:
    found = odds_report(state, BLUE, picks)
    assert found is not None
    return found


def test_fire_with_every_modifier() -> None:
    """pw:8.4.1, pw:8.6: the number is the sum of what is told; what the target shows, what pierces it (pw:9.1)."""
    found = weighed(duel(), "fire:b1", "gun", "r1")
    rows = {row.label: row.text for row in found.rows}
    needed = int(rows["To hit"].split()[0])
    assert sum(reason.amount for reason in found.tally) == needed
    assert "target moved half" in " ".join(reason.label for reason in found.tally)
    assert all(reason.rule for reason in found.tally)
    facts = {row.label: row.text for row in found.facts}
    assert facts["Range"] == "245 GSU (490 m)"
    assert facts["Shows"].startswith("hull front")
    assert facts["Shell"].startswith("PzGr 39, ")
    assert "pierces" in facts["A hit"]
    assert "gun" in facts["Damages"]
    assert sum(chance for _, chance in found.outcomes) == pytest.approx(1)


def test_a_shell_at_men_tells_its_killpower() -> None:
    """pw:8.13, pw:12.4.2: what a hit does is told with all that adjusts it."""
    tank = an_element("b1", "pz4h", BLUE, "J15")
    men = an_element("r1", "sov-rifle-43", RED, "J9", travel=Travel(motion=Motion.HALF, moved=2))
    found = weighed(a_state(tank, men, see=("r1",), step="e1"), "fire:b1", "gun", "r1")
    facts = {row.label: row.text for row in found.facts}
    assert facts["A hit"] == ("kills on 5 or less: 75mm/L48 KwK 40, StuK 40, PaK 39 HE +4, target moved in the open +1")


def test_suppressive_fire() -> None:
    """pw:8.12: killpower and 4, on a D10; the number that the range must allow."""
    found = weighed(duel(), "suppress:b1", "gun", "shell:SprGr 34", "J8")
    rows = {row.label: row.text for row in found.rows}
    assert rows["Needs"] == "8 or less"
    assert found.outcomes == (("keeps it down", 0.8), ("nothing", pytest.approx(0.2)))
    assert rows["To hit"].endswith("of 6 at most")
    assert found.tally


def test_sighting_together() -> None:
    """pw:7.4.5, pw:7.6.3: the class, what the group adds, how far what is sighted by which roll."""
    one = weighed(duel("sighting"), "sight:b1")
    two = weighed(duel("sighting"), "sight:b1", "b2")
    assert one.rows[0].text == "class A: 40"
    assert two.rows[0].text == "class A: 40, and +1 on the die for 2 together"
    doubled = duel("sighting")
    doubled.doubled = True
    longer = weighed(doubled, "sight:b1", "b2").rows[0].text
    assert longer == "class A: 40, and +1 on the die for 2 together, +2 for the double-length turn"
    assert weighed(doubled, "sight:b1").rows[0].text == "class A: 40"
    reach = {row.label: [int(far) for far in row.text.split(", ")] for row in one.rows[2:]}
    further = {row.label: [int(far) for far in row.text.split(", ")] for row in two.rows[2:]}
    assert all(reach["moved full"][i] > reach["vehicle"][i] > reach["infantry"][i] for i in range(3))
    assert all(further[name][i] >= reach[name][i] for name in reach for i in range(3))
    assert sum(reason.amount for reason in one.tally) == 40
    fired = weighed(duel("final-sighting"), "sight:b1")
    assert "gun fired" in {row.label for row in fired.rows}


def test_what_a_card_says_of_arms() -> None:
    """pw:8.0.4, pw:8.9.3: in which segments they fire, or that they do not; how much is left of what is scarce."""
    slow = an_element("b1", "pz4h", BLUE, "J15", travel=Travel(motion=Motion.BURST, moved=2))
    sappers = an_element("b2", "sov-sapper", BLUE, "K15", ammunition={"demo charge": 1})
    state = a_state(slow, sappers, an_element("b3", "pz4h", BLUE, "L15"), step="e1")
    told = {id_: {row.label: row.text for row in all_rows(state, id_)} for id_ in ("b1", "b2", "b3")}
    assert told["b1"]["MG34 (hull)"] == "does not fire this turn"
    assert told["b2"]["demo charge"] == "1 left"
    assert told["b3"]["75mm/L48 KwK 40, StuK 40, PaK 39"] == "fires in E1, E3"


def test_a_card_in_a_game_shows_what_is_to_be_had() -> None:
    """pw:DN.dates: the Panzerfaust 60 from August 1944 on, the shells of a gun by their dates."""
    for year, month, faust, hollow in ((1944, 7, False, True), (1944, 8, True, True), (1942, 6, False, False)):
        squad, tank = an_element("b1", "ger-rifle-44", BLUE, "J15"), an_element("b2", "pz4h", BLUE, "K15")
        state = a_state(squad, tank, step="e1", year=year, month=month)
        light = next(row.text for row in all_rows(state, "b1") if row.label == "Light weapons")
        assert light == ("MG42-LMG, Panzerfaust 60" if faust else "MG42-LMG")
        assert ("Gr 38 HL/C" in {row.label for row in all_rows(state, "b2")}) is hollow


def test_a_card_tells_of_candles_and_of_the_point_that_is_overwatched() -> None:
    """pw:11.10.4, pw:7.9: six turns from that in which they were lit; to its own side alone."""
    watching = Gunnery(mark=f"{centre(hex_from_id('J5')).x},{centre(hex_from_id('J5')).y}")
    tank = an_element("b1", "pz4f2", BLUE, "J15", gunnery=watching)
    state = a_state(tank, an_element("r1", "t34-43", RED, "J2"), switches=[Switch.OVERWATCH], see=("b1",), turn=3)
    state.smoke = evolve(state.smoke, lit={UnitId("b1"): 2})
    told = {row.label: row.text for row in all_rows(state, "b1")}
    assert (told["Candles"], told["Overwatches"]) == ("burn through turn 7", "J5")
    theirs = {row.label for row in all_rows(secrecy.kept_view(state, RED), "b1")}
    assert not theirs & {"Candles", "Overwatches"}
    state.turn = 8
    assert {row.label: row.text for row in all_rows(state, "b1")}["Candles"] == "have burnt down"


def test_a_card_tells_how_long_its_unit_regroups_and_what_hinders_it() -> None:
    """pw:4.9.3, pw:4.9.4: whoever waits for it sees why it does not come nearer."""
    for place, told in (("J13", "1 turn more"), ("J4", "1 turn more: all within 250 of each other")):
        near, far = an_element("b1", "pz4h", BLUE, "J15"), an_element("b2", "pz4h", BLUE, place)
        state = a_state(near, far)
        state.reorganise("blue-1", order=Tactical.REGROUP, regroups=1)
        rows = {row.label: row.text for part in unit_card(state, near).sections for row in part.rows}
        assert rows["Regroups"] == told
    state.reorganise("blue-1", regroups=0)
    assert "Regroups" not in {row.label for part in unit_card(state, near).sections for row in part.rows}


def test_one_squad_is_told_as_one() -> None:
    """pw:12.3.3."""
    state = a_state(an_element("b1", "sdk251-1", BLUE, "J15"))
    assert next(row.text for row in all_rows(state, "b1") if row.label == "Has").endswith("carries 1 squad")


def ridden(step: str = "e1") -> WarState:
    """A Panzer IV before a T-34 with a squad on it."""
    tank = an_element("b1", "pz4h", BLUE, "J15")
    enemy = an_element("r1", "t34-43", RED, "J5", heading=24)
    rider = an_element("r2", "sov-smg", RED, "J5", presence=Presence.ABOARD, aboard=UnitId("r1"), outside=True)
    return a_state(tank, enemy, rider, see=("r1", "r2"), step=step)


def test_who_rides_on_the_target() -> None:
    """pw:6.9.5: each hit is an attack on those who ride on a tank, of shot at a killpower of 0 and 2 for riders."""
    told = {row.label: row.text for row in weighed(ridden(), "fire:b1", "gun", "r1").facts}
    assert told["Rides on it"] == "r2: a hit kills 20%, any effect 40%"
    high = {row.label: row.text for row in weighed(ridden(), "fire:b1", "gun", "r1", "shell:SprGr 34").facts}
    assert high["Rides on it"] == "r2: a hit kills 60%, any effect 100%"
    assert not any(row.label == "Rides on it" for row in weighed(duel(), "fire:b1", "gun", "r1").facts)


def test_a_burst_at_who_rides_on_armour() -> None:
    """pw:6.9.5: what cannot harm a tank may harm those on it, and says so in the menu and in the panel."""
    found = weighed(ridden(), "fire:b1", "coax", "r1")
    assert [(row.label, row.text) for row in found.rows] == [("Rides on it", "r2: kills 30%, any effect 70%")]
    told = {one.pick: one for one in fire_choices.go_on(ridden(), BLUE, ("fire:b1", "coax")).options}
    assert told["r1"].chance == Chance(0.0, 0.0, "its riders 70%")


def all_rows(state: WarState, id_: str) -> list[Row]:
    return [row for section in unit_card(state, state.element(id_)).sections for row in section.rows]
