"""What smoke and dust do to sight, to fire and to movement (pw:11.1, pw:11.2, pw:7.11.5, pw:7.11.6)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.panzerwar.ground import lines
from core.panzerwar.ground.lines import Line
from core.panzerwar.infantry import assault
from core.panzerwar.pieces.smoke import Intensity, Source
from core.panzerwar.smoke import clouds, limits, screens
from core.panzerwar.state import WarState
from core.plane import Path
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at


def with_smoke(*puffs: tuple[str, Source], thick: bool = False, levels: dict[str, int] | None = None) -> WarState:
    """A state in which these puffs have been lying since the turn before."""
    state = a_state(turn=1, step="e1", board=a_board(levels=levels))
    state.smoke = evolve(state.smoke, wind=0)
    made = {}
    for number, (where, source) in enumerate(puffs):
        cloud = clouds.new(state, source, (at(where),), 1, battery=thick)
        made[str(number)] = evolve(cloud, id=str(number), feeds=3 if thick else 1)
    state.smoke = evolve(state.smoke, clouds=made)
    state.turn = 2
    return state


def across(state: WarState, a: str = "C2", b: str = "C18", height: float = 9) -> Line:
    return lines.line(state, at(a), at(b), height, height)


def sketchy(*places: str) -> tuple[tuple[str, Source], ...]:
    return tuple((where, Source.FAST_CBE) for where in places)


def test_two_sketchy_puffs() -> None:
    """PW-11.1.4-a, pw:11.1.1, pw:11.1.4: +4 to hit; each disc counts once with its chord."""
    state = with_smoke(*sketchy("C6", "C7"))
    line = across(state)
    assert sum(r.amount for r in screens.against_aim(state, line)) == 4
    assert screens.screen(state, line).depth == {Intensity.SKETCHY: 50}
    assert sum(r.amount for r in screens.against_sight(state, line)) == -10


def test_only_what_it_runs_through_counts() -> None:
    """pw:11.1.1: any part of a puff."""
    for beside, through in (("C6+12.4,0", 1), ("C6+12.5,0", 0), ("C6+-12.4,0", 1)):
        state = with_smoke((beside, Source.FAST_CBE))
        assert screens.screen(state, across(state)).puffs.get(Intensity.SKETCHY, 0) == through
    state = with_smoke(*sketchy("C19"))
    assert screens.screen(state, across(state)).puffs == {}


def test_more_than_a_hundred_of_sketchy_smoke_blocks() -> None:
    """pw:7.11.5."""
    state = with_smoke(*sketchy("C5", "C6", "C7", "C8"))
    assert screens.screen(state, across(state)).refusal is None
    state = with_smoke(*sketchy("C5", "C6", "C7", "C8", "C9"))
    refusal = screens.screen(state, across(state)).refusal
    assert refusal is not None
    assert refusal.rule == "pw:7.11.5"


def test_thick_smoke() -> None:
    """pw:7.11.6, pw:11.2.3, pw:11.2.4: +4 and -25 for a puff, two of them block, 75 are seen at most in it."""
    state = with_smoke(("C6", Source.SLOW_CBE), thick=True)
    line = across(state)
    assert screens.screen(state, line).refusal is None
    assert [r.amount for r in screens.against_aim(state, line)] == [4]
    assert [r.amount for r in screens.against_sight(state, line)] == [-25]
    assert screens.farthest(state, line) is None
    assert screens.farthest(state, across(state, "C6")) == 75
    assert screens.farthest(state, across(state, "C2", "C6")) == 75
    state = with_smoke(("C6", Source.SLOW_CBE), ("C7", Source.SLOW_CBE), thick=True)
    refusal = screens.screen(state, across(state)).refusal
    assert refusal is not None
    assert refusal.rule == "pw:7.11.6"


def test_candle_smoke_is_worth_half() -> None:
    """pw:11.10.2."""
    state = with_smoke(*((where, Source.CANDLES) for where in ("C5", "C6", "C7")))
    line = across(state)
    assert [r.amount for r in screens.against_aim(state, line)] == [3]
    assert [r.amount for r in screens.against_sight(state, line)] == [-5]
    eight = with_smoke(*((f"C{row}", Source.CANDLES) for row in range(4, 12)))
    assert screens.screen(eight, across(eight)).refusal is None
    nine = with_smoke(*((f"C{row}", Source.CANDLES) for row in range(4, 13)))
    assert screens.screen(nine, across(nine)).refusal is not None


def test_dust() -> None:
    """pw:11.11: each marker +1 to hit, 50 GSU of it as 25 of sketchy smoke."""
    state = with_smoke(*((where, Source.DUST) for where in ("C5", "C6", "C7")))
    line = across(state)
    assert [r.amount for r in screens.against_aim(state, line)] == [3]
    assert [r.amount for r in screens.against_sight(state, line)] == [-5]


def test_smoke_is_25_high_and_that_of_a_burning_vehicle_a_hundred() -> None:
    """pw:11.0, pw:11.12: it hides what the hills overlook."""
    hills = {"C2 C18": 3}
    state = with_smoke(*sketchy("C10"), levels=hills)
    assert not screens.screen(state, across(state))
    state = with_smoke(("C10", Source.BURNING), levels=hills)
    found = screens.screen(state, across(state))
    assert found.puffs == {Intensity.THICK: 1}
    assert found.depth == {Intensity.THICK: 10}
    state = with_smoke(("C10", Source.BURNING), levels={"C2 C18": 5})
    assert not screens.screen(state, across(state))


def test_smoke_that_has_no_effect_yet_hides_nothing() -> None:
    """pw:11.3.2."""
    state = with_smoke(*sketchy("C6"))
    state.turn, state.step = 1, "e1"
    assert not screens.screen(state, across(state))
    state.step = "e2"
    assert screens.screen(state, across(state))


def test_speed_in_smoke() -> None:
    """pw:11.1.2, pw:11.2.2: three quarters of the cross-country speed in sketchy smoke, half in thick."""
    path = Path(at("C2"), (at("C10"),))
    state = with_smoke(*sketchy("C6"))
    (slow,) = limits.slows(state, path)
    assert (slow.fraction, slow.rule) == (0.75, "pw:11.1.2")
    assert (slow.start, slow.end) == pytest.approx((87.5, 112.5))
    state = with_smoke(("C6", Source.SLOW_CBE), thick=True)
    (slow,) = limits.slows(state, path)
    assert (slow.fraction, slow.rule) == (0.5, "pw:11.2.2")
    assert limits.must_button(state, path)
    assert not limits.must_button(state, Path(at("E2"), (at("E10"),)))
    assert limits.must_button(state, Path(at("C6")))


def test_men_in_smoke() -> None:
    """pw:11.2.6: 40 a turn, and not in the open."""
    state = with_smoke(*sketchy("C6"))
    assert limits.most_on_foot(state, Path(at("C5"), (at("C6"),))) == 20
    assert limits.most_on_foot(state, Path(at("C3"), (at("C4"),))) is None
    assert screens.inside(state, at("C6"))
    assert not screens.inside(state, at("C8"))
    dust = with_smoke(("C6", Source.DUST))
    assert limits.most_on_foot(dust, Path(at("C5"), (at("C6"),))) is None
    assert screens.inside(dust, at("C6"))


@pytest.mark.parametrize(("source", "more"), [(Source.FAST_CBE, 1), (Source.POT, 1), (Source.DUST, 0), (None, 0)])
def test_smoke_helps_who_closes_in_and_dust_does_not(source: Source | None, more: int) -> None:
    """pw:12.11.4.3: an attacker in smoke has 1 more in close assault."""
    state = with_smoke(("C5", source)) if source is not None else with_smoke()
    squad, tank = an_element("squad", "sov-smg", BLUE, "C5"), an_element("tank", "pz4h", RED, "C6")
    found = assault.number(state, squad, tank, "").reasons
    assert sum(reason.amount for reason in found if "smoke" in reason.label) == more
