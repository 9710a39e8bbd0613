"""na:5.0: a switch leaves out its own chapter and nothing of another's, alone and together with every other.

What belongs to which switch is written down here, from the rules, not taken from the code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final

import pytest
from attrs import evolve as changed

from content.panzer.module_options import chosen, offered
from content.panzer.situation import situation
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzer import dual_fire, shots
from core.panzer.modules import Module
from core.panzer.state import PanzerState, Shot
from core.panzer.vignette import Situation

SWITCHES: Final = tuple(Module(id_.removeprefix("without-")) for id_ in offered(Module))
#: What is left out: nothing, each switch alone, every pair, all.
COMBINATIONS: Final[tuple[frozenset[Module], ...]] = (
    frozenset(),
    *(frozenset({one}) for one in SWITCHES),
    *(frozenset(pair) for pair in combinations(SWITCHES, 2)),
    frozenset(SWITCHES),
)
ALL: Final = frozenset(Module)


def named(out: Iterable[Module]) -> str:
    return " and ".join(sorted(m.value for m in out)) or "nothing"


# -- one AP and one GP shot with each modifier -----------------------------------------------------

#: A line of the Game Cards: what is told, how much, and the module without which it does not hold.
Lines = tuple[tuple[str, int, Module | None], ...]

SQUAD: Final = "g85-rifle-squad-1-2-squad"

#: A shot; whether on Overwatch; its lines.
AP: Final[dict[str, tuple[Shot, bool, Lines]]] = {
    "tank": (
        Shot(UnitId("tank"), UnitId("target")),
        False,
        (
            ("target moving", -2, None),
            ("target in Heavy Cover", -5, None),  # an Improved Position
            ("SHORT HALT", -4, None),
            ("shooter damaged", -3, None),
            ("shooter suppressed", -5, None),
            ("Brew-Up Smoke in A9", -2, None),
            ("Dust in A8", -1, None),
            ("Barrage, Closed SHEAF in A7", -3, None),
            ("Smoke, Open SHEAF in A6", -3, None),
            ("Smoke, Closed SHEAF in A5", -5, None),
            ("On Fire in A4", -5, None),
            ("Heat Haze", -3, Module.HEAT_HAZE),
            ("Sun Blinding", -2, Module.SUN_BLINDING),
            ("Unit Grade Green", -4, Module.GRADES),
        ),
    ),
    "turned away": (Shot(UnitId("guard"), UnitId("near")), True, (("Overwatch Adjust", -3, None),)),
    "anti-tank rifle": (
        Shot(UnitId("rifle"), UnitId("near"), 1),
        True,
        (("Overwatch", -1, None), ("Dual Fire, different target", -3, Module.DUAL_FIRE)),
    ),
    "passenger": (Shot(UnitId("riders"), UnitId("near"), 1), False, (("Transported Fire", -2, None),)),
    "short of ammunition": (
        Shot(UnitId("gun"), UnitId("near")),
        False,
        (("Ammo Limit", -3, Module.AMMO_LIMITS),),
    ),
}
#: What the same unit fires besides, where Dual Fire is allowed.
BESIDE: Final = {
    UnitId("rifle"): Shot(UnitId("rifle"), UnitId("squad"), 0, "GP"),
    UnitId("half-track"): Shot(UnitId("half-track"), UnitId("squad"), 0, "GP"),
}
GP: Final[dict[str, tuple[Shot, bool, Lines]]] = {
    "tank": (
        Shot(UnitId("tank"), UnitId("target"), 0, "GP"),
        False,
        (
            ("target moving", -10, None),
            ("A-Type", -20, None),
            ("vehicle in Heavy Cover", -20, None),
            ("SHORT HALT", -15, None),
            ("shooter damaged", -10, None),
            ("shooter Suppressed", -20, None),
            ("Brew-Up Smoke in A9", -10, None),
            ("Dust in A8", -5, None),
            ("Barrage, Closed SHEAF in A7", -10, None),
            ("Smoke, Open SHEAF in A6", -10, None),
            ("Smoke, Closed SHEAF in A5", -20, None),
            ("On Fire in A4", -20, None),
            ("Heat Haze", -10, Module.HEAT_HAZE),
            ("Sun Blinding", -10, Module.SUN_BLINDING),
            ("Green Unit Grade", -15, Module.GRADES),
        ),
    ),
    "turned away": (
        Shot(UnitId("guard"), UnitId("near"), 0, "GP"),
        True,
        (("A-Type", -20, None), ("Overwatch Adjust", -10, None)),
    ),
    "squad": (
        Shot(UnitId("rifle"), UnitId("squad"), 0, "GP"),
        True,
        (("Overwatch", -5, None),),
    ),
    "machine gun beside the gun": (
        Shot(UnitId("half-track"), UnitId("squad"), 1, "GP"),
        False,
        (("Dual Fire, same target", -5, Module.DUAL_FIRE),),
    ),
    "passenger": (
        Shot(UnitId("riders"), UnitId("squad"), 0, "GP"),
        False,
        (("Transported Fire", -10, None),),
    ),
    "short of ammunition": (
        Shot(UnitId("gun"), UnitId("squad"), 0, "GP"),
        False,
        (("Ammo Limit", -10, Module.AMMO_LIMITS),),
    ),
}


@cache
def posed() -> Situation:
    """Two tanks, a squad with an anti-tank rifle, passengers and a gun in a column of hexes, with all that hinders."""
    return situation(
        {
            "modules": [module.value for module in Module],
            "board": {"grid": "\n".join("." * 14)},
            "counter": [
                {"kind": "fire", "hexes": "A4"},
                {"kind": "smoke", "hexes": "A5"},
                {"kind": "smoke", "hexes": "A6", "open_sheaf": True},
                {"kind": "barrage", "hexes": "A7"},
                {"kind": "dust", "hexes": "A8"},
                {"kind": "improved-position", "hexes": "A2", "units": ["target"]},
            ],
            "unit": [
                {"id": "target", "card": "B-5A", "hex": "A2", "facing": "S", "command": "MOVE", "face": "shown"},
                {"id": "near", "card": "B-5A", "hex": "A14", "facing": "N"},
                {"id": "squad", "card": "na-gb-rifle-squad", "hex": "A14", "facing": "N"},
                {
                    "id": "tank",
                    "card": "G-4A",
                    "hex": "A12",
                    "facing": "N",
                    "grade": "Green",
                    "command": "SHORT HALT",
                    "suppression": "OFF",
                    "turret_damaged": True,
                },
                {"id": "guard", "card": "G-4A", "hex": "A12", "facing": "N", "command": "OVERWATCH"},
                {
                    "id": "rifle",
                    "card": SQUAD,
                    "hex": "A13",
                    "facing": "N",
                    "command": "OVERWATCH",
                    "attached": ["g87-pzb-39-atr"],
                },
                {"id": "half-track", "card": "g46-spw-251-10", "hex": "A13", "facing": "S", "command": "FIRE"},
                {"id": "carrier", "card": "g43-spw-251-1", "hex": "A13", "facing": "S", "command": "FIRE"},
                {"id": "riders", "card": SQUAD, "attached": ["g87-pzb-39-atr"], "riding": "carrier"},
                {
                    "id": "gun",
                    "card": "g78-7-5cm-pak-40-atg",
                    "hex": "A13",
                    "facing": "S",
                    "command": "FIRE",
                    "started": "A1",
                },
            ],
            "situation": {
                "step": "first-fire",
                "first": "german",
                "wrecks": {"A9": "BU"},
                "sun": {"edge": "N", "ap": -2, "gp": -10},
            },
        },
        "x",
        "x",
        "x.toml",
    )


def without(state: PanzerState, out: Iterable[Module]) -> PanzerState:
    """The same moment of a game with these switches on."""
    on = chosen(state.scenario, [f"without-{module.value}" for module in out])
    return changed(state.copy(), scenario=on)


def told(state: PanzerState, shot: Shot, *, overwatch: bool) -> dict[str, int]:
    """The modifiers of a shot as its event tells them, its limit of ammunition failing and the shot missing."""
    other = BESIDE.get(shot.shooter)
    if other is not None and other.weapon != shot.weapon:
        together = (other, shot)
        if state.has(Module.DUAL_FIRE):
            dual_fire.check(state, other.target, together)
            shot = next(s for s in dual_fire.completed(state, together) if s.weapon == shot.weapon)
        else:
            with pytest.raises(IllegalOrder, match="once in a turn"):
                dual_fire.check(state, other.target, together)
    state.announced, state.announced_overwatch = (shot,), overwatch
    event = next(iter(shots.resolve(state, shot, ScriptedDice([10, 100, 100]))))
    return {reason.label: reason.amount for reason in event.tally}


def expected(lines: Lines, modules: frozenset[Module]) -> dict[str, int]:
    return {label: amount for label, amount, needs in lines if needs is None or needs in modules}


@pytest.mark.parametrize("name", AP)
def test_an_ap_shot_loses_only_the_modifiers_of_what_is_left_out(name: str) -> None:
    """na:4.4.3.2.2, na:6.5.2.4: above all without `advanced-ap`, whose own lines are none of these."""
    shot, overwatch, lines = AP[name]
    for out in COMBINATIONS:
        state = without(posed().initial(), out)
        found = told(state, shot, overwatch=overwatch)
        assert found == expected(lines, state.scenario.modules), f"without {named(out)}"


@pytest.mark.parametrize("name", GP)
def test_a_gp_shot_loses_only_the_modifiers_of_what_is_left_out(name: str) -> None:
    """na:6.5.4.3."""
    shot, overwatch, lines = GP[name]
    for out in COMBINATIONS:
        state = without(posed().initial(), out)
        found = told(state, shot, overwatch=overwatch)
        assert found == expected(lines, state.scenario.modules), f"without {named(out)}"
