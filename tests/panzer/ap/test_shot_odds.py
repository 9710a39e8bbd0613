"""Chances of several shots at one target, against playing them."""

from __future__ import annotations

import pytest

from core.dice import SeededDice
from core.event import SideId
from core.order import IllegalOrder
from core.panzer.ap.basic import resolve_shot, shot_terms
from core.panzer.ap.basic_odds import batch_odds
from core.panzer.ap.modifiers import net_modifier
from core.panzer.chapters import BOOK
from core.panzer.command.orders import SetInstructions
from core.tally import NOTHING
from tests.core.positions import SCENARIOS, played, system


def test_batch_odds_are_those_of_play() -> None:
    """na:4.4.3.2.6a: two shots, the second Damage a KO; 4,000 batches played out."""
    rules = system("the-bridge")
    state = rules.initial()
    for event in played("the-bridge", "odds").journal:
        rules.evolve(state, event)
        if event.name == "fire-announced" and len(event.shots) > 1:  # type: ignore[attr-defined]
            break
    announced = state.fire.announced
    assert len(announced) > 1
    overwatch = state.fire.announced_overwatch
    target = announced[0].target
    odds = batch_odds(state, [shot_terms(state, s, overwatch=overwatch) for s in announced])
    assert sum(odds.values()) == pytest.approx(1)
    dice = SeededDice("batches")
    counts = dict.fromkeys(odds, 0)
    for _ in range(4000):
        now = state.copy()
        for shot in announced:
            if now.units[target].on_map:
                terms = shot_terms(now, shot, overwatch=overwatch)
                BOOK.evolve(now, resolve_shot(now, terms, terms.thicker, dice))
        unit = now.units[target]
        fate = unit.fate
        counts[fate.value if fate else "DM" if unit.damaged else "untouched"] += 1
    for name, chance in odds.items():
        assert abs(counts[name] - 4000 * chance) <= 4 * (4000 * chance * (1 - chance)) ** 0.5 + 1


@pytest.mark.parametrize(
    "order",
    [SetInstructions(show_moving="perhaps"), SetInstructions(aspect="roof"), SetInstructions(overwatch_from=-1)],
    ids=lambda o: str(o),
)
def test_unknown_instructions_are_refused(order: SetInstructions) -> None:
    """na:4.4.3.2.2b, na:4.4.3.2.4, na:4.5b: refused, and nothing changes."""
    rules = system(SCENARIOS[0])
    game = played(SCENARIOS[0], "odds", orders=3)
    side = SideId(game.active[0])
    with pytest.raises(IllegalOrder):
        rules.check(game.state, side, order)


@pytest.mark.parametrize(("total", "net"), [(-12, -10), (-11, -10), (-10, -10), (0, 0), (5, 5), (6, 5), (9, 5)])
def test_the_net_modifier_is_held_to_the_rows_of_the_table(total: int, net: int) -> None:
    """na:4.4.3.2.3: +5 to -10."""
    assert net_modifier(NOTHING.add("all", total, "na:4.4.3.2.3")) == net
