"""Fire as it is offered and told: further hits in the menu, ranges, weapons and shells in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from core.choice import Partial
from core.event import UnitId
from core.panzerwar.combat import arms, choices, ranges, reports, shooting
from core.panzerwar.combat.events import Fired, FireDeclared
from core.panzerwar.command.events import InitiativeRolled
from core.panzerwar.damage.events import CrewTested
from core.panzerwar.face.cards import unit_card
from core.panzerwar.face.odds import odds_report
from core.panzerwar.morale.events import MoraleTested
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.shots import Fires
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.panzerwar.words import munition, turns
from core.play.aside import Considered
from core.tally import Reason
from tests.analysis.games import game as sample
from tests.panzerwar.combat.duels import duel, fire, firer, moved, north, only, shot, target
from tests.panzerwar.kit import BLUE, a_vehicle


def further(state: WarState, *picks: str) -> Sequence[str]:
    """To whom further hits of f at t may go, as its menu has it."""
    partial: Partial = ("fire:f", "gun", "t", *picks)
    return [one.pick for one in choices.go_on(state, BLUE, partial).options if one.pick.startswith("with:")]


def pair(gsu: float = 200, motion: Motion = Motion.STATIONARY, segment: int = 1) -> WarState:
    """Two targets beside each other, at a range."""
    return duel(firer(travel=moved(motion)), target(gsu=gsu), target(gsu=gsu, id_="o", east=20), segment=segment)


def test_further_hits_are_offered_to_who_may_score_them() -> None:
    """pw:8.11.4, pw:8.11: after more than half movement there are none, and nothing is asked of them."""
    assert further(pair()) == ["with:o"]
    assert further(pair(motion=Motion.HALF, segment=3)) == ["with:o"]
    assert further(pair(motion=Motion.FULL, segment=3)) == []


def test_no_more_are_named_than_hits_may_come() -> None:
    """pw:8.11.2, pw:8.11.3: of a roll that gives one hit at most there is none to spread."""
    far = duel(firer("pz4e", travel=moved(Motion.HALF)), target(gsu=400), target(gsu=400, id_="o", east=20), segment=3)
    report = odds_report(far, BLUE, ("fire:f", "gun", "t"))
    assert report is not None
    assert "Further hits" not in {row.label for row in report.rows}
    assert further(far) == []
    two = duel(
        firer("pz4e", travel=moved(Motion.HALF)),
        target(gsu=300),
        *(target(gsu=300, id_=f"o{n}", east=20 * n) for n in (1, 2)),
        segment=3,
    )
    assert further(two) == ["with:o1", "with:o2"]
    assert further(two, "with:o1") == [], "two hits at most"


@pytest.mark.parametrize(("gsu", "told"), [(200.1, "200.1"), (200, "200")])
def test_the_range_has_its_tenth(gsu: float, told: str) -> None:
    """pw:8.4.1: a column ends at a whole number, and a tenth beyond it is beyond it; the panel and the log show it."""
    state = duel(firer(), target(gsu=gsu))
    report = odds_report(state, BLUE, ("fire:f", "gun", "t"))
    assert report is not None
    assert report.tally[0].label == f"base at {told}"
    assert next(row.text for row in report.facts if row.label == "Range").startswith(f"{told} GSU (")
    fired = only(fire(state, [shot("PzGr 39")], [9]), Fired)
    said = reports.TELL[Fired](state, fired)
    assert said is not None
    assert said.tally is not None
    assert said.tally[0].label == f"base at {told}"
    assert fired.tally[0].label == "base at 200", "the event is as it always was"


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("75mm/L48 KwK 40, StuK 40, PaK 39 PzGr 39", "75mm/L48 (PzGr 39)"),
        ("75mm/L48 KwK 40, StuK 40, PaK 39 APHE", "75mm/L48 (APHE)"),
        ("88mm/L28 25 pdr HE", "88mm/L28 25 pdr (HE)"),
        ("75mm/L43 KwK 40 HEAT", "75mm/L43 KwK 40 (HEAT)"),
        ("75mm/L40 M3 SMOKE", "75mm/L40 M3 (WP)"),
        ("MG34", "MG34"),
        ("MG34-LMG", "MG34-LMG"),
        ("small arms", "small arms"),
        ("close assault", "close assault"),
    ],
)
def test_weapon_and_shell_are_told_apart(what: str, told: str) -> None:
    """pw:8.3: a row of the chart may stand for guns of several names; what is fired is one of them."""
    assert munition(duel(firer()), what) == told


def test_weapons_that_are_alike_are_numbered() -> None:
    """pw:12.7: in menus, on the card and in the log; what was not to be had yet is not carried (pw:DN.dates)."""
    men = a_vehicle("f", "ger-pzgren", BLUE, "J18")
    state = duel(men, target("sov-rifle-43", gsu=60))
    labels = {one.pick: one.label for one in choices.go_on(state, BLUE, ("fire:f",)).options}
    assert labels == {"small": "small arms", "light1": "MG42-LMG 1", "light2": "MG42-LMG 2"}
    costs = [one.cost for one in choices.go_on(state, BLUE, ("fire:f",)).options]
    assert costs == ["", "machine gun", "machine gun"], "nothing is said twice"
    rows = {row.label for part in unit_card(state, men).sections for row in part.rows}
    assert {"MG42-LMG 1", "MG42-LMG 2"} <= rows
    declared = FireDeclared(side=BLUE, shot=shot("", arm="light2"))
    said = reports.TELL[FireDeclared](state, declared)
    assert said is not None
    assert said.text == "f is to fire its MG42-LMG 2 at t"
    later = duel(men, target("sov-rifle-43", gsu=60), year=1945)
    assert arms.named(later, men, "light3") == "Panzerfaust 60"


@pytest.mark.parametrize(
    ("card", "changes", "arm", "why"),
    [
        ("pak40", {"travel": Travel(loading=2.0)}, "gun", ("it is not ready, 2 turns more", "pw:6.11.4")),
        ("pz4h", {"harm": Harm(stunned=True)}, "gun", ("it is stunned", "pw:9.15.2")),
        ("pz4h", {"gunnery": Gunnery(jammed=True)}, "gun", ("it is jammed", "pw:8.14.7")),
        (
            "pz4h",
            {"harm": Harm(damage=frozenset({Damage.HULL_GUNNER}))},
            "hull",
            ("the hull gunner is lost", "pw:9.11"),
        ),
        ("stug3g", {"buttoned": True}, "roof", ("nobody looks out to fire it", "pw:8.17.4")),
        ("ger-rifle-44", {"nerve": Nerve(broken=1)}, "small", ("it is broken", "pw:12.9")),
        ("pz4h", {"travel": Travel(loading=0.5)}, "gun", None),  # it takes men aboard
        ("pz4h", {}, "gun", None),
    ],
)
def test_why_a_weapon_is_silent(card: str, changes: Any, arm: str, why: tuple[str, str] | None) -> None:
    """pw:6.11.4, pw:9.15.2, pw:8.14.7, pw:9.11, pw:8.17.4, pw:12.9: menus and cards say which of them it is."""
    state = duel(firer(card, **changes), target())
    element = state.element("f")
    found = arms.arm(state, element, arm)
    assert found is not None
    refused = shooting.arm_refusal(state, element, found)
    assert (None if refused is None else (refused.reason, refused.rule)) == why
    rows = {row.label: row.text for part in unit_card(state, element).sections for row in part.rows}
    told = rows[arms.named(state, element, arm)]
    assert told.startswith("fires in E1") if why is None else told == f"not fired: {why[0]}"


def test_only_the_base_has_the_range() -> None:
    """pw:8.4.1: it is the first part of a number, whatever it is called; numbers without it stay as they are."""
    other = Reason("base at the wall", 2, "pw:8.4.1")
    assert [one.label for one in ranges.exact((ranges.base(3, 200.4), other), 200.4)] == ["base at 200.4", other.label]
    assert ranges.exact((Reason("HE", 2, "pw:12.4"), other), 5.5)[1] == other
    assert ranges.exact((), 5.5) == ()


def test_the_log_says_what_is_fired() -> None:
    """pw:8.9.7: the shell is said, as that of the gun."""
    state = duel(firer(), target())
    fired = only(fire(state, [shot("PzGr 39")], [2]), Fired)
    said = reports.TELL[Fired](state, fired)
    assert said is not None
    assert said.text == "f fires its 75mm/L48 (PzGr 39) at t at 200: 2 against 1, hit"
    assert fired.target == UnitId("t")


@pytest.mark.parametrize(
    ("fires", "told", "rule"),
    [
        (Fires.SUPPRESSIVE, "f is to suppress the area of J10", "pw:8.12"),
        (Fires.SMOKE, "f is to lay smoke at J10", "pw:11.1"),
        (Fires.DISCHARGE, "f is to fire its dischargers to the N", "pw:11.8"),
        (Fires.GRENADE, "f is to throw smoke grenades at J10", "pw:11.1.3"),
    ],
)
def test_what_is_to_be_fired_at_a_place_is_told_by_its_own_rule(fires: Fires, told: str, rule: str) -> None:
    """pw:8.12, pw:11.1, pw:11.1.3, pw:11.8."""
    declared = FireDeclared(side=BLUE, shot=shot("", fires=fires, at=north(200), target=""))
    said = reports.TELL[FireDeclared](duel(firer()), declared)
    assert said is not None
    assert (said.text, said.rule) == (told, rule)


def test_half_a_turn_is_told_so() -> None:
    """pw:12.3.1: who is set down is ready in half a turn."""
    assert [turns(number) for number in (0.5, 1, 1.5, 2)] == ["half a turn", "1 turn", "1.5 turns", "2 turns"]


def test_a_burst_at_vehicles_has_no_circle() -> None:
    """pw:8.11.3, pw:12.8.1: to whom more goes is told as further hits; at men it is who is under the circle."""
    for card, group in (("t34-43", "Further hits"), ("sov-rifle-43", "Under the circle")):
        state = duel(firer(), target(card, gsu=100), target(card, gsu=100, id_="o", east=10))
        options = choices.go_on(state, BLUE, ("fire:f", "coax", "t")).options
        assert {one.group for one in options if one.pick == "with:o"} == {group}


@pytest.mark.parametrize(
    ("gsu", "told", "rule"),
    [
        (460, "first sighted this turn at 460: it may fire within 450", "pw:8.8.3"),
        (440, "its fire comes in E3", "pw:8.8.8"),
    ],
)
def test_what_is_too_far_away_at_first_sight_is_not_put_off(gsu: float, told: str, rule: str) -> None:
    """pw:8.8.3, pw:8.8.8: nobody is sent to E3 who may not fire then either."""
    state = duel(firer(), target(gsu=gsu, travel=moved(Motion.HALF)))
    state.sighted_now = {BLUE: frozenset({UnitId("t")})}
    element, mark = state.element("f"), state.element("t")
    gun = arms.arm(state, element, "gun")
    assert gun is not None
    found = shooting.target_refusal(state, element, gun, mark)
    assert found is not None
    assert (found.reason, found.rule) == (told, rule)


def test_what_is_the_firers_own_trouble_is_not_told_of_a_target() -> None:
    """pw:9.15.2, pw:8.0: that it is stunned is so whomever it would fire at."""
    for harm, told in ((Harm(stunned=True), "it is stunned"), (Harm(), "at t: it is 90 degrees off")):
        state = duel(firer(harm=harm, heading=12, turret=12), target())
        (refused,) = (one.refusal for one in choices.offer(state, BLUE) if one.pick == "fire:f")
        assert refused is not None
        assert refused.reason.startswith(told)


@pytest.mark.parametrize("name", ["pw-0-1", "pw-1-4"])
def test_the_line_of_a_roll_says_how_its_number_or_its_total_comes_about(name: str) -> None:
    """pw:8.4, pw:9.14.1, pw:13.1, pw:4.11: the number with what modifies it, or the roll with what is added to it."""
    game: Any = sample(name)
    state, summed = game.system.initial(), set[str]()
    for event in game.journal:
        if isinstance(event, Considered):
            continue
        report = game.system.face.report(state, event)
        net = sum(reason.amount for reason in getattr(event, "tally", ()))
        if report is not None and isinstance(event, Fired | CrewTested) and event.rolls and len(event.tally) > 1:
            needed = event.needed if isinstance(event, Fired) else event.number
            if needed != event.tally[0].amount:
                base = event.tally[0].amount
                assert f"{base}{net - base:+d} = {needed}" in report.text
                summed.add(event.name)
        if report is not None and isinstance(event, MoraleTested) and net:
            assert f"{event.rolls[0].result}{net:+d} = {event.rolled}," in report.text
            summed.add(event.name)
        if report is not None and isinstance(event, InitiativeRolled):
            for rolled, (_, total) in zip(event.rolls, event.totals, strict=False):
                if rolled.result != total:
                    assert f" {rolled.result}{total - rolled.result:+d} = {total}" in report.text
                    summed.add(event.name)
        game.system.evolve(state, event)
    assert len(summed) == 4
