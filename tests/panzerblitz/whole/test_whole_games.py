"""Whole games on the shipped Situations, and what must always hold (pb:PB-SEQ-0, pb:PB-SEQ-9, pb:PB-SETUP-1)."""

from __future__ import annotations

import random
from functools import cache

import pytest

from content.panzerblitz.scenarios.scenarios import SCENARIOS, scenario
from content.panzerblitz.tables.tables import terrain_looks
from core.codec import decode, encode
from core.dice import SeededDice
from core.order import IllegalOrder
from core.panzerblitz import sequence
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT, TITLES
from core.panzerblitz.state import BlitzState
from core.panzerblitz.system import PanzerBlitz
from core.play.game import Game
from core.play.simulate import play_game

SHORT = ("rear-area-raid", "minsk", "korsun-pocket")
#: Those with most units, which are played to the end in the long form only.
LARGE = ("first-panzer-army", "prochorovka", "dnieper-bend", "nikopol-bridgehead")
#: Those that take longest of the others.
MIDDLING = ("relief-of-kiev", "drive-on-stalino")
#: Everything that goes together with everything else.
ALL = tuple(option for option in TITLES if option != "impulse-movement")


@cache
def rules(situation: str, options: tuple[str, ...] = ()) -> PanzerBlitz:
    """The rules of a shipped Situation."""
    return PanzerBlitz(scenario(situation), terrain_looks(), options)


@cache
def played(situation: str, level: str = "greedy", options: tuple[str, ...] = ()) -> Game[BlitzState]:
    """A whole game between computer players."""
    system = rules(situation, options)
    game, report = play_game(system, "whole", {s.id: level for s in system.sides})
    assert game.over, report
    assert report.turns == system.on.turns
    return game


def _marks(situation: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] * (situation in LARGE) + [pytest.mark.thorough] * (situation in MIDDLING)


@pytest.mark.parametrize("situation", [pytest.param(s, marks=_marks(s)) for s in SCENARIOS.ids()])
def test_computers_play_every_situation_to_its_end(situation: str) -> None:
    """pb:PB-SEQ-9: as many Game-Turns as the card says, and a verdict."""
    outcome = played(situation).state.outcome
    assert outcome is not None
    assert outcome.rule == "pb:PB-WIN-1"


@pytest.mark.parametrize(
    ("level", "options"), [("greedy", ()), ("random", ()), ("random", ALL), ("greedy", ("impulse-movement",))]
)
def test_replay_equals_play(level: str, options: tuple[str, ...]) -> None:
    """The journal, even through its written form, leads to the state that was played."""
    game = played("rear-area-raid", level, options)
    state = game.system.initial()
    for event in game.journal:
        written = decode(encode(event))
        assert written == event
        game.system.evolve(state, written)
    assert state == game.state
    assert game.at(len(game.journal)) == game.state


@pytest.mark.parametrize("situation", SHORT)
def test_what_is_offered_is_accepted(situation: str) -> None:
    """Every legal choice leads on, and every complete order is accepted."""
    system = rules(situation)
    whim = random.Random(situation)
    game: Game[BlitzState] = Game(system, SeededDice(situation))
    game.begin()
    built = ends = 0
    while not game.over and built < 250:
        side = game.active[0]
        view = game.view(side)
        partial: tuple[str, ...] = ()
        for _ in range(9):
            found = system.choices(view, side, partial)
            if found.complete and (not found.legal or whim.random() < 0.5):
                break
            legal = [c for c in found.legal if c.kind != "done" or whim.random() < 0.15] or list(found.legal)
            if not legal:
                ends += 1
                break
            partial = (*partial, whim.choice(legal).pick)
        if not system.choices(view, side, partial).complete:
            continue
        order = system.order(view, side, partial)
        system.check(game.state, side, order)
        game.submit(side, order)
        built += 1
    assert built > 100
    assert ends <= built // 20


@pytest.mark.parametrize("situation", SHORT)
def test_every_step_shows_itself(situation: str) -> None:
    """Prompts, counters, cards, layers and reports of a whole game raise nothing and name their rules."""
    game = played(situation)
    system = rules(situation)
    face = system.face
    state = system.initial()
    for n, event in enumerate(game.journal):
        system.evolve(state, event)
        report = face.report(state, event)
        assert report is None or report.rule.startswith("pb:PB-")
        if n % 97:
            continue
        view = system.view(state, system.sides[0].id)
        assert face.prompt(view, system.sides[0].id).rule.startswith("pb:PB-")
        assert face.status(view).turn == state.turn
        counters = face.counters(view)
        for counter in counters[::9]:
            if counter.id in view.units:
                assert face.unit_card(view, counter.id).sections
            assert face.hex_card(view, counter.hex).sections
        for kind in face.overlay_kinds():
            if counters:
                face.overlay(view, system.sides[0].id, kind.id, counters[-1].hex, counters[-1].id)
        if len(counters) > 1:
            assert face.sight(view, counters[0].hex, counters[-1].hex)
        assert system.standings(view)


@pytest.mark.parametrize("situation", SHORT)
def test_dice_carry_purpose_and_rule(situation: str) -> None:
    """pb:PB-COMP-1: one six-sided die, every roll with its rule."""
    rolls = [roll for event in played(situation).journal for roll in event.rolls]
    assert rolls
    assert all(r.die == "d6" and r.for_ and r.rule.startswith("pb:PB-") for r in rolls)


def test_the_sequence_of_play() -> None:
    """The steps follow each other as the rules name them, twice in a Game-Turn.

    pb:PB-SEQ-1, pb:PB-SEQ-2, pb:PB-SEQ-3, pb:PB-SEQ-4, pb:PB-SEQ-5, pb:PB-SEQ-6, pb:PB-SEQ-7, pb:PB-SEQ-8.
    """
    steps = [e.step for e in played("minsk").journal if e.name == "pb-step-begun"]  # type: ignore[attr-defined]
    ids = [s.id for s in sequence.SEQUENCE[1:]]
    assert steps[: len(ids)] == ids
    assert len(steps) == len(ids) * rules("minsk").on.turns
    assert [s.rule for s in sequence.SEQUENCE[1:8]] == [
        "pb:PB-SEQ-1",
        "pb:PB-SEQ-2",
        "pb:PB-SEQ-3",
        "pb:PB-SEQ-4",
        "pb:PB-SEQ-5",
        "pb:PB-CAT-B",
        "pb:PB-SEQ-6",
    ]


def test_hidden_counters_are_absent_byte_for_byte() -> None:
    """pb:PB-EXP-HID-1: the enemy's view is the same wherever hidden counters lie."""
    options = (HIDDEN_DEPLOYMENT,)
    system = rules("rear-area-raid", options)
    game = played("rear-area-raid", "greedy", options)
    state = system.initial()
    hider = system.on.set_up[0]
    other = system.on.enemy(hider)
    compared = 0
    for event in game.journal:
        system.evolve(state, event)
        hidden = [u for u in state.units.values() if u.hidden]
        if not hidden:
            continue
        changed = state.copy()
        hexes = sorted(state.board.cells)
        for number, unit in enumerate(hidden):
            changed.change(unit.id, hex=hexes[number])
        assert repr(system.view(changed, other)) == repr(system.view(state, other))
        compared += 1
    assert compared > 20


def test_malformed_orders_are_refused_without_a_trace() -> None:
    """Whatever is asked for: IllegalOrder or a legal order, nothing else."""
    game = played("korsun-pocket")
    system = rules("korsun-pocket")
    whim = random.Random(5)
    heads = ("move:", "attack:", "assault:", "overrun:", "place:", "load:", "unload:", "clear:", "withdraw:", "x", "")
    tails = ("to:A1", "E5", "all", "selective", "at:x", "next", "in", "out", "leave:A1", "intensive:y", "A1/in", "zz")
    ids = sorted(system.initial().units)
    rules_named: list[str] = []
    for n in range(0, len(game.journal), max(1, len(game.journal) // 60)):
        state = game.at(n)
        before = state.copy()
        for _ in range(10):
            head = whim.choice(heads)
            first = head + whim.choice((*ids, "A1", "Q20", "ZZ99", "")) if head.endswith(":") else head
            partial = (first, *whim.sample(tails, whim.randrange(3)))
            for look in system.sides:
                system.choices(state, look.id, partial)
                try:
                    system.check(state, look.id, system.order(state, look.id, partial))
                except IllegalOrder as error:
                    rules_named.append(error.rule)
        assert state == before
    assert rules_named
    assert all(rule.startswith("pb:") for rule in rules_named)
