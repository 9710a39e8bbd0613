"""or:7.42: formations fire in the order of rolls, one at a time, and move in the reverse order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve as changed

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder, Order
from core.panzer.chapters import BOOK
from core.panzer.command.events import FormationNamed, FormationsRolled, FormationTriggered
from core.panzer.command.face import headline, rows, step_title
from core.panzer.command.initiative import modifier
from core.panzer.command.orders import NameFormation
from core.panzer.command.sharing import group_refusal
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.direct_fire.orders import Fire, OverwatchFire, Pass
from core.panzer.direct_fire.step import direct_targets, yet_to_fire
from core.panzer.formation_turns import formations_left, name_of
from core.panzer.movement.orders import Move
from core.panzer.movement.step import yet_to_move
from core.panzer.opponent.formations import name
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence
from core.panzer.sequence import steps
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.panzer.vignette import Situation
from core.secrecy import redact, view
from core.step_end import FinishStep

BRITISH, GERMAN = SideId("british"), SideId("german")
TANK, GUN = "g17-pzkpfw-iv-g", "na-crusader-iii"
FIRST, SECOND = "german/1st", "german/2nd"
ALPHA, BRAVO = "british/Alpha", "british/Bravo"
G1, G2, B1, B2 = (UnitId(u) for u in ("g1", "g2", "b1", "b2"))
ON = ("staggered-initiative",)


def game(
    step: str, *, modules: Iterable[str] = ON, formations: Iterable[str] = (), command: str = "FIRE", **moment: Any
) -> Situation:
    """Two German and two British formations of a tank each, in sight of each other."""
    own = {"card": TANK, "side": "german", "facing": "S", "command": command}
    foe = {"card": GUN, "side": "british", "facing": "N", "command": command}
    stated = {
        "modules": list(modules),
        "board": {"grid": "\n".join([". . . . . ."] * 9)},
        "unit": [
            {**own, "id": "g1", "hex": "A1", "formation": "1st"},
            {**own, "id": "g2", "hex": "D1", "formation": "2nd"},
            {**foe, "id": "b1", "hex": "A8", "formation": "Alpha"},
            {**foe, "id": "b2", "hex": "D8", "formation": "Bravo"},
        ],
        "situation": {"step": step, "formations": list(formations), **moment},
    }
    return situation(stated, "x", "x", "x.toml")


def posed(step: str, **how: Any) -> PanzerState:
    return game(step, **how).initial()


def advance(state: PanzerState, *dice: int) -> list[Event]:
    found = []
    for event in BOOK.advance(state, ScriptedDice(dice)):
        BOOK.evolve(state, event)
        found.append(event)
    return found


def give(state: PanzerState, side: SideId, order: Order, *dice: int) -> list[Event]:
    """An order and what follows by itself."""
    BOOK.refuse(state, side, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, side, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            found.append(event)
    return found


def named(state: PanzerState, german: str, british: str, *dice: int) -> list[Event]:
    """Both name a formation, the dice fall, German first."""
    first = give(state, GERMAN, NameFormation(formation=german))
    return [*first, *give(state, BRITISH, NameFormation(formation=british), *dice)]


def fire(shooter: UnitId, target: UnitId) -> Fire:
    return Fire(target=target, shots=(Shot(shooter, target),))


def steps_of(events: Iterable[Event]) -> list[str]:
    return [event.step for event in events if isinstance(event, StepBegun)]


# -- the sequence ------------------------------------------------------------------------------------


def test_it_replaces_the_lines_of_first_and_second_player() -> None:
    """or:7.42: one initiative roll and one step a player give way to formations; or:7.42.3 keeps their Movement."""
    plain = {s.id for s in steps(frozenset())}
    staggered = {s.id for s in steps(frozenset({Switch.STAGGERED_INITIATIVE}))}
    streamlined = {s.id for s in steps(frozenset({Switch.STAGGERED_INITIATIVE, Switch.STREAMLINED_MOVEMENT}))}
    assert plain - staggered == {"initiative", "first-fire", "second-fire", "second-move", "first-move"}
    assert staggered - plain == {"name-formations", "formation-fire", "next-formation", "formation-move"}
    assert streamlined - staggered == {"second-move", "first-move"}
    assert staggered - streamlined == {"formation-move"}
    everything = [s.id for s in steps(frozenset(Switch) - {Switch.STREAMLINED_MOVEMENT})]
    assert everything.index("first-assault") < everything.index("second-assault") < everything.index("formation-move")


# -- the Initiative Phase ----------------------------------------------------------------------------


def test_each_names_a_formation_and_the_higher_roll_is_first_player() -> None:
    """or:7.42.1: his formation is the first to fire; ties are rolled again."""
    state = posed("name-formations")
    assert set(BOOK.acting(state)) == {GERMAN, BRITISH}
    found = named(state, SECOND, ALPHA, 50, 50, 30, 80)
    rolled = [event for event in found if isinstance(event, FormationsRolled)]
    assert [event.winner for event in rolled] == [None, BRITISH]
    [triggered] = [event for event in found if isinstance(event, FormationTriggered)]
    assert (triggered.side, triggered.formation) == (BRITISH, ALPHA)
    assert state.commands.first_player == BRITISH
    assert steps_of(found) == ["formation-fire"]
    assert BOOK.acting(state) == (BRITISH,)
    told = [BOOK.report(state, event) for event in (*rolled, triggered)]
    assert all(report is not None for report in told)


def test_force_grades_are_added() -> None:
    """or:7.42.1: the Force Grade Modifier, and where the scenario says so a side wins ties."""
    state = posed("name-formations", modules=(*ON, "grades"), ties_to="german")
    sides = tuple(changed(s, grade=type(s.grade).ELITE) if s.id == BRITISH else s for s in state.scenario.sides)
    state.scenario = changed(state.scenario, sides=sides)
    ahead = modifier(state, BRITISH).total - modifier(state, GERMAN).total
    assert ahead > 0
    named(state, FIRST, ALPHA, 40 + ahead, 40)
    assert state.commands.first_player == GERMAN, "a tie"


def test_which_formation_is_named_is_secret_until_it_has_won() -> None:
    state = posed("name-formations")
    [event] = give(state, GERMAN, NameFormation(formation=FIRST))
    assert isinstance(event, FormationNamed)
    heard = redact(state, event, BRITISH)
    assert heard is not None
    assert heard.formation == ""
    assert view(state, GERMAN).staggered.named == {GERMAN: FIRST}
    assert view(state, BRITISH).staggered.named == {GERMAN: ""}
    assert BOOK.acting(state) == (BRITISH,)
    with pytest.raises(IllegalOrder, match="named"):
        BOOK.refuse(state, GERMAN, NameFormation(formation=SECOND))
    for seen in (event, heard):
        assert BOOK.report(state, seen) is not None


def test_one_names_its_own_formations_alone() -> None:
    state = posed("name-formations")
    with pytest.raises(IllegalOrder, match="1st, 2nd"):
        BOOK.refuse(state, GERMAN, NameFormation(formation=ALPHA))
    menu = BOOK.offers(state, GERMAN, ())
    picks = [choice.pick for choice in menu.options if choice.pick.startswith("name-formation")]
    assert picks == [f"name-formation:{FIRST}", f"name-formation:{SECOND}"]
    assert menu.options[0].cost == "1 to fire"
    assert BOOK.made(state, GERMAN, (picks[1],)) == NameFormation(formation=SECOND)


def test_a_side_that_has_none_yet_rolls_all_the_same() -> None:
    """or:7.42.1: who has won is First Player; the only formation there is fires first."""
    state = posed("name-formations")
    for unit in (G1, G2, B2):
        state.change(unit, presence=Presence.WAITING, hex=None)
    found = advance(state, 90, 10, *(50 for _ in range(40)))
    [rolled] = [event for event in found if isinstance(event, FormationsRolled)][:1]
    [triggered] = [event for event in found if isinstance(event, FormationTriggered)][:1]
    assert (rolled.winner, triggered.formation) == (GERMAN, ALPHA)


# -- Direct Fire -------------------------------------------------------------------------------------


def test_a_formation_fires_alone() -> None:
    """or:7.42.1.2: its fire, and nobody else's."""
    state = posed("formation-fire", formations=(FIRST,))
    assert BOOK.acting(state) == (GERMAN,)
    assert [u.id for u in yet_to_fire(state, GERMAN)] == [G1]
    BOOK.refuse(state, GERMAN, fire(G1, B1))
    with pytest.raises(IllegalOrder) as error:
        BOOK.refuse(state, GERMAN, fire(G2, B1))
    assert error.value.rule == "or:7.42"
    assert step_title(state) == "Direct Fire (German: 1st)"


def test_the_next_formation_is_rolled_for() -> None:
    """or:7.42.1.1: after one has fired each side names one; it may be the same side again; the loser's is not spent."""
    state = posed("formation-fire", formations=(FIRST,), first="german")
    found = give(state, GERMAN, fire(G1, B1), 100)
    assert steps_of(found) == ["next-formation"]
    assert set(BOOK.acting(state)) == {BRITISH}, "the only German formation left names itself"
    found = give(state, BRITISH, NameFormation(formation=BRAVO), 60, 40)
    assert state.staggered.order == (FIRST, SECOND)
    assert steps_of(found) == ["formation-fire"]
    assert formations_left(state, BRITISH) == (ALPHA, BRAVO)
    assert headline(state) == ("order: 1st, 2nd",)


def test_a_force_alone_fires_its_formations_in_any_order() -> None:
    """or:7.42.1.1: without a roll; the order is recorded all the same."""
    state = posed("next-formation", formations=(FIRST, SECOND), first="german")
    state.staggered = type(state.staggered)(order=(FIRST, SECOND), to_move=(FIRST, SECOND))
    assert BOOK.acting(state) == (BRITISH,)
    found = give(state, BRITISH, NameFormation(formation=BRAVO))
    assert not [event for event in found if isinstance(event, FormationsRolled)]
    found = give(state, BRITISH, fire(B2, G2), 100)
    assert state.staggered.order == (FIRST, SECOND, BRAVO, ALPHA), "the last one needs no naming"
    found = give(state, BRITISH, fire(B1, G1), 100)
    assert "overwatch" in steps_of(found)


def test_a_later_formation_may_fire_again_at_the_same_unit() -> None:
    """or:7.42.1.2: all of one formation's fire at a unit is announced before any of it; another may fire again."""
    state = posed("formation-fire", formations=(FIRST,))
    found = give(state, GERMAN, fire(G1, B1), 100)
    assert isinstance(found[1], FireAnnounced)
    state.staggered = type(state.staggered)(active=SECOND, order=(FIRST, SECOND), to_move=(FIRST, SECOND))
    BOOK.evolve(state, StepBegun(step="formation-fire"))
    assert B1 in direct_targets(state, G2)
    plain = posed("first-fire", modules=(), first="german")
    give(plain, GERMAN, fire(G1, B1), 100)
    assert B1 not in direct_targets(plain, G2), "without the rule it is closed (na:4.4.1e)"


def test_overwatch_fire_comes_after_all_formations() -> None:
    """or:7.42.1.3: the initial First Player's first."""
    state = posed("formation-fire", formations=(FIRST, ALPHA, SECOND, BRAVO), first="british")
    for unit in (G1, G2, B1):
        state.change(unit, command=Command.OVERWATCH)
    found = give(state, BRITISH, fire(B2, G2), 100)
    assert steps_of(found) == ["overwatch"]
    assert state.fire.window is not None
    assert state.fire.window.fired == (B2,)
    assert BOOK.acting(state) == (GERMAN,), "the British have nobody to answer"


@pytest.mark.parametrize(("modules", "then"), [(ON, BRITISH), ((), GERMAN)])
def test_the_first_player_resolves_all_his_overwatch_fire_then_the_second(
    modules: tuple[str, ...], then: SideId
) -> None:
    """or:7.42.1.3: without the rule they take turns (na:4.4.2b); who has fired on Overwatch may be answered."""
    state = posed("overwatch", modules=modules, command="OVERWATCH", first="british")
    state.fire = changed(state.fire, fired=(G1, B1))
    advance(state)
    assert BOOK.acting(state) == (BRITISH,)
    give(state, BRITISH, OverwatchFire(target=G1, shots=(Shot(B1, G1),)), 100)
    assert BOOK.acting(state) == (then,)
    if then == BRITISH:
        give(state, BRITISH, Pass())
        assert BOOK.acting(state) == (GERMAN,)
    give(state, GERMAN, OverwatchFire(target=B1, shots=(Shot(G1, B1),)), 100)
    assert BOOK.acting(state) == (GERMAN if modules else BRITISH,)


# -- movement ----------------------------------------------------------------------------------------


def test_formations_move_in_reverse() -> None:
    """or:7.42.2: the last to fire moves first, the first last."""
    order = (FIRST, ALPHA, SECOND, BRAVO)
    state = posed("overwatch", formations=order, command="MOVE", first="german")
    moved = []
    found = advance(state)
    while state.step == "formation-move":
        side, formation = BOOK.acting(state)[0], state.staggered.active
        moved.append(formation)
        assert [u.id for u in yet_to_move(state, side)] == [
            u for u, of in state.scenario.formation_units.items() if of == formation
        ]
        found = give(state, side, FinishStep())
    assert tuple(moved) == tuple(reversed(order))
    assert "end-turn" in steps_of(found) or state.step == "commands"


def test_a_unit_moves_in_its_formations_turn_alone() -> None:
    state = posed("formation-move", formations=(FIRST, SECOND), command="MOVE", first="german")
    BOOK.refuse(state, GERMAN, Move(unit=G2, rate=Rate.CROSS_COUNTRY, steps=("F",), end=True))
    with pytest.raises(IllegalOrder) as error:
        BOOK.refuse(state, GERMAN, Move(unit=G1, rate=Rate.CROSS_COUNTRY, steps=("F",), end=True))
    assert error.value.rule == "or:7.42.2"
    offered = {c.pick for c in BOOK.offers(state, GERMAN, ()).options}
    assert f"move:{G2}" in offered
    assert f"move:{G1}" not in offered
    assert headline(state) == ("then: 1st",)


def test_the_streamlined_phase_moves_a_whole_side() -> None:
    """or:7.42.3: the Second Player, then the First."""
    on = (*ON, "streamlined-movement")
    state = posed("overwatch", modules=on, formations=(FIRST, ALPHA, SECOND, BRAVO), command="MOVE", first="german")
    found = advance(state)
    assert steps_of(found) == ["second-move"]
    assert [u.id for u in yet_to_move(state, BRITISH)] == [B1, B2]


# -- formation units -----------------------------------------------------------------------------------


def of_one_formation(*, on: bool = True) -> PanzerState:
    """German tanks of one company, in two platoons."""
    modules = ["command-control", "grades", *(ON if on else ())]
    state = game("commands", modules=modules).initial()
    platoons = {G1: "1st Platoon", G2: "2nd Platoon"}
    units = tuple(
        changed(u, formation="Company", platoon=platoons.get(u.id, "")) if u.side == GERMAN else u
        for u in state.scenario.units
    )
    state.scenario = changed(state.scenario, units=units)
    state.change(G2, hex=state.units[G1].hex)
    return state


def test_a_force_of_one_formation_fires_by_platoons() -> None:
    """or:7.42: companies where a force has several, else platoons, which share no command."""
    state = of_one_formation()
    units = state.scenario.formation_units
    assert (units[G1], units[G2], units[B1]) == ("german/1st Platoon", "german/2nd Platoon", ALPHA)
    assert name_of(state, "german/") == "Company", "the rest of the company"
    refused = group_refusal(state, (G1, G2), Command.FIRE)
    assert refused is not None
    assert refused.rule == "or:7.42"
    assert group_refusal(of_one_formation(on=False), (G1, G2), Command.FIRE) is None


def test_a_passenger_acts_with_its_vehicle() -> None:
    state = posed("formation-fire", formations=(SECOND,))
    state.change(G1, presence=Presence.CARRIED, carrier=G2, hex=None)
    assert formations_left(state, GERMAN) == ()


# -- what is shown, what a computer player names --------------------------------------------------------


def test_what_is_shown_of_it() -> None:
    state = posed("formation-fire", formations=(FIRST,), first="german")
    told = {row.label: row.text for row in rows(state, state.units[G1])}
    assert told["Fires and moves with"] == "1st: number 1 to fire"
    later = {row.label: row.text for row in rows(state, state.units[G2])}
    assert later["Fires and moves with"] == "2nd: has yet to win a roll"
    rules = game("formation-fire", formations=(FIRST,), first="german")
    face = Panzer(rules.on, {}).face
    assert face.extra(state) == "First Player: German; order: 1st"
    assert face.step_title(state) == "Direct Fire (German: 1st)"
    begun = BOOK.report(state, StepBegun(step="formation-fire"))
    assert begun is not None
    assert begun.text == "Combat: Direct Fire - German: 1st"


def test_a_computer_player_names_the_formation_that_can_fire() -> None:
    state = posed("name-formations")
    state.change(G2, command=Command.NONE)
    assert name(view(state, GERMAN), GERMAN) == NameFormation(formation=FIRST)
    state.change(G2, command=Command.FIRE)
    state.change(G1, command=Command.NONE)
    assert name(view(state, GERMAN), GERMAN) == NameFormation(formation=SECOND)


def test_a_new_turn_begins_anew() -> None:
    """or:7.42.1: and knows who was initial First Player of the turn before."""
    state = posed("formation-fire", formations=(FIRST,), first="german")
    BOOK.evolve(state, TurnBegun(turn=2))
    assert state.staggered.order == ()
    assert state.commands.went_first == GERMAN
