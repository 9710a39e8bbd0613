"""What must always hold: orders, replay, secrets, undo, odds."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.codec import decode, encode
from core.dice import SeededDice, branches
from core.event import OrderGiven, TakenBack
from core.order import IllegalOrder
from core.panzer.ap.basic import resolve_shot, shot_terms
from core.panzer.ap.basic_odds import shot_odds
from core.panzer.pieces.command import Instructions
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced
from tests.core.positions import SCENARIOS, played, replayed, system

LEVELS = ("greedy", "random")
#: Of the games that all tests share.
SEED = "always"
#: The largest in the thorough form.
TRIED = [pytest.param(s, marks=[pytest.mark.thorough] * (s == "crossing-the-trigh")) for s in SCENARIOS]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("scenario", TRIED)
def test_replay_equals_play(scenario: str, level: str) -> None:
    """Evolving the journal, even through its written form, leads to the state that was played."""
    game = played(scenario, SEED, level)
    assert replayed(scenario, game.journal) == game.state
    written = [decode(encode(event)) for event in game.journal]
    assert written == game.journal
    for n in (0, 1, len(game.journal) // 2, len(game.journal)):
        assert game.at(n) == replayed(scenario, game.journal[:n])


@pytest.mark.parametrize("scenario", TRIED)
def test_every_offered_choice_leads_to_an_accepted_order(scenario: str) -> None:
    """na:4.2.1e and all others: what `choices` offers as legal and complete, `check` accepts."""
    game = played(scenario, "choices", "greedy", 0)
    rules = system(scenario)
    whim = random.Random(scenario)
    fork: Game[PanzerState] = game.fork(len(game.journal), SeededDice("fork"))
    built = 0
    for _ in range(250):
        if fork.over:
            break
        side = fork.active[0]
        state = fork.view(side)
        partial: tuple[str, ...] = ()
        for _ in range(12):
            found = rules.choices(state, side, partial)
            if found.complete and (not found.legal or whim.random() < 0.4):
                break
            legal = [o for o in found.legal if o.kind != "done" or whim.random() < 0.2] or list(found.legal)
            assert legal, (partial, found.prompt)
            partial = (*partial, whim.choice(legal).pick)
        else:
            continue
        order = rules.order(state, side, partial)
        rules.check(fork.state, side, order)
        fork.submit(side, order)
        built += 1
    assert built > 100


@pytest.mark.parametrize("scenario", TRIED)
def test_views_hide_commands_byte_for_byte(scenario: str) -> None:
    """na:4.2.1a, na:4.2.1d: a view is the same whatever the other side's face-down commands are."""
    game = played(scenario, SEED)
    rules = system(scenario)
    whim = random.Random(7)
    compared = 0
    state = rules.initial()
    for event in game.journal:
        rules.evolve(state, event)
        if whim.random() < 0.9:
            continue
        for look in rules.sides:
            other = state.copy()
            for unit in state.units.values():
                if unit.side != look.id and unit.command is not None and unit.command_face is CommandFace.DOWN:
                    other.put(evolve(unit, command=whim.choice(list(Command))))
            enemy = state.scenario.enemy(look.id)
            given = {**state.commands.instructions, enemy: Instructions("decline", "ask", 50)}
            other.commands = replaced(state.commands, instructions=given)
            assert repr(rules.view(other, look.id)) == repr(rules.view(state, look.id))
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("scenario", TRIED)
def test_redacted_events_hide_commands(scenario: str) -> None:
    """na:4.2.1a: nobody but its owner sees a command placed, or the order that placed it."""
    game = played(scenario, SEED)
    rules = system(scenario)
    state = rules.initial()
    for event in game.journal:
        rules.evolve(state, event)
        if event.name != "command-placed" and not (
            isinstance(event, OrderGiven) and event.order.name == "place-command"
        ):
            continue
        owner = event.side  # type: ignore[attr-defined]
        assert rules.redact(state, event, owner) == event
        assert rules.redact(state, event, state.scenario.enemy(owner)) is None
        assert rules.redact(state, event, None) is None


@pytest.mark.parametrize("scenario", TRIED)
def test_odds_sum_to_one_and_agree_with_play(scenario: str) -> None:
    """na:4.4.3.2: exact chances are those of the real resolution."""
    game = played(scenario, SEED)
    rules = system(scenario)
    state = rules.initial()
    for event in game.journal:
        if event.name == "fire-announced":
            for shot in event.shots:  # type: ignore[attr-defined]
                terms = shot_terms(state, shot, overwatch=event.overwatch)  # type: ignore[attr-defined]
                odds = shot_odds(state, terms)
                assert sum(odds.values()) == pytest.approx(1)
                assert 1 - odds.get("miss", 0) == pytest.approx(terms.hit_number / 100)
        rules.evolve(state, event)


def test_odds_agree_with_twenty_thousand_shots() -> None:
    """na:4.4.3.2.3: rolled frequencies lie within four standard deviations of the exact chances."""
    scenario = SCENARIOS[-1]
    rules = system(scenario)
    state, terms = rules.initial(), None
    for event in played(scenario, SEED).journal:
        rules.evolve(state, event)
        if event.name == "fire-announced":
            terms = shot_terms(state, event.shots[0], overwatch=event.overwatch)  # type: ignore[attr-defined]
            if 20 <= terms.hit_number <= 80:
                break
    assert terms is not None
    odds = shot_odds(state, terms)
    dice = SeededDice("twenty thousand")
    n = 20_000
    counts: dict[str, int] = {}
    for _ in range(n):
        result = resolve_shot(state, terms, terms.thicker, dice)
        name = "KO" if result.second_damage else result.result
        counts[name] = counts.get(name, 0) + 1
    for name, chance in odds.items():
        assert abs(counts.get(name, 0) - n * chance) <= 4 * (n * chance * (1 - chance)) ** 0.5 + 1


def test_branches_weigh_every_face() -> None:
    """Two dice of 6 and 10 faces make 60 branches of equal weight."""
    found = list(branches(lambda dice: (dice.roll("d6", "a", "").result, dice.roll("d10", "b", "").result)))
    assert len({outcome for _, outcome in found}) == 60
    assert sum(chance for chance, _ in found) == pytest.approx(1)


@pytest.mark.parametrize("scenario", TRIED)
def test_undo_takes_back_to_the_last_roll_or_secret(scenario: str) -> None:
    """An order that rolled nothing and showed nothing can be taken back, and only by who gave it."""
    game: Game[PanzerState] = Game(system(scenario), SeededDice("undo"))
    game.begin()
    from core.ai import player

    players = {s.id: player("greedy", s.id) for s in game.system.sides}
    undone = refused = 0
    for _ in range(300):
        if game.over:
            break
        side = game.active[0]
        before = game.state.copy()
        game.submit(side, players[side].order(game.system, game.view(side), side))
        if game.undo_to(side) is None:
            with pytest.raises(IllegalOrder):
                game.undo(side)
            refused += 1
            continue
        to = game.undo_to(side)
        assert to is not None
        if undone < 40:
            taken = game.journal[to:]
            assert not any(e.irrevocable for e in taken)
            expected = before if isinstance(taken[0], OrderGiven) else game.at(to)
            game.undo(side)
            assert isinstance(game.journal[-1], TakenBack)
            assert game.state == expected
            assert game.at(len(game.journal)) == expected
            assert side in game.active
            undone += 1
            game.submit(side, players[side].order(game.system, game.view(side), side))
    assert undone > 5
    assert refused > 5


JUNK = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["done", "to:A1", "F", "R", "T9", "X", "E:A1:0", "FIRE", "all", "route", "0", "to:ZZ99"]),
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    head=st.sampled_from(
        ["move:", "fire:", "overwatch:", "command:", "place:", "zone:", "first:", "instructions", "x"]
    ),
    unit=st.integers(0, 40),
    tail=st.lists(JUNK, max_size=4),
    moment=st.integers(0, 10_000),
)
def test_malformed_orders_are_refused_without_a_trace(head: str, unit: int, tail: list[str], moment: int) -> None:
    """Whatever is asked for: IllegalOrder or a legal order, nothing else, and the state stays as it was."""
    scenario = SCENARIOS[moment % len(SCENARIOS)]
    game = played(scenario, SEED)
    rules = system(scenario)
    state = game.at(moment % (len(game.journal) + 1))
    ids = sorted(state.units)
    name = head + ids[unit % len(ids)] if head.endswith(":") else head
    before = state.copy()
    reasons: list[tuple[str, str]] = []
    for look in rules.sides:
        try:
            order = rules.order(state, look.id, (name, *tail))
            rules.check(state, look.id, order)
        except IllegalOrder as error:
            reasons.append((error.reason, error.rule))
    assert state == before
    assert all(reason and rule.startswith("na:") for reason, rule in reasons)


@pytest.mark.parametrize("scenario", TRIED)
def test_dice_events_carry_purpose_and_rule(scenario: str) -> None:
    """na:3.2: every roll says what for and by which rule."""
    game = played(scenario, SEED)
    rolls = [roll for event in game.journal for roll in event.rolls]
    assert rolls
    assert all(roll.for_ and roll.rule.startswith("na:") for roll in rolls)
    assert all(1 <= roll.result <= 100 for roll in islice(rolls, 500))
