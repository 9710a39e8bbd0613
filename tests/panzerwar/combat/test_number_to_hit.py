"""The number to hit and its parts."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.panzerwar.combat import aimed, arms
from core.panzerwar.combat.to_hit import Company
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.element import Grade, Presence
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Harm
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from tests.panzerwar.combat.duels import duel, fire, firer, moved, north, number, parts, shot, target
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import a_board


def test_base_by_range_to_the_edge() -> None:
    """pw:8.4, pw:8.4.1, pw:8.3: the lowest number whose range is not less."""
    assert number(duel(firer(), target(gsu=240)), "PzGr 39").total == 1
    assert number(duel(firer(), target(gsu=241)), "PzGr 39").total == 2
    at_first = number(duel(firer(), target(gsu=310)), "PzGr 39")
    assert at_first.total == 4
    assert [r.amount for r in at_first.reasons] == [3, 1]
    again = firer(gunnery=Gunnery(ranged=frozenset({UnitId("t")})))
    assert number(duel(again, target(gsu=310)), "PzGr 39").total == 3


@pytest.mark.parametrize(("arm", "shell", "first"), [("coax", "", True), ("gun", "PzGr 39", False)])
def test_a_burst_is_no_first_shot_of_the_gun(arm: str, shell: str, first: bool) -> None:
    """pw:8.4.1: nothing was to hit; but it was fired at, for what is fired at on its way (pw:8.7.1)."""
    state = duel(firer(), target("sdk222", gsu=310))
    fire(state, [shot(shell, arm)], [2])
    gunnery = state.element("f").gunnery
    assert gunnery.shots == {"t"}
    told = [reason.label for reason in number(state, "PzGr 39").reasons]
    assert any("first shot" in label for label in told) is first


def test_grades() -> None:
    """pw:8.4.1."""
    for grade, total in ((Grade.GREEN, 2), (Grade.REGULAR, 1), (Grade.VETERAN, 1), (Grade.ELITE, 0)):
        assert number(duel(firer(grade=grade), target()), "PzGr 39").total == total


def test_movement_of_both() -> None:
    """pw:8.5.2, pw:8.5.3, pw:8.6: the firer's, what a stabiliser gives back, the target's."""
    for motion, amount in ((Motion.SHIFT, 1), (Motion.HALF, 2), (Motion.FULL, 3)):
        assert parts(number(duel(firer(travel=moved(motion)), target()), "PzGr 39"))["pw:8.5.2"] == amount
    sherman = firer("m4a1", travel=moved(Motion.FULL))
    assert parts(number(duel(sherman, target()), "APC M61"))["pw:8.5.3"] == -1
    shifts = firer("m4a1", travel=moved(Motion.SHIFT))
    assert "pw:8.5.3" not in parts(number(duel(shifts, target()), "APC M61"))
    for motion, amount in ((Motion.HALF, 1), (Motion.FULL, 2), (Motion.BONUS, 3), (Motion.BURST, 3)):
        assert parts(number(duel(firer(), target(travel=moved(motion))), "PzGr 39"))["pw:8.6"] == amount


def test_size() -> None:
    """pw:DN.size: a small target is harder."""
    assert parts(number(duel(firer(), target("t70")), "PzGr 39"))["pw:DN.size"] == 1
    assert parts(number(duel(firer(), target("is2")), "PzGr 39"))["pw:DN.size"] == -1
    small = [parts(number(duel(firer(), target(f"bunker-{one}")), "PzGr 39")) for one in ("large", "medium", "small")]
    assert [one.get("pw:DN.size", 0) for one in small] == [0, 1, 3], "pw:15.7.1"


def test_short_range_accuracy() -> None:
    """pw:9.21: with a base of 1 up to 300, size and aim count half."""
    on: dict[str, Any] = {"switches": [Switch.SHORT_RANGE, Switch.AIMED_FIRE]}
    assert number(duel(firer(), target("t70"), **on), "PzGr 39").total == 1
    assert number(duel(firer(), target("t70", 241), **on), "PzGr 39").total == 3
    assert number(duel(firer(), target(), **on), "PzGr 39", aim=Aim.HIGH).total == 2
    assert number(duel(firer(), target(gsu=241), **on), "PzGr 39", aim=Aim.HIGH).total == 4


def test_high_explosive_far_off() -> None:
    """pw:8.9.5, pw:8.13.1, pw:8.13.2: on the list of AP, +1 over 450, +1 more over 900."""
    at: dict[str, Any] = {"board": a_board(20, 60)}
    gun = firer("tiger2", at=north(-900))
    for gsu, found in ((449, {}), (451, {"he": 1}), (901, {"he": 2})):
        mark = target("pak40", gsu - 900)
        tally = number(duel(gun, mark, **at), "SprGr 43")
        assert sum(r.amount for r in tally.reasons if r.rule == "pw:8.13.2") == sum(found.values()), gsu


def test_at_a_house() -> None:
    """pw:8.13.3: HE at men in a house is fired at the house, 3 easier, and its walls do not hide them from the gun."""
    men = target("sov-rifle-43", edge=6)
    town = a_board(30, 20, terrain={"J10": "village"})
    inside = parts(number(duel(firer(), men, board=town), "SprGr 34"))
    assert inside["pw:8.13.3"] == -3
    assert "pw:8.4" not in inside
    assert "pw:8.13.3" not in parts(number(duel(firer(), men), "SprGr 34"))
    assert "pw:8.13.3" not in parts(number(duel(firer(), target(), board=town), "SprGr 34"))


def test_several_guns_and_machine_guns() -> None:
    """pw:8.17, pw:8.17.1, pw:8.17.2: +1 for each gun more, +1 for each machine gun in the segment."""
    state = duel(firer(), target())
    assert parts(number(state, "PzGr 39", beside=Company(machine_guns=2)))["pw:8.17.2"] == 2
    lee = duel(firer("lee"), target())
    for arm, shell in (("gun", "APC M51"), ("sponson", "APC M61")):
        lee_arm = arms.arm(lee, lee.element("f"), arm)
        assert lee_arm is not None
        names = [one.name for one in arms.shells(lee, lee.element("f"), lee_arm)]
        shell = shell if shell in names else names[0]
        assert parts(number(lee, shell, arm, beside=Company(guns=1)))["pw:8.17.1"] == 1


def test_suppressed_firers() -> None:
    """pw:8.12.3: +2 to the number of what is not armoured."""
    kept = Nerve(suppressed=2)
    assert parts(number(duel(firer("pak40", nerve=kept), target()), "PzGr 39"))["pw:8.12.3"] == 2
    assert "pw:8.12.3" not in parts(number(duel(firer(nerve=kept), target()), "PzGr 39"))


def test_what_is_acquired() -> None:
    """pw:8.4.3: a hit acquires; -1 while neither moves more than a shift."""
    state = duel(firer(), target("is2", 400))
    fire(state, [shot("PzGr 39")], [9])
    assert state.element("f").gunnery.acquired == "t"
    assert parts(number(state, "PzGr 39"))["pw:8.4.3"] == -1
    happen(state, [TurnBegun(turn=3)])
    state.turn = 3
    assert parts(number(state, "PzGr 39"))["pw:8.4.3"] == -1
    state.put(state.element("t").with_travel(motion=Motion.HALF))
    assert "pw:8.4.3" not in parts(number(state, "PzGr 39"))
    happen(state, [TurnBegun(turn=4)])
    state.turn = 4
    assert state.element("f").gunnery.acquired is None, "it has moved since"
    assert "pw:8.4.3" not in parts(number(state, "PzGr 39"))


@pytest.mark.parametrize("towed", ["f", "t"])
def test_what_is_towed_away_has_moved(towed: str) -> None:
    """pw:8.4.3, pw:8.8.6: a gun that is limbered has nothing acquired, and is acquired by nobody any more."""
    laid = Gunnery(acquired=UnitId("t"), acquired_in=1, acquired_at=north(205))
    state = duel(firer("pak40", gunnery=laid), target("zis3"), turn=2)
    happen(state, [TurnBegun(turn=3)])
    assert state.element("f").gunnery.acquired == "t"
    state.change(UnitId(towed), presence=Presence.ABOARD, aboard=UnitId("lorry"))
    happen(state, [TurnBegun(turn=4)])
    assert state.element("f").gunnery.acquired is None
    assert (state.element("f").gunnery.acquired_at is None) is (towed == "f")


def test_what_moved_before_it_was_hit_is_acquired() -> None:
    """pw:8.4.3: movement counts since the hit alone."""
    state = duel(firer(), target("is2", 400, travel=moved(Motion.HALF)))
    fire(state, [shot("PzGr 39")], [10, 6])
    assert parts(number(state, "PzGr 39"))["pw:8.4.3"] == -1, "already when it fires again in E3"
    happen(state, [TurnBegun(turn=3)])
    state.turn = 3
    assert parts(number(state, "PzGr 39"))["pw:8.4.3"] == -1


def test_a_miss_acquires_nothing() -> None:
    """pw:8.4.3: what was acquired is lost with the next miss."""
    state = duel(firer(gunnery=Gunnery(acquired=UnitId("t"), acquired_in=1)), target("is2", 400))
    fire(state, [shot("PzGr 39")], [2])
    assert state.element("f").gunnery.acquired is None


def test_shells_by_target() -> None:
    """pw:8.0.1, pw:8.0.2, pw:8.9, pw:8.9.5, pw:8.9.7, pw:8.13: AP at armour, HE at all else; no shot at men."""
    state = duel(firer(), target())
    shooter = state.element("f")
    gun = arms.arms(state, shooter)[0]

    def said(mark: object) -> str:
        found = aimed.default_shell(state, shooter, gun, mark, 200)  # type: ignore[arg-type]
        return found.type.value if found is not None else ""

    assert [said(target(card)) for card in ("t34-43", "zis5", "zis3", "sov-rifle-43")] == ["APHE", "HE", "HE", "HE"]
    at_men = aimed.usable(state, shooter, gun, target("sov-rifle-43"), 200)
    assert [one.type.value for one in at_men] == ["HEAT", "HE"] or [one.type.value for one in at_men] == ["HE"]


def test_what_needs_a_roll() -> None:
    """pw:8.0.2, pw:8.5.4, pw:8.5.5: guns do; machine guns, small arms and auto-cannon at men do not."""
    squad, tank = target("sov-rifle-43"), target()
    for card, arm, at_men, at_tank in (
        ("pz4h", "gun", True, True),
        ("pz4h", "coax", False, False),
        ("pz2f", "gun", False, True),
        ("ger-rifle-44", "small", False, False),
    ):
        state = duel(firer(card))
        found = arms.arm(state, state.element("f"), arm)
        assert found is not None
        assert (aimed.needs_roll(state, found, squad), aimed.needs_roll(state, found, tank)) == (at_men, at_tank)


def test_heavy_weapons_of_infantry_on_the_move() -> None:
    """pw:8.5.6: the team is the vehicle, one segment half, two full."""
    for motion, amount in ((Motion.HALF, 2), (Motion.FULL, 3)):
        team = evolve(firer("at-team", travel=moved(motion)), weapon="Panzerschreck")
        state = duel(team, target(gsu=20))
        found = next(one for one in arms.arms(state, team) if one.weapon == "Panzerschreck")
        shell = arms.shells(state, team, found)[0]
        assert parts(number(state, shell.name, found.id))["pw:8.5.6"] == amount


def test_open_tops_that_were_shelled() -> None:
    """pw:10.3.5: HE of the last turn; in the first turn of the game nothing has fallen yet."""
    for turn, shelled, found in ((1, 0, 0), (2, 1, 2), (2, 0, 0), (3, 1, 0)):
        state = duel(firer("marder3m", harm=Harm(shelled=shelled)), target(), turn=turn)
        assert parts(number(state, "PzGr 39")).get("pw:10.3.5", 0) == found, (turn, shelled)
