"""Targets and shells for the tests of vehicle damage, of the real cards and charts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts
from core.dice import ScriptedDice
from core.panzerwar.damage.hit import hit
from core.panzerwar.damage.strikes import of_shell
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.armour import Armour, armour
from core.panzerwar.pieces.cards import GunMount, Location, Vehicle
from core.panzerwar.pieces.strike import Effect, Strike
from core.panzerwar.pieces.weapons import ShellType

CHARTS = charts()
CARDS = cards()


def a_target(card: str | Vehicle = "pz4h", **fields: Any) -> Target:
    """A vehicle that faces north, buttoned, undamaged."""
    found = CARDS.vehicles[card] if isinstance(card, str) else card

    def calibre(gun: GunMount | None) -> float:
        return CARDS.weapons[gun.weapon].calibre if gun else 0.0

    return Target(
        **{
            "card": found,
            "calibre": calibre(found.gun),
            "sponson_calibre": calibre(found.sponson_gun),
            "second_calibre": calibre(found.second_gun),
            **fields,
        }
    )


def a_strike(**fields: Any) -> Strike:
    """A shot of AP that pierces 10 cm, D 6, S 10, from straight ahead."""
    return Strike(
        **{
            "name": "shot",
            "shell": ShellType.AP,
            "penetration": 10.0,
            "destruction": 6,
            "stun": 10,
            "range": 300.0,
            "bearing": 0.0,
            **fields,
        }
    )


def he(**fields: Any) -> Strike:
    """An HE shell, D 3, S 9, killpower 4, that pierces 3 cm."""
    values = {"shell": ShellType.HE, "penetration": 3.0, "destruction": 3, "stun": 9, "killpower": 4, **fields}
    return a_strike(**values)


def the_shell(weapon: str, *types: ShellType, range_: float = 300, bearing: float = 0.0) -> Strike:
    """A shell of a weapon of the data, at a range."""
    found = CARDS.weapons[weapon]
    return of_shell(found, found.of(*types)[0], range_, bearing)


#: A die that brings about nothing: neither an over nor an under, and low.
DUD = 2


def scripted(*rolled: int) -> ScriptedDice:
    """These dice, and then as many as are wanted that bring about nothing."""
    return ScriptedDice([*rolled, *[DUD] * 20])


def struck(target: Target, strike: Strike, *rolled: int) -> Effect:
    """What one hit did with these dice, all others of which bring about nothing."""
    effect = hit(CHARTS, target, strike, scripted(*rolled))
    assert len(effect.rolls) >= len(rolled), f"of {rolled} only {[r.result for r in effect.rolls]} were rolled"
    return effect


def plated(card: str, number: int, **cells: str) -> Vehicle:
    """A vehicle with the armour of one location changed: front, side, rear as a chart writes them."""
    found = CARDS.vehicles[card]
    made: dict[str, Armour] = {aspect: armour(text) for aspect, text in cells.items()}
    locations: dict[int, Location] = {**found.locations, number: evolve(found.locations[number], **made)}
    return evolve(found, locations=locations)


def rolled_for(effect: Effect) -> list[str]:
    """What was rolled for, in order."""
    return [trial.what for trial in effect.trials]


def rules_of(effects: Effect | Iterable[Effect]) -> set[str]:
    """The rules that the trials of effects name."""
    several = (effects,) if isinstance(effects, Effect) else effects
    return {trial.rule for effect in several for trial in effect.trials}
