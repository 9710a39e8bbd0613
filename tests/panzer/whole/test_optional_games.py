"""or:7.0: each Optional Rule is a switch of its own: whole computer games with each, with some, with all.

Where a rule has something of its own to tell, an event, a roll, a modifier, its test beside its chapter proves it; here
nobody stumbles over it, nothing of it is met where it is off, and what was played can be played again from its journal.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from content.panzer.scenarios.switch_options import refusal
from core.panzer.pieces.edition import HEX
from core.panzer.pieces.switches import OPTIONAL, Switch, completed
from tests.panzer.whole.test_switched_games import PARTS, played

#: Those that can be brought into the fight.
OPTIONS: Final = tuple(switch.value for switch in Switch if switch in OPTIONAL - PARTS - HEX.instead.keys() - HEX.lacks)
#: How many sets of ten are drawn; each takes along what its rules need.
SETS: Final = 3


def drawn(seed: int, most: int) -> tuple[str, ...]:
    """So many of the options, by lot, that go together."""
    lot = random.Random(seed)
    found: tuple[str, ...] = ()
    for option in lot.sample(OPTIONS, len(OPTIONS)):
        along = completed({Switch(option), *map(Switch, found)}) & OPTIONAL - PARTS
        more = tuple(switch.value for switch in Switch if switch in along)
        if len(more) <= most and not refusal(PARTS, more):
            found = more
    return found


def with_needs(option: str) -> tuple[str, ...]:
    """An option and those that it needs."""
    along = completed({Switch(option)}) & OPTIONAL - PARTS
    return tuple(switch.value for switch in Switch if switch in along)


@pytest.mark.parametrize("option", OPTIONS)
def test_a_whole_game_with_each(option: str, tmp_path: Path) -> None:
    played(with_needs(option), tmp_path / "game.journal")


@pytest.mark.parametrize("seed", range(SETS))
def test_a_whole_game_with_ten(seed: int, tmp_path: Path) -> None:
    played(drawn(seed, 10), tmp_path / "game.journal")


def test_a_whole_game_with_all_that_go_together(tmp_path: Path) -> None:
    played(drawn(0, len(OPTIONS)), tmp_path / "game.journal")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SETS, 60))
def test_a_whole_game_with_any_ten(seed: int, tmp_path: Path) -> None:
    played(drawn(seed, 10), tmp_path / "game.journal")
