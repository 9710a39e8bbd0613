"""Overruns of a target inside a building: what the walls on the way cost, as it is promised and as it is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import Event, SideId, UnitId
from core.panzer.assault.events import OverrunResolved
from core.panzer.assault.orders import Overrun
from core.panzer.assault.overrun import overrun_odds
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game

GERMAN, TANK, SQUAD = SideId("german"), UnitId("g1"), UnitId("b1")
GAMES = 300


def posed(column: str, **tank: Any) -> Situation:
    """A PzKpfw III in A1 that is to Overrun a squad in A2; the terrain of the column from the north."""
    return situation(
        {
            "modules": ["advanced"],
            "board": {"grid": "\n".join(f"{terrain} . ." for terrain in column)},
            "unit": [
                {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A1", "facing": "S", "command": "MOVE", **tank},
                {"id": "b1", "card": "na-gb-rifle-squad", "side": "british", "hex": "A2", "command": "N/C"},
            ],
            "situation": {"step": "first-move", "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )


def played(rules: Situation, seed: int, step: str) -> tuple[Event, ...]:
    game: Game[PanzerState] = Game(rules, SeededDice(f"{seed}"))
    return game.submit(GERMAN, Overrun(unit=TANK, target=SQUAD, step=step))


@pytest.mark.parametrize(
    ("column", "tank", "step", "arrives"),
    [
        (".k.", {}, "B", 0.5 + 0.5 * 0.35),  # up to 65 - 15 tanks are harmed, 65 of 100 of these on their tracks
        (".k.", {"turret_damaged": True}, "B", 0.5),  # a second Damaged result is a Knock-Out
        ("k..", {"inside": True}, "F", 0.5 + 0.5 * 0.35),
        ("kk.", {"inside": True}, "B", 0.5 * (0.5 + 0.5 * 0.35) + 0.5 * 0.35 * 0.5),
        ("...", {}, "F", 1.0),
    ],
)
def test_what_the_walls_on_the_way_cost_is_in_the_chances(
    column: str, tank: dict[str, Any], step: str, arrives: float
) -> None:
    """na:6.6.10a, na:6.6.3: with a Track hit on the way there is no attack, with a damaged turret it is worse."""
    rules = posed(column, **tank)
    odds = overrun_odds(rules.initial(), TANK, SQUAD)
    assert sum(odds.values()) == pytest.approx(1.0)
    found: Counter[Result] = Counter()
    attacks = 0
    for seed in range(GAMES):
        made = [event for event in played(rules, seed, step) if isinstance(event, OverrunResolved)]
        attacks += len(made)
        found[made[0].result if made else Result.NO_EFFECT] += 1
    for result, chance in odds.items():
        assert found[result] / GAMES == pytest.approx(chance, abs=0.1), result
    assert attacks / GAMES == pytest.approx(arrives, abs=0.08)
    panel = rules.odds(rules.view(rules.initial(), GERMAN), GERMAN, ("overrun:g1", "b1"))
    assert panel is not None
    told = [row.text for row in panel.rows if row.label == "Walls on the way"]
    assert bool(told) == (arrives < 1)
    assert all(abs(int(text.split("%")[0].split()[-1]) - 100 * arrives) < 1 for text in told)
