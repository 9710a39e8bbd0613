"""or:7.1.5.1, or:7.1.5.2: what a morale counter does to fire, to answers to calls and in close combat."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.ap.modifiers import condition_tally as ap_condition
from core.panzer.assault.close_assault import close_assault_tally
from core.panzer.assault.hand_to_hand import defense_tally, fighter
from core.panzer.gp.modifiers import condition_tally as gp_condition
from core.panzer.indirect.response import RESPONSE, Called
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.unit import Shaken
from core.panzer.state import PanzerState
from core.tally import Reason, summed
from tests.panzer.morale.test_morale import G1, posed

TANK = UnitId("b1")
#: AP, GP, response of an observer, Hand-to-Hand of the defender, Close Assault of a vehicle: rule and amount.
HESITATING = {
    "na:6.5.2.4k": -3,
    "na:6.5.4.3h": -10,
    "na:6.5.1.12.1h": -1,
    "na:6.6.1.2.2k": -10,
    "na:6.6.1.1.2m": 10,
}
BROKEN = {
    "na:6.5.2.4l": -5,
    "na:6.5.4.3j": -20,
    "na:6.5.1.12.1i": -2,
    "na:6.6.1.2.2l": -20,
    "na:6.6.1.1.2n": 20,
}


def reasons(state: PanzerState) -> Iterable[Reason]:
    """All that holds for a squad that fires, calls fire and is attacked, and for a tank that is assaulted."""
    unit, tables = state.units[G1], state.advanced
    yield from ap_condition(state, unit).reasons
    yield from gp_condition(state, unit).reasons
    called = Called(state, G1, G1, Aim(hex_from_id("A5")), already=False)
    lines = [line for line in RESPONSE if getattr(line, "id", "") in ("hesitating", "broken")]
    yield from summed(lines, called, tables.response_modifiers).reasons
    yield from defense_tally(tables, fighter(state, G1)).reasons
    attack = Attack(G1)
    yield from close_assault_tally(state, attack, TANK, advanced=False).reasons


@pytest.mark.parametrize(
    ("counter", "expected"),
    [
        (None, {}),
        (Shaken.HESITATION_ON, HESITATING),
        (Shaken.HESITATION_OFF, HESITATING),
        (Shaken.BREAK_ON, BROKEN),
        (Shaken.BREAK_OFF, BROKEN),
    ],
)
def test_a_counter_counts_the_same_on_both_of_its_sides(counter: Shaken | None, expected: dict[str, int]) -> None:
    """na:6.5.2.4k, na:6.5.2.4l, na:6.5.4.3h, na:6.5.4.3j, na:6.5.1.12.1h, na:6.5.1.12.1i, na:6.6.1.2.2k, na:6.6.1.2.2l,
    na:6.6.1.1.2m, na:6.6.1.1.2n."""
    state = posed()
    state.change(G1, morale=counter)
    state.change(TANK, morale=counter)
    known = {**HESITATING, **BROKEN}
    assert {reason.rule: reason.amount for reason in reasons(state) if reason.rule in known} == expected
