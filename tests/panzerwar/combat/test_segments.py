"""In which fire segments who fires, and how often."""

from __future__ import annotations

import pytest

from core.panzerwar.combat import arms, choices, when
from core.panzerwar.combat.events import Fired
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from tests.panzerwar.combat.duels import duel, fire, firer, moved, segments, shot, target, why_not
from tests.panzerwar.kit import BLUE, RED, a_state, an_element

MOTIONS = (Motion.STATIONARY, Motion.SHIFT, Motion.HALF, Motion.FULL, Motion.BONUS, Motion.BURST)


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("pz4h", [(1, 3), (2, 4), (3,), (4,), (), ()]),  # ROF 8
        ("is2", [(1,), (2,), (4,), (), (), ()]),  # ROF 3
    ],
)
def test_old_targets(card: str, found: list[tuple[int, ...]]) -> None:
    """pw:8.0.3, pw:8.0.4, pw:8.0.5, pw:8.5, pw:8.7.8, pw:8.10, pw:8.10.1."""
    for motion, expected in zip(MOTIONS, found, strict=True):
        assert segments(duel(firer(card, travel=moved(motion)))) == expected, motion


def test_first_sight() -> None:
    """pw:8.8.7, pw:8.8.8: never in E1 or E2; who stands E3, who moves, shifting too, E4."""
    for motion, expected in zip(MOTIONS, [(3,), (4,), (4,), (4,), (), ()], strict=True):
        state = duel(firer(travel=moved(motion)))
        assert segments(state, first=True) == expected, motion
    shifts = duel(firer("ger-rifle-44", travel=moved(Motion.SHIFT)))
    assert segments(shifts, "small", first=True) == (4,)
    assert segments(shifts, "small") == (1,)


def test_towed_guns_stand_to_fire() -> None:
    """pw:8.5.1."""
    assert segments(duel(firer("pak40"))) == (1, 3)
    assert segments(duel(firer("pak40", travel=moved(Motion.SHIFT)))) == ()


def test_light_weapons() -> None:
    """pw:12.7.1, pw:12.7.2, pw:12.7.3, pw:8.5.5: E1, at first sight E3, E4 after movement."""
    squad = duel(firer("ger-rifle-44"))
    assert [segments(squad, arm) for arm in ("small", "light1")] == [(1,), (1,)]
    assert segments(squad, "light1", first=True) == (3,)
    assert segments(duel(firer("ger-rifle-44", travel=moved(Motion.FULL))), "light1") == (4,)


def test_turrets_delay() -> None:
    """pw:6.16.2, pw:6.16.3: a firing for each delay a segment later, the second two after it, none beyond E4."""
    late = firer(gunnery=Gunnery(turned=13))  # 97.5 degrees, class M
    assert segments(duel(late, switches=[Switch.TURRETS])) == (2, 4)
    assert segments(duel(late)) == (1, 3)
    slow = firer("pz4j", gunnery=Gunnery(turned=9), travel=moved(Motion.SHIFT))  # 67.5 degrees, class V
    assert segments(duel(slow, switches=[Switch.TURRETS])) == (4,)


def test_not_twice_in_a_segment_nor_in_two_that_follow() -> None:
    """pw:8.4.2, pw:8.10.1b."""
    shifting = firer(travel=moved(Motion.SHIFT), gunnery=Gunnery(fired=(2,), rounds=(("gun", 2),)))
    gun = arms.arms(duel(shifting), shifting)[0]
    assert not when.may_fire_now(duel(shifting), shifting, gun, 2, first=False)
    assert when.may_fire_now(duel(shifting), shifting, gun, 4, first=False)
    early = firer(gunnery=Gunnery(fired=(2,), rounds=(("gun", 2),)))
    assert not when.may_fire_now(duel(early), early, gun, 3, first=False)


def test_no_firing_is_saved() -> None:
    """pw:8.10.2: who did not fire in E1 has one firing in E3, none in E2 or E4."""
    refused = why_not(duel(firer(), target(), segment=2))
    assert refused is not None
    assert refused.rule == "pw:8.7.8"
    assert why_not(duel(firer(), target(), segment=3)) is None
    assert why_not(duel(firer(), target(), segment=4)) is not None


def test_bonus_movers_do_not_fire() -> None:
    """pw:8.5: neither their gun nor their machine guns."""
    for segment in (1, 2, 3, 4):
        state = duel(firer(travel=moved(Motion.BONUS)), target(), segment=segment)
        assert why_not(state) is not None
        assert why_not(state, "hull") is not None


def test_all_fire_of_a_segment_is_at_once() -> None:
    """pw:8.0, pw:8.4.2: who is destroyed in a segment fires in it all the same."""
    state = duel(firer(), target("t34-43", 200))
    mine = shot("PzGr 39")
    theirs = shot("BR-350B", side="red", element="t", target="f")
    events = fire(state, [mine, theirs], [5, 8, 5, 10, 10, 10, 10])
    shots = [event.element for event in events if isinstance(event, Fired)]
    assert shots == ["f", "t"]
    assert not state.element("t").on_table
    assert shots == sorted(shots), "and the dice do not hang on who declared first"


def test_a_weapon_that_bears_on_nobody_is_not_offered() -> None:
    """pw:12.5: it says why it is not fired at the nearest enemy."""
    men = an_element("men", "mg-team", BLUE, "J19", weapon="MG42-HMG")
    state = a_state(men, an_element("far", "sov-rifle-43", RED, "J5", heading=24), see=("far",), step="e1")
    told = {one.pick: one.refusal for one in choices.go_on(state, BLUE, ("fire:men",)).options}
    small = told.pop("small")
    assert small is not None
    assert (small.reason, small.rule) == ("at far: it has no effect at 344", "pw:12.5")
    assert list(told.values()) == [None]
