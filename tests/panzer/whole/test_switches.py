"""na:5.0: a switch leaves out its own chapter and nothing of another's, alone and together with every other.

What belongs to which switch is written down here, from the rules, not taken from the code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest
from attrs import evolve as changed

from content.panzer.scenarios.switch_options import chosen, offered
from content.panzer.situations.situation import situation
from content.panzer.tables.advanced_tables import advanced_tables
from core.dice import ScriptedDice, SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.ap.basic import shot_terms
from core.panzer.ap.basic_odds import batch_odds, shot_odds
from core.panzer.ap.reach import reach_refusal, reaching
from core.panzer.chapters import BOOK
from core.panzer.direct_fire import shots
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.firing import dual_fire
from core.panzer.movement.events import UnitMoved
from core.panzer.movement.orders import Move
from core.panzer.opponent.prospects import chance_of
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import OPTIONAL, Switch
from core.panzer.pieces.switches import without as left
from core.panzer.pieces.unit import Suppression, Wreck
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game
from core.replaced import replaced
from saves.library import SAMPLES
from saves.reading import read_journal
from tests.core.positions import system

SWITCHES: Final = tuple(
    Switch(id_.removeprefix("without-")) for id_ in offered(frozenset(Switch) - OPTIONAL | {Switch.CE_AMMO})
)
ALL: Final = frozenset(Switch) - OPTIONAL | {Switch.CE_AMMO}
SWITCHES: Final = tuple(Switch(id_.removeprefix("without-")) for id_ in offered(ALL) if id_.startswith("without-"))
#: What is left out: nothing, each switch alone, every pair, all.
COMBINATIONS: Final[tuple[frozenset[Switch], ...]] = (
    frozenset(),
    *(frozenset({one}) for one in SWITCHES),
    *(frozenset(pair) for pair in combinations(SWITCHES, 2)),
    frozenset(SWITCHES),
)


def named(out: Iterable[Switch]) -> str:
    return " and ".join(sorted(m.value for m in out)) or "nothing"


# -- one AP and one GP shot with each modifier -----------------------------------------------------

#: A line of the Game Cards: what is told, how much, and the module without which it does not hold.
Lines = tuple[tuple[str, int, Switch | None], ...]

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
            ("Heat Haze", -3, Switch.HEAT_HAZE),
            ("Sun Blinding", -2, Switch.SUN_BLINDING),
            ("Unit Grade Green", -4, Switch.GRADES),
        ),
    ),
    "turned away": (Shot(UnitId("guard"), UnitId("near")), True, (("Overwatch Adjust", -3, None),)),
    "anti-tank rifle": (
        Shot(UnitId("rifle"), UnitId("near"), 1),
        True,
        (("Overwatch", -1, None), ("Dual Fire, different target", -3, Switch.DUAL_FIRE)),
    ),
    "passenger": (Shot(UnitId("riders"), UnitId("near"), 1), False, (("Transported Fire", -2, None),)),
    "short of ammunition": (
        Shot(UnitId("gun"), UnitId("near")),
        False,
        (("Ammo Limit", -3, Switch.AMMO_LIMITS),),
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
            ("Heat Haze", -10, Switch.HEAT_HAZE),
            ("Sun Blinding", -10, Switch.SUN_BLINDING),
            ("Green Unit Grade", -15, Switch.GRADES),
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
        (("Dual Fire, same target", -5, Switch.DUAL_FIRE),),
    ),
    "passenger": (
        Shot(UnitId("riders"), UnitId("squad"), 0, "GP"),
        False,
        (("Transported Fire", -10, None),),
    ),
    "short of ammunition": (
        Shot(UnitId("gun"), UnitId("squad"), 0, "GP"),
        False,
        (("Ammo Limit", -10, Switch.AMMO_LIMITS),),
    ),
}


@cache
def posed() -> Situation:
    """Two tanks, a squad with an anti-tank rifle, passengers and a gun in a column of hexes, with all that hinders."""
    return situation(
        {
            "modules": [module.value for module in Switch if module in ALL],
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


def without(state: PanzerState, out: Iterable[Switch]) -> PanzerState:
    """The same moment of a game with these switches on."""
    on = chosen(state.scenario, [f"without-{module.value}" for module in out])
    return changed(state.copy(), scenario=on)


def told(state: PanzerState, shot: Shot, *, overwatch: bool) -> dict[str, int]:
    """The modifiers of a shot as its event tells them, its limit of ammunition failing and the shot missing."""
    other = BESIDE.get(shot.shooter)
    if other is not None and other.weapon != shot.weapon:
        together = (other, shot)
        if state.has(Switch.DUAL_FIRE):
            dual_fire.check(state, other.target, together)
            shot = next(s for s in dual_fire.completed(state, together) if s.weapon == shot.weapon)
        else:
            with pytest.raises(IllegalOrder, match="once in a turn"):
                dual_fire.check(state, other.target, together)
    state.fire = replaced(state.fire, announced=(shot,), announced_overwatch=overwatch)
    event = next(iter(shots.resolve(state, shot, ScriptedDice([10, 100, 100]))))
    return {reason.label: reason.amount for reason in event.tally}


def expected(lines: Lines, modules: frozenset[Switch]) -> dict[str, int]:
    return {label: amount for label, amount, needs in lines if needs is None or needs in modules}


@pytest.mark.parametrize("name", AP)
def test_an_ap_shot_loses_only_the_modifiers_of_what_is_left_out(name: str) -> None:
    """na:4.4.3.2.2, na:6.5.2.4: above all without `advanced-ap`, whose own lines are none of these."""
    shot, overwatch, lines = AP[name]
    for out in COMBINATIONS:
        state = without(posed().initial(), out)
        found = told(state, shot, overwatch=overwatch)
        assert found == expected(lines, state.scenario.switches), f"without {named(out)}"


@pytest.mark.parametrize("name", GP)
def test_a_gp_shot_loses_only_the_modifiers_of_what_is_left_out(name: str) -> None:
    """na:6.5.4.3."""
    shot, overwatch, lines = GP[name]
    for out in COMBINATIONS:
        state = without(posed().initial(), out)
        found = told(state, shot, overwatch=overwatch)
        assert found == expected(lines, state.scenario.switches), f"without {named(out)}"


def test_with_all_left_out_ap_fire_is_that_of_the_basic_game() -> None:
    """na:4.4.3: every shot of a sample game of the Basic Game has the same terms and chances."""
    rules = system("the-bridge")
    state = rules.initial()
    on = changed(state.scenario, switches=left(ALL, SWITCHES), advanced=advanced_tables())
    looked = 0
    for event in read_journal(SAMPLES / "the-bridge-9.journal").events:
        rules.evolve(state, event)
        if isinstance(event, FireAnnounced):
            other = changed(state.copy(), scenario=on)
            for shot in event.shots:
                basic, alike = (shot_terms(s, shot, overwatch=event.overwatch) for s in (state, other))
                assert basic == alike
                assert shot_odds(state, basic) == shot_odds(other, alike)
                looked += 1
    assert looked > 30


# -- what a shot may be, and what comes of it ------------------------------------------------------


@pytest.mark.parametrize("out", [(), (Switch.ADVANCED_AP,)], ids=named)
def test_who_may_fire_ap_does_not_depend_on_hit_locations(out: tuple[Switch, ...]) -> None:
    """na:5.1: a Suppressed squad fires ahead only; na:5.6: nobody into its own hex; na:4.4.3: at vehicles only."""
    state = without(posed().initial(), out)
    behind, own = Shot(UnitId("rifle"), UnitId("near"), 1), Shot(UnitId("guard"), UnitId("near"))
    firing, near = (state.units[UnitId(u)] for u in ("rifle", "near"))
    assert reach_refusal(state, firing, near, behind.weapon, "AP") is None
    state.change(firing.id, suppression=Suppression.ON)
    ahead = reach_refusal(state, state.units[firing.id], near, behind.weapon, "AP")
    assert ahead is not None
    assert ahead.rule == "na:5.1"
    state.change(near.id, hex=state.units[own.shooter].hex)
    close = reach_refusal(state, state.units[own.shooter], state.units[near.id], 0, "AP")
    assert close is not None
    assert close.rule == "na:5.6"
    on_foot = reach_refusal(state, state.units[own.shooter], state.units[UnitId("squad")], 0, "AP")
    assert on_foot is not None
    assert on_foot.rule == "na:6.5.2"


def test_special_ammunition_is_left_out_with_hit_locations() -> None:
    """na:4.4.3.2.1a: without `advanced-ap` only the row labelled AP is fired."""
    whole = posed().initial()
    short = without(whole, (Switch.ADVANCED_AP,))
    gun, near = UnitId("gun"), UnitId("near")
    for state, ammo in ((whole, {"AP", "APCR", "HEAT"}), (short, {"AP"})):
        found = reaching(state, gun, near)
        assert {shot.ammo for shot in found} == ammo
    refused = reach_refusal(short, short.units[gun], short.units[near], 0, "APCR")
    assert refused is not None
    assert refused.rule == "na:4.4.3.2.1a"


def duel(**target: Any) -> PanzerState:
    """A Crusader three hexes from a PzKpfw III that it damages, with hit locations left out."""
    return situation(
        {
            "modules": [module.value for module in left(ALL, (Switch.ADVANCED_AP,))],
            "board": {"grid": "\n".join("." * 4)},
            "unit": [
                {"id": "b1", "card": "na-crusader-i", "hex": "A1", "facing": "S", "command": "FIRE"},
                {"id": "b2", "card": "na-crusader-i", "hex": "A1", "facing": "S", "command": "FIRE"},
                {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A4", "facing": "N", **target},
            ],
            "situation": {"step": "first-fire", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    ).initial()


@pytest.mark.parametrize("part", ["damaged", "turret_damaged", "hull_damaged"])
def test_a_second_damage_is_a_knock_out_whatever_did_the_first(part: str) -> None:
    """na:4.4.3.2.6a, na:6.5.2.2.4: by GP fire, in a building, by AP fire."""
    state = duel(**{part: True})
    shot = Shot(UnitId("b1"), UnitId("g1"))
    odds = shot_odds(state, shot_terms(state, shot, overwatch=False))
    assert "DM" not in odds
    state.fire = replaced(state.fire, announced=(shot,))
    for event in shots.resolve(state, shot, ScriptedDice([1])):
        BOOK.evolve(state, event)
    assert state.units[shot.target].fate is Wreck.KO


def test_the_first_damage_may_make_a_crew_bail_out() -> None:
    """na:5.15a: the chances of Basic AP fire know it, as its play does; of one shot and of two."""
    state = duel()
    batch = tuple(Shot(UnitId(unit), UnitId("g1")) for unit in ("b1", "b2"))
    terms = [shot_terms(state, shot, overwatch=False) for shot in batch]
    one, two = shot_odds(state, terms[0]), batch_odds(state, terms)
    assert sum(one.values()) == pytest.approx(1)
    assert sum(two.values()) == pytest.approx(1)
    dice, counts, single = SeededDice("crews"), dict.fromkeys(two, 0), 0
    for _ in range(600):
        now = state.copy()
        for shot in batch:
            target = now.units[shot.target]
            if target.on_map and not target.bailed_out:
                now.fire = replaced(now.fire, announced=(shot,))
                for event in shots.resolve(now, shot, dice):
                    BOOK.evolve(now, event)
            single += shot is batch[0] and now.units[shot.target].bailed_out
        unit = now.units[UnitId("g1")]
        name = unit.fate.value if unit.fate else "BAIL" if unit.bailed_out else "DM" if unit.damaged else "untouched"
        counts[name] += 1
    for name, chance in two.items():
        assert abs(counts[name] - 600 * chance) <= 4 * (600 * chance * (1 - chance)) ** 0.5 + 1, name
    assert abs(single - 600 * one["BAIL"]) <= 4 * (600 * one["BAIL"]) ** 0.5 + 1


def test_ammunition_that_runs_short_counts_in_the_chances() -> None:
    """na:5.16.2b, na:6.5.2.4f: six tenths at the full number to hit, four tenths at -3."""
    state = without(posed().initial(), (Switch.ADVANCED_AP,))
    shot = Shot(UnitId("gun"), UnitId("near"))
    terms = shot_terms(state, shot, overwatch=False)
    less = shot_terms(state, shot, overwatch=False, short=1)
    assert less.net == terms.net - 3
    hits = 1 - shot_odds(state, terms)["miss"]
    assert hits == pytest.approx((0.6 * terms.hit_number + 0.4 * less.hit_number) / 100)
    assert chance_of(state, terms).harm == pytest.approx(shots.prospect(state, shot, overwatch=False).harm)


# -- one move --------------------------------------------------------------------------------------

STEPS: Final[dict[str, tuple[str, ...]]] = {
    "tank": ("F", "F"),
    "half-track": ("F", "R"),
    "squad": ("G:0",),
}


@cache
def marching() -> Situation:
    """A tank that is slowed by damage, a half-track with a squad, and a squad on foot; nobody is near."""
    return situation(
        {
            "modules": [module.value for module in Switch if module in ALL],
            "board": {"grid": "\n".join([". . b G . . . ."] * 8)},
            "unit": [
                {"id": "tank", "card": "G-4A", "hex": "C8", "facing": "N", "command": "MOVE", "hull_damaged": True},
                {"id": "half-track", "card": "g43-spw-251-1", "hex": "E8", "facing": "N", "command": "MOVE"},
                {"id": "rider", "card": SQUAD, "riding": "half-track"},
                {"id": "squad", "card": SQUAD, "hex": "F8", "facing": "N", "command": "MOVE", "suppression": "OFF"},
                {"id": "b1", "card": "B-5A", "hex": "A1", "facing": "N"},
            ],
            "situation": {"step": "second-move", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    )


@pytest.mark.parametrize("unit", STEPS)
def test_a_move_is_the_same_but_for_dust(unit: str) -> None:
    """na:4.5.1.1, na:6.6.2: where a unit gets, and at what cost; na:6.1.4.3.12a: dust alone has a switch."""
    found = set()
    for out in COMBINATIONS:
        rules = marching()
        start = without(rules.start, out)
        game = Game(changed(rules, on=start.scenario, start=start), SeededDice("x"))
        game.begin()
        game.submit(SideId("german"), Move(unit=UnitId(unit), steps=STEPS[unit]))
        ended = game.state.units[UnitId(unit)]
        spent = tuple(e.spent for e in game.journal if isinstance(e, UnitMoved))
        found.add((ended.hex, ended.facing, spent))
        dust = any(event.name == "dust-raised" for event in game.journal)
        assert dust <= (Switch.DUST in start.scenario.switches), f"without {named(out)}"
    assert len(found) == 1
