"""Indirect fire of the miniatures edition: observers, Target Points, missions that go on, plots, response."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.panzer.chapters import BOOK
from core.panzer.firing.events import CommandShown
from core.panzer.firing.showing import may_show
from core.panzer.indirect.called import (
    adjust_refusal,
    aim_refusal,
    automatic_check,
    caller_refusal,
    capacity_refusal,
    check,
    continue_refusal,
)
from core.panzer.indirect.impact import fire_mission, struck
from core.panzer.indirect.observers import capacity, distinct_sources
from core.panzer.indirect.orders import CheckMission
from core.panzer.indirect.planned import plan_refusal, plot_refusal
from core.panzer.indirect.prospects import target_points
from core.panzer.indirect.response import registered, response_terms
from core.panzer.indirect.sources import called_range, source_refusal
from core.panzer.indirect.step import procedure
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.edition import HEX, MINIATURES
from core.panzer.pieces.missions import Aim, FireType, Mission, Pending, Plan, RegisteredPoint, Sheaf
from core.panzer.pieces.unit import Suppression
from core.panzer.sequence import steps
from core.panzer.state import PanzerState
from core.replaced import replaced

OP, MORTAR, SECOND, LIGHT, HEAVY, TANK = map(UnitId, ("go", "gm", "gn", "ga", "gb", "s1"))
GERMAN = SideId("german")


def unit(id_: UnitId, card: str, hex_: str = "", **more: Any) -> dict[str, Any]:
    return {"id": id_, "card": card, **({"hex": hex_} if hex_ else {}), **more}


def posed(*more: dict[str, Any], edition: str = "miniatures", tank: str = "B12", **stated: Any) -> PanzerState:
    """An OP that looks down an open field at a T-34 that has fired, with two mortars behind it and two batteries."""
    made = {
        "edition": edition,
        "modules": ["advanced"],
        "board": {"grid": "\n".join((". . . . .",) * 24)},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet"}],
        "unit": [
            unit(OP, "g86-section", "B1", facing="S", labels=["FO"], command="OVERWATCH"),
            unit(MORTAR, "g86-8cm-grw-34-mortar-section", "A1", facing="S", command="FIRE"),
            unit(SECOND, "g86-8cm-grw-34-mortar-section", "D1", facing="S", command="FIRE"),
            unit(LIGHT, "g74-light-artillery-battery"),
            unit(HEAVY, "g74-heavy-artillery-battery", attachment="Organic"),
            unit(TANK, "s15-t-34-76-m43", tank, side="soviet", facing="N", spot="SPOT/FIRE"),
            *more,
        ],
        "situation": {"step": "first-indirect", "first": "german"},
        **stated,
    }
    return situation(made, "x", "x", "x.toml").start.copy()


def at(hex_: str, **more: Any) -> Aim:
    return Aim(hex_from_id(hex_), **more)


def in_force(state: PanzerState, aim: Aim, *sources: UnitId, observer: UnitId | None = OP) -> Mission:
    """A mission of an earlier turn that its player has to deal with."""
    mission = Mission(1, GERMAN, aim, sources or (LIGHT,), observer)
    state.indirect = evolve(state.indirect, missions=(mission,))
    return mission


# -- who is called -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("nation", "sources"), [("American", 4), ("German", 2)])
def test_observation_posts_of_the_usa_call_four_sources(nation: str, sources: int) -> None:
    """min:16.5.1.1.1: all others two."""
    state = posed(side=[{"id": "german", "nation": nation}, {"id": "soviet", "nation": "Soviet"}])
    assert capacity(state, OP) == sources
    refused = capacity_refusal(state, OP, (LIGHT, HEAVY, MORTAR))
    assert (refused is None) is (nation == "American")


@pytest.mark.parametrize("label", ["Command", "Recon"])
@pytest.mark.parametrize(("attachment", "allowed"), [("Attached", True), ("Organic", False)])
def test_soviet_command_and_recon_observers_call_what_is_attached(label: str, attachment: str, allowed: bool) -> None:
    """min:16.5.1.2.2, min:16.5.1.3.2: nothing Organic; an OP of theirs calls all."""
    caller, battery = UnitId("sx"), UnitId("sb")
    labels = [label]
    for ids, free in ((labels, allowed), (["FO"], True)):
        more = {"level": "Company"} if ids == ["Command"] else {}
        state = posed(
            unit(caller, "g86-section", "B22", side="soviet", facing="N", labels=ids, command="OVERWATCH", **more),
            unit(battery, "g74-light-artillery-battery", side="soviet", attachment=attachment),
            unit(UnitId("gt"), "g18-pzkpfw-iv-h", "B10", facing="S", spot="SPOT/FIRE"),
        )
        refused = source_refusal(state, SideId("soviet"), caller, battery, at("B10"))
        assert (refused is None) is free
        assert refused is None or refused.rule == "min:16.5.1.2.2"


@pytest.mark.parametrize(("hex_", "sources"), [("D1", 1), ("D2", 1), ("D6", 2)])
def test_two_mortars_within_command_range_are_one_source(hex_: str, sources: int) -> None:
    """min:16.5.1.4: of a Seasoned formation within 3 inches; by their own rolls all the same."""
    state = posed()
    state.change(SECOND, hex=hex_from_id(hex_))
    assert distinct_sources(state, (MORTAR, SECOND)) == sources
    assert distinct_sources(state, (LIGHT, HEAVY)) == 2


# -- where -----------------------------------------------------------------------------------------------


def test_a_target_point_lies_within_an_inch_of_a_spotted_unit() -> None:
    """min:16.5.1.8: on it in the hex edition (na:6.5.1.7)."""
    state, plain = posed(), posed(edition="hex")
    for hex_, allowed in (("B12", True), ("B11", True), ("C12", True), ("B10", False)):
        refused = aim_refusal(state, OP, at(hex_), (LIGHT,))
        assert (refused is None) is allowed, refused
        assert (aim_refusal(plain, OP, at(hex_), (LIGHT,)) is None) is (hex_ == "B12")
    assert len(target_points(state, OP)) == 7
    assert [hex_.id for hex_, _ in target_points(plain, OP)] == ["B12"]


def test_the_target_point_itself_is_seen() -> None:
    """min:16.5.1.8: what lies behind a house beside a spotted unit is none."""
    rows = [". . . . ."] * 24
    rows[9:11] = [". . W W W", ". . W W W"]
    state = posed(board={"grid": "\n".join(rows)})
    refused = aim_refusal(state, OP, at("C12"), (LIGHT,))
    assert refused is not None
    assert refused.rule == "min:16.5.1.8"
    assert "C12" not in {hex_.id for hex_, _ in target_points(state, OP)}


@pytest.mark.parametrize(("hex_", "allowed"), [("B5", False), ("B6", True), ("B7", True)])
def test_the_range_may_be_as_short_as_the_minimum(hex_: str, allowed: bool) -> None:
    """min:16.6.3.1.2, min:4.5.2: the greater of both ranges, 5 inches for the 8 cm mortar."""
    state = posed(tank=hex_)
    state.change(MORTAR, hex=hex_from_id("B1"))
    far = called_range(state, OP, MORTAR, hex_from_id(hex_))
    refused = source_refusal(state, GERMAN, OP, MORTAR, at(hex_), continued=True)
    assert far is not None
    assert (refused is None) is allowed
    assert (far >= 5) is allowed


def test_the_range_of_a_mortar_is_the_greater_of_two() -> None:
    """min:16.6.3.1.2: from itself or from the observer."""
    state = posed()
    state.change(MORTAR, hex=hex_from_id("B10"))
    assert called_range(state, OP, MORTAR, hex_from_id("B12")) == 11
    state.change(MORTAR, hex=hex_from_id("B24"))
    assert called_range(state, OP, MORTAR, hex_from_id("B12")) == 12


# -- missions that go on ---------------------------------------------------------------------------------


def test_a_mission_goes_on_with_somebody_spotted_in_its_beaten_zone() -> None:
    """min:16.5.1.11.1: next to a mortar SHEAF is not in it, in the hex edition it is near enough (na:6.5.1.8.1)."""
    for edition, beside in (("miniatures", False), ("hex", True)):
        state = posed(edition=edition)
        for hex_, allowed in (("B12", True), ("B11", beside)):
            mission = in_force(state, at(hex_), MORTAR)
            state.change(MORTAR, hex=hex_from_id("A24"), facing=0)
            refused = continue_refusal(state, mission, FireType.GP)
            near = refused is None or refused.rule not in ("min:16.5.1.11.1", "na:6.5.1.8.1")
            assert near is allowed, (edition, hex_, refused)


def test_its_type_changes_freely() -> None:
    """min:16.5.1.11.1: to Illumination too, for which the hex edition adjusts it (na:6.5.1.8.1)."""
    for edition, allowed in (("miniatures", True), ("hex", False)):
        state = posed(edition=edition)
        refused = continue_refusal(state, in_force(state, at("B12"), LIGHT), FireType.ILLUMINATION)
        assert (refused is None) is allowed, refused
        assert continue_refusal(state, in_force(state, at("B12"), LIGHT), FireType.SMOKE) is None


@pytest.mark.parametrize(
    ("old", "new", "allowed"),
    [("B6", "B12", True), ("B6", "B13", True), ("B5", "B12", False), ("B5", "B11", False), ("B18", "B11", True)],
)
def test_an_adjustment_reaches_a_spotted_unit_within_six_inches(old: str, new: str, allowed: bool) -> None:
    """min:16.5.1.11.2: the unit within 6 inches of the old Target Point, the new one within 1 inch of the unit."""
    state = posed()
    refused = adjust_refusal(state, in_force(state, at(old)), at(new), ())
    assert (refused is None) is allowed, refused


def test_an_adjusted_sheaf_covers_somebody_spotted() -> None:
    """min:16.5.1.11.2: a battery's reaches 1 inch off, a mortar's does not; the type may change as well."""
    state = posed()
    assert adjust_refusal(state, in_force(state, at("B10")), at("B11", type=FireType.SMOKE), ()) is None
    rows = [". . . . ."] * 24
    rows[1:4] = ["W . . . ."] * 3
    state = posed(board={"grid": "\n".join(rows)})
    mission = in_force(state, at("B10"), MORTAR)
    refused = adjust_refusal(state, mission, at("B11"), ())
    assert refused is not None
    assert refused.rule == "min:16.5.1.11.2"
    assert adjust_refusal(state, mission, at("B12"), ()) is None


def test_units_that_adjust_have_one_more() -> None:
    """min:16.5.1.11.2: +1 for each unit of the mission."""
    state = posed()
    plain, adjusted = (response_terms(state, OP, LIGHT, at("B12"), already=way) for way in (False, True))
    assert adjusted.tally.total == plain.tally.total + 1


def checked(edition: str) -> PanzerState:
    state = posed(edition=edition)
    in_force(state, at("B12"), MORTAR)
    for event in check(state, GERMAN, CheckMission(mission=1), ScriptedDice([])):
        BOOK.evolve(state, event)
    return state


def test_who_was_checked_fires_in_no_other_mission() -> None:
    """min:16.5.1.12.1: neither called nor planned; its observer may call others, not so in the hex edition."""
    state = checked("miniatures")
    assert MORTAR in state.indirect.spent
    assert not state.units[MORTAR].fired, "it may still fire directly"
    refused = source_refusal(state, GERMAN, OP, MORTAR, at("B12"))
    assert refused is not None
    assert caller_refusal(state, GERMAN, OP) is None
    assert caller_refusal(checked("hex"), GERMAN, OP) is not None


def test_a_mission_that_nobody_observes_checks_by_itself() -> None:
    """min:16.5.1.12.3: out of sight, without Overwatch, by Danger Close; else it waits for its player."""
    state = posed()
    mission = in_force(state, at("B12"))
    assert automatic_check(state, mission) == ""
    assert automatic_check(state, evolve(mission, danger_close=True))
    state.change(OP, command=None)
    assert "OVERWATCH" in automatic_check(state, mission)
    rows = [". . . . ."] * 24
    rows[5] = "W W W W W"
    hidden = posed(board={"grid": "\n".join(rows)})
    assert "no longer sees" in automatic_check(hidden, in_force(hidden, at("B12")))


# -- Fire Response ---------------------------------------------------------------------------------------


def test_the_factors_of_an_op() -> None:
    """min:16.6.1, MIN-16.6.4-a: 3 Attached, 5 Organic; as much as the factor responds, a 1 never does."""
    state = posed()
    near, far = (response_terms(state, OP, battery, at("B12")) for battery in (LIGHT, HEAVY))
    assert (near.row, near.factor, near.tally.total) == ("FO", 3, 0)
    assert (far.factor, far.tally.total) == (5, 0)
    assert [roll for roll in range(1, 11) if near.responds(roll)] == list(range(3, 11))


def test_nothing_in_the_way_of_an_observer_counts() -> None:
    """min:16.6.2: neither smoke, nor Heat Haze, nor his grade, as they do by na:6.5.1.12.1."""
    cloud = Cloud(CloudKind.SMOKE, frozenset({hex_from_id("B5")}), fresh=False, open=True)
    for edition, hindered in (("miniatures", False), ("hex", True)):
        state = posed(edition=edition, modules=["advanced", "heat-haze"])
        state.counters = replaced(state.counters, clouds=(cloud,))
        told = {reason.label for reason in response_terms(state, OP, LIGHT, at("B12")).tally.reasons}
        assert any(text.startswith("hindered") for text in told) is hindered
        assert ("Heat Haze" in told) is hindered


def test_all_that_counts_is_added_up() -> None:
    """min:16.6.2: a Suppressed observer -2 and a Pre-Registered Point +2."""
    state = posed()
    state.change(OP, suppression=Suppression.ON)
    assert response_terms(state, OP, LIGHT, at("B12")).tally.total == -2
    point = RegisteredPoint(GERMAN, hex_from_id("B12"), (LIGHT,))
    state.indirect = evolve(state.indirect, points=(point,))
    assert response_terms(state, OP, LIGHT, at("B12")).tally.total == 0


def test_a_pre_registered_point_is_of_use_to_its_own_batteries() -> None:
    """min:16.5.1.7.1: not to others, nor to units on the map, which may be called there all the same."""
    state = posed()
    point = RegisteredPoint(GERMAN, hex_from_id("B12"), (LIGHT,))
    state.indirect = evolve(state.indirect, points=(point,))
    assert [registered(state, one, hex_from_id("B12")) for one in (LIGHT, HEAVY, MORTAR)] == [True, False, False]
    assert source_refusal(state, GERMAN, OP, HEAVY, at("B12")) is None


def test_points_and_plots_come_before_all_units() -> None:
    """min:16.5.1.7.2, min:16.5.1.14.1: written down before any unit is set up."""
    played = [step.id for step in steps(posed().scenario.switches, MINIATURES)]
    assert played.index("plotting") < played.index("set-up")


# -- planned missions ------------------------------------------------------------------------------------

BOOK_PLOT = (
    *(at("B12", sheaf=Sheaf.CLOSED),) * 2,
    at("B12", type=FireType.SMOKE, sheaf=Sheaf.OPEN, direction=1),
    *(at("B12", sheaf=Sheaf.OPEN, direction=1),) * 2,
)


def test_a_plot_lasts_five_turns_and_its_battery_waits_for_one() -> None:
    """MIN-16.5.1.14.1-a, min:16.5.1.14.1: GP, smoke and GP again from turn 6 to 10, and nothing in turn 11."""
    state = posed(situation={"step": "first-indirect", "first": "german", "turns": 20})
    assert plan_refusal(state, GERMAN, LIGHT, 6, BOOK_PLOT) is None
    assert plan_refusal(state, GERMAN, LIGHT, 6, (*BOOK_PLOT, BOOK_PLOT[-1])) is not None
    state.indirect = evolve(state.indirect, plans=(Plan("p", GERMAN, LIGHT, 6, BOOK_PLOT),))
    assert plan_refusal(state, GERMAN, LIGHT, 11, BOOK_PLOT[:1]) is not None
    assert plan_refusal(state, GERMAN, LIGHT, 12, BOOK_PLOT[:1]) is None


def test_a_plotted_sheaf_stays_as_it_lies() -> None:
    """min:16.5.1.14.2, min:20.22: it says how it lies, and turns only where its Target Point shifts."""
    state = posed()
    turned = at("B12", sheaf=Sheaf.OPEN, direction=2)
    refused = plot_refusal(state.board, (BOOK_PLOT[-1], turned), MINIATURES)
    assert refused is not None
    assert refused.rule == "min:16.5.1.14.2"
    assert plot_refusal(state.board, (BOOK_PLOT[-1], evolve(turned, hex=hex_from_id("B13"))), MINIATURES) is None
    assert plot_refusal(state.board, (BOOK_PLOT[0], turned), MINIATURES) is None


@pytest.mark.parametrize(("hex_", "allowed"), [("B22", True), ("B23", False)])
def test_a_plot_shifts_ten_inches_in_a_turn(hex_: str, allowed: bool) -> None:
    """min:16.5.1.14.6: 5 hexes of 100 m in the hex edition (na:6.5.1.11.3)."""
    state = posed()
    assert (plot_refusal(state.board, (at("B12"), at(hex_)), MINIATURES) is None) is allowed
    assert plot_refusal(state.board, (at("B12"), at(hex_)), HEX) is not None


def planned(type_: FireType, *rolls: int) -> tuple[bool, int]:
    """Whether planned fire of that type is placed, and how many dice are rolled for it."""
    state = posed()
    aim = at("B12", type=type_)
    mission = in_force(state, aim, LIGHT, observer=None)
    dice = ScriptedDice([*rolls])
    fired = next(iter(fire_mission(state, mission, LIGHT, dice)))
    return fired.placed, len(fired.rolls)  # type: ignore[attr-defined]


def test_planned_smoke_may_run_short_and_illumination_does_not() -> None:
    """min:16.5.1.14.3: nothing is placed then; min:16.5.1.14.4: no roll for Illumination."""
    limit = next(n for kind, n in posed().card(LIGHT).ammo_limits.items() if kind.name == "SMOKE")
    assert planned(FireType.SMOKE, limit) == (False, 1)
    assert planned(FireType.SMOKE, limit - 1) == (True, 1)
    assert planned(FireType.ILLUMINATION) == (True, 0)


@pytest.mark.parametrize(
    ("edition", "aim", "asked"),
    [("miniatures", "B12", False), ("miniatures", "C12", True), ("hex", "B12", True)],
)
def test_who_shows_a_move_that_counts_for_nothing_is_not_asked(edition: str, aim: str, asked: bool) -> None:
    """min:16.7.2.1: it counts at the Target Point alone; in the hex edition in all of the SHEAF (na:6.5.4.3a)."""
    beside = UnitId("s2")
    state = posed(
        unit(beside, "s15-t-34-76-m43", "C12", side="soviet", facing="N", spot="SPOT/FIRE", command="MOVE"),
        edition=edition,
    )
    mission = in_force(state, at(aim), LIGHT)
    state.indirect = evolve(state.indirect, pending=(Pending(1, GERMAN, LIGHT, responded=True),))
    assert beside in [one.id for one in struck(state, mission.aim, LIGHT)]
    assert may_show(state, state.units[beside])
    first = next(iter(procedure(state, GERMAN, ScriptedDice([50] * 12)) or ()))
    assert isinstance(first, CommandShown) is asked
