"""What a side is shown, told and offered does not depend on what the declarations of `core.secrecy` keep from it.

No list of secrets stands here: the walk over the fields of the state finds them by what they say, and what is told of a
game, event by event, must lead to what is shown of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from content import catalogue
from core import secrecy
from core.ai import player
from core.dice import SeededDice
from core.event import Event, SideId
from core.game import Game
from core.panzer.state import PanzerState
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from tests.core.secrets_walk import Otherwise
from tests.core.test_doors import partials

#: Every scenario as it is, and those of PanzerBlitz with hidden deployment.
GAMES = tuple(
    (info.id, options)
    for info in catalogue.scenarios()
    for options in ((), (HIDDEN_DEPLOYMENT,))[: 2 if info.system == "panzerblitz" else 1]
)
#: Those that stand for the rest in the default run: Basic and Advanced Game, aircraft, plots, hidden counters.
FEW = tuple(
    game
    for game in GAMES
    if game[0] in ("the-pimple", "halfaya-pass", "mersa-el-brega", "crossing-the-trigh")
    or game in (("minsk", ()), ("rear-area-raid", (HIDDEN_DEPLOYMENT,)))
)
LEVELS = ("greedy", "random")


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
    whim, changed = random.Random(scenario), set[str]()
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


def same_menus(rules: Any, state: Any, other: Any, side: SideId, whim: random.Random) -> None:
    doors = [rules.door(one, side) for one in (state, other, rules.view(state, side))]
    for partial in partials(doors[0], whim, 2):
        menus = [repr((door.choices(partial), door.odds(partial))) for door in doors]
        assert menus == menus[:1] * 3, (state.step, partial)


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
                assert known[side] == seen, (number, event.name, side)
                continue
            rules.evolve(known[side], heard)
            besides = rules.untold(state, known[side], side)
            if besides is not None:
                rules.evolve(known[side], besides)
            assert known[side] == seen, (number, event.name, side)
    return kept


@pytest.mark.parametrize(("scenario", "options"), FEW)
def test_what_is_secret_changes_nothing_that_is_shown(scenario: str, options: tuple[str, ...]) -> None:
    """na:4.2.1a, na:6.5.1.11.1, na:6.7.1, na:6.8, pb:PB-EXP-HID-1."""
    changed = secrets_change_nothing(scenario, options, 90, 0.04)
    assert changed or scenario == "minsk"


@pytest.mark.parametrize(("scenario", "options"), FEW)
def test_what_is_told_is_what_is_shown(scenario: str, options: tuple[str, ...]) -> None:
    """na:4.2.1a, na:6.5.1.11.1, na:6.7.1, na:6.8, pb:PB-EXP-HID-1."""
    kept = telling_leads_to_what_is_shown(scenario, options, 120)
    assert kept > 5 or scenario == "minsk"


def test_every_secret_was_otherwise() -> None:
    """Each field that keeps anything secret was changed somewhere: the walk leaves none out."""
    changed = set[str]()
    for scenario, options in FEW:
        changed |= secrets_change_nothing(scenario, options, 90, 0.01)
    kept = {
        f"{made.__name__}.{name}"
        for made, of in secrecy.SECRETS.items()
        if made.__module__.startswith(("core.panzer.", "core.panzerblitz."))
        for name in (*(n for n, *_ in of.own), *(n for n, *_ in of.told), *(n for n, _ in of.shared))
    }
    assert changed <= kept
    print(sorted(kept - changed))


def _all_told(*scenarios: str) -> None:
    for scenario in scenarios:
        telling_leads_to_what_is_shown(scenario, (), 120)


@pytest.mark.parametrize("leak", ["command-placed", "move-planned", "instructions-set"])
def test_a_wrong_declaration_of_an_event_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.event import EVENTS

    monkeypatch.setattr(EVENTS[leak], "known", staticmethod(secrecy.ALL))
    with pytest.raises(AssertionError, match=leak):
        _all_told("the-pimple", "mersa-el-brega")


@pytest.mark.parametrize("leak", ["pivots", "instructions", "plan", "covers"])
def test_a_wrong_declaration_of_a_field_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = secrecy.SECRETS[PanzerState]
    told_, shared = (tuple(one for one in rows if one[0] != leak) for rows in (secrets.told, secrets.shared))  # type: ignore[attr-defined]
    from attrs import evolve

    monkeypatch.setitem(secrecy.SECRETS, PanzerState, evolve(secrets, told=told_, shared=shared))
    with pytest.raises(AssertionError):
        _all_told("mersa-el-brega", "halfaya-pass")


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_whole_games(scenario: str, options: tuple[str, ...]) -> None:
    """Both, over whole games of every scenario."""
    secrets_change_nothing(scenario, options, 2_000, 0.1)
    telling_leads_to_what_is_shown(scenario, options, 2_000)
