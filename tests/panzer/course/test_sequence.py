"""The Sequence of Play as a list: every step of a turn has its one place in it (na:4, na:6)."""

from __future__ import annotations

import pytest

from core.panzer import sequence
from core.panzer.pieces.edition import HEX, MINIATURES, Edition
from core.panzer.pieces.switches import Switch


@pytest.mark.parametrize("edition", [HEX, MINIATURES])
@pytest.mark.parametrize("switches", [frozenset[Switch](), frozenset(Switch)])
def test_no_step_comes_twice_in_a_turn(edition: Edition, switches: frozenset[Switch]) -> None:
    """A step that stood in a turn twice would be followed by itself for ever; no edition has a rule and its option."""
    ids = [step.id for step in sequence.steps(switches.difference(edition.instead), edition)]
    assert sorted(set(ids)) == sorted(ids)
