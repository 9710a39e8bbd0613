"""What files may state of aircraft, and what is told of mistakes."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError, Proof
from content.panzer.cards.cards import unit
from content.panzer.scenarios.air_file import prove_one_side
from content.panzer.situations.situation import situation
from core.event import SideId, UnitId
from core.panzer.pieces.scenario import ScenarioUnit


def posed(**changes: Any) -> None:
    """A situation with one aircraft and one vehicle, changed."""
    plane = {"id": "il", "card": "s61-il-2m3", **changes.pop("plane", {})}
    tank = {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A1", **changes.pop("tank", {})}
    situation(
        {"modules": ["air"], "unit": [plane, tank], "situation": {"step": "first-air", **changes}}, "x", "x", "x.toml"
    )


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"plane": {"load": "strafe"}}, "bomb, rocket"),
        ({"tank": {"load": "bomb"}}, "only aircraft have loads"),
        ({"plane": {"card": "na-kittyhawk", "load": "rocket"}}, "a load of its card"),
        ({"sortie": [{"unit": "g1"}]}, "the aircraft"),
        ({"sortie": [{"unit": "il", "left_by": ["X"]}]}, "the edge"),
        ({"flight": {"unit": "il", "hex": "B9", "facing": "N"}}, "not on the board"),
        ({"flight": {"unit": "il", "hex": "A1", "facing": "up"}}, "N, NE, SE"),
        ({"flight": {"unit": "il", "hex": "A1", "facing": "N", "speed": "Quick"}}, "Slow"),
        ({"flight": {"unit": "g1", "hex": "A1", "facing": "N"}}, "the aircraft"),
    ],
)
def test_mistakes_are_told(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ContentError) as told:
        posed(**changes)
    assert text in str(told.value.mistakes)


def test_one_side_has_aircraft() -> None:
    """na:6.7: only one side of a scenario has aircraft."""
    planes = [ScenarioUnit(UnitId(s), unit("s61-il-2m3"), SideId(s), s, "") for s in ("german", "soviet")]
    proof = Proof("x.toml")
    prove_one_side(planes[:1], proof)
    proof.done()
    prove_one_side(planes, proof)
    with pytest.raises(ContentError, match="aircraft"):
        proof.done()
