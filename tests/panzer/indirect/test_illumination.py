"""or:7.27: an Illumination mission lights its SHEAF, so that what is in it is spotted as by day at best."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.panzer.face.cards import hex_card
from core.panzer.firing.hindrances import occurrences
from core.panzer.indirect.events import MissionFired
from core.panzer.indirect.orders import AnnouncePlan
from core.panzer.indirect.sheafs import allowed
from core.panzer.pieces.clouds import CloudKind, settled, thinned
from core.panzer.pieces.missions import Aim, FireType, Sheaf
from core.panzer.sight import spotting
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced
from core.step_end import FinishStep
from core.tally import Reason

GERMAN, BRITISH = SideId("german"), SideId("british")
G1, B1, B2 = UnitId("g1"), UnitId("b1"), UnitId("b2")
TYPE = {"type": "Illumination", "hex": "A9"}


def posed(*dice: int, on: bool = True, visibility: int = -3, edition: str = "hex", **more: Any) -> Game[PanzerState]:
    """A German tank in A1, British ones 8 and 6 hexes away, and a battery that lights the first."""
    rules = situation(
        {
            "edition": edition,
            "modules": ["advanced", "limited-visibility", *(["illumination"] if on else [])],
            "board": {"grid": "\n".join([". . ."] * 14)},
            "unit": [
                {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "A1", "facing": "S"},
                {"id": "ga", "card": "g74-medium-artillery-battery"},
                {"id": "gb", "card": "g74-light-artillery-battery"},
                {"id": "b1", "card": "na-crusader-i", "hex": "A9", "facing": "N"},
                {"id": "b2", "card": "na-crusader-i", "hex": "A7", "facing": "N"},
            ],
            # with the second plan still to be announced the step goes on
            "planned_mission": [
                {"side": "german", "battery": "ga", "turn": 1, "plot": [TYPE]},
                {"side": "german", "battery": "gb", "turn": 1, "plot": [{"hex": "C14"}]},
            ],
            "situation": {
                "step": "first-indirect",
                "first": "german",
                "turn": 1,
                "conditions": {"visibility": visibility},
                **more,
            },
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(rules, ScriptedDice(list(dice)))


def lit(*dice: int, **how: Any) -> Game[PanzerState]:
    """The same after the mission has come and the step is over."""
    game = posed(*dice, **how)
    game.submit(GERMAN, AnnouncePlan(plan="german-1"))
    return game


def over(game: Game[PanzerState]) -> PanzerState:
    """The state once the step is over, before anything else happens."""
    state = game.state.copy()
    state.counters = replaced(state.counters, clouds=settled(state.counters.clouds))
    return state


def test_it_adds_two_from_the_next_step_on() -> None:
    """or:7.27: -3 and +2 are -1, 10 hexes; as smoke it does not count in the step in which it comes."""
    game = lit(1)
    assert not spotting.spots(game.state, G1, B1)
    state = over(game)
    assert spotting.spotting_tally(state, B1).reasons == (
        Reason("Limited Visibility", -3, "or:7.36.1"),
        Reason("Illumination", 2, "or:7.27"),
    )
    assert spotting.spotting_range(state, B1) == 10
    assert spotting.spots(state, G1, B1)
    assert not spotting.spots(state, G1, B2), "it is nearer, but in the dark"


@pytest.mark.parametrize(("visibility", "row"), [(-1, 0), (-2, 0), (-3, -1), (-5, -3)])
def test_it_makes_up_for_the_visibility_at_most(visibility: int, row: int) -> None:
    """or:7.27: the Spotting Level is never above 0."""
    assert spotting.spotting_tally(over(lit(1, visibility=visibility)), B1).total == row


def test_it_lives_as_smoke_does_and_hinders_nobody() -> None:
    """or:7.27, na:6.8.4: ON, then OFF, then gone."""
    state = over(lit(1))
    (cloud,) = state.counters.clouds
    assert (cloud.kind, len(cloud.hexes) > 1, cloud.on) == (CloudKind.ILLUMINATION, True, True)
    assert occurrences(state) == ()
    assert "Illumination, Closed SHEAF" in str(hex_card(state, hex_from_id("A9")))
    game = lit(1)
    game.submit(GERMAN, FinishStep())
    assert game.state.turn == 2, "nobody has anything to do"
    (thin,) = game.state.counters.clouds
    assert not thin.on
    assert spotting.spots(game.state, G1, B1)
    assert thinned((thin,)) == ()


def test_a_battery_that_has_run_short_lights_nothing() -> None:
    """or:7.27, na:5.16.2.3: by its ammo limit I."""
    game = lit(10)
    assert [event.placed for event in game.journal if isinstance(event, MissionFired)] == [False]
    assert not game.state.counters.clouds


def test_nothing_without_the_option() -> None:
    """or:7.27: the mission is noted alone (na:6.5.1.6)."""
    state = over(lit(1, on=False))
    assert not state.counters.clouds
    assert not spotting.spots(state, G1, B1)


def test_it_has_the_closed_sheaf_only() -> None:
    """or:7.27, na:6.5.1.6.2."""
    assert allowed(FireType.ILLUMINATION, posed().state.edition) == (Sheaf.CLOSED,)
    assert Aim(hex_from_id("A9"), FireType.ILLUMINATION).sheaf is Sheaf.CLOSED


def test_in_the_miniatures_edition_conditions_are_normal_in_it() -> None:
    """min:20.17: spotted as by day."""
    dark = spotting.spotting_range(posed(edition="miniatures").state, B1)
    state = over(lit(1, edition="miniatures"))
    assert spotting.spotting_range(state, B1) == 60
    assert dark == 30


@pytest.mark.parametrize(("edition", "bright"), [("miniatures", True), ("hex", False)])
def test_in_the_miniatures_edition_it_is_light_at_once(edition: str, bright: bool) -> None:
    """min:20.17: as long as the SHEAF is lit, from the moment at which it is; by na:6.1.4.3.10e after the step."""
    step = lit(1, edition=edition)
    within, after = (spotting.spotting_range(state, B1) for state in (step.state, over(lit(1, edition=edition))))
    assert (within == after) is bright
