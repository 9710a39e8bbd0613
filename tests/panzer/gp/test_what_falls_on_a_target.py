"""The chances of GP fire at who is in terrain that the fire may destroy (na:6.5.4.4.3d to na:6.5.4.4.3f,
min:16.7.4.2.16.1)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import UnitId
from core.panzer.chapters import BOOK
from core.panzer.gp import fire, kind
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.replaced import replaced

SHOT = Shot(UnitId("b1"), UnitId("g1"), 0, "GP")
GAMES = 400


def state(edition: str, terrain: str, **target: Any) -> PanzerState:
    """A Crusader CS that fires at a squad two hexes away, in a hex of this terrain."""
    posed = situation(
        {
            "edition": edition,
            "modules": ["advanced"],
            "board": {"grid": "\n".join([". . . . .", ". . . . .", f"{terrain} . . . ."])},
            "unit": [
                {"id": "b1", "card": "na-a10-cs", "side": "british", "hex": "A1", "facing": "S", "command": "FIRE"},
                {"id": "g1", "card": "g85-rifle-squad-1-2-squad", "side": "german", "hex": "A3", **target},
            ],
            "situation": {"step": "first-fire", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    )
    found = posed.initial()
    found.fire = replaced(found.fire, announced=(SHOT,))
    return found


def gone(start: PanzerState, seed: int) -> bool:
    """Whether the target is lost to the shot."""
    played = start.copy()
    for event in fire.resolve(played, SHOT, SeededDice(f"{seed}")):
        BOOK.evolve(played, event)
    return played.units[SHOT.target].presence is Presence.ELIMINATED


@pytest.mark.parametrize(
    ("edition", "terrain", "target", "falls"),
    [
        ("miniatures", "h", {"inside": True, "size": "half"}, True),
        ("miniatures", ".", {"size": "half"}, False),
        ("hex", "h", {"inside": True, "size": "half"}, True),
        ("hex", ".", {"size": "half"}, False),
    ],
)
def test_who_is_in_it_is_lost_with_it(edition: str, terrain: str, target: dict[str, Any], falls: bool) -> None:
    start = state(edition, terrain, **target)
    terms = fire.gp_terms(start, SHOT, overwatch=False)
    alone = fire.limited_odds(start, terms.strike, terms.limit).get(Result.ELIMINATED, 0.0)
    odds = fire.gp_odds(start, terms)
    assert sum(odds.values()) == pytest.approx(1)
    assert (odds[Result.ELIMINATED] > alone + 0.01) is falls
    lost = sum(gone(start, seed) for seed in range(GAMES)) / GAMES
    assert lost == pytest.approx(odds[Result.ELIMINATED], abs=0.07)
    assert kind.prospect(start, SHOT, overwatch=False).kill == pytest.approx(odds[Result.ELIMINATED])
    panel = kind.report(start, (SHOT,), overwatch=False)
    assert dict(panel.outcomes)[GP_WORDS[Result.ELIMINATED]] == pytest.approx(odds[Result.ELIMINATED])
