"""What the menu of Direct Fire adds for units with several weapons (na:5.14b, na:4.4.1e)."""

from __future__ import annotations

from typing import Any

from content.panzer.situations.situation import situation
from core.event import SideId
from core.panzer.vignette import Situation

GERMAN = SideId("german")


def posed(*shared: str) -> Situation:
    """Three German squads, each with a Panzerschreck, some sharing their FIRE, and three British ones before them."""
    squad: dict[str, Any] = {
        "card": "g85-rifle-squad-1-2-squad",
        "attached": ["g87-rpzb-34-54"],
        "command": "FIRE",
        "facing": "S",
        "formation": "A",
    }
    enemy = {"card": "na-gb-rifle-squad", "side": "british"}
    return situation(
        {
            "modules": ["advanced"],
            "board": {"grid": "\n".join([". . ."] * 3)},
            "formation": [{"name": "A", "side": "german", "grade": "Regulars"}],
            "unit": [
                *(
                    {"id": id_, "hex": hex_, **squad, **({"group": shared[0]} if id_ in shared else {})}
                    for id_, hex_ in (("g1", "A1"), ("g2", "B1"), ("g3", "B1"))
                ),
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


def test_who_shares_a_command_is_told_that_the_targets_of_an_order_are_too_far_apart() -> None:
    """na:6.2.1.1.4a: g2 joins in at b3, so g3, which shares its FIRE, may not fire at b1, 2 hexes from there."""
    rules = posed("g2", "g3")
    state = rules.initial()
    picks = ("fire:b1", "g1/0/GP", "g1/1/GP@b3")
    assert "g3/0/GP" in {option.pick for option in rules.choices(state, GERMAN, picks).legal}
    after = rules.choices(state, GERMAN, (*picks, "g2/0/GP@b3"))
    refused = next(option.refusal for option in after.options if option.pick == "g3/0/GP")
    assert refused is not None
    assert refused.rule == "na:6.2.1.1.4a"
