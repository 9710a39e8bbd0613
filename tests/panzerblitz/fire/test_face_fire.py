"""Announcing attacks as a player does it: what is offered, what is refused and why, what is seen before it is given."""

from __future__ import annotations

import pytest

from content.panzerblitz.counters.units import told_apart, unit_types
from content.panzerblitz.scenarios.scenarios import scenario
from core.event import SideId, UnitId
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.close_assault import assault_terms
from core.panzerblitz.face.counters import short_name
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.fire.events import AttackLapsed
from core.panzerblitz.fire.orders import Announce, Resolve
from core.panzerblitz.fire.results import result_chances
from core.panzerblitz.pieces.attacks import Attack, Battle, Method
from core.panzerblitz.pieces.reference import Result
from core.panzerblitz.words import listed
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, position, system


def test_units_of_both_nations_are_told_apart() -> None:
    on = scenario("korsun-pocket")
    names = [unit.name for unit in on.units]
    assert len(set(names)) == len(names)
    assert told_apart(unit_types()["g-rifle"]) == "German Rifle"
    assert told_apart(unit_types()["r-rifle"]) == "Russian Rifle"
    assert told_apart(unit_types()["g-panther"]) == "Panther"


def test_names_on_the_map_have_room() -> None:
    """At the close zoom a counter has seven cells for its name, which is whole there and one of its own."""
    for nation in ("German", "Russian"):
        shown = [short_name(t).replace(" ", "") for t in unit_types().values() if t.nation == nation]
        assert not [name for name in shown if len(name) > 7]
        assert len(set(shown)) == len(shown), shown


def test_units_of_one_kind_are_listed_together() -> None:
    state = position({"rifle 1": "r-rifle E5", "rifle 2": "r-rifle E5", "gun": "r-45mm E5"})
    assert listed(state, (UnitId("rifle 1"), UnitId("gun"), UnitId("rifle 2"))) == "rifle 1, 2; gun"


def test_one_unit_in_a_hex_needs_no_method() -> None:
    """pb:PB-COMBAT-I: against one unit only Selective is open, so it is not asked for."""
    state = position({"a": "g-rifle E4", "b": "g-rifle D4", "x": "r-wagons E5"})
    assert {c.pick for c in BOOK.offers(state, GERMAN, ("attack:E5",)).legal} == {"all", "a", "b"}
    made = BOOK.made(state, GERMAN, ("attack:E5", "a"))
    assert made == BOOK.made(state, GERMAN, ("attack:E5", "selective", "a"))
    assert made == Announce(attack=Attack(at("E5"), Method.SELECTIVE, (Battle(UnitId("x"), (UnitId("a"),)),)))


def test_what_is_as_far_away_as_they_fire_is_offered() -> None:
    """pb:PB-COMBAT-C: rifles have a range of 6."""
    for hex_, offered in (("E10", True), ("E11", False)):
        state = position({"a": "g-rifle E4", "x": f"r-wagons {hex_}"}, board(13, 12))
        assert (f"attack:{hex_}" in {c.pick for c in BOOK.offers(state, GERMAN, ()).legal}) == offered


def test_an_attack_may_begin_with_who_fires() -> None:
    state = position({"a": "g-rifle E4", "b": "g-rifle D4", "x": "r-rifle E5", "y": "r-guards E5", "z": "r-rifle J9"})
    assert {c.pick for c in BOOK.offers(state, GERMAN, ()).options} >= {"fire:a", "fire:b", "attack:E5"}
    assert [c.pick for c in BOOK.offers(state, GERMAN, ("fire:a",)).options] == ["attack:E5"]
    methods = BOOK.offers(state, GERMAN, ("fire:a", "attack:E5")).options
    assert [c.pick for c in methods] == ["selective", "multiple", "combination"]
    partial = ("fire:a", "attack:E5", "combination")
    assert "a" not in {c.pick for c in BOOK.offers(state, GERMAN, partial).options}
    made = BOOK.made(state, GERMAN, (*partial, "b"))
    assert isinstance(made, Announce)
    assert made.attack.battles[0].attackers == ("a", "b")


def test_all_that_can_join_is_seen_before_it_is_announced() -> None:
    """The odds and their factoring come before the announcement."""
    state = position({"a": "g-rifle E4", "b": "g-rifle D4", "x": "r-rifle E5"})
    asked = BOOK.offers(state, GERMAN, ("attack:E5",))
    every = next(c for c in asked.options if c.pick == "all")
    assert every.cost in BOOK.offers(state, GERMAN, ("attack:E5", "all")).prompt
    found = BOOK.offers(state, GERMAN, ("attack:E5", "all"))
    assert found.complete
    assert found.confirm
    report_ = odds_report(state, GERMAN, ("attack:E5", "all"))
    assert report_ is not None
    assert {"a", "b"} <= {row.label for row in report_.rows}


def test_a_hex_that_cannot_be_hurt_is_refused_at_once() -> None:
    """pb:PB-COMBAT-A: below 1-4 with all that bear; the hex says so before a method is asked for."""
    state = position({"a": "g-20mm E4", "x": "r-js-iii E9", "y": "r-rifle C4"})
    offered = {c.pick: c.refusal for c in BOOK.offers(state, GERMAN, ()).options}
    assert offered["attack:C4"] is None
    weak = position({"a": "g-81mm-mortar E4", "x": "r-fortification E9", "in": "r-rifle E9 in", "y": "r-rifle C4"})
    refusal = {c.pick: c.refusal for c in BOOK.offers(weak, GERMAN, ()).options}["attack:E9"]
    assert refusal is not None
    assert refusal.rule == "pb:PB-COMBAT-A"
    assert "1 can fire" in refusal.reason


def test_units_too_weak_alone_may_attack_together() -> None:
    """pb:PB-COMBAT-A: each of them below 1-4, both together not."""
    state = position({"a": "g-rifle E4", "b": "g-rifle D4", "x": "r-rifle E5"})
    offered = {c.pick: c.refusal for c in BOOK.offers(state, GERMAN, ()).options}
    assert offered["attack:E5"] is None
    assert not BOOK.offers(state, GERMAN, ("attack:E5", "a")).complete
    assert "below 1-4" in next(c.cost for c in BOOK.offers(state, GERMAN, ("attack:E5",)).options if c.pick == "a")


def test_mines_say_whose_they_are() -> None:
    """pb:PB-MINE-G."""
    own = position({"e": "g-engineers E4", "m": "g-minefield E5"})
    theirs = position({"e": "g-engineers E4", "m": "r-minefield E5"})
    assert "your own" in next(c.label for c in BOOK.offers(own, GERMAN, ()).options if c.pick == "clear:e")
    assert "your own" in BOOK.offers(own, GERMAN, ("clear:e",)).options[0].label
    assert "your own" not in next(c.label for c in BOOK.offers(theirs, GERMAN, ()).options if c.pick == "clear:e")


def test_minefields_and_mortars_have_signs_of_their_own() -> None:
    state = position({"mine": "g-minefield E5", "mortar": "g-81mm-mortar C4"})
    kinds = {c.id: c.kind for c in system(state).face.counters(state)}
    assert kinds == {"mine": "mines", "mortar": "unit"}


def test_who_cannot_move_says_why() -> None:
    """pb:PB-COMBAT-F, pb:PB-SEQ-4."""
    state = position({"t": "g-panther E4", "i": "g-rifle C4", "x": "r-rifle J9"}, step="first-vehicles")
    state.change(UnitId("t"), fired=True)
    refused = {c.pick: c.refusal for c in BOOK.offers(state, GERMAN, ()).options if c.refusal is not None}
    assert refused["move:t"].rule == "pb:PB-COMBAT-F"
    assert refused["move:i"].rule == "pb:PB-SEQ-4"


def test_a_move_shows_its_way_and_its_cost() -> None:
    state = position({"t": "g-panther E4", "x": "r-rifle J9"}, board(), step="first-vehicles")
    shown = odds_report(state, GERMAN, ("move:t", "to:E7"))
    assert shown is not None
    assert shown.path == (at("E5"), at("E6"), at("E7"))
    assert shown.rows[0].text.startswith("3 MF")


def test_the_log_lists_a_stack_in_short() -> None:
    state = position({"r 1": "g-rifle E4", "r 2": "g-rifle E4", "x": "r-rifle E5"})
    events = give(state, GERMAN, BOOK.made(state, GERMAN, ("attack:E5", "all")))
    text = BOOK.report(state, events[0])
    assert text is not None
    assert "r 1, 2 at x" in text.text


def test_set_up_begins_with_what_can_be_placed() -> None:
    """Command posts that belong into a fortification wait for one (pb:PB-SETUP-1)."""
    rules = system(position({"a": "g-rifle E4", "x": "r-rifle E5"}))
    assert rules.on.sides
    on = scenario("rear-area-raid")
    from core.panzerblitz.state import initial_state

    state = initial_state(on, ())
    side = SideId("german")
    first = BOOK.undone(state, side)[0]
    asked = BOOK.offers(state, side, ())
    picks = {c.unit: c for c in asked.options}
    assert picks[first].legal
    assert all(c.key != "R" for c in asked.options)
    assert "of " in BOOK.offers(state, side, (picks[first].pick,)).prompt
    assert BOOK.offers(state, RUSSIAN, ()).options is not None


def test_a_multiple_attack_is_shared_out_on_request() -> None:
    """pb:PB-COMBAT-I2: each unit gets what it needs for 1-1; who is left joins where the odds are the lowest."""
    guns = {f"gun {i}": f"g-rifle {hex_}" for i, hex_ in enumerate(("E4", "D4", "F4", "E3", "E6"))}
    state = position(guns | {"x": "r-wagons E5", "y": "r-truck E5", "t": "g-truck M9", "z": "r-rifle J9"})
    offered = {c.pick: c for c in BOOK.offers(state, GERMAN, ("attack:E5", "multiple")).options}
    assert offered["all"].label == "Share out for me, 5 units"
    made = BOOK.made(state, GERMAN, ("attack:E5", "multiple", "all"))
    assert isinstance(made, Announce)
    assert made.attack.method is Method.MULTIPLE
    assert [len(b.attackers) for b in made.attack.battles] == [3, 2]
    assert {b.target for b in made.attack.battles} == {"x", "y"}
    assert BOOK.offers(state, GERMAN, ("attack:E5", "multiple", "all")).complete
    begun = BOOK.made(state, GERMAN, ("attack:E5", "multiple", "gun 4", "all"))
    assert isinstance(begun, Announce)
    assert begun.attack.battles[0].attackers[0] == "gun 4"


def test_a_line_says_what_was_rolled_what_was_added_and_what_that_makes() -> None:
    state = position({"a": "g-rifle E4", "x": "r-wagons E5", "t": "r-truck M9"}, board(terrain={"E5": "woods"}))
    give(state, GERMAN, BOOK.made(state, GERMAN, ("attack:E5", "a")))
    give(state, GERMAN, Resolve())
    (resolved,) = (e for e in go_on(state, 3) if e.name == "pb-attack-resolved")
    told = BOOK.report(state, resolved)
    assert told is not None
    assert "rolled 3+1 = 4:" in told.text


@pytest.mark.parametrize("order", ["fresh down", "down fresh"])
def test_the_chance_to_eliminate_is_that_of_the_first_to_fall(order: str) -> None:
    """pb:PB-CRT-DD: of a stack attacked as one a DD destroys whom fire dispersed before, wherever he lies in it."""
    stack = {name: f"r-reconnaissance C4{' down' if name == 'down' else ''}" for name in order.split()}
    guns = {"a": "g-engineers C3", "b": "g-engineers C3", "c": "g-engineers D4"}
    state = position(guns | stack, step="first-assault")
    every = next(c for c in BOOK.offers(state, GERMAN, ("assault:C4",)).options if c.pick == "all")
    terms = assault_terms(state, GERMAN, at("C4"), tuple(map(UnitId, guns)))
    odds = result_chances(state, terms)
    assert odds[Result.SPECIAL_DISPERSED]
    assert every.chance is not None
    assert every.chance.kill == pytest.approx(odds[Result.ELIMINATED] + odds[Result.SPECIAL_DISPERSED])


def test_what_lies_in_a_hex_tells_whether_it_is_overrun() -> None:
    """pb:PB-OVR-G, pb:PB-OVR-I: the card of a hex knows Blocks, Wrecks, mines and fortifications as the order does."""
    units = {"m": "r-minefield C4", "b": "r-block E4", "f": "r-fortification G4", "x": "r-rifle I8"}
    state = position(units, board(terrain={"K4": "woods"}), wrecks={"I4": "german"})
    told = {}
    for hex_ in ("C4", "E4", "G4", "I4", "K4", "I8"):
        rows = system(state).face.hex_card(state, at(hex_)).sections[0].rows
        told[hex_] = next((r.text, r.rule) for r in rows if r.label == "Overrun")
    on = ("not on a Block, Wreck, minefield or fortification", "pb:PB-OVR-G")
    assert told == {
        **dict.fromkeys(("C4", "E4", "G4", "I4"), on),
        "K4": ("not in this terrain", "pb:PB-OVR-I"),
        "I8": ("possible", "pb:PB-OVR-I"),
    }


def test_methods_side_by_side_count_intensive_fire() -> None:
    """pb:PB-OPT-AMMO-1: the rows that compare the methods are those of the attack as it is begun."""
    guns = {"m": "g-120mm-mortar C6", "n": "g-120mm-mortar C6", "x": "r-rifle C4", "y": "r-rifle C4"}
    state = position(guns, options=("intensive-fire",))
    begun = ("attack:C4", "combination", "m", "n")
    for picks, totals in ((begun, "30:32"), ((*begun, "intensive:m"), "60:32")):
        found = odds_report(state, GERMAN, picks)
        assert found is not None
        odds = next(r.text for r in found.rows if r.label == "Odds")
        (same,) = (r.text for r in found.rows if r.label == "Combination")
        assert odds.startswith(totals)
        assert same.startswith(totals)


@pytest.mark.parametrize(("step", "told"), [("first-resolve", True), ("first-return-resolve", False)])
def test_what_lapses_has_fired_but_in_return_fire(step: str, told: bool) -> None:
    """pb:PB-SEQ-3, pb:PB-EXP-IMP-1: who returns fire is not flipped, and the log does not say so."""
    options = ("impulse-movement",)
    state = position({"g": "g-rifle C3", "r": "r-rifle C4"}, step=step, options=options)
    side, unit = (GERMAN, "g") if told else (RUSSIAN, "r")
    lapsed = AttackLapsed(side=side, hex=at("C5"), attackers=(UnitId(unit),))
    BOOK.evolve(state, lapsed)
    assert state.units[UnitId(unit)].fired == told
    report = BOOK.report(state, lapsed)
    assert report is not None
    assert ("having fired" in report.text) == told


# -- whatever is legal can be built ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("targets", "attackers", "picks"),
    [
        # the weaker gun for the weaker unit, or neither stands
        (("r-45mm", "r-122mm-howitzer"), ("g-halftrack E4", "g-20mm A3"), ("a", "next", "b")),
        # both are equally weak for the tank, but only one of them is weak enough for the mortar
        (("r-45mm", "r-reconnaissance"), ("g-panther A2", "g-81mm-mortar C4"), ("a", "at:y", "next", "b")),
        (("r-45mm", "r-reconnaissance"), ("g-panther A2", "g-81mm-mortar C4"), ("b", "next", "a")),
    ],
)
def test_a_multiple_attack_is_offered_whoever_must_fire_at_whom(
    targets: tuple[str, str], attackers: tuple[str, str], picks: tuple[str, ...]
) -> None:
    """pb:PB-COMBAT-I2: each at 1-1 or better, the weakest for its attackers first."""
    state = position(
        dict(zip("xy", (f"{t} B3" for t in targets), strict=True)) | dict(zip("ab", attackers, strict=True)),
        board(6, 6),
    )
    begun: tuple[str, ...] = ("attack:B3",)
    for pick in ("multiple", *picks):
        assert pick in {c.pick for c in BOOK.offers(state, GERMAN, begun).legal}
        begun = (*begun, pick)
    assert BOOK.offers(state, GERMAN, begun).complete
    give(state, GERMAN, BOOK.made(state, GERMAN, begun))


def test_all_of_a_multiple_attack_are_shared_out_whoever_is_strongest() -> None:
    """pb:PB-COMBAT-I2, and the panel does not call it impossible."""
    units = {"x": "r-45mm B3", "y": "r-122mm-howitzer B3", "a": "g-halftrack E4", "b": "g-20mm A3"}
    state = position(units, board(6, 6))
    report = odds_report(state, GERMAN, ("attack:B3", "multiple", "all"))
    assert report is not None
    assert [r.text for r in report.rows if r.label == "Odds"] == ["2:1 = 2-1", "4:3 = 1-1"]
    assert not [r for r in report.rows if "not possible" in r.text]


def test_a_multiple_attack_that_nobody_can_make_says_what_it_needs() -> None:
    """pb:PB-COMBAT-I2: not that it is below 1-4, which it is not."""
    state = position({"x": "r-guards E5", "y": "r-guards E5", "a": "g-rifle E4", "b": "g-rifle D5", "c": "g-88mm E9"})
    methods = {c.pick: c.refusal for c in BOOK.offers(state, GERMAN, ("attack:E5",)).options}
    assert methods["combination"] is None
    refusal = methods["multiple"]
    assert refusal is not None
    assert refusal.reason == "3 can fire, but not at two units of the stack at 1-1 or better"


def test_who_cannot_join_the_strongest_is_offered_without_it() -> None:
    """pb:PB-COMBAT-I1, pb:PB-CAT-G: with the Engineers the halftrack is the weakest, at which they may not fire."""
    units = {"x": "r-halftrack D5", "y": "r-guards D5", "a": "g-75mm-infantry-howitzer E4", "b": "g-engineers C4"}
    state = position(units)
    assert "selective" in {c.pick for c in BOOK.offers(state, GERMAN, ("attack:D5",)).legal}
    assert BOOK.offers(state, GERMAN, ("attack:D5", "selective", "a")).complete


def test_fire_that_only_intensively_comes_to_odds_is_offered() -> None:
    """pb:PB-OPT-AMMO-1: a mortar of 3 against 16 is below 1-4, with 9 it is 1-2."""
    units = {"x": "r-rifle B3", "m": "g-81mm-mortar B5"}
    for options, offered in ((("intensive-fire",), True), ((), False)):
        state = position(units, options=options)
        assert ("attack:B3" in {c.pick for c in BOOK.offers(state, GERMAN, ()).legal}) == offered
        assert ("m" in {c.pick for c in BOOK.offers(state, GERMAN, ("attack:B3",)).legal}) == offered
    state = position(units, options=("intensive-fire",))
    assert not BOOK.offers(state, GERMAN, ("attack:B3", "m")).complete
    assert BOOK.offers(state, GERMAN, ("attack:B3", "m", "intensive:m")).complete
