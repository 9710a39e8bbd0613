"""Who receives orders, who leads, whose general order may change (pw:4.0 to pw:4.1.3)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.choice import Choice
from core.dice import ScriptedDice
from core.order import IllegalOrder
from core.panzerwar.command import choices, doctrine, leaders, tactical
from core.panzerwar.command.chapter import CHAPTER
from core.panzerwar.command.orders import Appoint, ChangeGeneralOrder, GiveOrder
from core.panzerwar.command.reports import TELL
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Forced, Tactical
from core.panzerwar.state import WarState
from core.secrecy import redact, view
from tests.panzerwar.command.platoons import ordered, refused, squads, tanks
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, an_element


def give(state: WarState, order: Tactical, **more: object) -> None:
    wanted = GiveOrder(organisation="p", tactical=order, **more)  # type: ignore[arg-type]
    tactical.check_give(state, BLUE, wanted)
    happen(state, tactical.give(state, BLUE, wanted, ScriptedDice([])))


def test_orders_go_to_units_of_elements() -> None:
    """pw:4.0.2, pw:4.0a, pw:4.1: not to a company that has platoons alone, nor to a battery off the table."""
    state = ordered(parent="company")
    company = a_unit("company", echelon=Echelon.COMPANY)
    battery = a_unit("battery", *tanks(1), echelon=Echelon.BATTERY, off_board=2000.0)
    state.organisations = {**state.organisations, "company": company, "battery": battery}
    assert [o.id for o in doctrine.under_orders(state, BLUE)] == ["p"]
    assert refused(state, Tactical.ADVANCE, "company") == "pw:4.0.2"


@pytest.mark.parametrize(("which", "platoon"), [(Doctrine.ART, True), (Doctrine.SCIENCE, False)])
def test_platoons_or_companies_by_doctrine(which: Doctrine, platoon: bool) -> None:
    """pw:4.0.5, pw:4.0.6, pw:12.10: the Art of War orders platoons, the Science of War companies."""
    state = ordered(doctrine=which, parent="company")
    company = a_unit("company", *tanks(), echelon=Echelon.COMPANY)
    state.organisations = {**state.organisations, "company": company}
    assert (refused(state, Tactical.COVER) is None) is platoon
    if not platoon:
        assert refused(state, Tactical.COVER) == "pw:4.0.6"
        assert refused(state, Tactical.COVER, "company") is None


def test_orders_say_nothing_of_fire() -> None:
    """pw:4.0.2: who fires is asked in the fire segments alone."""
    assert {kind.order.name for kind in CHAPTER.orders} == {
        "pw-tactical-order",
        "pw-appoint",
        "pw-general-order",
        "pw-merge",
    }


@pytest.mark.parametrize(
    ("nation", "year", "granted", "may"),
    [
        ("Russia", 1944, True, False),
        ("Finland", 1944, True, False),
        ("U.S.A.", 1943, True, False),
        ("U.S.A.", 1944, False, True),
        ("U.K.", 1943, False, False),
        ("U.K.", 1945, False, True),
        ("Germany", 1939, False, False),
        ("Germany", 1940, False, True),
        ("Germany", 1943, False, True),
        ("Germany", 1944, False, False),
        ("Germany", 1944, True, True),
    ],
)
def test_who_may_change_his_general_order(nation: str, year: int, granted: bool, may: bool) -> None:
    """pw:4.0.3."""
    state = ordered(nation=nation, game={"year": year})
    side = evolve(state.engagement.sides[0], changes=granted)
    state.engagement = evolve(state.engagement, sides=(side, state.engagement.sides[1]))
    order = ChangeGeneralOrder(text="Hold the ridge.")
    if may:
        leaders.check_general(state, BLUE, order)
    else:
        with pytest.raises(IllegalOrder) as why:
            leaders.check_general(state, BLUE, order)
        assert why.value.rule == "pw:4.0.3"


@pytest.mark.parametrize("text", ["", "   ", "a\nb", "x" * 201])
def test_a_general_order_is_a_line(text: str) -> None:
    """pw:4.0.1: in words, for the whole side."""
    state = ordered(game={"year": 1943})
    with pytest.raises(IllegalOrder):
        leaders.check_general(state, BLUE, ChangeGeneralOrder(text=text))


def test_a_general_order_waits_for_phase_b() -> None:
    """pw:4.0.1, pw:5.2."""
    state = ordered(game={"year": 1943})
    events = happen(state, leaders.change_general(state, BLUE, ChangeGeneralOrder(text=" Go. "), ScriptedDice([])))
    assert state.general == {}
    assert state.nets.plans == {BLUE: "Go."}
    assert redact(state, events[0], RED) is None
    assert view(state, RED).nets.plans == {}


@pytest.mark.parametrize(
    ("nation", "echelon", "needs"),
    [
        ("Germany", Echelon.PLATOON, True),
        ("U.K.", Echelon.PLATOON, True),
        ("U.S.A.", Echelon.PLATOON, True),
        ("Russia", Echelon.PLATOON, False),
        ("Finland", Echelon.PLATOON, False),
        ("Russia", Echelon.COMPANY, True),
        ("Italy", Echelon.BATTALION, True),
    ],
)
def test_who_needs_a_command_element_to_change_orders(nation: str, echelon: Echelon, needs: bool) -> None:
    """pw:4.0.4: companies do, and German, British and American platoons."""
    state = ordered(nation=nation, echelon=echelon, command=None)
    assert refused(state, Tactical.ADVANCE) == ("pw:4.0.4" if needs else None)
    assert refused(state, Tactical.COVER) is None  # the order that it has


def test_a_command_element_that_is_gone_is_missed() -> None:
    """pw:4.0.4."""
    state = ordered()
    assert list(leaders.lost(state)) == []
    state.change(state.element("t0").id, presence=Presence.DESTROYED)
    happen(state, leaders.lost(state))
    assert state.organisations["p"].command is None
    assert list(leaders.lost(state)) == []


def test_another_is_chosen() -> None:
    """pw:4.0.4: of the unit, on the table, neither broken nor stunned; of a mechanised unit a vehicle."""
    rider = an_element("rider", "ger-rifle-44", BLUE, "O20", organisation="p")
    state = ordered((*tanks(), rider), mechanised=True)

    def why(element: str) -> str | None:
        try:
            leaders.check_appoint(state, BLUE, Appoint(organisation="p", element=state.element(element).id))
        except IllegalOrder as illegal:
            return str(illegal)
        return None

    assert why("t1") == "it has its command element (pw:4.0.4)"
    state.reorganise("p", command=None)
    assert why("t1") is None
    assert why("rider") is not None
    state.put(state.element("t1").with_harm(stunned=True))
    assert why("t1") is not None
    happen(state, leaders.appoint(state, BLUE, Appoint(organisation="p", element=state.element("t2").id), None))  # type: ignore[arg-type]
    assert state.organisations["p"].command == "t2"
    assert refused(state, Tactical.ADVANCE) is None


def test_infantry_is_led_by_anybody_of_it() -> None:
    """pw:4.0.4."""
    state = ordered(squads(), command=None)
    state.put(state.element("t0").with_nerve(broken=3))
    picked = choices.go_on(state, BLUE, ("appoint:p",))
    assert [one.pick for one in picked.options] == ["t1", "t2"]


@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True)])
def test_a_company_changes_its_order_every_other_turn(turn: int, may: bool) -> None:
    """pw:4.1.1."""
    state = ordered(echelon=Echelon.COMPANY, since=3, turn=turn)
    assert refused(state, Tactical.WITHDRAW) == (None if may else "pw:4.1.1")
    assert refused(state, Tactical.COVER) is None  # it keeps it


def test_a_platoon_may_change_it_every_turn() -> None:
    """pw:4.1.2."""
    assert refused(ordered(since=4), Tactical.WITHDRAW) is None


def test_morale_overrides_orders() -> None:
    """pw:4.1.3, pw:4.2.5."""
    state = ordered(forced=Forced.HALT)
    assert refused(state, Tactical.ADVANCE) == "pw:4.2.5"
    found = next(one for one in choices.menu(state, BLUE, ()).options if one.pick == "order:p")
    assert isinstance(found, Choice)
    assert found.refusal is not None
    assert found.refusal.rule == "pw:4.2.5"


def test_a_unit_has_one_order() -> None:
    """pw:4.2.1, pw:4.2: another takes its place, and is kept until there is another."""
    state = ordered()
    give(state, Tactical.ADVANCE, objective=state.element("foe").at)
    give(state, Tactical.WITHDRAW)
    unit = state.organisations["p"]
    assert (unit.order, unit.since, unit.before, unit.objective) == (Tactical.WITHDRAW, 5, Tactical.COVER, None)
    state.turn = 6
    assert state.organisations["p"].order is Tactical.WITHDRAW
    give(state, Tactical.WITHDRAW)
    assert state.organisations["p"].since == 5


def test_without_an_order_a_unit_covers() -> None:
    """pw:3.2.A, pw:4.8."""
    assert a_unit("p", *tanks()).order is Tactical.COVER


def test_orders_are_secret() -> None:
    """pw:4.2: they are written beforehand."""
    state = ordered()
    wanted = GiveOrder(organisation="p", tactical=Tactical.WITHDRAW)
    events = happen(state, tactical.give(state, BLUE, wanted, ScriptedDice([])))
    assert redact(state, events[0], RED) is None
    assert "p" not in view(state, RED).organisations
    told = TELL[type(events[0])](state, events[0])
    assert told is not None
    assert told.text == "p: Withdraw"


def test_there_are_eight_orders() -> None:
    """pw:4.2."""
    state = ordered()
    assert [one.label for one in choices.go_on(state, BLUE, ("order:p",)).options] == [
        "Advance",
        "Rush",
        "Bound",
        "Charge",
        "Engage",
        "Cover",
        "Regroup",
        "Withdraw",
    ]


@pytest.mark.parametrize("order", [Tactical.ADVANCE, Tactical.RUSH, Tactical.CHARGE])
def test_some_orders_lead_somewhere(order: Tactical) -> None:
    """pw:4.3, pw:4.4.1, pw:4.6: an objective on the table."""
    state = ordered(enemy=700)
    with pytest.raises(IllegalOrder):
        give(state, order)
    with pytest.raises(IllegalOrder):
        give(state, order, objective=state.element("foe").where._replace(x=-50000))
    give(state, order, objective=state.element("foe").where)
    assert state.organisations["p"].objective == state.element("foe").where


def test_a_side_plans_what_it_needs_orders_for() -> None:
    """pw:4.0: the menu of the phase has every unit with its order, and ends it."""
    picks = [one.pick for one in choices.menu(ordered(), BLUE, ()).options]
    assert picks[0] == "order:p"
    assert len(picks) == 2
