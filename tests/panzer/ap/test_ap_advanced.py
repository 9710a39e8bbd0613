"""AP fire of the Advanced Game: its chances against its play, what the sides see of it, whole games with it."""

from __future__ import annotations

from collections import Counter
from time import process_time
from typing import Any

import pytest
from attrs import evolve as changed

from content.panzer.scenarios.scenarios import scenario
from content.panzer.situations.situation import situation
from content.panzer.tables.advanced_tables import advanced_tables
from content.panzer.tables.tables import terrain_looks
from core.ai import player
from core.codec import decode, encode
from core.dice import ScriptedDice, SeededDice, branches
from core.event import UnitId
from core.hexes import hex_from_id, within_range
from core.panzer.ap import odds as ap_odds
from core.panzer.ap import shot as ap_shot
from core.panzer.ap.hits import Condition, number_of_hits, strike
from core.panzer.ap.terms import ap_terms
from core.panzer.chapters import BOOK
from core.panzer.firing.hit_angles import hit_angles
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.conditions import Edge, Sun, blinded
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch, completed
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.panzer.vignette import Situation
from core.play.game import Game
from core.replaced import replaced

ALL = (Switch.ADVANCED_AP, Switch.HULL_DOWN, Switch.BAIL_OUT, Switch.GRADES, Switch.AMMO_LIMITS)


def posed(*modules: str, gun: str = "B-5A", **target: Any) -> Situation:
    """A unit with FIRE three hexes south of a PzKpfw IIIJ that faces it."""
    return situation(
        {
            "modules": list(modules),
            "board": {"grid": ".\n.\n.\n."},
            "unit": [
                {"id": "b1", "card": gun, "side": "british", "hex": "A4", "facing": "N", "command": "FIRE"},
                {"id": "g1", "card": "G-4A", "hex": "A1", "facing": "S", **target},
            ],
            "situation": {"step": "first-fire", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    )


def announced(rules: Situation, ammo: str = "AP") -> tuple[PanzerState, Shot]:
    state = rules.initial()
    shot = Shot(UnitId("b1"), UnitId("g1"), 0, ammo)
    state.fire = replaced(state.fire, announced=(shot,))
    return state, shot


def worst(before: PanzerState, after: PanzerState, hits: list[Any]) -> str:
    """The outcome of a shot, read off the state that it left."""
    unit, was = after.units[UnitId("g1")], before.units[UnitId("g1")]
    if unit.fate is not None:
        return str(unit.fate.value)
    if unit.bailed_out:
        return "BAIL"
    if (unit.hurt and not was.hurt) or any(hit.result == "DM" for hit in hits):
        return "DM"
    if unit.track_hit and not was.track_hit:
        return "TK"
    if any(hit.result == "ND" for hit in hits):
        return "ND"
    return "no effect" if hits else "miss"


def outcome(rules: Situation, dice: Any, ammo: str = "AP") -> str:
    state, shot = announced(rules, ammo)
    before = state.copy()
    hits: list[Any] = []
    for event in ap_shot.resolve(state, shot, dice):
        BOOK.evolve(state, event)
        hits += getattr(event, "hits", ()) if event.name == "ap-shot-resolved" else ()
    return worst(before, state, hits)


# -- chances -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        {},
        {"hull_down": "Hull Down"},
        pytest.param({"hull_damaged": True}, marks=pytest.mark.thorough),
        pytest.param({"track_hit": True}, marks=pytest.mark.thorough),
        pytest.param({"facing": "NE"}, marks=pytest.mark.thorough),
    ],
    ids=["sound", "hull-down", "damaged", "tracked", "from-the-side"],
)
def test_the_odds_of_a_shot_are_those_of_every_branch_of_its_play(target: dict[str, Any]) -> None:
    """One hit, no bail out: every sequence of dice is played (na:6.5.2)."""
    rules = posed("hull-down", **target)
    found: Counter[str] = Counter()
    for chance, name in branches(lambda dice: outcome(rules, dice)):
        found[name] += chance  # type: ignore[assignment]
    state, shot = announced(rules)
    odds = ap_odds.shot_odds(state, shot, overwatch=False)
    assert odds == pytest.approx(dict(found))


def test_the_odds_of_several_hits_and_of_bailing_out_are_those_of_play() -> None:
    """Rate of fire F, limited ammunition, crews that bail out: 3,000 shots played (na:6.5.2.1b, na:6.5.2.6)."""
    rules = posed("advanced-ap", "bail-out", "ammo-limits", gun="g68-2cm-flakvierling-zgkw-8t", card="g1-pzkpfw-i-b")
    state, shot = announced(rules)
    odds = ap_odds.shot_odds(state, shot, overwatch=False)
    assert sum(odds.values()) == pytest.approx(1)
    assert {"miss", "TK", "DM", "BAIL", "KO"} <= set(odds)
    dice = SeededDice("several hits")
    played = Counter(outcome(rules, dice) for _ in range(3000))
    for name, chance in odds.items():
        assert abs(played[name] - 3000 * chance) <= 4 * (3000 * chance * (1 - chance)) ** 0.5 + 1, name


def test_batch_odds_hold_what_the_first_shot_left() -> None:
    """A second Damage is a KO, and nobody fires at what is gone (na:6.5.2.2.4)."""
    state, shot = announced(posed("advanced-ap"))
    one = ap_odds.shot_odds(state, shot, overwatch=False)
    two = ap_odds.batch_odds(state, [shot, shot], overwatch=False)
    assert sum(two.values()) == pytest.approx(1)
    damaged = announced(posed("advanced-ap", hull_damaged=True))[0]
    again = ap_odds.shot_odds(damaged, shot, overwatch=False)
    lost = one["KO"] + one["BU"]
    gone = lost + one["DM"] * (again["KO"] + again["BU"]) + (1 - lost - one["DM"]) * lost
    assert two["KO"] + two["BU"] == pytest.approx(gone)


def test_odds_take_less_than_two_milliseconds() -> None:
    state, shot = announced(posed("hull-down", "bail-out", "ammo-limits", gun="g68-2cm-flakvierling-zgkw-8t"))
    ap_odds.shot_odds(state, shot, overwatch=False)
    start = process_time()
    for _ in range(50):
        ap_odds.shot_odds(state, shot, overwatch=False)
    assert (process_time() - start) / 50 < 0.002


def test_what_is_limited_weighs_on_the_odds() -> None:
    """APCR that may run out is worth less than APCR without limits (na:5.16.2.2)."""
    free = announced(posed("advanced-ap", gun="G-9B"), "APCR")
    short = announced(posed("advanced-ap", "ammo-limits", gun="G-9B"), "APCR")
    assert ap_odds.chance_to_hurt(*free, overwatch=False) > ap_odds.chance_to_hurt(*short, overwatch=False)


# -- single rules --------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", "NQRF")
def test_more_hits_on_lower_rolls(rate: str) -> None:
    """na:6.5.2.1: one roll; never more hits than the rate has, none above the AP Hit Number."""
    table = advanced_tables().number_of_hits
    for hit_number in range(1, 101):
        hits = [number_of_hits(table, rate, hit_number, roll) for roll in range(1, 101)]
        assert hits == sorted(hits, reverse=True)
        assert all(h >= 1 for h in hits[:hit_number])
        assert not any(hits[hit_number:])
        assert max(hits) <= {"N": 1, "Q": 2, "R": 2, "F": 3}[rate]


def test_hit_angles_are_alike_on_both_sides_and_never_more_than_two() -> None:
    """na:6.5.2.2: turning the target by one hexside turns its Hit Angles with it."""
    order = [a for a in HitAngle if a is not HitAngle.SIDE]
    rules = posed("advanced-ap")
    target = changed(rules.start.units[UnitId("g1")], hex=None)
    middle = hex_from_id("M12")
    for firer in within_range(middle, 6):
        if firer == middle:
            continue
        seen = [hit_angles(changed(target, hex=middle, facing=f), firer) for f in range(6)]
        for angles in seen:
            assert len(angles) in (1, 2)
            places = [order.index(a) for a in angles]
            assert max(places) - min(places) == len(places) - 1
        counted = Counter(a for angles in seen for a in angles)
        between = len(seen[0]) == 2
        assert counted[HitAngle.FRONT] == (2 if between else 1)
        assert counted[HitAngle.FRONT_SIDE] == (4 if between else 2)


def test_an_eliminated_vehicle_is_not_hit_again() -> None:
    """The further hits of a shot at what its first hit has eliminated are not rolled (na:6.5.2.1b)."""
    state, shot = announced(posed("advanced-ap"))
    plate = ap_terms(state, shot, overwatch=False).plates[HitAngle.FRONT]
    target = shot.target
    rolls, hits = ap_shot.strike_all({target: plate}, (target,) * 3, {target: Condition()}, ScriptedDice([16]))
    assert len(rolls) == len(hits) == 1
    _, first = strike(plate, target, Condition(), ScriptedDice([16]))
    assert first.fatal == "KO"


def test_the_sun_stands_over_the_edge_that_the_line_reaches_first() -> None:
    """na:6.1.4.3.13: the line of sight is drawn on beyond the target."""
    board = scenario("the-pimple").board
    middle = sorted(board.cells)[len(board.cells) // 2]
    for direction, edge in ((0, Edge.NORTH), (3, Edge.SOUTH)):
        assert blinded(board, Sun(edge), middle, middle.neighbour(direction))
        assert not blinded(board, Sun(Edge.EAST), middle, middle.neighbour(direction))
    assert not blinded(board, Sun(Edge.NORTH), middle, middle)


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["the-pimple", pytest.param("crossing-the-trigh", marks=pytest.mark.long)])
def test_whole_games_are_seen_alike_by_those_who_watch(name: str) -> None:
    """Computer players to the end: every event survives the journal, has words, and shows each side what it may see."""
    on = changed(scenario(name), switches=completed(ALL), advanced=advanced_tables())
    rules: Any = Panzer(on, terrain_looks(), ())
    game: Game[PanzerState] = Game(rules, SeededDice(name))
    game.begin()
    orders = 0
    while game.state.outcome is None:
        side = game.active[0]
        game.submit(side, rules.suggest(game.view(side), side, SeededDice(f"{name}{orders}")))
        orders += 1
    counts = Counter(event.name for event in game.journal)
    assert counts["ap-shot-fired"] > 20
    assert counts["ap-shot-resolved"] > 5
    assert counts["bail-out-checked"] > 0
    assert "ap-fire-resolved" not in counts
    state = rules.initial()
    watched = {side.id: rules.view(rules.initial(), side.id) for side in on.sides}
    for event in game.journal:
        assert decode(encode(event)) == event
        BOOK.evolve(state, event)
        for side, known in watched.items():
            shown = rules.redact(state, event, side)
            if shown is not None:
                BOOK.evolve(known, shown)
            if event.name.startswith(("ap-", "hits-", "hit-")):
                truth = rules.view(state, side)
                assert known.fire.scored == truth.fire.scored
                for unit in truth.units.values():
                    mine = known.units[unit.id]
                    assert (mine.track_hit, mine.hurt, mine.presence) == (unit.track_hit, unit.hurt, unit.presence)
                assert BOOK.report(state, event) is not None


def skirmish() -> Situation:
    """All fire: automatic guns at trucks that stand close together, owners who want to be asked everything."""
    lines = (
        ("german", "S", ("g56-psw-222 A1", "g68-2cm-flakvierling-zgkw-8t B1", "g56-psw-222 C2", "G-4A D2")),
        ("british", "N", ("na-gb-light-truck C4", "na-gb-light-truck C4", "B-11A C4", "na-deacon B4")),
    )
    units = [
        {
            "id": f"{side}{n}",
            "card": text.split()[0],
            "side": side,
            "hex": text.split()[1],
            "facing": facing,
            "command": "FIRE" if side == "german" or n > 1 else "MOVE",
        }
        for side, facing, texts in lines
        for n, text in enumerate(texts)
    ]
    asked = {"show_moving": "ask", "aspect": "ask"}
    return situation(
        {
            "modules": ["hull-down", "bail-out", "ammo-limits", "grades"],
            "board": {"grid": "\n".join([".  .  .  ."] * 5)},
            "unit": units,
            "situation": {
                "turns": 1,
                "step": "first-fire",
                "first": "german",
                "instructions": {"german": asked, "british": asked},
            },
        },
        "x",
        "x",
        "x.toml",
    )


def play_skirmish(seed: int, answers: bool) -> Counter[str]:
    """A turn between random players, whose questions a computer player may answer; the events by name."""
    rules: Any = skirmish()
    game: Game[PanzerState] = Game(rules, SeededDice(f"skirmish {seed}"))
    minds = {side.id: player("random", f"{seed}/{side.id}") for side in rules.sides}
    game.begin()
    while game.state.outcome is None:
        side = game.active[0]
        view = game.view(side)
        by_itself = answers and view.question is not None
        order = rules.suggest(view, side, SeededDice("x")) if by_itself else minds[side].order(rules, view, side)
        game.submit(side, order)
    assert game.state.fire.scored is None
    return Counter(event.name for event in game.journal)


@pytest.mark.parametrize("answers", [False, True], ids=["random", "computer"])
def test_whatever_is_answered_in_the_middle_of_a_shot_is_legal(answers: bool) -> None:
    """Every choice offered makes a legal order, as does what a computer answers (na:6.5.2.1c, na:6.5.2.2)."""
    counts: Counter[str] = Counter()
    for seed in range(15):
        counts.update(play_skirmish(seed, answers))
    for name in ("ap-shot-fired", "ap-shot-resolved", "hits-spread", "hit-angle-chosen", "bail-out-checked"):
        assert counts[name] > 0, (name, counts)


# -- what players read ---------------------------------------------------------------------------


def test_the_card_shows_what_the_tables_are_entered_with() -> None:
    """na:1.6: ammunition with its damage row, limits, armor by angle and inclination."""
    rules: Any = posed("hull-down", "ammo-limits", gun="B-11A")
    card = rules.face.unit_card(rules.initial(), UnitId("g1"))
    told = {(section.title, row.label): row.cells or row.text for section in card.sections for row in section.rows}
    assert told["5cm KwK 38 (all round), rate N", "APCR pen."] == ("21", "14", "7", "5", "5")
    assert told["5cm KwK 38 (all round), rate N", "AP damage"] == "KE: 1 ND, 2-4 DM, 5-8 KO, 9-10 BU"
    assert told["Ammunition", "A:"] == "A4"
    assert told["Armor from Front/Side or Rear/Side", "Rising"] == ("14", "8", "8", "13", "7", "13")
    titles = [section.title for section in rules.face.unit_card(rules.initial(), UnitId("b1")).sections]
    assert "75mm M2 (front 60°), rate N, Limited" in titles


def test_the_odds_panel_tells_what_each_location_shows() -> None:
    """na:6.5.2.3, na:6.5.2.2.3: penetrated, not penetrated, masked; and what the ammunition may come to."""
    rules: Any = posed(
        "hull-down", "ammo-limits", gun="G-9B", side="german", facing="SE", hull_down="Partial Hull Down"
    )
    found = rules.odds(rules.initial(), "british", ("fire:g1", "b1/0/APCR"))
    told = [row.text for row in found.rows]
    assert "level shot; penetrated: TF 13, TS 8, HF 13, HS 7; misses: HF*, HS*, TK" in told
    assert "APCR runs out above 4 on a d10; then AP is fired at -3, rate N" in told
    assert sum(chance for _, chance in found.outcomes) == pytest.approx(1)
