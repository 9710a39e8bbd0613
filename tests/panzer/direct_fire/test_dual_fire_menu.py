"""What the menu of Direct Fire adds for units with several weapons (na:5.14b, na:4.4.1e)."""

from __future__ import annotations

from typing import Any

from content.panzer.situations.situation import situation
from core.event import SideId
from core.panzer.vignette import Situation

GERMAN = SideId("german")


def posed() -> Situation:
    """Two German squads, each with a Panzerschreck, and three British squads before them."""
    squad: dict[str, Any] = {
        "card": "g85-rifle-squad-1-2-squad",
        "attached": ["g87-rpzb-34-54"],
        "command": "FIRE",
        "facing": "S",
    }
    enemy = {"card": "na-gb-rifle-squad", "side": "british"}
    return situation(
        {
            "modules": ["advanced"],
            "board": {"grid": "\n".join([". . ."] * 3)},
            "unit": [
                {"id": "g1", "hex": "A1", **squad},
                {"id": "g2", "hex": "B1", **squad},
                *({"id": f"b{at}", "hex": f"{column}2", **enemy} for at, column in enumerate("ABC", 1)),
            ],
            "situation": {"step": "first-fire", "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )


def test_who_joins_at_a_second_target_takes_no_third_along() -> None:
    """na:4.4.1e: g1 fires at b1 and b2, g2 at b2; its other weapon may join at b1 or b2, not open fire at b3."""
    rules = posed()
    state = rules.initial()
    picks: tuple[str, ...] = ("fire:b1",)
    for pick in ("g1/0/GP", "g1/1/GP@b2", "g2/0/GP@b2"):
        assert pick in {option.pick for option in rules.choices(state, GERMAN, picks).legal}
        picks = (*picks, pick)
    further = [option.pick for option in rules.choices(state, GERMAN, picks).legal]
    assert {pick for pick in further if pick.startswith("g2/")} == {"g2/1/GP", "g2/1/GP@b2"}
    for pick in further:
        rules.check(state, GERMAN, rules.order(state, GERMAN, (*picks, pick)))
