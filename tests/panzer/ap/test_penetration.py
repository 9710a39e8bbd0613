"""or:7.12: two dice make the penetration of each AP hit better or worse; or:7.12a: Soviet shells are poorer."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.scenarios import SCENARIOS
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import UnitId
from core.panzer.ap import advanced_kind, basic, basic_kind, basic_odds
from core.panzer.ap.hits import Condition, strike
from core.panzer.ap.odds import hit_chances, shot_odds
from core.panzer.ap.penetration import adjustments, effective, variation, varied
from core.panzer.ap.terms import ApTerms, ap_terms
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

SHOT = Shot(UnitId("s1"), UnitId("g1"))


def posed(*modules: str) -> PanzerState:
    """A T-34/85 that fires at a PzKpfw III M."""
    data: dict[str, Any] = {
        "modules": list(modules),
        "board": {"grid": "\n".join("." * 6)},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet"}],
        "unit": [
            {"id": "s1", "side": "soviet", "card": "s16-t-34-85-m44", "hex": "A1", "facing": "S", "command": "FIRE"},
            {"id": "g1", "side": "german", "card": "g12-pzkpfw-iii-m", "hex": "A4", "facing": "N", "command": "N/C"},
        ],
        "situation": {"step": "first-fire", "first": "soviet"},
    }
    return situation(data, "x", "X", "x.toml").start.copy()


def advanced(*modules: str) -> ApTerms:
    return ap_terms(posed("advanced-ap", *modules), SHOT, overwatch=False)


@pytest.mark.parametrize(
    ("factor", "dice", "adjustment"),
    [
        (18, (1, 2), -3),  # -2 and -2, of which the Max Value leaves 3
        (27, (10, 4), 2),  # +3 and -1
        (27, (5, 6), 0),
        (27, (10, 10), 4),
        (9, (1, 1), -2),
    ],
)
def test_two_dice_are_summed_up_to_the_max_value(factor: int, dice: tuple[int, int], adjustment: int) -> None:
    by = variation(posed("variable-penetration"), factor)
    rolls, found = varied(by, ScriptedDice(dice))
    assert found == adjustment
    assert [roll.rule for roll in rolls] == ["or:7.12", "or:7.12"]


def test_soviet_dice_count_one_less_and_never_less_than_one() -> None:
    """or:7.12a."""
    state = posed("variable-penetration", "soviet-shells")
    by = variation(state, 18, poor=True)
    assert varied(by, ScriptedDice([10, 7]))[1] == 2, "a 9 and a 6"
    assert varied(by, ScriptedDice([1, 6]))[1] == -2
    assert varied(by, ScriptedDice([2, 5]))[1] == -3, "a 1 and a 4"
    plates = advanced("variable-penetration", "soviet-shells").plates.values()
    assert all(plate.variation is not None and plate.variation.poor for plate in plates)
    plates = advanced("variable-penetration").plates.values()
    assert all(plate.variation is not None and not plate.variation.poor for plate in plates)


def test_it_is_never_below_one() -> None:
    assert effective(1, -2) == 1
    assert effective(0, 0) == 0


def test_what_varies_is_compared_with_the_armor() -> None:
    """The dice for the penetration come before the one for the location."""
    terms = advanced("variable-penetration")
    plate = terms.plates[terms.thicker]
    for dice, adjustment in (([10, 10, 50], 4), ([1, 1, 50], -4), ([5, 5, 50], 0)):
        rolls, hit = strike(plate, SHOT.target, Condition(), ScriptedDice(dice))
        assert len(rolls) == 3
        assert (hit.adjustment, hit.penetration) == (adjustment, plate.penetration + adjustment)


def test_without_the_rule_nothing_is_rolled() -> None:
    terms = advanced()
    plate = terms.plates[terms.thicker]
    assert plate.variation is None
    rolls, hit = strike(plate, SHOT.target, Condition(), ScriptedDice([50]))
    assert len(rolls) == 1
    assert hit.adjustment == 0


def test_the_chances_are_those_of_all_the_dice() -> None:
    terms = advanced("variable-penetration")
    plate = terms.plates[terms.thicker]
    by = adjustments(plate.variation)
    assert sum(by.values()) == pytest.approx(1)
    assert by[4] == pytest.approx(0.13)  # of 100 pairs 4 come to 6, 4 to 5, 5 to 4
    assert sum(chance for _, chance in hit_chances(plate, Condition())) == pytest.approx(1)
    with_it = shot_odds(posed("advanced-ap", "variable-penetration"), SHOT, overwatch=False)
    assert sum(with_it.values()) == pytest.approx(1)


def test_it_holds_in_the_basic_game_too() -> None:
    """or:7.12 with na:4.4.3.2.5: the same chances as if all dice were walked through."""
    state = posed("variable-penetration")
    terms = basic.shot_terms(state, SHOT, overwatch=False)
    event = basic.resolve_shot(state, terms, terms.thicker, ScriptedDice([1, 1, 1]))
    assert (event.adjustment, event.penetration) == (-4, terms.penetration - 4)
    odds = basic_odds.shot_odds(state, terms)
    assert sum(odds.values()) == pytest.approx(1)
    harm = sum(
        share
        for adjustment, share in adjustments(terms.variation).items()
        if terms.result(terms.thicker, state.tables.ap_damage_basic, adjustment) is not Result.NO_EFFECT
    )
    assert 1 - odds[Result.MISS] - odds.get(Result.NO_EFFECT, 0.0) == pytest.approx(terms.hit_number / 100 * harm)


def test_the_odds_say_how_far_it_varies() -> None:
    state = posed("advanced-ap", "variable-penetration")
    assert "±4" in "".join(row.text for row in advanced_kind.rows(state, SHOT, overwatch=False))
    report = basic_kind.report(posed("variable-penetration"), (SHOT,), overwatch=False)
    assert "±4" in "".join(row.text for row in report.rows)
    assert "±" not in "".join(row.text for row in basic_kind.report(posed(), (SHOT,), overwatch=False).rows)


def test_only_scenarios_with_soviets_have_their_shells() -> None:
    assert Switch.SOVIET_SHELLS in allowed(SCENARIOS.stated("the-bridge"))
    assert Switch.SOVIET_SHELLS not in allowed(SCENARIOS.stated("the-pimple"))
