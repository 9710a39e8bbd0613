"""Normal combat: odds, factoring, methods, results, spotting (pb:PB-COMBAT-E and its neighbours)."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.fire.combat import check_attack
from core.panzerblitz.fire.factoring import fire_factor, odds_column
from core.panzerblitz.fire.orders import Announce, Resolve, Withdraw
from core.panzerblitz.fire.results import Terms, result_chances
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.pieces.attacks import Attack, Battle, Method
from core.panzerblitz.pieces.reference import Result
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, position, refused, system


def attack(hex_: str, method: str, target: str | None, *attackers: str, hard: tuple[str, ...] = ()) -> Announce:
    """An attack of one battle."""
    battle = Battle(UnitId(target) if target else None, tuple(map(UnitId, attackers)), tuple(UnitId(h) for h in hard))
    return Announce(attack=Attack(at(hex_), Method(method), (battle,)))


def terms(state: BlitzState, order: Announce) -> Terms:
    """The terms of its only battle."""
    return check_attack(state, GERMAN, order.attack)[0]


@pytest.mark.parametrize(
    ("strength", "defense", "odds"),
    [(11, 3, "3-1"), (4, 4, "1-1"), (40, 3, "4-1"), (3, 4, "1-2"), (1, 4, "1-4"), (1, 5, None), (7, 20, "1-3")],
)
def test_odds_in_the_defenders_favor(strength: int, defense: int, odds: str | None) -> None:
    """pb:PB-COMBAT-A: 11 to 3 is 3-1; below 1-4 no attack."""
    assert odds_column(strength, defense) == odds


def test_the_worked_example_of_factoring() -> None:
    """pb:PB-FACTOR-A, pb:PB-FACTOR-B, pb:PB-WEC-1, pb:PB-HILL-C, pb:PB-TEC-WOODS: 16 to 8 to 4, 1-1, 3 + 1 = 4."""
    ground = board(terrain={"E5": "woods"}, levels={"E5": 2})
    state = position({"panther": "g-panther E4", "recon": "r-reconnaissance E5"}, ground)
    found = terms(state, attack("E5", "selective", "recon", "panther"))
    assert (found.attack, found.defense, found.odds, found.net) == (4, 4, "1-1", 1)
    give(state, GERMAN, attack("E5", "selective", "recon", "panther"))
    give(state, GERMAN, Resolve())
    event = next(e for e in go_on(state, 3) if e.name == "pb-attack-resolved")
    assert (event.roll, event.result) == (4, "-")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("attacker", "target", "where", "amount"),
    [
        ("g-panther", "r-t-34c", "E8", 32),  # A, armored, within half range 6
        ("g-panther", "r-t-34c", "E12", 16),  # A, armored, beyond
        ("g-panther", "r-rifle", "E12", 8),  # A, others
        ("g-150mm-infantry-howitzer", "r-t-34c", "E8", 20),  # H, armored, within 6
        ("g-150mm-infantry-howitzer", "r-t-34c", "E12", 10),  # H, armored, beyond
        ("g-150mm-infantry-howitzer", "r-rifle", "E12", 20),  # H, others
        ("g-rifle", "r-rifle", "E8", 3),  # I, others
        ("g-rifle", "r-truck", "E8", 3),  # I, trucks are no armored vehicles
        ("g-rifle", "r-t-34c", "E8", None),  # I, armored: Close Assault only
    ],
)
def test_weapons_effectiveness(attacker: str, target: str, where: str, amount: int | None) -> None:
    """pb:PB-WEC-1, pb:PB-WEC-2, pb:PB-WEAP-1, pb:PB-UIT-3, pb:PB-CAT-G, pb:PB-FACT-2."""
    state = position({"a": f"{attacker} E3", "t": f"{target} {where}"}, board(9, 20))
    armored = state.type(UnitId("t")).armored
    found = fire_factor(state, UnitId("a"), at(where), armored=armored)
    assert (found.amount if found else None) == amount


def test_half_of_nine_is_four() -> None:
    """pb:PB-WEC-2, pb:PB-FACT-4, pb:PB-COMBAT-C: fractions are lost, and there is no fire beyond the range."""
    state = position({"m": "g-120mm-mortar A1", "e": "r-rifle E5", "f": "g-20mm A1", "far": "r-rifle M9"})
    assert state.type(UnitId("m")).half_range == 10
    assert refused(state, GERMAN, attack("M9", "selective", "far", "f")) == "pb:PB-COMBAT-C"


def test_hills_halve_some_attackers() -> None:
    """pb:PB-HILL-A, pb:PB-HILL-B, pb:PB-HILL-C: not those on a hilltop, not those next to a slope."""
    ground = board(levels={"E5": 2, "E8": 2, "J5": 1}, sides={"J5-J6": "brown"})
    state = position({"a": "g-20mm-quad E8", "b": "g-20mm-quad E7", "x": "r-rifle E5"}, ground)
    assert [fire_factor(state, UnitId(u), at("E5"), armored=False).amount for u in "ab"] == [14, 7]  # type: ignore[union-attr]
    slope = position({"a": "g-20mm-quad J4", "b": "g-20mm-quad J6", "c": "g-20mm-quad J3", "x": "r-rifle J5"}, ground)
    found = [fire_factor(slope, UnitId(u), at("J5"), armored=False).amount for u in "abc"]  # type: ignore[union-attr]
    assert found == [14, 7, 7]


def test_each_fraction_is_dropped() -> None:
    """pb:PB-FACTOR-B, pb:PB-COMBAT-H: three guns of 7 against infantry are 3 + 3 + 3."""
    units = {"a": "r-45mm E4", "b": "r-45mm D5", "c": "r-45mm F4", "x": "g-rifle E5"}
    state = position(units, step="second-fire")
    order = attack("E5", "selective", "x", "a", "b", "c")
    assert check_attack(state, RUSSIAN, order.attack)[0].attack == 9


STACK = {"strong": "r-t-34c E5", "weak": "r-truck E5", "a": "g-panther E8", "b": "g-pzkpfw-iv D8"}


def test_selective_attacks_the_weakest() -> None:
    """pb:PB-COMBAT-I1, pb:PB-COMBAT-I: the unit against which these attackers get the highest odds."""
    state = position(STACK)
    assert terms(state, attack("E5", "selective", "weak", "a")).odds == "4-1"
    state = position({"strong": "r-guards E5", "weak": "r-reconnaissance E5", "a": "g-150mm-infantry-howitzer E8"})
    assert refused(state, GERMAN, attack("E5", "selective", "strong", "a")) == "pb:PB-COMBAT-I1"
    assert terms(state, attack("E5", "selective", "weak", "a")).odds == "4-1"


def test_one_attack_on_a_stack() -> None:
    """pb:PB-COMBAT-E, pb:PB-COMBAT-G, pb:PB-SEQ-2: all fire at a hex is announced as one, and can be withdrawn."""
    state = position(STACK)
    give(state, GERMAN, attack("E5", "selective", "weak", "a"))
    assert refused(state, GERMAN, attack("E5", "combination", None, "b")) == "pb:PB-COMBAT-E"
    give(state, GERMAN, Withdraw(hex=at("E5")))
    give(state, GERMAN, attack("E5", "combination", None, "a", "b"))
    assert refused(state, GERMAN, attack("E5", "combination", None, "a")) == "pb:PB-COMBAT-E"


def test_multiple_attack() -> None:
    """pb:PB-COMBAT-I2: two at least, other attackers for each, 1-1 or better, the weakest first."""
    state = position(STACK)
    weak, strong = (Battle(UnitId(t), (UnitId(a),)) for t, a in (("weak", "b"), ("strong", "a")))
    order = Announce(attack=Attack(at("E5"), Method.MULTIPLE, (weak, strong)))
    assert [t.odds for t in check_attack(state, GERMAN, order.attack)] == ["4-1", "3-1"]
    backwards = Announce(attack=Attack(at("E5"), Method.MULTIPLE, (strong, weak)))
    assert refused(state, GERMAN, backwards) == "pb:PB-COMBAT-I2"
    single = Announce(attack=Attack(at("E5"), Method.MULTIPLE, (weak,)))
    assert refused(state, GERMAN, single) == "pb:PB-COMBAT-I2"
    twice = Announce(attack=Attack(at("E5"), Method.MULTIPLE, (weak, Battle(UnitId("strong"), (UnitId("b"),)))))
    assert refused(state, GERMAN, twice) == "pb:PB-COMBAT-H"


def test_multiple_attack_needs_even_odds() -> None:
    """pb:PB-COMBAT-I2: 1-2 is not enough for any of its battles."""
    state = position(
        {"x": "r-rifle E5", "y": "r-guards E5", "a": "g-20mm-quad E4", "b": "g-150mm-infantry-howitzer D5"}
    )
    battles = (Battle(UnitId("x"), (UnitId("a"),)), Battle(UnitId("y"), (UnitId("b"),)))
    assert refused(state, GERMAN, Announce(attack=Attack(at("E5"), Method.MULTIPLE, battles))) == "pb:PB-COMBAT-I2"


def test_combination_attack_hits_all() -> None:
    """pb:PB-COMBAT-I3, pb:PB-CRT-X, pb:PB-WRECK-1: one roll for the added factors; a Wreck for the tank, none else."""
    state = position(STACK | {"c": "g-hummel E9"})
    give(state, GERMAN, attack("E5", "combination", None, "a", "b", "c"))
    found = terms(position(STACK), attack("E5", "combination", None, "a", "b"))
    assert (found.defense, found.armored) == (10, False)  # half and half: as it is worse for A class
    give(state, GERMAN, Resolve())
    go_on(state, 1)
    assert state.units[UnitId("strong")].presence is state.units[UnitId("weak")].presence is Presence.ELIMINATED
    assert state.wrecks == {at("E5"): (RUSSIAN,)}


def test_mixed_stacks_by_majority() -> None:
    """pb:PB-WEC-A: two of three armored make the stack armored."""
    units = {"t": "g-panther E5", "u": "g-panther E5", "i": "g-rifle E5", "su": "r-su-152 E8"}
    state = position(units, step="second-fire")
    found = check_attack(state, RUSSIAN, attack("E5", "combination", None, "su").attack)[0]
    assert found.armored is True
    assert found.attack == 40


def test_a_stack_half_of_which_is_armored_is_what_is_worse_for_all_attackers_together() -> None:
    """pb:PB-WEC-A, pb:PB-CAT-G: who may not attack that type takes no part; where it is all one, everybody may."""
    stack = {"gun": "r-su-76 E5", "truck": "r-truck E5"}
    state = position({**stack, "lynx": "g-lynx E7", "men2": "g-rifle E6", "guards": "g-submachinegun E6"})
    both = terms(state, attack("E5", "combination", None, "lynx", "men2"))
    assert (both.attack, both.armored) == (1 + 3, False)  # 4 against armor without the rifles
    assert both.why == (("half of them armored, which is all one to the attackers", "pb:PB-WEC-A"),)
    assert refused(state, GERMAN, attack("E5", "combination", None, "lynx", "guards")) == "pb:PB-CAT-G"


def test_towns() -> None:
    """pb:PB-WEC-B, pb:PB-TEC-TOWN: one combined defense, armored targets, +1; rifles cannot fire into them."""
    units = {"x": "r-rifle E5", "y": "r-rifle E5", "a": "g-panther E4", "i": "g-rifle D5"}
    state = position(units, board(terrain={"E5": "town"}))
    assert refused(state, GERMAN, attack("E5", "selective", "x", "a")) == "pb:PB-WEC-B"
    assert refused(state, GERMAN, attack("E5", "combination", None, "i")) == "pb:PB-CAT-G"
    found = terms(state, attack("E5", "combination", None, "a"))
    assert (found.attack, found.defense, found.net) == (32, 32, 1)


def test_spotting() -> None:
    """In woods only with an undispersed friend next to the target.

    pb:PB-SPOT-1, pb:PB-SPOT-A, pb:PB-SPOT-B, pb:PB-SPOT-C, pb:PB-SPOT-D.
    """
    ground = board(terrain={"E5": "woods"})
    units = {"x": "r-rifle E5", "gun": "g-150mm-infantry-howitzer E9"}
    order = attack("E5", "selective", "x", "gun")
    assert refused(position(units, ground), GERMAN, order) == "pb:PB-SPOT-1"
    assert refused(position(units | {"s": "g-truck E6 down"}, ground), GERMAN, order) == "pb:PB-SPOT-1"
    assert terms(position(units | {"s": "g-truck E6"}, ground), order).odds == "1-1"


def test_dispersal_and_recovery() -> None:
    """pb:PB-CRT-D, pb:PB-CRT-DD, pb:PB-SEQ-6, pb:PB-SEQ-3: face down until the end of the owner's next Player-Turn."""
    state = position({"x": "r-rifle E5", "a": "g-150mm-infantry-howitzer E7", "enemy": "r-rifle A1"})
    give(state, GERMAN, attack("E5", "selective", "x", "a"))
    give(state, GERMAN, Resolve())
    go_on(state, 2)
    unit = UnitId("x")
    assert state.units[unit].dispersed
    while state.turn == 1:
        side = system(state).active(state)[0]
        give(state, side, Resolve() if "fire" in state.step else FinishStep())
        go_on(state)
        assert state.turn > 1 or state.units[unit].dispersed
    assert not state.units[unit].dispersed


def test_special_dispersal_destroys_the_dispersed() -> None:
    """pb:PB-CRT-DD, pb:PB-CRT-2: DD eliminates what was dispersed earlier in this Player-Turn; -1 to the die."""
    state = position({"x": "r-rifle E5 down", "a": "g-150mm-infantry-howitzer E7"})
    found = terms(state, attack("E5", "selective", "x", "a"))
    assert (found.odds, found.net) == ("1-1", -1)
    give(state, GERMAN, attack("E5", "selective", "x", "a"))
    give(state, GERMAN, Resolve())
    go_on(state, 2)
    assert state.units[UnitId("x")].presence is Presence.ELIMINATED


def test_the_table_at_its_ends() -> None:
    """pb:PB-CRT-1: -2 reads DD at 1-4 and X from 1-3 up; 7 is never any effect."""
    tables = position({"x": "r-rifle E5"}).tables
    assert [tables.result(o, -2) for o in ("1-4", "1-3", "1-2")] == [
        Result.SPECIAL_DISPERSED,
        Result.ELIMINATED,
        Result.ELIMINATED,
    ]
    assert all(tables.result(o, 7) is Result.NONE for o in ("1-4", "1-1", "4-1"))


def test_carriers_share_their_fate() -> None:
    """pb:PB-TRANS-D, pb:PB-TRANS-E, pb:PB-TRANS-F, pb:PB-TRANS-H: one element, but riders may be singled out."""
    units = {"truck": "r-truck E5", "gun": "r-76mm-at on truck", "tank": "r-t-34c F5", "men": "r-rifle on tank"}
    state = position(units | {"a": "g-rifle E6", "b": "g-150mm-infantry-howitzer F7"})
    assert elements(state, GERMAN, at("E5")) == ("truck",)
    assert terms(state, attack("E5", "selective", "truck", "a")).defense == 1
    rider = terms(state, attack("F5", "selective", "men", "b"))
    assert (rider.defense, rider.armored) == (1, False)
    give(state, GERMAN, attack("E5", "selective", "truck", "a"))
    give(state, GERMAN, attack("F5", "selective", "men", "b"))
    give(state, GERMAN, Resolve())
    go_on(state, 1, 1)
    gone = {u for u, unit in state.units.items() if unit.presence is Presence.ELIMINATED}
    assert gone == {"truck", "gun", "men"}


def test_riders_are_offered_as_targets() -> None:
    """pb:PB-TRANS-H, pb:PB-WEC-1: rifles cannot fire at the tank, but at the men on it."""
    state = position({"tank": "r-t-34c F5", "men": "r-rifle on tank", "a": "g-rifle F7"})
    rules = system(state)
    for begun in (("attack:F5",), ("attack:F5", "selective")):
        assert [c.pick for c in BOOK.offers(state, GERMAN, begun).legal] == ["at:men"]
        assert BOOK.offers(state, GERMAN, (*begun, "at:men", "a")).complete
    partial = ("attack:F5", "at:men", "a")
    assert rules.choices(state, GERMAN, partial).complete
    give(state, GERMAN, rules.order(state, GERMAN, partial))


def test_passengers_do_not_fire() -> None:
    """pb:PB-TRANS-B, pb:PB-COMBAT-B, pb:PB-COMBAT-D: but halftracks do while they carry."""
    state = position({"h": "g-halftrack E4", "men": "g-rifle on h", "x": "r-truck E5"})
    assert refused(state, GERMAN, attack("E5", "selective", "x", "men")) == "pb:PB-TRANS-B"
    assert terms(state, attack("E5", "selective", "x", "h")).attack == 2
    assert refused(state, RUSSIAN, attack("E4", "selective", "h", "x")) == "pb:PB-SEQ-2"


def test_odds_panel_compares_the_methods() -> None:
    """pb:PB-COMBAT-I: factoring with reasons, chances that sum to one, three methods side by side."""
    state = position(STACK)
    report = odds_report(state, GERMAN, ("attack:E5", "combination", "a", "b"))
    assert report is not None
    assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
    assert [r.label for r in report.rows[-3:]] == ["Selective", "Multiple", "Combination"]
    assert any("A class" in r.text for r in report.rows)
    found = terms(state, attack("E5", "selective", "weak", "a"))
    assert result_chances(state, found)[Result.ELIMINATED] == pytest.approx(1)
