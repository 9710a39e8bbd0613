"""Where bodies may fire at areas is what is said of each point by itself, and whether there is any is found soon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from content.panzerwar.library import LIBRARY
from core.ai import Greedy
from core.dice import SeededDice
from core.event import SideId
from core.hexes import Hex, hex_from_id
from core.panzerwar.artillery import aims, direct, shoots
from core.panzerwar.artillery.direct import Body
from core.panzerwar.combat import arms, smoke_fire, suppressive
from core.panzerwar.ground import lines
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.shots import GUNS
from core.panzerwar.pieces.smoke import Cloud, Source
from core.panzerwar.state import WarState
from core.plane import Point, centre, gsu_between, hex_at
from core.play.game import Game
from core.play.simulate import play_out
from tests.panzerwar.kit import BLUE, a_board, a_state, an_element, at

#: Lines of sight that are followed for a body at most, until one is found that is clear.
MOST = 10
#: GSU within which places are suppressed, fewer than a player is offered.
NEAR = 200


def known(state: WarState, side: SideId) -> frozenset[Hex]:
    return frozenset(hex_at(e.where) for e in state.on_table() if e.side != side and state.sees(side, e.id))


def one_by_one(state: WarState, body: Body, first: frozenset[Hex]) -> list[Hex]:
    hexes = (*sorted(first), *(h for h in sorted(state.board.cells) if h not in first))
    return [hex_ for hex_ in hexes if direct.aim_refusal(state, body, centre(hex_), "", Sheaf.CLOSED) is None]


def fire_steps(scenario: str, most: int) -> list[WarState]:
    """The states of a game in which fire at areas is declared, of its first turns."""
    found: list[WarState] = []
    game: Game[WarState] = Game(LIBRARY.open(LIBRARY.scenario(scenario), ()), SeededDice("aims"))
    for _ in play_out(game, {SideId(s.id): Greedy(SeededDice(s.id)) for s in game.system.sides}):
        if game.state.step == "e4" and all(state.turn != game.state.turn for state in found):
            found.append(game.state.copy())
        if len(found) == most:
            break
    return found


@pytest.fixture(scope="module")
def fought() -> list[WarState]:
    return fire_steps("pw-0", 3)[1:]


def clouded(state: WarState) -> WarState:
    """The same under smoke about the middle of all that stand there."""
    made = state.copy()
    puffs = tuple(Point(e.where.x + 300, e.where.y) for e in state.on_table())
    laid = Cloud(
        id="c1",
        source=Source.SLOW_CBE,
        puffs=puffs,
        begun=state.turn,
        segment=1,
        until=state.turn + 3,
        fed=state.turn,
        fed_in=1,
    )
    made.smoke = evolve(made.smoke, clouds={"c1": laid})
    return made


def in_fog(state: WarState) -> WarState:
    """The same in weather in which nobody sees far."""
    made = state.copy()
    made.sky = evolve(made.sky, most=300)
    return made


@pytest.mark.parametrize("made", [WarState.copy, clouded, in_fog])
def test_all_aims_are_those_that_nothing_refuses(fought: list[WarState], made: Callable[[WarState], WarState]) -> None:
    """pw:10.5: in the same order too, those with enemies in sight first; under smoke and in fog as without."""
    bodies, whole = Counter[bool](), 0
    for state in map(made, fought):
        for side in (SideId(one.id) for one in state.engagement.sides):
            for body in shoots.bodies(state, side):
                first = known(state, side)
                expected = one_by_one(state, body, first)
                assert list(aims.all_at(state, body, first)) == expected
                assert aims.any_at(state, body, first) == bool(expected)
                bodies[bool(expected)] += 1
                whole += len(expected)
    assert bodies[True] > 10
    assert whole > 100


@pytest.mark.parametrize("made", [WarState.copy, in_fog])
def test_smoke_shells_are_offered_where_nothing_refuses_them(
    fought: list[WarState], made: Callable[[WarState], WarState]
) -> None:
    """pw:11.3, pw:11.4: in the order of the hexes; who has turned his turret among them."""
    guns, whole = 0, 0
    for state in map(made, fought):
        for turned, one in enumerate(state.on_table()):
            element = one if one.turret is None else evolve(one, turret=(one.turret + 5 * turned) % 48)
            for arm in arms.arms(state, element):
                for shell in smoke_fire.carried(state, element, arm):
                    expected = [
                        hex_
                        for hex_ in sorted(state.board.cells)
                        if smoke_fire.shell_refusal(state, element, arm, shell, centre(hex_)) is None
                    ]
                    assert list(smoke_fire.shell_hexes(state, element, arm, shell)) == expected
                    guns += 1
                    whole += len(expected)
    assert guns > 5
    assert whole > 80


@pytest.mark.parametrize("made", [WarState.copy, in_fog])
def test_places_are_suppressed_where_nothing_refuses_it(
    fought: list[WarState], made: Callable[[WarState], WarState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """pw:8.12: with every weapon, whatever segment it is fired in."""
    monkeypatch.setattr(suppressive, "weapon_refusal", lambda *_: None)
    kinds, whole = set(), 0
    for state in map(made, fought):
        for element in state.on_table():
            for arm in arms.arms(state, element):
                shells = arms.shells(state, element, arm)[:1] if arm.kind in GUNS else ()
                shell = shells[0].name if shells else ""
                expected = [
                    hex_
                    for hex_ in sorted(state.board.cells)
                    if gsu_between(element.where, centre(hex_)) <= NEAR
                    and suppressive.refusal(state, element, arm, centre(hex_), shell) is None
                ]
                assert list(suppressive.hexes(state, element, arm, shell, NEAR)) == expected
                kinds.add(arm.kind)
                whole += len(expected)
    assert len(kinds) > 2
    assert whole > 100


def test_whether_there_is_any_is_known_after_a_few_lines(
    fought: list[WarState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A menu follows no line that it does not need."""
    followed, whole = [0], lines.unkept

    def counted(*args: Any) -> lines.Line:
        followed[0] += 1
        return whole(*args)

    monkeypatch.setattr(lines, "unkept", counted)
    asked = 0
    for state in fought:
        country_now(state).views.clear()
        for side in (SideId(one.id) for one in state.engagement.sides):
            asked += sum(aims.any_at(state, body, frozenset()) for body in shoots.bodies(state, side))
    assert asked > 10
    assert followed[0] < MOST * asked


def test_no_area_is_too_far_that_a_gun_reaches() -> None:
    """pw:10.5, pw:10.5.5.4: beyond 1800 too, where it scatters most."""
    gun = an_element("gun", "lefh18", BLUE, "B84", heading=0)
    state = a_state(gun, board=a_board(3, 84), step="e4")
    body = direct.of_element(state, gun, "gun")
    assert body is not None
    assert hex_from_id("B2") in aims.all_at(state, body, frozenset())
    assert gsu_between(gun.where, at("B2")) > 1800
