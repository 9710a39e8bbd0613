"""What is found by a short way is what the long one finds: targets, who is in sight, what reaches, Command Range."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from content import catalogue
from core.panzer.ap import reach
from core.panzer.armament import armament
from core.panzer.direct_fire import shots
from core.panzer.direct_fire.step import direct_targets, has_target
from core.panzer.formations import control
from core.panzer.gp import fire as gp
from core.panzer.pieces.switches import Switch
from core.panzer.sight.spotting import in_sight, spots
from core.panzer.state import PanzerState
from saves.library import SAMPLES
from saves.session import open_replay

GAMES = ("the-bridge-9", "the-bridge-1a-5", "halfaya-pass-8", "the-bridge-1a-50m-15")


def moments(sample: str, every: int) -> Iterator[PanzerState]:
    """Positions of a game that is shipped."""
    replay = open_replay(SAMPLES / f"{sample}.journal", catalogue.open_system)
    state = replay.game.system.initial()
    for number, event in enumerate(replay.game.journal):
        replay.game.system.evolve(state, event)
        if number % every == 0:
            yield state


@pytest.mark.parametrize("game", GAMES)
def test_short_ways_find_what_long_ones_do(game: str) -> None:
    targets = seen = 0
    for state in moments(game, 151):
        there = list(state.there)
        for unit in there:
            assert has_target(state, unit.id) == bool(direct_targets(state, unit.id)), unit.id
            targets += has_target(state, unit.id)
        for target in there[::3]:
            enemies = [u for u in there if u.side != target.side]
            near = set(in_sight(state, target.id, enemies))
            for unit in enemies:
                if spots(state, unit.id, target.id) or shots.possible(state, unit.id, target.id, overwatch=True):
                    assert unit in near, (unit.id, target.id)
                    seen += 1
                _reaches_as_refused(state, unit.id, target.id)
    assert targets > 10
    assert seen > 10


def _reaches_as_refused(state: PanzerState, shooter: str, target: str) -> None:
    """Every weapon and ammunition that is not refused reaches, and none that is."""
    one, other = state.unit(shooter), state.unit(target)
    for overwatch in (False, True):
        open_ = [
            (index, row.type)
            for index, mounted in enumerate(armament(state, one.id))
            for row in reach.ammunition(state, mounted.weapon, one.side)
            if reach.reach_refusal(state, one, other, index, row.type, overwatch=overwatch) is None
        ]
        assert [(s.weapon, s.ammo) for s in reach.reaching(state, one.id, other.id, overwatch=overwatch)] == open_
        if state.has(Switch.GP_FIRE):
            weapons = range(len(armament(state, one.id)))
            free = [i for i in weapons if gp.weapon_refusal(state, one, other, i, overwatch=overwatch) is None]
            assert [s.weapon for s in gp.reaching(state, one.id, other.id, overwatch=overwatch)] == free


@pytest.mark.parametrize("game", GAMES[1:3])
def test_who_is_in_command_range_is_who_is_together(game: str) -> None:
    pairs = 0
    for state in moments(game, 401):
        for side in state.scenario.sides:
            for key in control.keys_of(state, side.id):
                near = control.in_command_range(state, key)
                for one, other in combinations(near, 2):
                    assert (other in near[one]) == (one in near[other]) == control.together(state, one, other)
                    pairs += other in near[one]
    assert pairs > 50
