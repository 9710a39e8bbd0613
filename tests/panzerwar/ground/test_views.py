"""What is seen of the ground from a point says of every hex what the line of sight to it says (pw:7.11)."""

from __future__ import annotations

from math import pi
from random import Random

import pytest

from content.panzerwar.library import LIBRARY
from core.panzerwar.ground import lines, panorama, views
from core.panzerwar.ground.heights import MEN
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.kit import a_board, a_state, at


def of_engagement(scenario: str) -> WarState:
    state: WarState = LIBRARY.open(LIBRARY.scenario(scenario), ()).initial()
    return state


@pytest.mark.parametrize("scenario", ["pw-1", "pw-2", "pw-3"])
def test_a_view_is_what_the_lines_say(scenario: str) -> None:
    """From points anywhere, hex centres or not, high and low, in whatever order it is asked."""
    state, random = of_engagement(scenario), Random(scenario)
    land = country_now(state)
    hidden = shadowed = 0
    for _ in range(6):
        centre_ = random.choice(land.places)[1]
        start = Point(centre_.x + random.randint(-60, 60), centre_.y + random.randint(-60, 60))
        eye = random.choice((MEN, 9.4, 11.0))
        seen = views.view(state, start, eye)
        for number in random.sample(range(len(land.places)), 700):
            line = lines.unkept(land, start, land.places[number][1], eye, MEN)
            assert seen.shows(number) == line.clear, (start, land.places[number])
            hidden += not line.clear
            shadowed += line.refusal is not None and line.refusal.rule == lines.CREST
    assert hidden > 100
    assert shadowed > 0 or scenario == "pw-1"


@pytest.mark.parametrize("scenario", ["pw-0", "pw-1", "pw-2", "pw-3"])
def test_looking_around_is_what_the_lines_say(scenario: str) -> None:
    """All at once, or in an arc: woods, houses, banks and crests, from within and over them; little is in doubt."""
    state, random = of_engagement(scenario), Random(scenario)
    land = country_now(state)
    asked = [0, 0, 0]
    within = [number for number, (hex_, _) in enumerate(land.places) if hex_ in land.noticed]
    for turn in range(8):
        centre_ = land.places[random.choice(within if turn % 2 else range(len(land.places)))][1]
        start = Point(centre_.x + random.randint(-110, 110), centre_.y + random.randint(-110, 110)) if turn else centre_
        eye, found = random.choice((MEN, 9.4, 11.0)), bytearray(len(land.places))
        arc = panorama.Arc(random.uniform(-pi, pi), random.choice((0.2, pi / 8, pi / 4)))
        panorama.panorama(land, start, eye, found, arc if turn % 3 else panorama.ALL_AROUND)
        known = [number for number, said in enumerate(found) if said]
        for number in random.sample(known, min(300, len(known))):
            clear = lines.unkept(land, start, land.places[number][1], eye, MEN).clear
            assert (found[number] == panorama.OPEN) == clear, (start, eye, land.places[number])
        if not turn % 3:
            for said in found:
                asked[said] += 1
    assert asked[panorama.DOUBT] < sum(asked) / 10
    assert min(asked) > 0


def test_what_a_hill_hides_is_told_by_the_hill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a crest hardly a line is followed, and none for what is known."""
    ridge = " ".join(f"{letter}6" for letter in "ABCDEFGHIJK")
    state = a_state(board=a_board(levels={ridge: 3}))
    land, followed = country_now(state), [0]
    whole = lines.unkept

    def counted(*args: object) -> lines.Line:
        followed[0] += 1
        return whole(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(lines, "unkept", counted)
    seen = views.view(state, at("F3"), MEN)
    behind = [number for number, (hex_, _) in enumerate(land.places) if hex_.row > 9 and hex_.col < 11]
    hidden = [number for number in behind if not seen.shows(number)]
    assert len(hidden) > 40
    assert followed[0] < len(behind) / 2
    before = followed[0]
    assert [number for number in behind if not views.view(state, at("F3"), MEN).shows(number)] == hidden
    assert followed[0] == before


def test_views_are_kept_with_the_ground_and_no_more_than_so_many() -> None:
    """Rubble is other ground."""
    state = of_engagement("pw-1")
    land = country_now(state)
    for x in range(land.views.most + 3):
        views.view(state, Point(1000 + x, 1000), MEN)
    assert 0 < len(land.views) <= land.views.most
    assert views.view(state, Point(1000 + x, 1000), MEN) is views.view(state.copy(), Point(1000 + x, 1000), MEN)
