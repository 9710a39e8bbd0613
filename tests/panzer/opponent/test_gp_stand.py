"""How units stand against GP fire in the eyes of a computer player: as the rules have it."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzer.gp.defense import gp_defense
from core.panzer.opponent.prospects_gp import gp_stand
from tests.panzer.gp.test_gp_fire_in_miniature import T_34, posed, unit

SQUAD, GUN = "g85-rifle-squad-1-2-squad", "g76-3-7cm-pak-36-atg"
G1 = UnitId("g1")


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
@pytest.mark.parametrize("card", [SQUAD, GUN])
@pytest.mark.parametrize("full_cover", [False, True])
def test_a_defense_is_reckoned_as_it_is(edition: str, card: str, full_cover: bool) -> None:
    """na:6.5.4.2.2, min:16.7.3.2.1: Full Cover adds what the card says, or the same for all."""
    state = posed(unit("g1", card, "B2", facing="S", full_cover=full_cover), unit("s1", T_34, "C3"), edition=edition)
    one = state.units[G1]
    assert one.hex is not None
    assert gp_stand(state, one, one.hex).defense == max(1, min(10, gp_defense(state, G1).total))
