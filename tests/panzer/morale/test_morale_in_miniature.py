"""min:20.1: Morale of the miniatures edition, where its numbers and distances are others than those of or:7.1."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.assault.events import OverrunResolved
from core.panzer.morale import check
from core.panzer.morale.determination import limited
from core.panzer.morale.events import BreakRecoveryChecked
from core.panzer.morale.reports import recovered
from core.panzer.morale.triggers import STRIKES, of_losses
from core.panzer.pieces.morale import Cause, Cohesion, Morale, Trigger
from core.panzer.pieces.unit import Presence, Wreck
from core.panzer.state import PanzerState

SQUAD, TANK, GUN = "g85-rifle-squad-1-2-squad", "g17-pzkpfw-iv-g", "s15-t-34-76-m43"
G1, G2 = UnitId("g1"), UnitId("g2")


def posed(edition: str = "miniatures", *, ground: str = ".", enemy: str = "A20", cohesion: int = 5, **more: Any) -> Any:
    """A squad at A1, another of its company at C1 and a tank at B2, an enemy tank before them."""
    own = {"card": SQUAD, "side": "german", "formation": "1st", "facing": "S"}
    return situation(
        {
            "edition": edition,
            "modules": ["gp-fire", "leg-and-towed", "grades", "bail-out", "close-combat", "overrun", "morale"],
            "board": {"grid": "\n".join([f"{ground} . . . ."] + [". . . . ."] * 19)},
            "unit": [
                {**own, "id": "g1", "hex": "A1", **more},
                {**own, "id": "g2", "hex": "C1"},
                {**own, "id": "g3", "card": TANK, "hex": "B2"},
                {**own, "id": "g4", "hex": "E1"},
                {"id": "s1", "card": GUN, "side": "soviet", "hex": enemy, "facing": "N", "command": "FIRE"},
            ],
            "formation": [{"name": "1st", "side": "german", "morale": "Good", "cohesion": cohesion}],
            "situation": {"step": "first-fire", "first": "soviet"},
        },
        "x",
        "x",
        "x.toml",
    ).initial()


def amounts(state: PanzerState, *, recovering: bool = False) -> dict[str, int]:
    tally = check.check_tally(state, G1, forced=not recovering, recovering=recovering)
    return {reason.label: reason.amount for reason in tally.reasons}


@pytest.mark.parametrize(("grade", "checks", "recovers"), [("Elite", 10, -10), ("Veteran", 5, -5)])
def test_good_troops_are_a_little_steadier(grade: str, checks: int, recovers: int) -> None:
    """min:20.1.1.3.1, min:20.1.1.3.2, min:20.1.2.2.1, min:20.1.2.2.2"""
    state = posed(grade=grade)
    assert amounts(state)[f"{grade} Unit Grade"] == checks
    assert amounts(state, recovering=True)[f"{grade} Unit Grade"] == recovers


@pytest.mark.parametrize(("grade", "recovers"), [("Regulars", 5), ("Green", 10)])
def test_poor_troops_recover_a_little_worse(grade: str, recovers: int) -> None:
    """min:20.1.2.2.3, min:20.1.2.2.4"""
    assert amounts(posed(grade=grade), recovering=True)[f"{grade} Unit Grade"] == recovers


def test_light_cover_steadies() -> None:
    """min:20.1.1.3.7; neither in the hex edition nor when a unit recovers."""
    assert amounts(posed(ground="s"))["in Light Cover"] == 5
    assert "in Light Cover" not in amounts(posed(ground="s"), recovering=True)
    assert "in Light Cover" not in amounts(posed("hex", ground="s"))


@pytest.mark.parametrize(
    ("nation", "year", "up", "down"),
    [
        ("German", 1943, 2, 2),
        ("Soviet", 1943, 1, 4),
        ("Italian", 1943, 1, 4),
        ("French", 1943, 1, 4),
        ("French", 1944, 2, 2),
    ],
)
def test_how_far_a_level_is_varied(nation: str, year: int, up: int, down: int) -> None:
    """min:20.1.1.1.2: at most two levels either way, or one up and any number down."""
    levels = tuple(Morale)
    printed = levels.index(Morale.EXCELLENT)
    best, worst = (limited(rolled, Morale.EXCELLENT, nation, year) for rolled in (Morale.SUPERB, Morale.POOR))
    assert (printed - levels.index(best), levels.index(worst) - printed) == (up, down)


def test_any_command_is_no_reason_to_break() -> None:
    """min:20.1.1.3, min:20.1.2.2.7: it is one not to recover."""
    state = posed(command="MOVE")
    assert "command other than N/C" not in amounts(state)
    assert amounts(state, recovering=True)["command other than N/C"] == 20
    assert amounts(posed("hex", command="MOVE"))["command other than N/C"] == -20


@pytest.mark.parametrize(
    ("enemy", "label", "amount"),
    [
        ("A6", "spotted enemy within 5", -20),
        ("A7", "spotted enemy at 6 to 10", -10),
        ("A11", "spotted enemy at 6 to 10", -10),
    ],
)
def test_how_near_spotted_enemies_are(enemy: str, label: str, amount: int) -> None:
    """min:20.1.1.3.12, min:20.1.1.3.13"""
    assert amounts(posed(enemy=enemy))[label] == amount


def test_the_worse_of_both_counts_alone() -> None:
    """min:20.1.1.3.13: enemies within 5 and at 6 to 10; in the hex edition both modifiers are cumulative."""
    for edition, near, far, found in (("miniatures", 3, 8, 1), ("hex", 2, 4, 2)):
        state = posed(edition)
        seen = check.Checked(
            state=state,
            unit=state.units[G1],
            grade=state.scenario.by_id[G1].grade,
            forced=False,
            ordered=False,
            cover=check.combat_cover_of(state, state.units[G1]),
            enemies=(near, far),
            amounts=state.advanced.morale.modifiers,
        )
        assert len(tuple(check._spotted(seen))) == found


@pytest.mark.parametrize(
    ("edition", "total", "does"), [("miniatures", 50, True), ("miniatures", 51, False), ("hex", 51, True)]
)
def test_recovery_is_by_low_rolls(edition: str, total: int, does: bool) -> None:
    """min:20.1.2.2: 01-50, where or:7.1.6.2 has 51-00."""
    tables = posed(edition).advanced.morale
    assert tables.recovered(total) is does
    assert tables.recovered(total + (-1 if edition == "miniatures" else 1)) is (does or total == 51)


def test_recovery_is_told_with_what_it_needs() -> None:
    event = BreakRecoveryChecked(unit=G1, value=50, total=40, recovered=True)
    assert recovered(posed(), event).text.endswith("40, needs 50 or less")


def brewed_up(state: PanzerState) -> set[UnitId]:
    state.change(UnitId("g3"), fate=Wreck.BU, presence=Presence.ELIMINATED)
    lost = (state.units[UnitId("g3")],)
    found = of_losses(state, OverrunResolved.__new__(OverrunResolved), lost)
    return {trigger.unit for trigger in found if trigger.cause is Cause.BREW_UP}


def test_a_brew_up_is_felt_two_inches_away() -> None:
    """min:20.1.1.2.1; in the hex edition in the same hex alone."""
    assert brewed_up(posed()) == {G1, G2}
    assert brewed_up(posed("hex")) == set()


def test_passengers_feel_a_brew_up_too() -> None:
    """min:20.1.1.2.1, or:7.1.2: those of the vehicle itself, who get out of it, and those of one that is near."""
    for edition, others in (("miniatures", {G1, UnitId("g4")}), ("hex", set())):
        state = posed(edition)
        state.change(G2, presence=Presence.CARRIED, carrier=UnitId("g3"), hex=None)
        state.change(UnitId("g4"), presence=Presence.CARRIED, carrier=G1, hex=None)
        assert brewed_up(state) == {G2} | others


@pytest.mark.parametrize(("aboard", "checked"), [("g3", True), ("g1", True), ("s1", False)])
def test_passengers_lose_their_commander_with_its_vehicle(aboard: str, checked: bool) -> None:
    """min:20.1.1.2.2: a squad aboard the command vehicle, or one near it, is within Command Range."""
    state = posed(labels=["Command"], level="Company", command="N/C", card=TANK)
    leader, rider = G1, G2
    carrier = leader if aboard == "g3" else UnitId(aboard)
    state.change(rider, presence=Presence.CARRIED, carrier=UnitId("g3") if aboard == "g1" else carrier, hex=None)
    state.change(leader, fate=Wreck.KO, presence=Presence.ELIMINATED)
    found = of_losses(state, OverrunResolved.__new__(OverrunResolved), (state.units[leader],))
    assert (Trigger(rider, Cause.COMMAND, fought=True) in tuple(found)) is checked


@pytest.mark.parametrize(
    ("edition", "outside", "forced"), [("miniatures", True, True), ("miniatures", False, False), ("hex", True, False)]
)
def test_beside_a_building_an_overrun_forces_a_check(edition: str, outside: bool, forced: bool) -> None:
    """min:20.1.1.2.2: who occupies a Building is spared; or:7.1.3: whoever is in its hex."""
    state = posed(edition, ground="k")
    state.change(G1, outside=hex_from_id("A1") if outside else None)
    event = OverrunResolved.__new__(OverrunResolved)
    object.__setattr__(event, "target", G1)
    object.__setattr__(event, "hex", hex_from_id("A1"))
    causes = {trigger.cause for trigger in STRIKES[OverrunResolved](state, event)}
    assert (Cause.OVERRUN in causes) is forced


def called_for(state: PanzerState) -> set[tuple[UnitId, bool]]:
    """Who is checked when the second squad is Overrun, and whether it is a Forced check."""
    state.change(G2, presence=Presence.ELIMINATED, hex=hex_from_id("C1"))
    state.cohesion = Cohesion(lost=frozenset({G2}))
    found = of_losses(state, OverrunResolved.__new__(OverrunResolved), (state.units[G2],))
    return {(unit, forced) for unit, _, forced in check._called_for(state, tuple(found))}


def test_losses_in_close_combat_are_felt_two_inches_away() -> None:
    """min:20.1.1.2.2: by leg and towed units; min:20.1.1.2.1: by vehicles too, of a formation that is worn down."""
    assert called_for(posed()) == {(UnitId(unit), True) for unit in ("g1", "g4")}
    assert called_for(posed(cohesion=1)) == {(UnitId(unit), False) for unit in ("g1", "g3", "g4")}
    assert called_for(posed("hex")) == set()
