"""Buildings, as the Terrain Annex has them (pw:15.0, pw:15.6)."""

from __future__ import annotations

import pytest

from core.panzerwar.ground import cover
from tests.panzerwar.kit import RED, a_board, a_state, an_element


@pytest.mark.parametrize(("terrain", "killpower"), [("village", -1), ("stone-town", -2), ("rubble", -2), ("clear", 0)])
def test_buildings_shelter_who_is_in_them(terrain: str, killpower: int) -> None:
    """pw:15.0, pw:15.6: against killpower, as the lines of the annex say; from above too."""
    squad = an_element("squad", "ger-rifle-44", RED, "C5")
    state = a_state(squad, board=a_board(terrain={"C5": terrain}))
    for direct in (True, False):
        found = cover.against_killpower(state, squad, direct=direct)
        assert (found.amount if found is not None else 0) == killpower
