"""min:INTRO.b: games of the miniatures edition cite its own book: menus, refusals, events and cards.

A rule that the book does not have, such as one of the newer Optional Rules, is cited as it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from content.panzer.rulebook import rules
from content.panzer.tables.tables import basic_tables, table
from core.ai import player
from core.book.vignette import plain
from core.choice import Partial
from core.dice import SeededDice
from core.event import SideId
from core.play.game import Game
from core.play.simulate import play_out
from tests.panzer.whole.test_optional_games_in_miniature import opened, sets

NAMES: Final = basic_tables("miniatures").rule_names
_CITED: Final = re.compile(r"\b(?:na|or|min):\d[\w.]*\w")
#: Every so many orders all that could be ordered is looked through, so deep, and so many choices wide.
EVERY, DEEP, WIDE = 9, 2, 6


def words(value: Any) -> Iterator[str]:
    """All texts within plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from words(one)


def cited(value: Any) -> set[str]:
    """The rules that a value names, in fields and in words."""
    return {rule for text in words(plain(value)) for rule in _CITED.findall(text)}


def looked_through(game: Game[Any], side: SideId, partial: Partial = ()) -> Iterator[str]:
    """What the menus say of an order begun, and of all that may follow."""
    found = game.choices(side, partial)
    yield from cited((found.prompt, found.rule))
    for choice in found.options:
        yield from cited(choice.refusal)
    if len(partial) < DEEP:
        legal = random.Random(len(game.journal)).sample(found.legal, min(WIDE, len(found.legal)))
        for choice in legal:
            yield from looked_through(game, side, (*partial, choice.pick))


def told(options: tuple[str, ...], level: str) -> set[str]:
    """All rules that a game names with these options."""
    rules_ = opened(options)
    game = Game(rules_, SeededDice(" ".join((*options, level))))
    minds = {look.id: player(level, f"{options} {look.id}") for look in rules_.sides}
    found: set[str] = set()
    for n, _ in enumerate(play_out(game, minds)):
        if n % EVERY:
            continue
        for side in game.active:
            found.update(looked_through(game, side))
            view, face = game.view(side), game.system.face
            found.update(*(cited(face.sheet(view, side, kind.id)) for kind in face.sheet_kinds()))
            found.update(*(cited(face.unit_card(view, unit)) for unit in view.units))
            found.update(cited(face.prompt(view, side)))
    state = rules_.initial()
    for event in game.journal:
        game.system.evolve(state, event)
        found |= cited(event) | cited(game.system.face.report(state, event))
    return found


def of_another_book(found: set[str]) -> set[str]:
    """Those that the book has by other ids, and those that are of the hex edition's alone but for labels."""
    return {rule for rule in found if rule in NAMES or (rule.startswith("na:") and rule not in ONLY_THERE)}


#: What cards say of the hex edition's own: that units have labels.
ONLY_THERE: Final = frozenset({"na:5.9"})


@pytest.mark.parametrize(("at", "level"), [(3, "greedy"), (7, "random")])
def test_no_game_cites_the_other_book(at: int, level: str) -> None:
    """min:INTRO.b"""
    found = told(sets()[at], level)
    assert {"min:5.0", "min:6.0", "min:9.1.1"} <= found, "it cites its own"
    assert not of_another_book(found)


@pytest.mark.long
@pytest.mark.parametrize("at", range(len(sets())))
@pytest.mark.parametrize("level", ["greedy", "random"])
def test_no_game_with_any_option_does(at: int, level: str) -> None:
    assert not of_another_book(told(sets()[at], level))


def test_every_rule_that_the_book_has_is_named() -> None:
    """What one of its rules says the same as (`same`) is cited by an id of its own, and every id is there."""
    known = rules()
    assert set(NAMES) <= {rule for rule in known if not rule.startswith("min:")}
    assert set(NAMES.values()) <= {rule for rule in known if rule.startswith("min:")}
    assert not {one for rule in known.values() for one in rule.same if one not in NAMES}
    listed = [one for _, hexes in table("rule-names-min").rows for one in hexes.split("; ")]
    assert len(listed) == len(set(listed)), "no rule has two names"


def test_the_hex_edition_cites_what_it_always_did() -> None:
    assert not basic_tables().rule_names
