"""Screens over areas are laid by batteries and mortars (pw:11.2, pw:11.5)."""

from __future__ import annotations

import pytest

from core.panzerwar.artillery import choices, direct, shoots
from core.panzerwar.artillery.orders import AreaFire
from core.panzerwar.combat import arms, smoke_fire
from core.panzerwar.pieces.artillery import AreaShot
from core.panzerwar.pieces.element import Element
from core.panzerwar.smoke.events import SmokeLaid
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import Dicing, a_battery, field, happen, mortars, only, order
from tests.panzerwar.kit import BLUE, a_board, an_element, at


def there(*elements: Element) -> WarState:
    units = [a_battery(*elements)] if elements[0].organisation != "" else []
    return field(*elements, batteries=units, step="e4", board=a_board(30, 60))


def smoke(state: WarState, weapon: str) -> str:
    return next(shell.name for shell in state.cards.weapons[weapon].shells if shell.smoke is not None)


@pytest.mark.parametrize("card", ["pz4h", "stug3g", "lefh18"])
def test_a_gun_by_itself(card: str) -> None:
    """pw:11.5, pw:11.1, pw:11.3.1: not over an area, where it would become thick; puff by puff it may; HE it may."""
    gun = an_element("gun", card, BLUE, "C50", organisation="")
    state = there(gun)
    arm = arms.arm(state, gun, "gun")
    assert arm is not None
    name = smoke(state, arm.weapon)
    shot = AreaShot(side=BLUE, element=gun.id, arm="gun", shell=name, at=at("C30"))
    refused = direct.refusal(state, shot)
    assert refused is not None
    assert refused.rule == "pw:11.5"
    assert direct.refusal(state, AreaShot(side=BLUE, element=gun.id, arm="gun", at=at("C30"))) is None
    offered = [one.pick for one in choices.go_on_fire(state, BLUE, ("area:gun", "gun", "C30")).options]
    assert f"shell:{name}" not in offered
    assert any(pick.startswith("shell:") for pick in offered)
    (shell,) = smoke_fire.carried(state, gun, arm)
    assert smoke_fire.shell_refusal(state, gun, arm, shell, at("C30")) is None


def test_a_battery_and_a_mortar() -> None:
    """pw:11.2.5: two puffs for each barrel, side by side."""
    crews = mortars("C58", "C58+20,0")
    guns = tuple(an_element(f"g{n}", "lefh18", BLUE, f"C50+{20 * n},0", command=not n) for n in range(2))
    for pieces, fire, weapon, puffs in (
        (crews, {"battery": "mortars"}, "GrW34", 4),
        (crews, {"element": crews[0].id, "arm": "tube"}, "GrW34", 2),
        (guns, {"battery": guns[0].organisation}, "105L28", 4),
    ):
        state = there(*pieces)
        order(state, shoots.check, shoots.declare, AreaFire(at=at("C30"), shell=smoke(state, weapon), **fire))
        laid = only(happen(state, shoots.resolve(state, state.copy(), Dicing([9]))), SmokeLaid)
        assert len(laid.clouds) == puffs
