"""Close Assault, Hand-to-Hand combat and Overrun: their chances against their play, the orders that menus build, what
the sides see, and that no choice leads to a dead end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.codec import decode, encode
from core.dice import SeededDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.odds import chances
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.assault import overrun
from core.panzer.assault.events import AssaultEnded, CloseAssaultResolved, HandToHandFought, HexTaken, OverrunResolved
from core.panzer.assault.hand_to_hand import (
    Approach,
    Higher,
    after_losing,
    combat_odds,
    fighter,
    higher_chance,
    roll_off,
)
from core.panzer.assault.odds import assault_odds, best_attack
from core.panzer.assault.orders import AdvanceAfterAssault, AnnounceAssault, ChoosePrimary, Overrun
from core.panzer.assault.overrun import overrun_odds
from core.panzer.movement.orders import Move
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.command import Instructions
from core.panzer.pieces.firing import QuestionKind
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Presence
from core.panzer.sight.events import SpottingRolled
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.play.game import Game

GERMAN, BRITISH = SideId("german"), SideId("british")


def posed(units: list[dict[str, Any]], *, step: str = "first-assault", modules: tuple[str, ...] = ()) -> Situation:
    """Units on a plain, First Player the Germans; all modules if none is named."""
    return situation(
        {
            "modules": list(modules) or ["advanced"],
            "board": {"grid": "\n".join([". . . . ."] * 5)},
            "unit": units,
            "situation": {"step": step, "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )


def squad(id_: str, hex_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "card": "g85-rifle-squad-1-2-squad", "hex": hex_, "command": "MOVE", **more}


def fight(units: list[dict[str, Any]], attack: Attack, seed: int) -> tuple[Event, ...]:
    """One assault on "b1", played to its end; who may lead next is the best of them."""
    game: Game[PanzerState] = Game(posed(units), SeededDice(f"{seed}"))
    start = len(game.journal)
    game.submit(GERMAN, AnnounceAssault(target=UnitId("b1"), attacks=(attack,)))
    while (asked := game.state.question) is not None and asked.kind is QuestionKind.PRIMARY:
        assault = game.state.combats.active
        assert assault is not None
        able = [UnitId(o.pick.partition(":")[2]) for o in game.choices(GERMAN).legal]
        odds = {u: assault_odds(game.state, assault.target, (assault.attacks[0].led_by(u),)).kill for u in able}
        game.submit(GERMAN, ChoosePrimary(unit=max(odds, key=lambda u: odds[u])))
    return tuple(game.journal[start:])


# -- chances ---------------------------------------------------------------------------------------

GAMES = 400


def test_the_odds_of_a_close_assault_are_those_of_its_play() -> None:
    """na:6.6.1.1.1, na:6.6.1.1.3: results as often as foretold."""
    units = [squad("g1", "A1"), {"id": "b1", "card": "na-crusader-i", "side": "british", "hex": "A2"}]
    attack = Attack(UnitId("g1"))
    odds = assault_odds(posed(units).initial(), UnitId("b1"), (attack,)).results
    assert sum(odds.values()) == pytest.approx(1.0)
    found: Counter[Result] = Counter()
    for seed in range(GAMES):
        found.update(e.result for e in fight(units, attack, seed) if isinstance(e, CloseAssaultResolved))
    assert sum(found.values()) == GAMES
    for result, chance in odds.items():
        assert found[result] / GAMES == pytest.approx(chance, abs=0.08), result


@pytest.mark.parametrize(
    ("others", "target"),
    [
        ((), {"card": "na-gb-section"}),
        (("g2",), {"card": "na-gb-rifle-squad", "grade": "Elite"}),
        (("g2", "g3"), {"card": "na-2pdr-atg", "grade": "Veteran"}),
    ],
)
def test_the_odds_of_hand_to_hand_combat_are_those_of_its_play(others: tuple[str, ...], target: dict[str, Any]) -> None:
    """na:6.6.1.2.3: the attacker wins, and loses steps, as often as foretold, through all roll-offs."""
    units = [
        squad("g1", "A1", grade="Green"),
        squad("g2", "A1", size="half"),
        squad("g3", "A1", grade="Veteran"),
        {"id": "b1", "side": "british", "hex": "A2", **target},
    ]
    attack = Attack(UnitId("g1"), tuple(UnitId(u) for u in others))
    odds = assault_odds(posed(units).initial(), UnitId("b1"), (attack,))
    assert odds.combat is not None
    won = lost = 0
    for seed in range(GAMES // 2):
        fought = [e for e in fight(units, attack, seed) if isinstance(e, HandToHandFought)]
        won += fought[-1].loser == "b1"
        lost += sum(e.loser not in (None, "b1") for e in fought)
    assert won / (GAMES // 2) == pytest.approx(odds.kill, abs=0.1)
    assert lost / (GAMES // 2) == pytest.approx(odds.losses, abs=0.2)


@pytest.mark.parametrize("difference", [0, 1, -7, 35, 99, -120])
def test_the_counted_chance_is_that_of_all_branches(difference: int) -> None:
    """na:6.6.1.2.1, na:6.6.1.2.2: what is counted is what the roll-off does, roll by roll."""
    odds = chances(lambda dice: roll_off(difference, 0, dice).higher)
    won, lost = odds.get(Higher.ATTACKER, 0.0), odds.get(Higher.DEFENDER, 0.0)
    assert higher_chance(difference) == pytest.approx(won / (won + lost))


def test_a_tie_favours_nobody() -> None:
    """na:6.6.1.2.1."""
    assert higher_chance(0) == pytest.approx(0.5)
    assert higher_chance(100) == 1.0
    assert higher_chance(-30) == pytest.approx(1 - higher_chance(30))


def test_who_may_lead_after_a_loss() -> None:
    """na:6.6.1.2.3c: the one reduced or another squad; after one that is gone anybody."""
    state = posed(
        [
            squad("g1", "A1"),
            squad("g2", "A1"),
            squad("g3", "A1", size="half"),
            {"id": "b1", "side": "british", "card": "na-gb-section", "hex": "A2"},
        ]
    ).initial()
    side = tuple(fighter(state, UnitId(u)) for u in ("g1", "g2", "g3"))
    assert [s[0].size for s in after_losing(side)] == ["half-squad", "squad"]
    assert len(after_losing(side[2:])) == 0
    assert len(after_losing((side[2], *side[:2]))) == 2
    more = combat_odds(state.advanced, side, fighter(state, UnitId("b1")), Approach())
    fewer = combat_odds(state.advanced, side[:1], fighter(state, UnitId("b1")), Approach())
    assert more.win > fewer.win
    assert more.attacker_steps < fewer.attacker_steps


def test_the_best_one_leads() -> None:
    """A squad leads rather than a section, the better grade rather than the worse."""
    state = posed(
        [
            squad("g1", "A1", grade="Green"),
            squad("g2", "A1", grade="Elite"),
            {"id": "b1", "side": "british", "card": "na-crusader-i", "hex": "A2"},
        ]
    ).initial()
    assert best_attack(state, UnitId("b1"), Attack(UnitId("g1"), (UnitId("g2"),))).primary == "g2"


def test_the_panel_of_an_overrun_tells_what_a_hidden_move_would_count() -> None:
    """na:6.5.4.2.2: it counts, though it lies face down; one that is known is counted already."""
    for face, told in (("down", True), ("revealed", False)):
        target = {"id": "b1", "card": "na-gb-rifle-squad", "side": "british", "hex": "A2", "command": "MOVE"}
        tank = {"id": "g1", "card": "g42-pzkpfw-iii-f1", "hex": "A1", "facing": "S", "command": "MOVE"}
        rules = posed([tank, {**target, "face": face}], step="first-move")
        panel = rules.odds(rules.view(rules.initial(), GERMAN), GERMAN, ("overrun:g1", "b1"))
        assert panel is not None
        assert ("If it is to move" in {row.label for row in panel.rows}) == told


def test_the_odds_of_an_overrun_are_those_of_its_play() -> None:
    """na:6.6.10.1, na:5.16.2.1: with ammunition that may run short."""
    units = [
        {"id": "g1", "card": "g42-pzkpfw-iii-f1", "hex": "A1", "facing": "S", "command": "MOVE"},
        {"id": "b1", "card": "na-gb-rifle-squad", "side": "british", "hex": "A2", "grade": "Veteran"},
    ]
    rules = posed(units, step="first-move")
    odds = overrun_odds(rules.initial(), UnitId("g1"), UnitId("b1"))
    layer = rules.face.overlay(rules.initial(), GERMAN, "reach", None, UnitId("g1"))
    there = rules.initial().units[UnitId("b1")].hex
    assert [h for h, cell in layer.cells.items() if cell.tone == "warning"] == [there]
    assert "warning" in dict(layer.legend)
    assert sum(odds.values()) == pytest.approx(1.0)
    found: Counter[Result] = Counter()
    short = 0
    for seed in range(GAMES // 2):
        game: Game[PanzerState] = Game(rules, SeededDice(f"{seed}"))
        game.submit(GERMAN, Overrun(unit=UnitId("g1"), target=UnitId("b1")))
        made = next(e for e in game.journal if isinstance(e, OverrunResolved))
        found[made.result] += 1
        short += made.short
    assert short
    for result, chance in odds.items():
        assert found[result] / (GAMES // 2) == pytest.approx(chance, abs=0.1), result


def test_who_comes_onto_the_map_is_announced_with_others_and_overruns_when_it_is_there() -> None:
    """na:6.6.10, na:4.5.1.1.9: all Overruns of a target are announced first, those of reinforcements too."""
    tank = {"card": "g42-pzkpfw-iii-f1", "command": "MOVE"}
    squads = {"card": "na-gb-rifle-squad", "side": "british", "grade": "Elite"}
    units = [
        {**tank, "id": "g1", "hex": "A1", "facing": "S"},
        {**tank, "id": "g2", "enter": {"turn": 1, "hexes": "A3"}},
        {**tank, "id": "g3", "enter": {"turn": 2, "hexes": "A3"}},
        {**squads, "id": "b1", "hex": "A2"},
    ]
    rules, target = posed(units, step="first-move"), UnitId("b1")
    state = rules.initial()
    assert overrun.announceable(state, GERMAN, target, UnitId("g1")) == ("g2",)
    picks = [choice.pick for choice in rules.choices(state, GERMAN, ("overrun:g1", "b1")).options]
    assert "with:g2" in picks
    assert "with:g3" not in picks

    def submit(game: Game[PanzerState], *others: str) -> None:
        game.submit(GERMAN, Overrun(unit=UnitId("g1"), target=target, others=tuple(map(UnitId, others))))

    with pytest.raises(IllegalOrder):
        submit(Game(rules, SeededDice("1")), "g3")
    for seed in range(20):
        game: Game[PanzerState] = Game(rules, SeededDice(f"{seed}"))
        submit(game, "g2")
        if game.state.units[target].on_map:
            break
    game.submit(GERMAN, Move(unit=UnitId("g1"), steps=("F", "F"), end=True))
    game.submit(GERMAN, Move(unit=UnitId("g2"), steps=("E:A3:1", "T0"), end=False))
    game.submit(GERMAN, Overrun(unit=UnitId("g2"), target=target))
    assert [e.unit for e in game.journal if isinstance(e, OverrunResolved)] == ["g1", "g2"]


# -- menus -----------------------------------------------------------------------------------------


def melee() -> list[dict[str, Any]]:
    """All kinds of close combat at once."""
    return [
        squad("g1", "B2"),
        squad("g2", "B2", size="half"),
        {"id": "g3", "card": "g86-section", "hex": "A1", "command": "MOVE"},
        {"id": "g4", "card": "g43-spw-251-1", "hex": "C3", "facing": "N", "command": "MOVE"},
        squad("g5", "", riding="g4", command=""),
        {"id": "g6", "card": "na-sherman-iii", "side": "german", "hex": "D3", "facing": "N", "command": "MOVE"},
        {"id": "b1", "card": "na-crusader-i", "side": "british", "hex": "B3", "command": "MOVE"},
        {"id": "b2", "card": "na-gb-rifle-squad", "side": "british", "hex": "A2", "command": "OVERWATCH"},
        {"id": "b3", "card": "na-gb-section", "side": "british", "hex": "C2", "command": "MOVE"},
        {"id": "b4", "card": "na-2pdr-atg", "side": "british", "hex": "D2", "facing": "S", "command": "OVERWATCH"},
        {"id": "b5", "card": "na-gb-rifle-squad", "side": "british", "hex": "D1", "command": "MOVE"},
    ]


def test_an_attack_is_built_choice_by_choice() -> None:
    """na:6.6.1.1b: the target, then who attacks it from where, the first of a hex leading; chances go along."""
    game: Game[PanzerState] = Game(posed(melee()), SeededDice("x"))
    asked = game.choices(GERMAN)
    assert {o.pick for o in asked.legal} >= {"assault:b1", "assault:b2", "finish-step"}
    assert all(o.odds is not None and o.group == "Assault" for o in asked.legal if o.pick.startswith("assault:"))
    first = game.choices(GERMAN, ("assault:b2",))
    assert not first.complete
    assert {"g1", "g3", "all"} <= {o.pick for o in first.legal}
    more = game.choices(GERMAN, ("assault:b2", "g2", "g1"))
    assert more.complete
    assert "g3@B2" in {o.pick for o in more.legal}
    made = game.system.order(game.state, GERMAN, ("assault:b2", "g2", "g1", "g3"))
    assert isinstance(made, AnnounceAssault)
    assert [(a.primary, a.others) for a in made.attacks] == [("g2", ("g1",)), ("g3", ())]
    report = game.system.odds(game.view(GERMAN), GERMAN, ("assault:b2", "g1"))
    assert report is not None
    assert dict(report.outcomes)["target eliminated"] > 0.3


#: Parts of the Advanced Game that a player may leave out of a scenario.
PARTS = ((), ("close-combat",), ("overrun",), ("close-combat", "overrun", "transport", "bail-out", "buildings"))


@pytest.mark.parametrize("modules", PARTS)
@pytest.mark.parametrize("seed", range(5))
def test_no_choice_leads_nowhere(seed: int, modules: tuple[str, ...]) -> None:
    """Whatever is picked is an order that the rules accept, and the turn always goes on; every event can be written
    down, told and replayed."""
    random = Random(seed)
    step = "first-assault" if not modules or "close-combat" in modules else "first-move"
    rules = posed(melee(), modules=modules, step=step)
    game: Game[PanzerState] = Game(rules, SeededDice(f"{seed}"))
    for _ in range(120):
        if game.state.turn > 1 or game.over:
            break
        side = game.active[0]
        picks: tuple[str, ...] = ()
        for _ in range(400):
            asked = game.choices(side, picks)
            options = [o for o in asked.legal if o.pick != "instructions"]
            if asked.complete and (not options or random.random() < 0.5):
                break
            if not options or len(picks) > 6:  # a plan of steps that leads nowhere is given up; other orders go on
                assert picks[0].startswith("move:"), (picks, asked)
                picks = ()
                continue
            picks = (*picks, random.choice(options).pick)
            game.system.odds(game.view(side), side, picks)
        else:
            raise AssertionError(f"no order is found: {game.choices(side)}")
        order = game.system.order(game.state, side, picks)
        for event in game.submit(side, order):
            assert decode(encode(event)) == event
            game.system.face.report(game.state, event)
    else:
        raise AssertionError("the turn does not end")
    again = rules.initial()
    for event in game.journal:
        rules.evolve(again, event)
    assert again == game.state
    assert game.state.combats.active is None
    for unit in game.state.units:
        assert game.system.face.unit_card(game.view(GERMAN), unit).sections


def test_nobody_attacks_before_it_is_settled_who_moves_in() -> None:
    """na:6.6.1.1.3b."""
    units = [
        squad("g1", "A1"),
        squad("g2", "A3"),
        {"id": "b1", "card": "na-gb-section", "side": "british", "hex": "A2"},
    ]
    for seed in range(40):
        game: Game[PanzerState] = Game(posed(units), SeededDice(f"{seed}"))
        game.submit(GERMAN, AnnounceAssault(target=UnitId("b1"), attacks=(Attack(UnitId("g1")),)))
        if game.state.units[UnitId("b1")].presence is Presence.ELIMINATED:
            break
    assert [o.pick for o in game.choices(GERMAN).legal] == ["into:g1", "stay"]
    with pytest.raises(IllegalOrder):
        game.submit(GERMAN, AdvanceAfterAssault(units=(UnitId("g2"),)))
    events = game.submit(GERMAN, AdvanceAfterAssault(units=(UnitId("g1"),)))
    assert any(isinstance(e, AssaultEnded) for e in events)


def test_who_moves_into_the_vacated_hex_may_be_spotted_there() -> None:
    """or:7.7.1: entering a hex is an occasion for it, after close combat too."""
    units = [
        squad("g1", "A1"),
        {"id": "b1", "card": "na-gb-section", "side": "british", "hex": "A2"},
        {"id": "b2", "card": "na-gb-section", "side": "british", "hex": "A5"},
    ]
    for seed in range(40):
        rules = posed(units, modules=("advanced", "limited-spotting"))
        game: Game[PanzerState] = Game(rules, SeededDice(f"{seed}"))
        game.submit(GERMAN, AnnounceAssault(target=UnitId("b1"), attacks=(Attack(UnitId("g1")),)))
        if game.state.units[UnitId("b1")].presence is Presence.ELIMINATED:
            break
    events = game.submit(GERMAN, AdvanceAfterAssault(units=(UnitId("g1"),)))
    taken = next(n for n, event in enumerate(events) if isinstance(event, HexTaken))
    rolled = events[taken + 1]
    assert isinstance(rolled, SpottingRolled)
    assert (rolled.target, rolled.spotter) == (UnitId("g1"), UnitId("b2"))


# -- secrets ---------------------------------------------------------------------------------------


def test_what_is_declined_stays_hidden() -> None:
    """na:6.6.1.1.2d: the attacker learns nothing of a MOVE that its owner does not show."""
    units = [squad("g1", "A1"), {"id": "b1", "card": "na-crusader-i", "side": "british", "hex": "A2"}]
    seen = []
    for command in ("MOVE", "OVERWATCH"):
        rules = posed([units[0], {**units[1], "command": command}])
        game: Game[PanzerState] = Game(rules, SeededDice("7"))
        game.state.commands.instructions[BRITISH] = Instructions(show_moving="decline")
        events = game.submit(GERMAN, AnnounceAssault(target=UnitId("b1"), attacks=(Attack(UnitId("g1")),)))
        told = [rules.redact(game.state, e, GERMAN) for e in events]
        seen.append([encode(e) for e in told if e is not None and e.name not in ("step-begun", "commands-removed")][:4])
    assert seen[0] == seen[1]


def test_the_step_is_skipped_without_anybody_to_attack() -> None:
    """na:6.6.1: and it does not exist without its module."""
    rules = posed([squad("g1", "A1"), {"id": "b1", "card": "na-gb-section", "side": "british", "hex": "E5"}])
    game: Game[PanzerState] = Game(rules, SeededDice("1"))
    game.begin()
    assert game.state.step == sequence.FIRST_MOVE
    assert sequence.FIRST_ASSAULT not in [s.id for s in sequence.steps(frozenset())]


def test_nobody_attacks_from_off_the_map() -> None:
    """na:6.6.1.1: a hex beside the target that the map does not have is refused, as any other that is wrong."""
    units = [squad("g1", "A2"), {"id": "b1", "card": "na-crusader-i", "side": "british", "hex": "A1"}]
    game: Game[PanzerState] = Game(posed(units), SeededDice("1"))
    for hex_ in Hex(1, 1).neighbours():
        if hex_ not in game.state.board:
            order = AnnounceAssault(target=UnitId("b1"), attacks=(Attack(UnitId("g1"), (), hex_),))
            with pytest.raises(IllegalOrder):
                game.submit(GERMAN, order)
