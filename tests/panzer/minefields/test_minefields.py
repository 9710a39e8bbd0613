"""or:7.31: minefields are laid in secret, attack those of the enemy who come into them, and may be cleared."""

from __future__ import annotations

from typing import Any

import pytest

from content.catalogue import open_system
from content.kit.load import ContentError
from content.panzer.cards import cards
from content.panzer.situations.situation import situation
from core.ai import Greedy
from core.dice import ScriptedDice, SeededDice
from core.event import SideId, UnitId
from core.hexes import Hex, hex_from_id
from core.order import IllegalOrder
from core.panzer.face.cards import hex_card
from core.panzer.gp.defense import vulnerable
from core.panzer.gp.events import TerrainAttacked
from core.panzer.ground import mines
from core.panzer.minefields.events import MinefieldAnswered, MinefieldAttacked, MinefieldFound, MinefieldLaid
from core.panzer.minefields.laying import contiguous
from core.panzer.minefields.orders import LayMinefield
from core.panzer.movement.events import MoveEnded
from core.panzer.movement.orders import Move, SearchHullDown
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.minefields import MineType
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Presence, Suppression
from core.panzer.state import PanzerState
from core.panzer.transport.orders import Dismount
from core.play.game import Game
from core.step_end import FinishStep

GERMAN, SOVIET = SideId("german"), SideId("soviet")
G1, G2, R1 = UnitId("g1"), UnitId("g2"), UnitId("r1")
TANK, TIGER = "g18-pzkpfw-iv-h", "g21-pzkpfw-vi-e-tiger-i"
CARRIER, SQUAD, SECTION = "g43-spw-251-1", "g85-rifle-squad-1-2-squad", "g86-section"
RUSSIAN, BATTERY = "s57-rifle-squad-1-2-squad", "g74-heavy-artillery-battery"
OPEN = "\n".join(4 * (4 * ". ",))


def game(
    *dice: int,
    field: dict[str, Any] | None = None,
    on: bool = True,
    grid: str = OPEN,
    card: str = TANK,
    units: tuple[dict[str, Any], ...] = (),
    **more: Any,
) -> Game[PanzerState]:
    """A German unit in A1 before a minefield of the Soviets, hidden, anti-vehicular and Hasty unless it says else."""
    mined = {"id": "m", "side": "soviet", "hexes": "A2", **(field or {})}
    posed = situation(
        {
            "modules": ["advanced", *(["mines"] if on else [])],
            "board": {"grid": grid},
            "minefield": [mined],
            "unit": [
                {"id": "g1", "card": card, "hex": "A1", "facing": "S", "command": "MOVE"},
                {"id": "r1", "card": RUSSIAN, "hex": "D4", "command": "N/C"},
                *units,
            ],
            "situation": {"step": "first-move", "first": "german", **more},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def go(played: Game[PanzerState], *steps: str, rate: Rate = Rate.CROSS_COUNTRY, unit: UnitId = G1) -> None:
    played.submit(GERMAN, Move(unit=unit, rate=rate, steps=steps, end=True))


def of(played: Game[PanzerState], kind: type[Any]) -> list[Any]:
    return [event for event in played.journal if isinstance(event, kind)]


# -- attacks ---------------------------------------------------------------------------------------


def test_mines_are_announced_and_attack_at_once() -> None:
    """or:7.31.2: on the entry of an opposing unit their owner announces them; the hex is known from then on."""
    played = game(50, 40)
    go(played, "F", "F")
    assert [event.hex.id for event in of(played, MinefieldFound)] == ["A2"]
    (attacked,) = of(played, MinefieldAttacked)
    assert (attacked.total, attacked.damage, attacked.track, attacked.result) == (50, 20, 50, Result.TRACK)
    assert attacked.rolls[0].rule == "or:7.31.2.1"
    assert played.state.units[G1].track_hit
    assert played.state.units[G1].hex == hex_from_id("A2")
    assert not played.state.minefields.laid
    assert [work.kind.value for work in played.state.counters.works] == ["mines-hasty"]


@pytest.mark.parametrize(
    ("kind", "card", "damage", "track"),
    [
        ("Hasty", "na-crusader-i", 20, 50),
        ("Hasty", TIGER, 10, 50),
        ("Deliberate", "na-crusader-i", 40, 70),
        ("Deliberate", TIGER, 30, 70),
    ],
)
def test_the_table_is_read_by_the_number_of_the_gp_defense(kind: str, card: str, damage: int, track: int) -> None:
    """or:7.31.2.1: A, P and S are ignored."""
    state = game(field={"kind": kind}).state
    found = mines.harm(state.advanced.minefields, cards.unit(card), next(m.kind for m in state.scenario.minefields))
    assert (found.damage, found.track) == (damage, track)


def test_a_second_damage_knocks_out_with_passengers() -> None:
    """or:7.31.2.1: the result has its normal effects (na:6.5.2.2.4, na:6.5.2.6.2b)."""
    played = game(
        5, 1, card=CARRIER, units=({"id": "g2", "card": SQUAD, "side": "german", "riding": "g1", "command": "N/C"},)
    )
    played.state.change(G1, hull_damaged=True)
    go(played, "F")
    (attacked,) = of(played, MinefieldAttacked)
    assert attacked.result is Result.KNOCKED_OUT
    assert played.state.units[G1].presence is Presence.ELIMINATED
    assert hex_from_id("A2") in played.state.counters.wrecks


def test_nobody_sets_off_the_other_type() -> None:
    """or:7.31.2: no announcement where a vehicle comes into an anti-personnel minefield, or a leg unit into the
    other."""
    for card, types, step in ((TANK, ["anti-personnel"], "F"), (SQUAD, ["anti-vehicular"], "G:3")):
        played = game(field={"types": types}, card=card)
        go(played, step)
        assert not of(played, MinefieldFound)
        assert not of(played, MinefieldAttacked)
        assert played.state.minefields.laid


def test_both_types_lie_in_one_hex_and_are_found_one_by_one() -> None:
    """or:7.31: a hex may hold either type or both; only what attacks is announced."""
    played = game(80, field={"types": ["anti-vehicular", "anti-personnel"]})
    go(played, "F")
    (found,) = of(played, MinefieldFound)
    assert found.type is MineType.VEHICULAR
    assert [m.types for m in played.state.minefields.laid] == [frozenset({MineType.PERSONNEL})]


def test_friends_pass_their_own_mines() -> None:
    """or:7.31.2: friendly units know their own minefields."""
    played = game(field={"side": "german"})
    go(played, "F", "F")
    assert of(played, MoveEnded)
    assert not of(played, MinefieldAttacked)
    assert len(played.state.minefields.laid) == 1


def test_each_entry_is_attacked_again_and_mines_are_not_used_up() -> None:
    """or:7.31.2, or:7.31.3: mines stay; whoever comes back is attacked once more, now without an announcement."""
    played = game(90, 91, units=({"id": "g2", "card": TANK, "hex": "A1", "facing": "S", "command": "MOVE"},))
    go(played, "F")
    go(played, "F", "F", unit=G2)
    assert [event.unit for event in of(played, MinefieldAttacked)] == [G1, G2]
    assert len(of(played, MinefieldFound)) == 1
    assert of(played, MoveEnded)  # the second knew of them


def test_who_learns_of_mines_on_his_way_decides_anew() -> None:
    played = game(90)
    go(played, "F", "F")
    assert played.state.moves.active is not None
    assert not played.state.moves.plan
    assert not of(played, MoveEnded)


def test_a_search_moves_within_the_hex() -> None:
    """or:7.31.2: a unit that moves within a minefield hex is attacked again."""
    played = game(60, 90, grid="r . . .\n" * 4, field={"hexes": "A1", "visible": True})
    played.submit(GERMAN, SearchHullDown(unit=G1, facing=3))
    assert [event.total for event in of(played, MinefieldAttacked)] == [90]


# -- leg and towed units ---------------------------------------------------------------------------

PERSONNEL = {"types": ["anti-personnel"], "kind": "Deliberate"}


def test_an_effective_result_reduces_a_squad() -> None:
    """or:7.31.2.2: a squad becomes a Suppressed half-squad."""
    played = game(70, card=SQUAD, field=PERSONNEL)
    go(played, "G:3")
    unit = played.state.units[G1]
    assert (unit.size, unit.suppression) == (LegStep.HALF_SQUAD, Suppression.ON)


def test_every_other_unit_is_eliminated() -> None:
    """or:7.31.2.2."""
    played = game(70, card=SECTION, field=PERSONNEL)
    go(played, "G:3")
    assert played.state.units[G1].presence is Presence.ELIMINATED


def test_quickmarch_makes_it_worse() -> None:
    """or:7.31.2.2: -20 to the roll."""
    played = game(71, card=SQUAD, field=PERSONNEL)
    go(played, "G:3")
    assert of(played, MinefieldAttacked)[0].result is Result.NO_EFFECT
    quick = game(90, 99, card=SQUAD, field=PERSONNEL)
    go(quick, "G:3", rate=Rate.QUICKMARCH)
    (attacked,) = of(quick, MinefieldAttacked)
    assert (attacked.total, attacked.result) == (70, Result.REDUCED)
    assert [(reason.label, reason.amount) for reason in attacked.tally] == [("Quickmarch", -20)]


@pytest.mark.parametrize("roll", [1, 20, 21])
def test_the_lowest_rolls_on_quickmarch_are_effective_too(roll: int) -> None:
    """or:7.31.2.2: what 20 less leaves of them is 0 or below, and there is no Damage to leg units."""
    quick = game(roll, 99, card=SQUAD, field=PERSONNEL)
    go(quick, "G:3", rate=Rate.QUICKMARCH)
    (attacked,) = of(quick, MinefieldAttacked)
    assert (attacked.total, attacked.result) == (roll - 20, Result.REDUCED)


def test_who_dismounts_among_mines_is_attacked() -> None:
    """or:7.31.2: dismounting there is answered at once; the vehicle that stands there is not."""
    played = game(
        90,
        card=CARRIER,
        field={**PERSONNEL, "hexes": "A1"},
        units=({"id": "g2", "card": SQUAD, "side": "german", "riding": "g1", "command": "N/C"},),
    )
    played.submit(GERMAN, Dismount(unit=G2, facing=0, hex=hex_from_id("A1")))
    (attacked,) = of(played, MinefieldAttacked)
    assert attacked.unit == G2


def test_passengers_that_bail_out_among_mines_are_attacked() -> None:
    """or:7.31.2.1: a Track Hit by mines, the crew leaves, and its passengers stand among mines for men."""
    played = game(
        20,
        1,
        60,
        card=CARRIER,
        field={"types": ["anti-vehicular", "anti-personnel"]},
        units=({"id": "g2", "card": SQUAD, "side": "german", "riding": "g1", "command": "N/C"},),
    )
    go(played, "F")
    assert [(event.unit, event.type) for event in of(played, MinefieldAttacked)] == [
        (G1, MineType.VEHICULAR),
        (G2, MineType.PERSONNEL),
    ]


# -- what clears them ------------------------------------------------------------------------------


def test_direct_fire_does_nothing_to_mines() -> None:
    """or:7.31.3: only Indirect Fire, aircraft and engineers eliminate them; where the option is off, a counter of mines
    is terrain like any other (na:6.5.4.2.5)."""
    for on in (True, False):
        posed = situation(
            {
                "modules": ["advanced", *(["mines"] if on else [])],
                "board": {"grid": OPEN},
                "counter": [{"kind": "mines-hasty", "hexes": "A1"}],
                "unit": [{"id": "g1", "card": TANK, "hex": "A1"}, {"id": "r1", "card": RUSSIAN, "hex": "D4"}],
            },
            "x",
            "x",
            "x.toml",
        )
        state = Game(posed, ScriptedDice([])).state
        assert bool(list(vulnerable(state, state.units[G1]))) is not on


def test_cleared_mines_attack_no_more() -> None:
    """or:7.31.3: what lay in the hex and was known is gone; of the hidden types nothing is."""
    played = game(field={"hexes": "A2", "visible": True, "types": ["anti-vehicular", "anti-personnel"]})
    state = played.state
    assert mines.danger(state, G1, hex_from_id("A2")) == 0.5
    played.system.evolve(state, destroyed("A2"))
    assert mines.danger(state, G1, hex_from_id("A2")) == 0
    assert not state.counters.works
    go(played, "F", "F")
    assert not of(played, MinefieldAttacked)


def destroyed(hex_: str) -> TerrainAttacked:
    return TerrainAttacked(
        shooter=None,
        hex=hex_from_id(hex_),
        terrain="mines-hasty",
        gp=10,
        defense=3,
        n_effect=20,
        s_effect=40,
        net=0,
        total=90,
        destroyed=True,
    )


# -- laying ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ponyri() -> Any:
    """The battle whose Soviet player lays two minefields; its artillery has been plotted."""
    return open_system("ponyri")


def laying(ponyri: Any) -> Game[PanzerState]:
    played: Game[PanzerState] = Game(ponyri, ScriptedDice([]))
    played.begin()
    assert played.state.step == "plotting"
    played.submit(SOVIET, FinishStep())
    assert played.state.step == "minefields"
    return played


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(hex_from_id(word) for word in text.split())


def test_the_owner_lays_them_in_secret(ponyri: Any) -> None:
    """or:7.31.1: in set-up, before any units are placed; the opponent is told nothing but that it is done."""
    played = laying(ponyri)
    played.submit(SOVIET, LayMinefield(field="vehicles", hexes=hexes("E12 E13 F13")))
    theirs = ponyri.view(played.state, GERMAN)
    assert not theirs.minefields.laid
    assert len(ponyri.view(played.state, SOVIET).minefields.laid) == 3
    assert [ponyri.redact(played.state, event, GERMAN) for event in of(played, MinefieldLaid)] == [None]
    face = ponyri.face
    own = [c for c in face.counters(ponyri.view(played.state, SOVIET)) if c.kind == "mines"]
    assert len(own) == 3
    assert "anti-vehicular" in own[0].label
    assert not [c for c in face.counters(theirs) if c.kind == "mines"]
    assert hex_card(ponyri.view(played.state, SOVIET), hex_from_id("E12")) != hex_card(theirs, hex_from_id("E12"))
    played.submit(SOVIET, FinishStep())
    assert played.state.step == "set-up"


def test_it_is_laid_anew_as_often_as_its_owner_likes(ponyri: Any) -> None:
    played = laying(ponyri)
    played.submit(SOVIET, LayMinefield(field="vehicles", hexes=hexes("E12 E13 F13")))
    played.submit(SOVIET, LayMinefield(field="vehicles", hexes=hexes("G15")))
    played.submit(SOVIET, LayMinefield(field="personnel", hexes=hexes("G15")))  # the other type, in the same hex
    assert [m.hex.id for m in played.state.minefields.laid] == ["G15", "G15"]


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("E12 E14", "contiguous"),
        ("E12 E13 E14 E15", "1 to 3 hexes"),
        ("E12 E12", "1 to 3 hexes"),
        ("E2", "may be laid"),
        ("", "1 to 3 hexes"),
    ],
)
def test_where_it_cannot_be_laid(ponyri: Any, where: str, reason: str) -> None:
    """or:7.31.1."""
    with pytest.raises(IllegalOrder, match=reason):
        laying(ponyri).submit(SOVIET, LayMinefield(field="vehicles", hexes=hexes(where)))


def test_no_mines_in_buildings(ponyri: Any) -> None:
    """or:7.31.1: they may surround but not occupy those."""
    village = ponyri.on.villages[0]
    house = next(h for o in ponyri.on.objectives if o.id in village.buildings for h in o.hexes)
    with pytest.raises(IllegalOrder, match="takes no mines"):
        laying(ponyri).submit(SOVIET, LayMinefield(field="vehicles", hexes=(house,)))


def test_it_is_laid_pick_by_pick(ponyri: Any) -> None:
    played = laying(ponyri)
    first = played.choices(SOVIET, ("minefield:vehicles",))
    assert {c.hex for c in first.options} <= set(ponyri.on.minefields[0].area)
    second = played.choices(SOVIET, ("minefield:vehicles", "E12"))
    assert {"go", "E13"} <= {c.pick for c in second.options}
    assert "E20" not in {c.pick for c in second.options}
    order = ponyri.order(played.state, SOVIET, ("minefield:vehicles", "E12", "E13", "F13"))
    assert order == LayMinefield(field="vehicles", hexes=hexes("E12 E13 F13"))
    assert ponyri.order(played.state, SOVIET, ("finish-step",)) == FinishStep()


def test_a_computer_player_lays_them_all(ponyri: Any) -> None:
    """Contiguous, before what is held, where they may lie."""
    played = laying(ponyri)
    greedy = Greedy(SeededDice("mines"))
    while played.state.step == "minefields":
        played.submit(SOVIET, greedy.order(ponyri, ponyri.view(played.state, SOVIET), SOVIET))
    for granted in ponyri.on.minefields:
        where = [m.hex for m in played.state.minefields.laid if m.field == granted.id]
        assert len(where) == granted.size
        assert contiguous(where)


def test_mines_that_are_visible_are_told_when_laying_ends() -> None:
    """or:7.31.1: the scenario says when they are visible; then they have counters from the beginning."""
    state = game(field={"visible": True}).state
    assert not state.minefields.laid
    assert [(m.hex.id, m.types) for m in state.minefields.found] == [("A2", frozenset({MineType.VEHICULAR}))]
    assert [work.hex.id for work in state.counters.works] == ["A2"]
    assert any(
        "Minefield" in row.label for section in hex_card(state, hex_from_id("A2")).sections for row in section.rows
    )


def test_known_mines_are_told_before_a_step_is_taken() -> None:
    played = game(field={"visible": True})
    options = {c.pick: c for c in played.choices(GERMAN, ("move:g1",)).options}
    assert "mines hit in 50 of 100" in options["F"].cost
    assert options["F"].irreversible
    assert "mines" in options["to:A3"].cost
    assert "mines" not in options["T1"].cost


def test_hidden_mines_show_in_no_menu() -> None:
    played = game()
    assert not [c for c in played.choices(GERMAN, ("move:g1",)).options if "mines" in c.cost]


# -- where the enemy may have some -----------------------------------------------------------------


def test_that_there_are_none_is_told_once_for_each_hex() -> None:
    """or:7.31.2: who comes into a hex and is not attacked knows it, and all his side."""
    played = game(
        field={"hexes": "D1"}, units=({"id": "g2", "card": TANK, "hex": "A1", "facing": "S", "command": "MOVE"},)
    )
    go(played, "F")
    go(played, "F", "F", unit=G2)
    told = [(event.unit, event.hex.id, event.free) for event in of(played, MinefieldAnswered)]
    assert told == [(G1, "A2", True), (G2, "A3", True)]


def test_nothing_of_it_without_the_option() -> None:
    played = game(on=False)
    go(played, "F", "F")
    assert of(played, MoveEnded)
    assert not [event for event in played.journal if event.name.startswith("minefield")]
    assert not played.state.minefields.laid


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ({"kind": "Nuclear"}, "kind"),
        ({"types": ["anti-aircraft"]}, "types"),
        ({"types": []}, "types"),
        ({"hexes": ""}, "size"),
        ({"hexes": "Z9"}, "Z9"),
        ({"side": "french"}, "french"),
    ],
)
def test_what_a_file_may_not_say(line: dict[str, Any], mistake: str) -> None:
    with pytest.raises(ContentError, match=mistake):
        game(field=line)
