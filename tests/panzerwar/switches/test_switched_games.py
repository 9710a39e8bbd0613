"""Whole computer games of the small engagement, with each switch alone, with pairs, and with all of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from content.catalogue import open_system
from core.ai import Greedy
from core.dice import SeededDice
from core.event import Event, SideId
from core.panzerwar.pieces.switches import ROWS, Switch
from core.play.simulate import play_out
from saves.session import start_game
from saves.verify import verify

SWITCHES: Final = tuple(switch.value for switch in Switch)
PAIRS: Final = tuple(combinations(SWITCHES, 2))
#: A few of the pairs: those that fire in another way at the same time, and one by chance.
SAMPLED: Final = (
    (Switch.TURRETS.value, Switch.REALISTIC_FIRE.value),
    (Switch.SHORT_RANGE.value, Switch.AIMED_FIRE.value),
    *random.Random(15).sample(PAIRS, 1),
)
#: Rules that bind without their switch too, where the book speaks of them elsewhere.
SHARED: Final = frozenset({"pw:9.3.1"})


def played(options: Sequence[str], path: Path) -> list[Event]:
    """One game between computer players, none of whose orders is refused; its journal holds, and says the same."""
    sides = ["german", "soviet"]
    with start_game(
        "pw-0",
        open_system,
        path,
        options=options,
        sides=dict.fromkeys(sides, "ai:greedy"),
        created="2024-05-17T12:00:00+00:00",
        seed=" ".join(("switches", *options)),
    ) as session:
        players = {SideId(side): Greedy(SeededDice(side)) for side in sides}
        for _ in play_out(session.game, players):
            pass
        assert session.game.over
        assert not any(greedy.amiss for greedy in players.values())
        journal = list(session.game.journal)
        system = open_system("pw-0", tuple(options))
        state = system.initial()
        for event in journal:
            system.evolve(state, event)
        assert state == session.game.state
    found = verify(path, open_system)
    assert found.good, found.fault
    return journal


def assert_left_out(options: Sequence[str], journal: Sequence[Event]) -> None:
    """No roll and no modifier is of a rule that is not on."""
    gone = {id_ for switch, row in ROWS.items() if switch.value not in options for id_ in row.rules} - SHARED
    for event in journal:
        assert not gone & {roll.rule for roll in event.rolls}, event
        assert not gone & {reason.rule for reason in event.tally}, event


@pytest.mark.parametrize(
    "options",
    [
        *((), *((s,) for s in SWITCHES), SWITCHES),
        *(pytest.param(pair, marks=pytest.mark.thorough) for pair in SAMPLED),
    ],
    ids=lambda o: " ".join(o),
)
def test_a_whole_game_with_what_is_switched_on(options: tuple[str, ...], tmp_path: Path) -> None:
    """None, each alone, some pairs, and all of them."""
    assert_left_out(options, played(options, tmp_path / "game.journal"))


@pytest.mark.long
@pytest.mark.parametrize("options", PAIRS, ids=lambda o: " ".join(o))
def test_a_whole_game_with_any_two(options: tuple[str, ...], tmp_path: Path) -> None:
    """Every pair."""
    assert_left_out(options, played(options, tmp_path / "game.journal"))
