"""What a side is told and shown of whole games does not depend on what it has not sighted (pw:4.2, pw:7.0)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from content import catalogue
from content.kit import rulebook
from core.codec import CodecError, decode_order
from core.event import EVENTS, OrderGiven, SideId
from core.order import IllegalOrder
from core.panzerwar.course.events import Left
from core.play.game import Game
from core.play.simulate import play_game
from core.secrecy import ALL
from tests.core.test_doors import unsighted_otherwise
from tests.core.test_what_a_side_knows import differ, everybody
from tests.panzerwar.whole.malformed import tried

SMALL = "pw-0"
GAMES = [SMALL, *(pytest.param(f"pw-{n}", marks=pytest.mark.long) for n in (1, 2, 3))]


@cache
def greedy(scenario: str) -> Game[Any]:
    """A whole game between greedy players."""
    rules = catalogue.open_system(scenario)
    return play_game(rules, "secrets", {})[0]


def follow(scenario: str) -> int:
    """Who evolves what he is told of a game knows what he is shown; of how many events somebody was not told."""
    game, kept = greedy(scenario), 0
    rules, state = game.system, game.system.initial()
    known = {side: rules.view(rules.initial(), side) for side in everybody(rules)}
    for number, event in enumerate(game.journal):
        rules.evolve(state, event)
        for side in known:
            heard = rules.redact(state, event, side)
            if heard is None:
                kept += 1
            else:
                rules.evolve(known[side], heard)
            assert differ(known[side], rules.view(state, side)) == [], (number, event.name, side)
    return kept


@pytest.mark.parametrize("scenario", GAMES)
def test_what_is_told_is_what_is_shown(scenario: str) -> None:
    """pw:7.0, pw:7.10, pw:8.7.3, pw:15.1: what disappeared, is held, fires, moves and finds mines."""
    assert follow(scenario) > 100


@pytest.mark.parametrize("leak", ["pw-planned", "pw-came-in-sight"])
def test_a_wrong_declaration_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EVENTS[leak], "known", staticmethod(ALL))
    with pytest.raises(AssertionError, match=leak):
        follow(SMALL)


@pytest.mark.parametrize("scenario", GAMES)
def test_what_is_not_sighted_changes_nothing(scenario: str) -> None:
    """pw:4.2, pw:7.0: views, what is left, the prompt, counters and told events, byte for byte."""
    game, whim, compared = greedy(scenario), Random(scenario), 0
    rules, state = game.system, game.system.initial()
    for number, event in enumerate(game.journal):
        rules.evolve(state, event)
        if number % 7:
            continue
        for look in rules.sides:
            other = unsighted_otherwise(state, look.id, whim)
            views = [rules.view(one, look.id) for one in (state, other)]
            assert repr(views[0]) == repr(views[1]), (number, event.name, look.id)
            faces = [(rules.face.prompt(v, look.id), rules.face.status(v), rules.face.counters(v)) for v in views]
            assert repr(faces[0]) == repr(faces[1])
            assert repr(rules.redact(state, event, look.id)) == repr(rules.redact(other, event, look.id))
            compared += 1
    assert compared > 100


def test_who_has_left_the_table_is_known_to_those_who_saw_him_go() -> None:
    """pw:7.0: nobody is told that an element out of sight is gone, nor does a computer player reckon with it."""
    rules = catalogue.open_system("pw-2")
    begun = rules.initial()
    tank = next(e for e in begun.elements.values() if e.side == "british" and e.aboard is None)
    gone = Left(side=tank.side, element=tank.id, goal="exit-south")
    for sighted in (frozenset(), frozenset({tank.id})):
        state = begun.copy()
        state.sighted = {SideId("german"): sighted}
        known = {side: rules.view(state, side) for side in everybody(rules)}
        rules.evolve(state, gone)
        assert rules.view(state, SideId("british")).left == {tank.id: "exit-south"}
        assert set(rules.view(state, SideId("german")).left) == sighted
        for side in known:
            heard = rules.redact(state, gone, side)
            if heard is not None:
                rules.evolve(known[side], heard)
            assert differ(known[side], rules.view(state, side)) == []


def malformed(scenario: str, count: int) -> tuple[int, int]:
    """Orders of every kind at the moments of a game, refused and legal; all refusals say a rule of the book and why."""
    game, whim, book = greedy(scenario), Random(scenario), rulebook.rules("panzerwar")
    moments = [n for n, event in enumerate(game.journal) if isinstance(event, OrderGiven)]
    unexplained = []
    refused = legal = 0
    while refused + legal < count:
        state = game.at(whim.choice(moments))
        for data in tried(game, state, whim, 100):
            try:
                game.system.check(state, whim.choice(game.system.active(state)), decode_order(data))
                legal += 1
            except CodecError:
                refused += 1
            except IllegalOrder as why:
                refused += 1
                if why.rule not in book or not why.reason.strip():
                    unexplained.append((data, why.reason, why.rule))
    assert unexplained == []
    return refused, legal


def test_malformed_orders_are_refused() -> None:
    """IllegalOrder with rule and reason, or legal, never anything else."""
    refused, legal = malformed(SMALL, 2000)
    assert refused > legal


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["pw-0", "pw-1", "pw-2", "pw-3"])
def test_a_hundred_thousand_malformed_orders(scenario: str) -> None:
    """As above, of every engagement."""
    refused, legal = malformed(scenario, 25_000)
    assert refused > legal
