"""What a side is shown, told and offered does not depend on what the declarations of `core.secrecy` keep from it.

No list of secrets stands here: the walk over the fields of the state finds them by what they say, and what is told of a
game, event by event, must lead to what is shown of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

from content import catalogue
from core import secrecy
from core.ai import player
from core.dice import SeededDice
from core.event import EVENTS, Event, SideId
from core.panzer.pieces.command import Commands
from core.panzer.pieces.movement import Moves
from core.panzer.pieces.unit import Unit
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.play.game import Game
from tests.core.secrets_walk import Otherwise, hints_of
from tests.core.test_doors import partials

#: What hides units in Panzer, where a scenario grants it.
CONCEALED = (("halfaya-pass", ("camouflage",)), ("halfaya-pass", ("hidden-units",)))
#: Every scenario as it is, those of PanzerBlitz with hidden deployment, those of Panzer with what hides units.
GAMES = (
    *(
        (info.id, options)
        for info in catalogue.scenarios()
        for options in ((), (HIDDEN_DEPLOYMENT,))[: 2 if info.system == "panzerblitz" else 1]
    ),
    *CONCEALED,
)
#: Those that stand for the rest in the default run: Basic and Advanced Game, aircraft, plots, hidden counters.
FEW = tuple(
    game
    for game in GAMES
    if (game[0] in ("the-pimple", "halfaya-pass", "mersa-el-brega", "crossing-the-trigh") and not game[1])
    or game in CONCEALED
    or game in (("minsk", ()), ("rear-area-raid", (HIDDEN_DEPLOYMENT,)), ("pw-0", ()))
)
LEVELS = ("random", "random")
#: How far the games are played here.
ORDERS = 120
#: What is not shown, but follows from what everybody has seen: whose chance for Overwatch Fire comes after a shot.
DEDUCED = {"fire.window"}


@cache
def game_of(scenario: str, options: tuple[str, ...], orders: int) -> Game[Any]:
    """A game between computer players of both levels, after so many orders or at its end."""
    game: Game[Any] = Game(catalogue.open_system(scenario, options), SeededDice(f"{scenario} known"))
    minds = {look.id: player(level, look.id) for look, level in zip(game.system.sides, LEVELS, strict=True)}
    game.begin()
    for _ in range(orders):
        if game.over:
            break
        side = game.active[0]
        game.submit(side, minds[side].order(game.system, game.view(side), side))
    return game


def told(scenario: str, options: tuple[str, ...], orders: int) -> Iterator[tuple[Any, Event, Any]]:
    """The rules, each event of a game, and the state after it."""
    game = game_of(scenario, options, orders)
    rules, state = game.system, game.system.initial()
    for event in game.journal:
        rules.evolve(state, event)
        yield rules, event, state


def everybody(rules: Any) -> tuple[SideId | None, ...]:
    return (*(SideId(look.id) for look in rules.sides), None)


def secrets_change_nothing(scenario: str, options: tuple[str, ...], orders: int, share: float) -> set[str]:
    """Compare views and menus of positions and of others that differ in what a side does not know; in which fields."""
    whim, changed = Random(scenario), set[str]()
    for rules, _, state in told(scenario, options, orders):
        if whim.random() > share:
            continue
        for side in everybody(rules):
            otherwise = Otherwise(state, side, whim)
            other = otherwise.made()
            changed |= otherwise.changed
            assert repr(rules.view(other, side)) == repr(rules.view(state, side)), (state.step, side)
            if side in rules.active(state):
                same_menus(rules, state, Otherwise(state, side, whim).made(course=False), side, whim)
    return changed


def secret_in(made: type[Any]) -> Iterator[str]:
    """The fields of a class that may hold a secret: not those whose parts are open all through."""
    of = secrecy.SECRETS[made]
    yield from (name for name, *_ in (*of.own, *of.told))
    for name, share in of.shared:
        parts = secrecy._parts_in(hints_of(made)[name])
        if share is not secrecy.PARTS.of or any(any(secret_in(part)) for part in parts):
            yield name


@cache
def found_otherwise(scenario: str, options: tuple[str, ...]) -> set[str]:
    return secrets_change_nothing(scenario, options, ORDERS, 0.04)


def same_menus(rules: Any, state: Any, other: Any, side: SideId, whim: Random) -> None:
    doors = [rules.door(one, side) for one in (state, other, rules.view(state, side))]
    for partial in partials(doors[0], whim, 2):
        menus = [repr(door.choices(partial)) for door in doors]
        assert menus == menus[:1] * 3, (state.step, partial)


def differ(known: Any, seen: Any) -> list[str]:
    """The fields, of the state and of its parts, in which what is known from what was told differs from what is
    shown."""
    return [name for name in _differ(known, seen, "") if name not in DEDUCED]


def _differ(known: Any, seen: Any, path: str) -> Iterator[str]:
    for field in fields(type(seen)):
        one, other = getattr(known, field.name), getattr(seen, field.name)
        if not field.eq or one == other:
            continue
        if not path and type(one) is type(other) and type(one) in secrecy.SECRETS:
            yield from _differ(one, other, f"{field.name}.")
        else:
            yield f"{path}{field.name}"


def telling_leads_to_what_is_shown(scenario: str, options: tuple[str, ...], orders: int) -> int:
    """Who evolves what he is told of a game knows what he is shown of it, all of it, after every event; and what he is
    not told of changes nothing that he is shown. How many events somebody was not told of."""
    known: dict[SideId | None, Any] = {}
    kept = 0
    for number, (rules, event, state) in enumerate(told(scenario, options, orders)):
        for side in everybody(rules):
            if not number:
                known[side] = rules.view(rules.initial(), side)
            seen, heard = rules.view(state, side), rules.redact(state, event, side)
            if heard is None:
                kept += 1
                assert differ(known[side], seen) == [], (number, event.name, side)
                continue
            rules.evolve(known[side], heard)
            besides = rules.untold(state, known[side], side)
            if besides is not None:
                rules.evolve(known[side], besides)
            assert differ(known[side], seen) == [], (number, event.name, side)
    return kept


@pytest.mark.parametrize(("scenario", "options"), FEW)
def test_what_is_secret_changes_nothing_that_is_shown(scenario: str, options: tuple[str, ...]) -> None:
    """na:4.2.1a, na:6.5.1.11.1, na:6.8, pb:PB-EXP-HID-1."""
    assert found_otherwise(scenario, options) or scenario == "minsk"


@pytest.mark.parametrize(("scenario", "options"), FEW)
def test_what_is_told_is_what_is_shown(scenario: str, options: tuple[str, ...]) -> None:
    """na:4.2.1a, na:6.5.1.11.1, na:6.7.1, na:6.8, pb:PB-EXP-HID-1."""
    kept = telling_leads_to_what_is_shown(scenario, options, ORDERS)
    assert kept > 5 or scenario == "minsk"


def test_every_field_that_keeps_a_secret_is_otherwise_somewhere() -> None:
    """The walk leaves none out; parts that are rare in games are made up: aircraft, missions, hits scored."""
    changed = set[str]().union(*(found_otherwise(scenario, options) for scenario, options in FEW))
    rules, state, whim = catalogue.open_system("mersa-el-brega"), game_of("mersa-el-brega", (), ORDERS).state, Random(3)
    for _ in range(40):
        filled = Otherwise(state, None, whim).filled()
        for side in everybody(rules):
            otherwise = Otherwise(filled, side, whim)
            assert repr(rules.view(otherwise.made(), side)) == repr(rules.view(filled, side))
            changed |= otherwise.changed
    systems = ("core.panzer.", "core.panzerblitz.")
    for made in secrecy.SECRETS:
        if made.__module__.startswith(systems):
            for name in secret_in(made):
                assert f"{made.__name__}.{name}" in changed


@pytest.mark.parametrize("leak", ["command-placed", "move-planned"])
def test_a_wrong_declaration_of_an_event_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EVENTS[leak], "known", staticmethod(secrecy.ALL))
    with pytest.raises(AssertionError, match=leak):
        telling_leads_to_what_is_shown("the-pimple", (), ORDERS)


@pytest.mark.parametrize(("made", "leak"), [(Moves, "plan"), (Commands, "instructions"), (Unit, "command")])
def test_a_wrong_declaration_of_a_field_is_found(made: Any, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = secrecy.SECRETS[made]
    own, told, shared = (
        tuple(one for one in rows if one[0] != leak)  # type: ignore[attr-defined]
        for rows in (said.own, said.told, said.shared)
    )
    monkeypatch.setitem(secrecy.SECRETS, made, evolve(said, own=own, told=told, shared=shared))
    with pytest.raises(AssertionError):
        telling_leads_to_what_is_shown("mersa-el-brega", (), ORDERS)


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_whole_games(scenario: str, options: tuple[str, ...]) -> None:
    """Both, over whole games of every scenario."""
    secrets_change_nothing(scenario, options, 2_000, 0.1)
    telling_leads_to_what_is_shown(scenario, options, 2_000)
