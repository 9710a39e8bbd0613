"""Games of the Advanced Game between computer players: what must always hold, whatever they do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import evolve as changed

from core.ai import Greedy, RandomPlayer
from core.codec import decode, encode
from core.dice import Dice, SeededDice
from core.event import Event, SideId
from core.order import Order
from core.panzer import sequence
from core.panzer.command.orders import ChooseFirstPlayer
from core.panzer.course.events import StepBegun
from core.panzer.formations import control
from core.panzer.gp.bail_out import passengers
from core.panzer.pieces import loads
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, Presence
from core.panzer.state import PanzerState
from core.play.game import Game
from core.play.simulate import play_out
from tests.core.positions import ADVANCED, played, replayed, system

#: How far the games are played here, and in the long form; `test_long` plays them to their ends.
LARGE = ("higher-ground", "turning-tide", "ponyri")  # a hundred units take their time
ORDERS = {"greedy": (70, 200), "random": (130, 400)}
GAMES = [
    pytest.param(scenario, level, orders, marks=[pytest.mark.long] * at, id=f"{scenario}, {level}, {orders}")
    for scenario in ADVANCED
    for level, far in ORDERS.items()
    for at, orders in enumerate(far)
    if at or level != "greedy" or scenario not in LARGE
]


@cache
def game_of(scenario: str, level: str, orders: int) -> Game[PanzerState]:
    return played(scenario, "advanced", level, orders)


def states(game: Game[PanzerState], share: float = 1.0) -> Iterator[tuple[Event, PanzerState]]:
    """Each event with the state after it, or a share of them."""
    whim = random.Random(5)
    state = game.system.initial()
    for event in game.journal:
        game.system.evolve(state, event)
        if share >= 1 or whim.random() < share:
            yield event, state


@pytest.mark.parametrize(("scenario", "level", "orders"), GAMES)
def test_replay_equals_play(scenario: str, level: str, orders: int) -> None:
    """Every event survives the journal, and the journal alone leads to the state that was played."""
    game = game_of(scenario, level, orders)
    written = [decode(encode(event)) for event in game.journal]
    assert written == game.journal
    assert replayed(scenario, list(game.journal)) == game.state


@pytest.mark.parametrize(("scenario", "level", "orders"), GAMES)
def test_every_unit_is_in_one_place(scenario: str, level: str, orders: int) -> None:
    """na:6.6.7, na:5.3, na:6.7.2: on the map, or aboard one vehicle that has room for it, or off the map for good.

    A vehicle that is lost keeps its passengers until all of the attack is resolved (na:5.15b), never beyond it.
    """
    game = game_of(scenario, level, orders)
    for event, state in states(game, 0.15):
        carried_by = {Presence.ON_MAP, Presence.WAITING}
        if event.name != "order-given":
            carried_by.add(Presence.ELIMINATED)
        for unit in state.units.values():
            card = state.card(unit.id)
            if unit.presence is Presence.ON_MAP:
                assert unit.hex in state.board
                assert unit.carrier is None
            elif unit.presence is Presence.CARRIED:
                assert unit.hex is None
                assert unit.carrier is not None
                assert state.units[unit.carrier].presence in carried_by
            elif isinstance(card, AircraftCard):
                over_the_map = state.air.flight is not None and state.air.flight.unit == unit.id
                assert unit.presence in (Presence.OFF_MAP, Presence.ELIMINATED)
                assert (unit.hex is None) or over_the_map or unit.presence is Presence.ELIMINATED
            elif isinstance(card, BatteryCard):
                assert unit.hex is None
            aboard = [loads.needs_of(state.card(u), state.units[u].size) for u in passengers(state, unit.id)]
            for at, needed in enumerate(aboard):
                others = [room for room in (*aboard[:at], *aboard[at + 1 :]) if room is not None]
                assert needed is not None
                assert loads.overload(card, others, needed) is None


@pytest.mark.parametrize(("scenario", "level", "orders"), GAMES)
def test_commands_stay_within_what_is_available(scenario: str, level: str, orders: int) -> None:
    """na:6.2.1.1.3a: no formation places more unique commands than it has; na:6.2.1.1.3g: N/C does not count."""
    game = game_of(scenario, level, orders)
    looked = 0
    for event, state in states(game):
        if event.name != "step-finished" or not state.has(Switch.COMMAND_CONTROL):
            continue
        for side in state.scenario.sides:
            for key in control.keys_of(state, side.id):
                assert control.used(state, key) <= control.available(state, key)
                looked += 1
    assert looked > 0


@pytest.mark.parametrize(("scenario", "level", "orders"), GAMES)
def test_views_hide_the_other_sides_secrets(scenario: str, level: str, orders: int) -> None:
    """na:4.2.1a, na:6.8, na:6.5.1.11.1: byte for byte the same, whatever the other side has face down, has decided for
    the end of a step, or has plotted and not announced."""
    game, rules = game_of(scenario, level, orders), system(scenario)
    whim = random.Random(11)
    compared = 0
    for _, state in states(game, 0.04):
        for look in rules.sides:
            other, enemy = state.copy(), state.scenario.enemy(SideId(look.id))
            for unit in state.units.values():
                if unit.side == enemy and unit.command is not None and unit.command_face is CommandFace.DOWN:
                    given = whim.choice(list(Command))
                    other.put(changed(unit, command=given, group=whim.choice(["", "x"])))
            mine = (
                {unit: now for unit, now in chosen.items() if state.units[unit].side != enemy}
                for chosen in (state.adjustment.covers, state.adjustment.pivots)
            )
            other.adjustment = changed(state.adjustment, covers=next(mine), pivots=next(mine))
            hidden = tuple(p for p in state.indirect.plans if p.side != enemy or p.begun)
            other.indirect = changed(state.indirect, plans=hidden)
            assert repr(rules.view(other, look.id)) == repr(rules.view(state, look.id))
            compared += 1
    assert compared > 10


@pytest.mark.parametrize(("scenario", "level", "orders"), GAMES)
def test_who_follows_the_game_knows_what_his_view_shows(scenario: str, level: str, orders: int) -> None:
    """A view that evolves by redacted events alone has the same units, clouds, works and missions as the true view."""
    game, rules = game_of(scenario, level, orders), system(scenario)
    state = rules.initial()
    watched: dict[str | None, PanzerState] = {look.id: rules.view(rules.initial(), look.id) for look in rules.sides}
    watched[None] = rules.view(rules.initial(), None)
    for number, event in enumerate(game.journal):
        rules.evolve(state, event)
        for side, known in watched.items():
            shown = rules.redact(state, event, SideId(side) if side else None)
            if shown is not None:
                rules.evolve(known, shown)
            if number % 40 == 0:
                truth = rules.view(state, SideId(side) if side else None)
                assert known.units == truth.units, (number, event.name, side)
                assert known.counters == truth.counters
                assert known.indirect.missions == truth.indirect.missions
                assert (known.step, known.turn, known.air.flight) == (truth.step, truth.turn, truth.air.flight)


@pytest.mark.parametrize(("scenario", "level", "orders"), GAMES)
def test_every_event_has_words_and_every_roll_a_purpose(scenario: str, level: str, orders: int) -> None:
    """na:3.2: every roll says what for and by which rule; what is reported can be said."""
    game = game_of(scenario, level, orders)
    for event, state in states(game):
        report = game.system.face.report(state, event)
        assert report is None or report.text
        assert all(roll.for_ and roll.rule.startswith(("na:", "or:", "min:")) for roll in event.rolls)


@pytest.mark.thorough
def test_a_whole_game_is_played_to_its_end() -> None:
    """na:4.6.2: computers of both levels play every step of the Advanced Game; greedy errs in no order."""
    rules: Any = system("halfaya-pass")
    mine, theirs = (SideId(s.id) for s in rules.sides)
    greedy = Greedy(SeededDice("whole/greedy"))
    game: Game[PanzerState] = Game(rules, SeededDice("whole"))
    for _ in play_out(game, {mine: greedy, theirs: RandomPlayer(SeededDice("whole/random"))}):
        pass
    assert game.over
    assert greedy.amiss == 0
    assert game.state.turn <= rules.on.turns
    begun = {e.step for e in game.journal if isinstance(e, StepBegun)}
    assert begun >= {sequence.COMMANDS, sequence.FIRST_FIRE, sequence.FIRST_ASSAULT, sequence.FULL_COVER}
    outcome = rules.outcome(game.state)
    assert outcome is not None
    assert outcome.winner == mine


def test_any_legal_order_stands_in_for_a_suggestion_that_is_not() -> None:
    """A computer player gives an order that is legal, whatever its judgement says."""
    rules: Any = system("halfaya-pass")
    game = game_of("halfaya-pass", "random", ORDERS["random"][0])
    state = game.at(len(game.journal) // 2)
    side = rules.active(state)[0]

    class Misled:
        """The rules with a judgement that always suggests the same."""

        def __getattr__(self, name: str) -> Any:
            return getattr(rules, name)

        def suggest(self, view: PanzerState, side: SideId, dice: Dice, level: str = "") -> Order:
            return ChooseFirstPlayer(first=SideId("nobody"))

    greedy = Greedy(SeededDice("misled"))
    misled: Any = Misled()
    rules.check(state, side, greedy.order(misled, rules.view(state, side), side))
    assert greedy.amiss == 1
