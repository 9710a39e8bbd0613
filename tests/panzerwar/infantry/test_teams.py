"""How far scout and sniper teams go from their platoon (pw:12.0.3)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzerwar.scenarios.scenarios import scenario
from core.choice import Refusal
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.command.events import Merged
from core.panzerwar.course import choices as placing_choices
from core.panzerwar.course import set_up
from core.panzerwar.course.orders import Place
from core.panzerwar.face import cards
from core.panzerwar.face.set_up import layout
from core.panzerwar.infantry import teams
from core.panzerwar.movement import choices, planning
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.opponent import legs, moves
from core.panzerwar.opponent.array import array
from core.panzerwar.opponent.set_up import place as places
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Posting
from core.panzerwar.pieces.organisation import Forced, Tactical
from core.panzerwar.pieces.plan import Leg, Plan
from core.panzerwar.state import SET_UP, WarState, initial_state
from core.plane import Point, centre, gsu_between
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, apply, priced, refusal

HERE = at("C10")
SNIPER = UnitId("sniper")


def east(gsu: float) -> Point:
    return Point(HERE.x + round(gsu * 10), HERE.y)


def a_platoon(far: float = 240.0, **changes: Any) -> WarState:
    """A platoon of two squads at C10 and its sniper so far to the east of them. changes: of the sniper's unit."""
    squads = [an_element(f"s{n}", "ger-rifle-44", BLUE, HERE, organisation="p", command=n == 0) for n in range(2)]
    sniper = an_element("sniper", "sniper", BLUE, east(far), organisation="team", command=True, heading=12)
    foe = an_element("foe", "sov-rifle-43", RED, "DD2")
    units = (a_unit("p", *squads), a_unit("team", sniper, **{"team_of": "p", **changes}), a_unit("r", foe))
    foe = evolve(foe, organisation="r")
    state = a_state(*squads, sniper, foe, organisations=units, step="plan", board=a_board(40, 20))
    state.reorganise("team", order=changes.get("order", Tactical.ENGAGE))
    return state


# -- in play ---------------------------------------------------------------------------------------------


def test_a_team_stays_within_250_of_its_platoon() -> None:
    """pw:12.0.3: of the nearest element of it, at the end of either of its movements."""
    state = a_platoon()
    assert priced(state, a_plan("sniper", east(249))).spent == 9
    rule, reason = refusal(state, a_plan("sniper", east(262)))
    assert rule == "pw:12.0.3"
    assert reason == "sniper would be 262 from p, 250 at most"
    assert refusal(state, a_plan("sniper", second=[east(262)]))[0] == "pw:12.0.3"
    state.change(UnitId("s1"), at=east(60))
    assert priced(state, a_plan("sniper", east(262))).spent == 22


def test_a_team_that_is_farther_off_only_comes_nearer() -> None:
    """pw:12.0.3: its platoon went away, or came on elsewhere."""
    state = a_platoon(300)
    assert refusal(state, a_plan("sniper", east(310)))[0] == "pw:12.0.3"
    assert priced(state, a_plan("sniper", east(280))).spent == 20
    assert priced(state, a_plan("sniper", heading=0)).spent == 0


def test_a_tank_that_takes_a_team_aboard_drives_it_no_farther() -> None:
    """pw:12.0.3, pw:6.11.2: riders get on before their tank moves, and count as who is aboard already."""
    men = [an_element("s0", "sov-rifle-43", RED, HERE, organisation="p", command=True)]
    team = an_element("sniper", "sniper", RED, east(240), organisation="team", command=True)
    tank = an_element("tank", "t34-43", RED, east(245), organisation="tanks", command=True, heading=12)
    units = (a_unit("p", *men), a_unit("team", team, team_of="p"), a_unit("tanks", tank))
    state = a_state(*men, team, tank, organisations=units, step="plan", board=a_board(40, 20))
    for unit in ("team", "tanks"):
        state.reorganise(unit, order=Tactical.ENGAGE)
    alone = a_plan("tank", east(300))
    assert priced(state, alone)
    assert refusal(state, evolve(alone, load=(SNIPER,)))[0] == "pw:12.0.3"
    assert priced(state, evolve(alone, legs=(Leg(east(220)),), load=(SNIPER,)))
    offered = choices.go_on(state, RED, ("plan:tank", "load:sniper")).options
    astray = {one.refusal.rule for one in offered if one.kind == "hex" and one.refusal is not None}
    assert "pw:12.0.3" in astray


@pytest.mark.parametrize("gone", ["waits", "lost", "driven", "another unit"])
def test_who_is_not_kept_near(gone: str) -> None:
    """pw:12.0.3: nobody of the platoon is on the table; its morale drives it; it is no team (pw:12.0.2)."""
    state = a_platoon(240)
    if gone == "driven":
        state.reorganise("team", forced=Forced.RETREAT)
    elif gone == "another unit":
        state.reorganise("team", team_of=None)
    else:
        for id_ in (UnitId("s0"), UnitId("s1")):
            state.change(id_, presence=Presence.WAITING if gone == "waits" else Presence.KILLED, at=None)
    assert teams.apart_refusal(state, state.elements[SNIPER], east(400)) is None


def test_a_team_of_a_company_is_near_any_platoon_of_it() -> None:
    """pw:12.0.3: platoons too small have a team of the company; another team of it does not count."""
    state = a_platoon(240)
    chief = an_element("chief", "leader", BLUE, east(400), organisation="company", command=True)
    state.put(chief)
    state.organisations = {**state.organisations, "company": a_unit("company", chief)}
    state.reorganise("p", parent="company")
    state.reorganise("team", team_of="company")
    assert teams.apart(state, state.elements[SNIPER], east(240)) == pytest.approx(160)
    state.reorganise("company", team_of="p")
    assert teams.apart(state, state.elements[SNIPER], east(240)) is None


def test_it_goes_on_with_the_platoon_that_took_in_its_own() -> None:
    """pw:12.0.3, pw:4.9.1."""
    state = a_platoon()
    other = an_element("o", "ger-rifle-44", BLUE, east(200), organisation="other", command=True)
    state.put(other)
    state.organisations = {**state.organisations, "other": a_unit("other", other)}
    apply(state, Merged(side=BLUE, organisation="other", other="p"))
    assert state.organisations["team"].team_of == "other"
    assert teams.apart(state, state.elements[SNIPER], east(262)) == pytest.approx(62)


def test_what_carries_a_team_keeps_near_too() -> None:
    """pw:12.0.3."""
    state = a_platoon()
    state.put(an_element("car", "sdk251-1", BLUE, east(240), organisation="cars", heading=12))
    state.change(SNIPER, presence=Presence.ABOARD, aboard=UnitId("car"))
    assert refusal(state, a_plan("car", east(300)))[0] == "pw:12.0.3"
    state.change(SNIPER, presence=Presence.ON_TABLE, aboard=None)
    assert priced(state, a_plan("car", east(300)))


def test_menus_say_how_far_it_may_go() -> None:
    """pw:12.0.3: the hexes beyond are refused, with the reason; its card tells how far it is and may be."""
    state = a_platoon()
    found = {c.hex: c.refusal for c in choices.go_on(state, BLUE, ("plan:sniper",)).options if c.kind == "hex"}
    for hex_, why in found.items():
        assert hex_ is not None
        assert (why is None) is (gsu_between(HERE, centre(hex_)) <= 250), hex_
    assert None in found.values()
    assert any(found.values())
    rows = [row for section in cards.unit_card(state, state.elements[SNIPER]).sections for row in section.rows]
    assert [row.text for row in rows if row.rule == "pw:12.0.3"] == ["240 from p, 250 at most"]


def test_a_team_that_finds_no_way_may_stay() -> None:
    """pw:12.0.3, pw:4.2.6: its order makes it go where its platoon is not."""
    state = a_platoon(249, order=Tactical.ADVANCE)
    state.reorganise("team", objective=east(700), order=Tactical.ADVANCE)
    assert planning.bound_to_move(state, BLUE) == ()
    state.change(SNIPER, at=east(150))
    assert planning.bound_to_move(state, BLUE) == (SNIPER,)


def test_computer_players_keep_to_it() -> None:
    """pw:12.0.3."""
    for far in (150.0, 220.0, 249.0):
        state = a_platoon(far)
        state.reorganise("team", objective=east(700), order=Tactical.ADVANCE)
        state.reorganise("p", order=Tactical.COVER)
        found = moves.plan(state, BLUE, ScriptedDice([]))
        if isinstance(found, WritePlan):
            assert not isinstance(planning.examined(state, state.elements[found.plan.element], found.plan), Refusal)
    there = Plan(element=SNIPER, legs=(Leg(east(274)),))
    assert list(legs.accepted(a_platoon(), a_platoon().elements[SNIPER], [there])) == []


# -- in the set-up -----------------------------------------------------------------------------------------


def setting_up(*, later: bool = False) -> WarState:
    """The same, waiting; the area is the whole board. later: the platoon comes on in the first turn."""
    state = a_platoon()
    board = state.board
    posts = (
        Posting(organisation="p", hexes=frozenset(board.cells), turn=1 if later else 0),
        Posting(organisation="team", hexes=frozenset(board.cells), foxholes=1, prepared=True),
    )
    made = initial_state(evolve(state.engagement, postings=posts))
    made.step, made.turn = SET_UP, 0
    for id_ in (UnitId("s0"), UnitId("s1"), SNIPER):
        made.change(id_, presence=Presence.WAITING, at=None)
    return made


def put(state: WarState, element: str, where: str | Point) -> None:
    wanted = Place(element=UnitId(element), at=at(where) if isinstance(where, str) else where)
    set_up.check_place(state, BLUE, wanted)
    happen(state, set_up.place(state, BLUE, wanted, ScriptedDice([])))


def test_a_team_is_set_up_near_its_platoon() -> None:
    """pw:12.0.3: which comes first, and may not leave it behind."""
    state = setting_up()
    first = {c.pick: c.refusal for c in placing_choices.menu(state, BLUE, ()).options}
    assert first["place:s0"] is None
    assert first["place:sniper"] == Refusal("p is placed before its team", "pw:12.0.3")
    with pytest.raises(IllegalOrder, match="p is placed before its team"):
        put(state, "sniper", "C11")
    put(state, "s0", "C10")
    put(state, "s1", "C11")
    far = next(h for h in sorted(state.board.cells) if gsu_between(HERE, centre(h)) > 300)
    offered = {c.hex: c.refusal for c in placing_choices.go_on(state, BLUE, ("place:sniper",)).options}
    assert offered[far] is not None
    assert offered[state.board.hex("C12")] is None
    with pytest.raises(IllegalOrder, match="250 at most"):
        put(state, "sniper", centre(far))
    put(state, "sniper", "C12")
    assert layout(state, BLUE)[-1][0] == "place:sniper"
    set_up.check_finish(state, BLUE)
    put(state, "s0", centre(far))
    put(state, "s1", centre(far))
    with pytest.raises(IllegalOrder, match="250 at most") as why:
        set_up.check_finish(state, BLUE)
    assert why.value.rule == "pw:12.0.3"


def test_a_platoon_that_comes_later_binds_nobody_in_the_set_up() -> None:
    """pw:12.0.3."""
    state = setting_up(later=True)
    put(state, "sniper", "DD3")
    set_up.check_finish(state, BLUE)


def test_a_team_comes_on_near_its_platoon_where_it_can() -> None:
    """pw:12.0.3: an area that is all too far is entered all the same."""
    state = setting_up()
    put(state, "s0", "C10")
    sniper = state.elements[SNIPER]
    assert set_up.place_refusal(state, sniper, at("DD3")) is not None
    apart = frozenset(h for h in state.board.cells if gsu_between(HERE, centre(h)) > 400)
    posts = tuple(evolve(p, hexes=apart) if p.organisation == "team" else p for p in state.engagement.postings)
    state.engagement = evolve(state.engagement, postings=posts)
    assert set_up.place_refusal(state, sniper, at("DD3")) is None


@pytest.mark.parametrize("side", ["british", "german"])
def test_a_set_up_that_is_offered_keeps_teams_near(side: str) -> None:
    """pw:12.0.3: all at once, and one by one as computer players set up."""
    state = initial_state(scenario("pw-2"))
    state.step = SET_UP
    mine = next(s.id for s in state.engagement.sides if s.id == side)
    for partial in array(state, mine, [e for e in state.elements if state.elements[e].side == mine]):
        if partial[0].startswith("place:"):
            put_side = Place(element=UnitId(partial[0][6:]), at=centre(state.board.hex(partial[1])))
            set_up.check_place(state, mine, put_side)
            happen(state, set_up.place(state, mine, put_side, ScriptedDice([])))
    assert all((teams.apart(state, e, e.where) or 0) <= 250 for e in state.of(mine) if e.at is not None)
    alone = initial_state(scenario("pw-2"))
    alone.step = SET_UP
    while set_up.must_place(alone, mine):
        order = places(alone, mine, ScriptedDice([]))
        if isinstance(order, Place):
            set_up.check_place(alone, mine, order)
            happen(alone, set_up.place(alone, mine, order, ScriptedDice([])))
        else:
            happen(alone, set_up.place_rest(alone, mine, order, ScriptedDice([])))  # type: ignore[arg-type]
    assert set_up.finish_refusal(alone, mine) is None
