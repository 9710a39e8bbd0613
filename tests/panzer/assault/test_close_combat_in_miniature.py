"""Close Assault, Hand-to-Hand combat and Dismount Attacks of the miniatures edition."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.assault import dismount_attack, who
from core.panzer.assault.close_assault import close_assault_tally, close_assault_terms, factors, needs_support, resolve
from core.panzer.assault.events import CloseAssaultResolved, HandToHandFought
from core.panzer.assault.hand_to_hand import Approach, Fighter, attack_tally, defense_tally
from core.panzer.assault.orders import AdvanceAfterAssault, AnnounceAssault
from core.panzer.chapters import BOOK
from core.panzer.ground.buildings import indoors
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Shaken, Suppression
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep
from core.tally import NOTHING
from tests.panzer.gp.test_gp_fire_in_miniature import SQUAD, T_34, posed, unit

ATTACKER, SECOND, TARGET, RIDER, CARRIER = map(UnitId, ("g1", "g2", "s1", "g3", "g4"))
GERMAN = SideId("german")
ATTACK = Attack(ATTACKER, hex=hex_from_id("B2"))


def faced(card: str = T_34, row: str = ".", **more: Any) -> PanzerState:
    """A German squad next to a Soviet vehicle."""
    return posed(
        unit("g1", "g85-rifle-squad-1-2-squad", "B2", command="MOVE"),
        unit("s1", card, "C2", side="soviet", **more),
        rows=(". . . .", f". . {row} .", ". . . ."),
    )


def amounts(state: PanzerState, attack: Attack = ATTACK, **how: Any) -> dict[str, int]:
    tally = close_assault_tally(state, attack, TARGET, advanced=False, **how)
    return {reason.label: reason.amount for reason in tally.reasons if reason.amount}


@pytest.mark.parametrize(
    ("attached", "gp"),
    [
        ((), 11),
        (("g87-rpzb-34-54",), 14),
        (("g87-panzerfaust-30m-60m",), 15),
        (("g87-panzerfaust-30m-60m", "g87-rpzb-34-54"), 15),  # 11 + 4 + 3
    ],
)
def test_rocket_launchers_add_their_factors_up_to_15(attached: tuple[str, ...], gp: int) -> None:
    """min:16.9.2.1, min:16.9.4.2.3: half of the squad's own is what it makes a Brew Up."""
    squad = unit("g1", "g85-rifle-squad-1-2-squad", "B2", command="MOVE", attached=list(attached))
    state = posed(squad, unit("s1", T_34, "C2", side="soviet"))
    assert factors(state, ATTACKER) == (gp, 5)


def test_only_the_modifiers_of_the_book_count() -> None:
    """min:16.9.3: none for a Suppressed or unsupported vehicle in woods or for its morale; each of the others."""
    plain = amounts(faced())
    assert plain == amounts(faced(row="w"))
    state = faced(row="w")
    assert not needs_support(state, state.units[TARGET]), "its card says nothing of that either"
    state.change(TARGET, suppression=Suppression.ON)
    assert amounts(state) == plain
    state.change(TARGET, morale=Shaken.BREAK_ON)
    assert amounts(state) == plain
    assert amounts(faced(), moving=True) == {**plain, "Moving Vehicle": -10}
    assert amounts(faced(), dismount=True) == {**plain, "Dismount Attack": -10}
    soft = amounts(faced("na-gb-light-truck"))
    assert soft == {**{k: v for k, v in soft.items() if k == "Vehicle with C"}, "S-Type": 30}


def test_all_of_the_defense_counts() -> None:
    """min:16.9.2.2: one roll on the column of the GP Factor and the row of the defense, above 5 too."""
    state = faced("s18-kv-1-m40")
    terms = close_assault_terms(state, ATTACK, TARGET, advanced=False)
    assert terms.defense == state.vehicle(TARGET).gp_defense == 6
    none, suppressed = terms.cell
    bare = evolve(terms, tally=NOTHING)
    for roll, result in ((none, Result.NO_EFFECT), (none + 1, Result.SUPPRESSED), (suppressed, Result.SUPPRESSED)):
        assert resolve(state, bare, ScriptedDice([roll])).result is result


def test_what_ends_in_5_damages_the_vehicle() -> None:
    """min:16.9.4.2.1: as a whole, without a roll for turret or hull; what ends in 0 is a Track hit."""
    state = faced()
    terms = evolve(close_assault_terms(state, ATTACK, TARGET, advanced=False), tally=NOTHING)
    assert resolve(state, terms, ScriptedDice([95])).result is Result.DAMAGED
    assert resolve(state, terms, ScriptedDice([100])).result is Result.TRACK


def fighter(size: str, **more: Any) -> Fighter:
    return Fighter(size=size, grade=Grade.SEASONED, **more)


@pytest.mark.parametrize(("size", "amount"), [("squad", 0), ("half-squad", -25), ("section", -50)])
def test_what_the_defender_is_worth(size: str, amount: int) -> None:
    """min:16.10.3.4: a section -50."""
    assert defense_tally(faced().advanced, fighter(size)).total == amount


@pytest.mark.parametrize(("size", "amount"), [("squad", 20), ("half-squad", 10)])
def test_what_a_second_attacker_adds(size: str, amount: int) -> None:
    """min:16.10.3.7."""
    tables, calm = faced().advanced, Approach()
    alone = attack_tally(tables, (fighter("squad"),), calm).total
    assert attack_tally(tables, (fighter("squad"), fighter(size)), calm).total == alone + amount


def aboard(target: str = T_34, edition: str = "miniatures", *others: dict[str, Any], **more: Any) -> PanzerState:
    """A half-track with a passenger, next to a Soviet unit, in its Movement Step."""
    return posed(
        unit("g4", "g43-spw-251-1", "B2", facing="SE", command="MOVE"),
        {"id": "g3", "card": "g85-rifle-squad-1-2-squad", "riding": "g4", "command": "MOVE", **more},
        unit("s1", target, "D2", side="soviet", spot="SPOT/FIRE"),
        *others,
        rows=(". . . . .",) * 4,
        situation={"step": "first-move", "first": "german"},
        edition=edition,
    )


@pytest.mark.parametrize("target", [T_34, SQUAD])
def test_passengers_attack_from_where_they_get_down(target: str) -> None:
    """min:16.9.1.10, min:16.10.1a: any vehicle, leg or towed unit within 1 inch of it."""
    state = aboard(target)
    rider = state.units[RIDER]
    assert dismount_attack.attacker_refusal(state, rider, Rate.CROSS_COUNTRY) is None
    assert hex_from_id("C2") in dismount_attack.possible(state, rider)[TARGET]
    refused = dismount_attack.target_refusal(state, rider, TARGET, hex_from_id("B2"))
    assert refused is not None


@pytest.mark.parametrize(
    ("edition", "before", "allowed"), [("miniatures", 1, True), ("miniatures", 2, False), ("hex", 2, True)]
)
def test_two_units_fight_one_hand_to_hand_in_a_turn(edition: str, before: int, allowed: bool) -> None:
    """min:16.10: whoever comes third by a Dismount Attack waits for the next turn."""
    away = (unit(fighter, "g85-rifle-squad-1-2-squad", "E1", command="MOVE") for fighter in (ATTACKER, SECOND))
    state = aboard(SQUAD, edition, *away)
    for fighter in (ATTACKER, SECOND)[:before]:
        BOOK.evolve(state, fought(fighter))
    refused = dismount_attack.target_refusal(state, state.units[RIDER], TARGET, hex_from_id("C2"))
    assert (refused is None) is allowed
    assert refused is None or refused.rule == "min:16.10"


def fought(primary: UnitId) -> HandToHandFought:
    """A roll-off that the target has won."""
    return HandToHandFought(
        primary=primary,
        others=(),
        target=TARGET,
        hex=hex_from_id("D2"),
        attack=10,
        defense=90,
        attack_net=0,
        defense_net=0,
        defense_tally=(),
        loser=None,
        eliminated=False,
        rolls=(),
        tally=(),
    )


def test_sections_make_no_dismount_attacks() -> None:
    """min:16.9.1.10: squads and half-squads do."""
    for card, allowed in (("g86-section", False), ("g85-rifle-squad-1-2-squad", True)):
        state = aboard(card=card)
        refused = dismount_attack.attacker_refusal(state, state.units[RIDER], Rate.CROSS_COUNTRY)
        assert (refused is None) is allowed


def test_an_advancing_attack_passes_opposing_units() -> None:
    """min:9.9, min:16.9.1.4: units pass through one another; none ends where an opponent is."""
    grid = (". . .",) * 4
    foes = (unit("s1", T_34, "B1", side="soviet"), unit("s2", "s57-rifle-squad-1-2-squad", "B3", side="soviet"))
    state = posed(unit("g1", "g85-rifle-squad-1-2-squad", "B4", command="MOVE"), *foes, rows=grid)
    found = who.ways(state, state.units[ATTACKER], state.units[TARGET])
    assert {str(hex_): [str(at) for at in way.hexes] for hex_, way in found.items()} == {"B2": ["B3", "B2"]}
    inside = who.ways(state, state.units[ATTACKER], state.units[UnitId("s2")])
    assert hex_from_id("B3") not in inside


@pytest.mark.parametrize(
    ("card", "placed", "expected"),
    [
        ("s58-section", {}, (True, 0)),
        ("s58-section", {"floor": 1}, (True, 1)),
        ("s58-section", {"outside": True}, (False, 0)),
        ("s46-45mm-m37-atg", {}, (False, 0)),
        ("s46-45mm-m37-atg", {"inside": True}, (True, 0)),
    ],
)
def test_who_has_won_takes_the_position_of_the_beaten(
    card: str, placed: dict[str, Any], expected: tuple[bool, int]
) -> None:
    """min:16.10.4.1: in the building or outside close to it (min:17.2.3.4, min:17.2.4.2), on its storey."""
    units = [
        unit("g1", "g85-rifle-squad-1-2-squad", "B2", command="MOVE"),
        unit("s1", card, "C2", side="soviet", command="N/C"),
        unit("s2", T_34, "E1", command="N/C"),
    ]
    stated = {
        "edition": "miniatures",
        "modules": ["advanced"],
        "board": {"grid": ". . . . .\n. . k . .\n. . . . .", "stories": [{"hexes": "C2", "stories": 2}]},
        "unit": units,
        "situation": {"step": "first-assault", "first": "german"},
    }
    played, there = Game(situation(stated, "x", "x", "x.toml"), ScriptedDice([100, 1])), hex_from_id("C2")
    played.state.change(TARGET, **{**placed, "outside": there if placed.get("outside") else None})
    played.submit(GERMAN, AnnounceAssault(target=TARGET, attacks=(Attack(ATTACKER),)))
    if played.state.combats.active is None:
        played.submit(GERMAN, FinishStep())
    played.submit(GERMAN, AdvanceAfterAssault(units=(ATTACKER,)))
    unit_ = played.state.units[ATTACKER]
    assert unit_.hex == there
    assert (indoors(played.state, unit_), unit_.floor) == expected


def two_fights(*dice: int, edition: str = "miniatures") -> Game[PanzerState]:
    """A German squad next to a Soviet one, another that may advance upon a tank, with a third behind it."""
    stated = {
        "edition": edition,
        "modules": ["advanced"],
        "board": {"grid": "\n".join((". . . . . . .",) * 4)},
        "unit": [
            unit("g1", "g85-rifle-squad-1-2-squad", "B2", command="MOVE"),
            unit("g2", "g85-rifle-squad-1-2-squad", "E3", command="MOVE"),
            unit("g3", "g85-rifle-squad-1-2-squad", "E4", command="MOVE"),
            unit("s1", "s58-section", "C2", command="N/C"),
            unit("s2", T_34, "E1", command="N/C"),
        ],
        "situation": {"step": "first-assault", "first": "german"},
    }
    return Game(situation(stated, "x", "x", "x.toml"), ScriptedDice(list(dice)))


FIRST_FIGHT = AnnounceAssault(target=TARGET, attacks=(Attack(ATTACKER),))
SECOND_FIGHT = AnnounceAssault(target=UnitId("s2"), attacks=(Attack(SECOND, (), hex_from_id("E2")),))


def resolved(played: Game[PanzerState]) -> list[str]:
    return [e.name for e in played.journal if isinstance(e, CloseAssaultResolved | HandToHandFought)]


def test_all_attacks_on_foot_are_announced_before_the_first_is_fought() -> None:
    """min:16.9.1.6, min:16.10.1: on whomever they are; then they are fought as they were announced (min:16.10.2)."""
    played = two_fights(100, 1, 1)
    played.submit(GERMAN, FIRST_FIGHT)
    played.submit(GERMAN, SECOND_FIGHT)
    assert not resolved(played)
    assert played.state.units[SECOND].hex == hex_from_id("E3")
    with pytest.raises(IllegalOrder):
        played.submit(GERMAN, FIRST_FIGHT)
    played.submit(GERMAN, FinishStep())
    played.submit(GERMAN, AdvanceAfterAssault())
    assert resolved(played) == ["hand-to-hand-fought", "close-assault-resolved"]
    assert played.state.step != "first-assault"


def test_attacks_on_one_target_are_fought_at_once_in_the_hex_edition() -> None:
    """na:6.6.1.2b: those on the same target alone are announced before the first of them."""
    played = two_fights(100, 1, edition="hex")
    played.submit(GERMAN, FIRST_FIGHT)
    assert resolved(played) == ["hand-to-hand-fought"]


def test_two_do_not_advance_into_one_place() -> None:
    """min:9.9: who has announced an Advancing Attack has the place at its end."""
    played = two_fights()
    state = played.state
    there = who.places(state, state.units[UnitId("g3")], state.units[UnitId("s2")])
    assert hex_from_id("E2") in there
    squads = Attack(SECOND, (UnitId("g3"),), hex_from_id("E2"), (hex_from_id("E2"),))
    state.change(UnitId("s1"), hex=hex_from_id("E1"))
    state.change(UnitId("s2"), hex=hex_from_id("G1"))
    with pytest.raises(IllegalOrder, match="no room for both"):
        who.check_attacks(state, GERMAN, TARGET, (squads,))
    state.change(UnitId("s1"), hex=hex_from_id("C2"))
    state.change(UnitId("s2"), hex=hex_from_id("E1"))
    played.submit(GERMAN, SECOND_FIGHT)
    assert hex_from_id("E2") not in who.places(state, state.units[UnitId("g3")], state.units[UnitId("s2")])
