"""When smoke takes effect, how thick it is, how it drifts and goes (pw:11.2 to pw:11.7)."""

from __future__ import annotations

import pytest
from attrs import evolve

from content.panzerwar.charts.charts import terrain_looks
from core.dice import ScriptedDice
from core.panzerwar.face.face import WarFace
from core.panzerwar.pieces.smoke import Cloud, Intensity, Source
from core.panzerwar.pieces.weapons import Smoke
from core.panzerwar.smoke import clouds, drifting, shells
from core.panzerwar.smoke.events import SmokeDrifted
from core.panzerwar.smoke.evolve import APPLY
from core.panzerwar.smoke.reports import TELL
from core.panzerwar.state import WarState
from core.plane import compass, offset
from tests.panzerwar.kit import BLUE, a_state, an_element, at, evolved


def lying(source: Source, *, wind: int = 3, strong: bool = False, segment: int = 1, battery: bool = False) -> WarState:
    """A state in which such a puff was laid in turn 2."""
    state = a_state(step="e1")
    state.smoke = evolve(state.smoke, wind=wind, strong=strong)
    cloud = evolve(clouds.new(state, source, (at("J10"),), segment, battery=battery), id="1")
    state.smoke = evolve(state.smoke, clouds={"1": cloud})
    return state


def the_cloud(state: WarState) -> Cloud:
    return state.smoke.clouds["1"]


def effective(state: WarState, step: str, turn: int = 2) -> bool:
    state.turn, state.step = turn, step
    return clouds.effective(state, the_cloud(state))


def details(state: WarState) -> None:
    evolved(state, APPLY, drifting.final_details(state, ScriptedDice([])))


def course(state: WarState, turns: int = 12) -> list[int]:
    """How many puffs there are after phase H of this turn and those that follow."""
    found = []
    for turn in range(2, 2 + turns):
        state.turn, state.step = turn, "details"
        details(state)
        found.append(len(the_cloud(state).puffs) if "1" in state.smoke.clouds else 0)
        if not found[-1]:
            break
    return found


@pytest.mark.parametrize(
    ("source", "segment", "before", "from_"),
    [
        (Source.SLOW_CBE, 1, "e2", "e3"),
        (Source.SLOW_CBE, 2, "e3", "e4"),
        (Source.SLOW_CBE, 3, "e4", "e5"),
        (Source.FAST_CBE, 1, "e1", "e2"),
        (Source.FAST_CBE, 4, "e4", "e5"),
        (Source.WP, 2, "e2", "e3"),
        (Source.WP, 5, "e5", "final-sighting"),
        (Source.DISCHARGER, 3, "e3", "e4"),
    ],
)
def test_when_it_takes_effect(source: Source, segment: int, before: str, from_: str) -> None:
    """pw:11.3.2, pw:11.3.4, pw:11.4.2, pw:11.8."""
    state = lying(source, segment=segment)
    assert not effective(state, before)
    assert effective(state, from_)
    assert effective(state, "details")


@pytest.mark.parametrize(("source", "segment"), [(Source.SLOW_CBE, 4), (Source.SLOW_CBE, 5), (Source.FAST_CBE, 5)])
def test_at_the_latest_at_the_end_of_the_turn(source: Source, segment: int) -> None:
    """pw:11.3.2, pw:11.3.4."""
    state = lying(source, segment=segment)
    assert not effective(state, "details")
    assert effective(state, "orders", turn=3)


def test_candles_are_there_at_once() -> None:
    """pw:11.10.3."""
    assert effective(lying(Source.CANDLES, segment=0), "c3")


def test_how_long_it_lasts() -> None:
    """pw:11.3.3, pw:11.3.5, pw:11.4.2, pw:11.9.2, pw:11.10.1: complete turns after the firing turn."""
    state = lying(Source.WP)
    lasts = {source: clouds.lasts(state, source) for source in Source if source is not Source.BURNING}
    assert lasts == {
        Source.SLOW_CBE: 4,
        Source.FAST_CBE: 2,
        Source.WP: 2,
        Source.DISCHARGER: 2,
        Source.GRENADE: 2,
        Source.CANDLES: 1,
        Source.POT: 1,
        Source.DUST: 1,
    }


def test_wind_and_calm_change_how_long() -> None:
    """pw:11.6.2, pw:11.6.3: a turn less in a strong wind; base-eject smoke a turn more in a calm."""
    strong, calm = lying(Source.WP, strong=True), lying(Source.WP, wind=0)
    assert (clouds.lasts(strong, Source.SLOW_CBE), clouds.lasts(strong, Source.WP)) == (3, 1)
    assert (clouds.lasts(calm, Source.SLOW_CBE), clouds.lasts(calm, Source.FAST_CBE)) == (5, 3)
    assert clouds.lasts(calm, Source.WP) == 2


def test_base_eject_smoke_drifts_and_goes() -> None:
    """pw:11.6.1, pw:11.7: none in the first turn, one in each after it; then two go and one more drifts until all
    go."""
    assert course(lying(Source.SLOW_CBE)) == [1, 2, 3, 4, 3, 2, 0]
    assert course(lying(Source.FAST_CBE)) == [1, 2, 0]


def test_phosphorus_drifts_every_other_turn() -> None:
    """pw:11.6.1."""
    state = lying(Source.WP)
    state.smoke = evolve(state.smoke, clouds={"1": evolve(the_cloud(state), until=8)})
    assert course(state, 6) == [1, 2, 2, 3, 3, 4]


def test_a_strong_wind_drifts_two_and_takes_three() -> None:
    """pw:11.6.2, pw:11.7."""
    assert course(lying(Source.SLOW_CBE, strong=True)) == [1, 3, 5, 3, 0]


def test_in_a_calm_it_stays_and_goes_at_once() -> None:
    """pw:11.6.3."""
    assert course(lying(Source.SLOW_CBE, wind=0)) == [1, 1, 1, 1, 1, 0]


def test_where_it_drifts_to() -> None:
    """pw:11.6.1: in the direction of the compass, each puff beside the last."""
    state = lying(Source.SLOW_CBE, wind=4)
    state.turn = 3
    details(state)
    assert the_cloud(state).puffs == (at("J10"), offset(at("J10"), compass(4), 25))


def test_candle_smoke_does_not_drift() -> None:
    """pw:11.10.1, pw:11.10.7: and is gone a turn later."""
    assert course(lying(Source.CANDLES, segment=0)) == [1, 0]


def test_burning_vehicles_smoke_to_the_end() -> None:
    """pw:11.12."""
    assert course(lying(Source.BURNING), 10) == [1] * 10


def test_dust_drifts_to_four_puffs() -> None:
    """pw:11.11: and goes when the fire has stopped."""
    state = lying(Source.DUST)
    for turn in range(3, 9):
        state.turn = turn
        fed = clouds.fed(state, the_cloud(state), Source.DUST, 1)
        state.smoke = evolve(state.smoke, clouds={"1": fed})
        details(state)
    assert len(the_cloud(state).puffs) == 4
    state.turn = 9
    details(state)
    assert len(the_cloud(state).puffs) == 3


def test_the_wind_is_rolled_once() -> None:
    """pw:11.6, pw:11.6.2, pw:11.6.3."""
    state = a_state(an_element("a", "pz4h", BLUE, "C2"))
    assert drifting.wind_due(state)

    def rolled(*dice: int, wind: int = 0) -> tuple[int | None, bool]:
        state = a_state(wind=wind)
        evolved(state, APPLY, drifting.roll_wind(state, ScriptedDice(list(dice))))
        assert not drifting.wind_due(state)
        return state.smoke.wind, state.smoke.strong

    assert rolled(5) == (5, False)
    assert rolled(10) == (0, False)
    assert rolled(9, 10, 9, 2) == (2, True)
    assert rolled(wind=6) == (6, False)
    assert rolled(wind=10) == (0, False)
    assert rolled(7, wind=9) == (7, True)


def screened(state: WarState, segment: int = 2, smoke: Smoke = Smoke.SLOW_CBE, where: str = "J10") -> None:
    lay = shells.lay_screen(state, BLUE, an_element("g", "25pdr-g", BLUE, "C2").id, at(where), 0, 6, smoke, segment)
    evolved(state, APPLY, lay)


def test_a_battery_lays_a_line_across_its_fire() -> None:
    """PW-11.2.5-a, pw:11.2.5: 12 puffs of 6 guns, side by side, about the point of aim."""
    state = a_state(step="e2")
    screened(state)
    puffs = sorted(cloud.puffs[0] for cloud in state.smoke.clouds.values())
    assert len(puffs) == 12
    assert {puff.y for puff in puffs} == {at("J10").y}
    assert [puff.x - at("J10").x for puff in puffs] == [-1375 + 250 * n for n in range(12)]


def test_thick_smoke_takes_a_second_turn_of_fire() -> None:
    """pw:11.2, pw:11.2.1: into the same area, and once that has taken effect."""
    state = a_state(step="e2")
    state.smoke = evolve(state.smoke, wind=0)
    screened(state)
    state.step = "e5"
    one = next(iter(state.smoke.clouds.values()))
    assert clouds.intensity(state, one) is Intensity.SKETCHY
    state.turn, state.step = 3, "e2"
    screened(state)
    screened(state)
    assert len(state.smoke.clouds) == 12
    one = next(iter(state.smoke.clouds.values()))
    assert (one.feeds, one.fed) == (2, 3)
    assert clouds.intensity(state, one) is Intensity.SKETCHY
    state.step = "e4"
    assert clouds.intensity(state, one) is Intensity.THICK
    state.smoke = evolve(state.smoke, strong=True)
    assert clouds.intensity(state, one) is Intensity.SKETCHY  # pw:11.6.2
    state.turn, state.step = 4, "e2"
    screened(state, where="N10")
    assert len(state.smoke.clouds) > 12


def test_phosphorus_is_never_thick() -> None:
    """pw:11.4.2, pw:11.5: nor what tanks fire."""
    state = a_state(step="e2")
    screened(state, smoke=Smoke.WP)
    state.turn = 3
    screened(state, smoke=Smoke.WP)
    state.turn = 4
    assert {clouds.intensity(state, one) for one in state.smoke.clouds.values()} == {Intensity.SKETCHY}


@pytest.mark.parametrize(
    ("drifts", "gone", "said"),
    [
        (0, 1, "1 cloud of smoke is gone"),
        (0, 2, "2 clouds of smoke are gone"),
        (1, 2, "Smoke drifts, 2 clouds of it are gone"),
        (1, 0, "Smoke drifts"),
    ],
)
def test_smoke_that_goes_in_words(drifts: int, gone: int, said: str) -> None:
    """pw:11.7."""
    drifted = (the_cloud(lying(Source.WP)),) * drifts
    event = SmokeDrifted(clouds=drifted, gone=tuple(f"g{n}" for n in range(gone)))
    told = TELL[SmokeDrifted](a_state(), event)
    assert told is not None
    assert told.text == said


@pytest.mark.parametrize(
    ("wind", "strong", "told"), [(3, False, "wind to the E"), (5, True, "strong wind to the S"), (0, False, "")]
)
def test_the_headline_says_where_the_wind_blows(wind: int, strong: bool, told: str) -> None:
    """pw:11.6."""
    state = lying(Source.SLOW_CBE, wind=wind, strong=strong)
    assert WarFace(state.engagement, terrain_looks()).extra(state) == told
