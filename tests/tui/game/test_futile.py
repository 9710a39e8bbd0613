"""Nobody is called for what could have no effect (na:4.4.2a): it is let pass, and the game goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from content import catalogue
from core.ai import player
from core.choice import NOTHING, Chance, Choice, Choices, Refusal
from core.dice import SeededDice
from core.event import SideId
from core.panzer.direct_fire.events import OverwatchPassed
from core.play.game import Game
from tests.tui.toy_app import ToyApp
from tui.game.table import GameTable


def asked_in_vain() -> tuple[GameTable, SideId]:
    """The Bridge when a side is first asked for Overwatch Fire none of whose shots could have any effect."""
    system: Any = catalogue.open_system("the-bridge")
    game: Game[Any] = Game(system, SeededDice("in vain"))
    minds = {side.id: player("greedy", f"in vain/{side.id}") for side in system.sides}
    at = GameTable(game, None, {})
    for _ in range(800):
        side = game.active[0]
        if at.futile(side):
            return at, side
        game.submit(side, minds[side].order(system, game.view(side), side))
    raise AssertionError("nobody was asked in vain")


def test_only_what_cannot_have_an_effect_is_in_vain() -> None:
    passing = Choice("pass", "Pass", "done")
    hopeless = Choice("overwatch:a", "A", "unit", odds=Chance(0.0, 0.0))
    slight = Choice("overwatch:b", "B", "unit", odds=Chance(0.0, 0.001))
    unknown = Choice("overwatch:c", "C", "unit")
    wishes = Choice("instructions", "Standing instructions ...", "order")
    refused = Choice("overwatch:d", "D", "unit", odds=Chance(1.0, 1.0), refusal=Refusal("not now", "na:4.4.2a"))

    def futile(*options: Choice) -> str:
        return Choices("Fire?", "na:4.4.2a", options).futile

    assert futile(hopeless, passing, wishes) == "pass"
    assert futile(hopeless, refused, passing) == "pass"
    assert not futile(hopeless, slight, passing)
    assert not futile(hopeless, unknown, passing)
    assert not futile(hopeless)
    assert not futile(passing, wishes)


def test_a_side_is_asked_in_vain_amid_the_acts_of_others_alone() -> None:
    at, side = asked_in_vain()
    assert at.game.state.fire.window is not None
    acts = [one for one in at.choices(side, ()).legal if one.kind == "unit"]
    assert acts
    assert all(one.odds is not None and one.odds < NOTHING for one in acts)


async def test_the_game_goes_on_without_a_key(tmp_path: Path) -> None:
    at, side = asked_in_vain()
    before = at.events
    app = ToyApp(tmp_path, at)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        passed = [event for event in at.game.journal[before:] if isinstance(event, OverwatchPassed)]
        assert passed
        assert passed[0].side == side
        assert not at.futile(at.game.active[0])
        assert app.failures == []
