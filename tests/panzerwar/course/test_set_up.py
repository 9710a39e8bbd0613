"""Setting up, and coming on later (pw:3.3, pw:4.13.4.1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.order import IllegalOrder
from core.panzerwar.artillery import references
from core.panzerwar.course import choices, set_up
from core.panzerwar.course.chapter import CHAPTER as COURSE
from core.panzerwar.course.orders import Dig, Place, PlaceRest
from core.panzerwar.course.reports import TELL
from core.panzerwar.pieces.element import Kind, Presence
from core.panzerwar.pieces.engagement import Posting
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import SET_UP, WarState
from core.plane import centre, hex_at
from core.secrecy import redact
from tests.panzerwar.artillery.guns import a_battery, guns
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.obstacles.fields import a_field

DICE = ScriptedDice([])
AREA = frozenset(hex_at(at(f"{column}{row}")) for column in ("C", "D", "E") for row in range(3, 9))


def a_force(step: str = SET_UP, now: int = 0, count: int = 2, **posting: Any) -> WarState:
    """Tanks and a squad that rides on the first of them, and one that goes by itself, all waiting."""
    waits: dict[str, Any] = {"presence": Presence.WAITING, "at": None, "organisation": "p"}
    tanks = tuple(evolve(an_element(f"t{n}", "pz4h", BLUE, "C3"), **waits) for n in range(count))
    men = evolve(an_element("men", "ger-rifle-44", BLUE, "C3"), **waits)
    riders = evolve(an_element("riders", "ger-rifle-44", BLUE, "C3"), **waits, aboard=tanks[0].id, outside=True)
    foe = an_element("foe", "t34-43", RED, "M13")
    post = Posting(**{"organisation": "p", "hexes": AREA, "heading": 12, **posting})
    board = a_board(terrain={"D8": "river", "E8": "heavy-woods"})
    return a_state(*tanks, men, riders, foe, step=step, turn=now, postings=(post,), board=board)


def place(state: WarState, element: str, where: str, heading: int | None = None) -> None:
    wanted = Place(element=state.element(element).id, at=at(where), heading=heading)
    set_up.check_place(state, BLUE, wanted)
    happen(state, set_up.place(state, BLUE, wanted, DICE))


def why_not(state: WarState, element: str, where: str, heading: int | None = None) -> str:
    with pytest.raises(IllegalOrder) as why:
        place(state, element, where, heading)
    return why.value.rule


def test_elements_are_placed_in_the_area_of_their_unit() -> None:
    """pw:3.3: they look as their posting says, or otherwise."""
    state = a_force()
    assert set_up.to_place(state, BLUE) == ("t0", "t1", "men")
    place(state, "t1", "D4")
    found = state.element("t1")
    assert (found.presence, found.at, found.heading, found.turret) == (
        Presence.ON_TABLE,
        centre(hex_at(at("D4"))),
        12,
        12,
    )
    place(state, "t1", "D5", 30)  # and otherwise, until the set-up is over
    assert state.element("t1").heading == 30
    assert why_not(state, "t1", "F5") == "pw:3.3"
    assert why_not(state, "t0", "D8") == "pw:6.12"
    assert why_not(state, "t0", "D4", 48) == "pw:1.3"


def test_elements_do_not_stand_in_each_other() -> None:
    """pw:1.1, pw:3.3: men may."""
    state = a_force()
    place(state, "t1", "D4")
    assert why_not(state, "t0", "D4") == "pw:1.1"
    place(state, "men", "D4")


def test_riders_come_with_what_carries_them() -> None:
    """pw:3.3, pw:6.9.5."""
    state = a_force()
    assert why_not(state, "riders", "C4") == "pw:3.3"
    place(state, "t0", "C4")
    riders = state.element("riders")
    assert (riders.presence, riders.at) == (Presence.ABOARD, state.element("t0").at)


def test_a_hex_has_room_for_several() -> None:
    """pw:1.1: a place beside those that stand there; none when it is full."""
    state = a_force(count=9)
    hex_ = hex_at(at("D4"))
    for number in range(9):
        spot = set_up.free_spot(state, state.element(f"t{number}").id, hex_)
        if spot is None:
            break
        happen(state, set_up.place(state, BLUE, Place(element=state.element(f"t{number}").id, at=spot), DICE))
    assert number >= 2
    assert set_up.free_spot(state, state.element("men").id, hex_) is not None


def test_the_rest_is_placed_for_a_player() -> None:
    """pw:3.3: within its area, each with room of its own."""
    state = a_force(count=5)
    set_up.check_place_rest(state, BLUE, PlaceRest())
    happen(state, set_up.place_rest(state, BLUE, PlaceRest(), DICE))
    there = [state.element(f"t{n}") for n in range(5)]
    assert {one.presence for one in there} == {Presence.ON_TABLE}
    assert all(hex_at(one.where) in AREA for one in there)
    assert len({one.at for one in there}) == 5
    with pytest.raises(IllegalOrder):
        set_up.check_place_rest(state, BLUE, PlaceRest())


def test_a_set_up_ends_when_all_is_placed() -> None:
    """pw:3.3."""
    state = a_force()
    with pytest.raises(IllegalOrder):
        set_up.check_finish(state, BLUE)
    happen(state, set_up.place_rest(state, BLUE, PlaceRest(), DICE))
    set_up.check_finish(state, BLUE)
    happen(state, set_up.finish(state, BLUE))
    assert state.ended == {BLUE}
    assert why_not(state, "t0", "C4") == "pw:3.3"


def test_prepared_defenders() -> None:
    """pw:4.13.4.1: those of the set-up; men among them are hidden (pw:6.1.4)."""
    state = a_force(prepared=True)
    place(state, "men", "C4")
    place(state, "t1", "C5")
    assert state.element("men").posture.prepared
    assert state.element("men").posture.hidden
    assert state.element("t1").posture.prepared
    assert not state.element("t1").posture.hidden
    late = a_force("orders", 2, prepared=True)
    place(late, "men", "C4")
    assert not late.element("men").posture.prepared


def test_digging_in() -> None:
    """pw:3.3, pw:12.4.2: as many as the posting allows; vehicles are not dug in."""
    state = a_force(foxholes=1)
    place(state, "men", "C4")
    place(state, "t1", "C5")
    dig = Dig(element=state.element("men").id, digging=Digging.FOXHOLES)
    set_up.check_dig(state, BLUE, dig)
    happened = happen(state, set_up.dig(state, BLUE, dig, DICE))
    assert state.element("men").posture.dug is Digging.FOXHOLES
    told = TELL[type(happened[0])](state, happened[0])
    assert told is not None
    assert told.text == "men begins in foxholes"
    for wrong in (
        Dig(element=state.element("men").id, digging=Digging.TRENCH),
        Dig(element=state.element("t1").id, digging=Digging.FOXHOLES),
        Dig(element=state.element("t0").id, digging=Digging.FOXHOLES),
    ):
        with pytest.raises(IllegalOrder):
            set_up.check_dig(state, BLUE, wrong)


def test_bunkers_and_who_is_in_one_do_not_dig() -> None:
    """pw:3.3, pw:15.7.1: concrete stands as it is; who goes in afterwards may give his foxhole to another."""
    state = a_force(foxholes=2)
    place(state, "men", "C4")
    place(state, "t1", "C5")
    state.change(state.element("t1").id, kind=Kind.BUNKER, card="bunker-small")
    assert [one.pick for one in choices.menu(state, BLUE, ()).options if "dig:" in one.pick] == ["dig:men"]
    refused = set_up.dig_refusal(state, state.element("t1"), Digging.FOXHOLES)
    assert refused is not None
    assert refused.reason == "bunkers are not dug in"
    state.put(state.element("men").with_posture(bunker="t1"))
    assert not [one.pick for one in choices.menu(state, BLUE, ()).options if "dig:" in one.pick]
    assert set_up.dig_refusal(state, state.element("men"), Digging.FOXHOLES) is not None
    assert set_up.dig_refusal(state, state.element("men"), Digging.NONE) is None


@pytest.mark.parametrize(("turn", "may"), [(2, False), (3, True), (4, True)])
def test_units_come_on_later(turn: int, may: bool) -> None:
    """pw:3.3: from their turn on, while orders are given."""
    state = a_force("orders", turn, turn=3)
    assert bool(set_up.entering(state, BLUE)) is may
    assert bool(list(choices.offer(state, BLUE))) is may
    if may:
        place(state, "t0", "C4")
    else:
        assert why_not(state, "t0", "C4") == "pw:3.3"
    state.step = "plan"
    assert set_up.entering(state, BLUE) == ()


def test_set_up_is_secret() -> None:
    """pw:3.3, pw:7.0: the other side does not learn where."""
    state = a_force()
    events = happen(state, set_up.place(state, BLUE, Place(element=state.element("t0").id, at=at("C4")), DICE))
    assert redact(state, events[0], RED) is None
    told = TELL[type(events[0])](state, events[0])
    assert told is not None
    assert told.text == "t0 set up in C4"


def test_the_menu_of_the_set_up() -> None:
    """pw:3.3."""
    state = a_force(foxholes=1)
    picks = [one.pick for one in choices.menu(state, BLUE, ()).options]
    assert picks == ["place:t0", "place:t1", "place:men", "place-rest", "finish-step"]
    hexes = choices.go_on(state, BLUE, ("place:t0",))
    assert {one.pick for one in hexes.options} == {h.id for h in AREA}
    facing = choices.go_on(state, BLUE, ("place:t0", "C4"))
    assert facing.complete
    assert len(facing.options) == 12
    assert choices.order(state, BLUE, ("place:t0", "C4", "16")) == Place(
        element=state.element("t0").id, at=at("C4"), heading=16
    )
    assert choices.order(state, BLUE, ("place:t0",)) is None
    assert choices.go_on(state, BLUE, ("place-rest",)).complete
    assert choices.order(state, BLUE, ("place-rest",)) == PlaceRest()
    place(state, "men", "C4")
    assert "dig:men" in [one.pick for one in choices.menu(state, BLUE, ()).options]
    dug = choices.go_on(state, BLUE, ("dig:men",))
    assert [one.pick for one in dug.options if one.refusal is None] == ["none", "foxholes"]
    assert choices.order(state, BLUE, ("dig:men", "foxholes")) == Dig(
        element=state.element("men").id, digging=Digging.FOXHOLES
    )


def test_guns_begin_hidden_where_their_unit_does() -> None:
    """pw:6.1.4: vehicles never do."""
    for hidden in (True, False):
        state = a_force(prepared=True, hidden=hidden)
        state.put(evolve(state.element("t1"), kind=Kind.GUN, turret=None))
        place(state, "t0", "C4")
        place(state, "t1", "C6")
        assert state.element("t1").posture.hidden is hidden
        assert not state.element("t0").posture.hidden


def test_who_comes_on_later_is_told_beside_who_is_to_be_placed() -> None:
    """pw:3.3: a set-up in which nobody is placed is not without units."""
    state = a_force()
    remaining = COURSE.steps["set-up"].remaining
    assert remaining is not None
    assert remaining(state, BLUE) == "3 to place"
    postings = tuple(evolve(post, turn=1) for post in state.engagement.postings)
    state.engagement = evolve(state.engagement, postings=postings)
    assert remaining(state, BLUE) == "0 to place, 3 come on later"


def test_what_may_still_be_written_down_is_told_before_the_set_up_ends() -> None:
    """pw:15.1, pw:10.8, pw:10.6.3: with its end mines, reference points and planned fires are forgone."""
    remaining = COURSE.steps["set-up"].remaining
    assert remaining is not None
    pieces = guns()
    foe = an_element("foe", "t34-43", RED, "M13")
    state = a_state(*pieces, foe, step=SET_UP, minefields=(a_field(side=BLUE),))
    state.organisations = {"battery": a_battery(*pieces)}
    points = references.allowed(state, BLUE)
    assert remaining(state, BLUE) == f"0 to place, 1 minefield to lay, {points} reference points to register"
    assert remaining(state, RED) == "0 to place"
