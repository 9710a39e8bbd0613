"""What walls and difficult ground on the way of an Overrun cost, as it is promised and as it is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import Event, SideId, UnitId
from core.panzer.assault.events import OverrunResolved
from core.panzer.assault.orders import Overrun
from core.panzer.assault.overrun import overrun_odds, promise
from core.panzer.minefields.events import MinefieldAttacked
from core.panzer.movement import bogging_down
from core.panzer.opponent.assault import overrun_balance
from core.panzer.opponent.foes import importance
from core.panzer.opponent.picture import picture
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game

GERMAN, TANK, SQUAD = SideId("german"), UnitId("g1"), UnitId("b1")
GAMES = 300


def posed(column: str, modules: tuple[str, ...] = ("advanced",), mined: str = "", **tank: Any) -> Situation:
    """A PzKpfw III in A1 that is to Overrun a squad in A2; the terrain of the column from the north. mined: a hex in
    which mines of the squad's side are known."""
    return situation(
        {
            "modules": [*modules],
            "board": {"grid": "\n".join(f"{terrain} . ." for terrain in column)},
            "minefield": [{"id": "m", "side": "british", "hexes": mined, "visible": True}] if mined else [],
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


def test_a_vehicle_that_may_bog_down_on_its_way_is_promised_less() -> None:
    """or:7.29: who sticks fast as it leaves rough ground attacks nobody, and the panel says how likely that is;
    the computer weighs it too."""
    rules = posed("r..", modules=("advanced", "bogging-down"))
    view = rules.view(rules.initial(), GERMAN)
    panel = rules.odds(view, GERMAN, ("overrun:g1", "b1"))
    assert panel is not None
    bogs = bogging_down.chance(view, TANK, Rate.CROSS_COUNTRY)
    assert bogs > 0
    assert [row.text for row in panel.rows if row.label == "On the way"] == [
        f"it bogs down first in {bogs:.0%}; then there is no attack"
    ]
    spared = dict(panel.outcomes)[GP_WORDS[Result.NO_EFFECT]]
    unhindered = overrun_odds(view, TANK, SQUAD).get(Result.NO_EFFECT, 0.0)
    assert spared == pytest.approx(bogs + (1 - bogs) * unhindered)
    attacks = sum(isinstance(e, OverrunResolved) for seed in range(GAMES) for e in played(rules, seed, "F"))
    assert attacks / GAMES == pytest.approx(1 - bogs, abs=0.08)
    weighed, _ = overrun_balance(picture(view, GERMAN), view.units[TANK], SQUAD)
    firm = promise(view, TANK, SQUAD) * importance(view, view.units[SQUAD], {})
    assert weighed == pytest.approx((1 - bogs) * firm)


@pytest.mark.parametrize(("mined", "told"), [("A2", ["they harm it first in 50%"]), ("B2", [])])
def test_known_mines_on_the_way_are_told(mined: str, told: list[str]) -> None:
    """or:7.31.2: they attack who comes into their hex before he attacks himself."""
    rules = posed("...", modules=("advanced", "mines"), mined=mined)
    panel = rules.odds(rules.view(rules.initial(), GERMAN), GERMAN, ("overrun:g1", "b1"))
    assert panel is not None
    assert [row.text for row in panel.rows if row.label == "Mines on the way"] == told
    attacked = [e for seed in range(GAMES) for e in played(rules, seed, "F") if isinstance(e, MinefieldAttacked)]
    harmed = sum(event.result is not Result.NO_EFFECT for event in attacked)
    assert harmed / GAMES == pytest.approx(0.5 if told else 0.0, abs=0.08)
