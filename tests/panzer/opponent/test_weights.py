"""What single weights of the computer player change: the same position is judged with and without each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from content import catalogue
from core.ai.players import Greedy
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.panzer import sequence
from core.panzer.opponent.commands import watching
from core.panzer.opponent.goals import goals_of
from core.panzer.opponent.moves import End, _walked
from core.panzer.opponent.picture import picture
from core.panzer.opponent.turns import turns_to
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.movement import TURN_TO, Rate
from core.panzer.pieces.unit import Command, Presence, Wreck
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced
from tests.panzer.movement.movement_boards import ME, MINE, THEIRS, at, board, situation
from tests.panzer.opponent.test_judgement import ITALIAN, PANZER_IV, N, S, position, unit


def _danger(lost: int, **weights: Any) -> float:
    """What a tank risks before a gun in sight, after so many of four other enemies, 60 points each, were lost."""
    theirs = [(PANZER_IV, f"J{row}", S) for row in (4, 17, 18, 19, 20)]
    state = position([(ITALIAN, "J10", N)], theirs)
    state.temper = evolve(state.temper, **weights)
    for number in range(2, 2 + lost):
        state.change(UnitId(f"t{number}"), hex=None, presence=Presence.ELIMINATED, fate=Wreck.KO)
    seen, own = picture(state, MINE), unit(state, "m1")
    assert own.hex is not None
    lines = [one for one in seen.lines(own, own.hex, N, None) if one.foe.unit.id == "t1"]
    assert lines
    return seen.danger(own, own.hex, N, lines)


def test_danger_counts_more_to_who_is_far_ahead() -> None:
    """A lead of 50 wins; from 150 more on it counts half as much again with 0.5, and nothing before."""
    assert _danger(0, wary=0.5) == _danger(0, wary=0.0) > 0
    assert abs(_danger(4, wary=0.5) / _danger(4, wary=0.0) - 1.5) < 1e-9
    less = _danger(2, wary=0.5) / _danger(2, wary=0.0)
    assert 1 < less < 1.5


def _goals(next_unit: float) -> set[str]:
    """The objectives for which two tanks go, "" = the enemy."""
    state: PanzerState = position([(PANZER_IV, "J10", N), (PANZER_IV, "K10", N)], [(ITALIAN, "J17", S)], objective="J2")
    state.temper = evolve(state.temper, next_unit=next_unit)
    return {goal.objective for goal in goals_of(state, MINE).values()}


def test_how_many_go_for_the_same_objective() -> None:
    """All where the next adds as much as the one before, one alone where he adds nothing."""
    assert _goals(1.0) == {"hill"}
    assert _goals(0.0) == {"hill", ""}


def _near_enough(edition: Edition, hexes: int) -> bool:
    """Whether who watches ground with an enemy so many hexes away takes an ambush for likely."""
    state: PanzerState = position([(PANZER_IV, "J20", N)], [(ITALIAN, f"J{20 - hexes}", S)])
    state = evolve(state, scenario=evolve(state.scenario, rules=edition))
    state.temper = evolve(state.temper, chance_to_watch=0.0, ambush_near=9.0, ambush_far=0.0)
    own = unit(state, "m1")
    assert own.hex is not None
    return watching(picture(state, MINE), own, own.hex) == 9.0


def test_what_is_near_is_reckoned_in_hexes() -> None:
    """Of whatever width: games told no other reckoning better."""
    for edition in (HEX, evolve(HEX, metres=50)):
        assert [hexes for hexes in (8, 9) if _near_enough(edition, hexes)] == [8]


def _turns_along(wrecks: Mapping[str, Wreck]) -> float:
    """Turns that a tank needs along a road of nine hexes through woods."""
    road = [f"D{row}" for row in range(1, 11)]
    ground = board(7, 10, road=[" ".join(road)], ground="light-woods")
    state = situation(ground, "D10", move=(4, 6, 9), wrecks=wrecks)
    return turns_to(state, state.card(ME), frozenset({at("D1")})).get(at("D10"))


def test_a_wreck_on_the_road_is_reckoned_with() -> None:
    """na:4.5.1.1.5d: it denies the allowance of the road; beside the road it bars nothing."""
    assert round(_turns_along({}), 9) == 1.0
    assert round(_turns_along({"C5": Wreck.KO}), 9) == 1.0
    assert round(_turns_along({"D5": Wreck.KO}), 9) == round(8 / 9 + 1 / 4, 9)


def _way_in(entry: bool) -> float:
    """The danger on a way of one hex into the sight of a gun, with one's back to it, and a turn towards it there."""
    state = position([(PANZER_IV, "J10", 2)], [(ITALIAN, "J6", S)])
    state.temper = evolve(state.temper, entry=entry, passing=1.0)
    state.change(UnitId("m1"), command=Command.MOVE)
    state.step = sequence.SECOND_MOVE
    state.commands = replaced(state.commands, first_player=THEIRS)
    own = unit(state, "m1")
    end = End(0.0, at("J10").neighbour(2), N, Rate.CROSS_COUNTRY, ("F", TURN_TO[N]))
    walked = _walked(picture(state, MINE), own, end)
    assert walked is not None
    return -walked.worth


def test_who_turns_where_his_move_ends_shows_his_back_as_he_comes_there() -> None:
    """Fire on Overwatch comes before he turns."""
    assert _way_in(entry=False) == 0.0
    assert _way_in(entry=True) > 0.0


def _standing(control: SideId | None, enemy: str = "J14", **weights: Any) -> float:
    """Points for standing on an objective, which an enemy may yet take."""
    state = position([(PANZER_IV, "J10", N)], [(ITALIAN, enemy, S)], objective="J10")
    state.temper = evolve(state.temper, **weights)
    state.objectives = replaced(state.objectives, control={"hill": control})
    seen, own = picture(state, MINE), unit(state, "m1")
    assert own.hex is not None
    return seen.merits(own, own.hex, 0.0)[1]


def test_who_holds_ground_is_drawn_less_to_what_is_not_his() -> None:
    assert _standing(None, taking=0.25) == 0.25 * _standing(None) > 0
    assert _standing(THEIRS, taking=0.25) == 0.25 * _standing(THEIRS) > 0
    assert _standing(MINE, taking=0.25) == _standing(MINE) > 0


def test_what_is_his_need_not_be_stood_on_before_an_enemy_is_near() -> None:
    """na:3.6b: it stays so until an enemy has been there for a complete turn; from J14 he takes more than a turn."""
    far, near = "J14", "J12"
    assert _standing(MINE, far) > _standing(MINE, far, guards=False) == 0
    assert _standing(MINE, near, guards=False) > _standing(MINE, near) > 0
    assert _standing(THEIRS, far) == _standing(THEIRS, far, guards=False) > 0


def _begun(variety: float) -> set[tuple[str, ...]]:
    """Where a side begins, in eight games."""
    found = set()
    for seed in range(8):
        rules: Any = catalogue.open_system("the-bridge")
        rules = evolve(rules, tempers={"tried": evolve(rules.tempers["regular"], variety=variety)})
        game: Game[Any] = Game(rules, SeededDice("set-up"))
        player = Greedy(SeededDice(f"{seed}"), "tried")
        game.begin()
        while not game.state.turn:
            side = game.active[0]
            game.submit(side, player.order(rules, game.view(side), side))
        assert not player.amiss
        found.add(tuple(f"{u.id} {u.hex}" for u in game.state.units.values()))
    return found


def test_where_a_side_begins_is_by_lot_among_what_is_almost_as_good() -> None:
    """Who has seen it once must not know it; the area is by lot anyway."""
    assert len(_begun(0.0)) <= 2
    assert len(_begun(1.0)) == 8
