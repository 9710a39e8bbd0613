"""The long form of what must always hold: run by ``make fuzz``."""

from __future__ import annotations

import random
from typing import Any

import pytest
from attrs import evolve

from core.ai import Greedy, player
from core.codec import CodecError, decode_order, encode_order
from core.dice import SeededDice
from core.event import OrderGiven, SideId
from core.order import IllegalOrder
from core.panzer.pieces.command import Instructions
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.state import PanzerState
from core.play.game import Game
from core.play.simulate import play_game, play_out
from core.replaced import replaced
from tests.core.positions import ADVANCED, SCENARIOS, played, replayed, system

pytestmark = pytest.mark.long


def test_a_hundred_thousand_malformed_orders() -> None:
    """Orders with fields exchanged at random, at random moments: IllegalOrder or legal, never anything else."""
    whim = random.Random(2)
    kinds = [
        encode_order(e.order)
        for scenario in SCENARIOS
        for level in ("greedy", "random")
        for e in played(scenario, "fuzz", level).journal
        if isinstance(e, OrderGiven)
    ]
    refused = accepted = 0
    while refused + accepted < 100_000:
        scenario = whim.choice(SCENARIOS)
        game, rules = played(scenario, "fuzz"), system(scenario)
        state = game.at(whim.randrange(len(game.journal) + 1))
        found = _tried(whim, rules, state, kinds)
        refused, accepted = refused + found[0], accepted + found[1]
    assert refused > accepted


def _tried(whim: random.Random, rules: Any, state: PanzerState, kinds: list[Any]) -> tuple[int, int]:
    """500 orders, some of their fields junk, checked for both sides: how many were refused, how many legal."""
    ids = [*state.units, "nobody", ""]
    refused = accepted = 0
    for _ in range(500):
        data = dict(whim.choice(kinds))
        for field in list(data):
            if field != "order" and whim.random() < 0.4:
                data[field] = _junk(whim, data[field], ids)
        try:
            order = decode_order(data)
        except CodecError:
            refused += 1
            continue
        for look in rules.sides:
            try:
                rules.check(state, look.id, order)
                accepted += 1
            except IllegalOrder:
                refused += 1
    return refused, accepted


def _junk(whim: random.Random, value: object, ids: list[str]) -> object:
    if isinstance(value, int):
        return whim.randint(-3, 120)
    if isinstance(value, list):
        return [_junk(whim, v, ids) for v in value] * whim.randint(0, 2)
    if isinstance(value, dict):
        return {k: _junk(whim, v, ids) if whim.random() < 0.5 else v for k, v in value.items()}
    return whim.choice([*ids, "F", "R", "T3", "X", "E:A1:0", "A1", "ZZ99", "FIRE", "MOVE", "", "done", str(value)])


def test_views_hide_commands_over_ten_thousand_states() -> None:
    """na:4.2.1a: byte for byte the same, whatever is face down on the other side."""
    whim = random.Random(3)
    compared = 0
    seed = 0
    while compared < 10_000:
        scenario = SCENARIOS[seed % len(SCENARIOS)]
        rules = system(scenario)
        game = played(scenario, f"views {seed}", ("greedy", "random")[seed % 2], 20_000)
        seed += 1
        state = rules.initial()
        for event in game.journal:
            rules.evolve(state, event)
            for look in rules.sides:
                other = state.copy()
                for unit in state.units.values():
                    if unit.side != look.id and unit.command is not None and unit.command_face is CommandFace.DOWN:
                        other.put(evolve(unit, command=whim.choice(list(Command))))
                given = {state.scenario.enemy(look.id): Instructions("ask", "ask", whim.randint(0, 101))}
                other.commands = replaced(state.commands, instructions={**state.commands.instructions, **given})
                assert repr(rules.view(other, look.id)) == repr(rules.view(state, look.id))
                compared += 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_whole_games_replay(scenario: str) -> None:
    """Forty games each: played to the end, and replay equals play."""
    rules = system(scenario)
    for seed in range(40):
        levels = {s.id: ("greedy", "random")[(seed + i) % 3 == 0] for i, s in enumerate(rules.sides)}
        game, played_ = play_game(rules, f"many {seed}", levels)
        assert played_.level != "unfinished"
        assert replayed(scenario, list(game.journal)) == game.state


@pytest.mark.parametrize("scenario", ADVANCED)
def test_many_advanced_games_replay(scenario: str) -> None:
    """Games of the Advanced Game: played to the end, replay equals play, and greedy errs in no order."""
    rules: Any = system(scenario)
    for seed in range(1 if scenario == "higher-ground" else 3):  # a hundred units take their time
        levels = {SideId(s.id): ("greedy", "random")[(seed + i) % 3 == 0] for i, s in enumerate(rules.sides)}
        players = {side: player(level, f"many {seed}/{side}") for side, level in levels.items()}
        game: Game[PanzerState] = Game(rules, SeededDice(f"many {seed}"))
        for _ in play_out(game, players):
            pass
        assert game.over
        assert not any(one.amiss for one in players.values() if isinstance(one, Greedy))
        assert replayed(scenario, list(game.journal)) == game.state


@pytest.mark.parametrize("scenario", ADVANCED)
def test_malformed_orders_of_the_advanced_game(scenario: str) -> None:
    """Orders with fields exchanged at random, at random moments: IllegalOrder or legal, never anything else."""
    whim = random.Random(4)
    rules = system(scenario)
    games = [played(scenario, "fuzz", level, 600) for level in ("greedy", "random")]
    kinds = [encode_order(e.order) for game in games for e in game.journal if isinstance(e, OrderGiven)]
    refused = accepted = 0
    while refused + accepted < 20_000:
        game = whim.choice(games)
        state = game.at(whim.randrange(len(game.journal) + 1))
        found = _tried(whim, rules, state, kinds)
        refused, accepted = refused + found[0], accepted + found[1]
    assert refused > accepted
