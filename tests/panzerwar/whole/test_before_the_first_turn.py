"""Nothing has befallen an element before the first turn."""

from __future__ import annotations

from core.panzerwar.pieces.harm import Harm


def test_nobody_is_blinded_before_the_first_turn() -> None:
    """pw:11.4.3: through the turn of it, and no other."""
    assert not Harm().blind(0)
    assert [Harm(blinded=2).blind(turn) for turn in (0, 2, 3)] == [False, True, False]
