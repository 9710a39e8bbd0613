"""One that looks ahead: it holds a plan for a turn, finds it by playing on in its mind, and knows only its own view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.ai import Budget, Thought, intent, planner, think
from core.ai.intent import Intent, Tried
from core.ai.planner import Effort, Planner
from core.ai.playouts import CommonDice, course
from core.dice import SeededDice
from core.event import SideId
from core.panzer.pieces.unit import Command
from core.play.game import Game
from core.play.simulate import play_out

#: A small scenario of each rule system that has plans.
PLAYED = ("the-pimple", "minsk", "pw-0")


def begun(scenario: str, turn: int = 1) -> tuple[Game[Any], SideId]:
    """A game at the first order of a turn, and the side that is to give it."""
    game: Game[Any] = Game(catalogue.open_system(scenario), SeededDice("planner"))
    players: dict[Any, Any] = {look.id: planner.Greedy(SeededDice(look.id), "regular") for look in game.system.sides}
    for _ in play_out(game, players):
        if game.state.turn >= turn:
            break
    return game, game.active[0]


def test_an_intent_is_text_and_anything_else_is_none() -> None:
    known = Intent(3, "veteran/hold", 0.625, {"veteran/usual": Tried(2.5, -1.25)})
    assert intent.read(known.written()) == known
    assert Intent().written() == ""
    for text in ("", "x", "[]", "[1,2]", '{"a":1}', '[1,"p",0.5,{"q":3}]', "null"):
        assert intent.read(text) == Intent()


def test_what_was_seen_fades() -> None:
    later = Intent(1, "a", 0.4, {"b": Tried(4.0, 2.0)}).later()
    assert later.tries("b") == Tried(2.0, 1.0)
    assert later.tries("b").mean() == 0.5
    assert Tried().mean() == 0.0


def test_an_intent_of_a_game_that_was_begun_before_is_read() -> None:
    """It had a third number for each plan."""
    assert intent.read('[3,"veteran/hold",0.6,{"veteran/hold":[4.0,0.8,0.3]}]').tries("veteran/hold") == Tried(4.0, 0.8)


def shown(*better: float) -> Tried:
    """What so many courses of play showed."""
    tried = Tried()
    for one in better:
        tried = tried.and_(one)
    return tried


def test_what_is_expected_of_a_plan_is_what_was_thought_and_what_was_seen() -> None:
    """Nothing seen: a little less than of the usual one; the more courses of play the nearer to what they showed."""
    assert Tried().expected() == intent.THOUGHT < 0
    once, often, for_ever = (shown(*[0.4] * number).expected() for number in (1, 8, 10_000))
    assert intent.THOUGHT < once < often < for_ever < 0.4
    assert round(often, 9) == round((0.4 + intent.THOUGHT) / 2, 9)
    assert round(for_ever, 3) == 0.4


def _settled(**shown: Tried) -> str:
    """The plan that one takes who holds "hold", by what plans have shown against the usual one."""
    mind = catalogue.open_system("the-pimple").mind("veteran")
    tried = {f"veteran/{plan}": one for plan, one in shown.items()}
    return planner._settled(mind, Intent(1, "veteran/hold", 0.4, tried)).plan.removeprefix("veteran/")


def test_the_plan_is_taken_of_which_most_is_to_be_expected() -> None:
    """The usual one if that is nothing more than of it; what one course of play shows must be much, of many little."""
    assert _settled() == "usual"
    assert _settled(hold=shown(0.6)) == "usual"
    assert _settled(hold=shown(0.9)) == "hold"
    assert _settled(hold=shown(*[0.2] * 6)) == "hold"
    assert _settled(hold=shown(*[0.2] * 6), bold=shown(*[0.3] * 6)) == "bold"
    assert _settled(hold=shown(*[0.2] * 6), bold=shown(*[0.2] * 6)) == "hold"
    assert _settled(hold=shown(-0.2, 0.1, -0.2, 0.1)) == "usual"
    assert _settled(bold=shown(0.9, -0.3, 0.9, -0.3)) == "bold"


def test_the_same_is_rolled_for_the_same_purpose_whatever_comes_between() -> None:
    one, other = CommonDice("s"), CommonDice("s")
    first = [one.roll("d100", "hit", "r").result for _ in range(3)]
    for for_ in ("hit", "smoke", "hit", "wind", "hit"):
        roll = other.roll("d100", for_, "r")
        if for_ == "hit":
            assert roll.result == first.pop(0)
    assert not first
    assert {CommonDice(str(n)).roll("d6", "hit", "r").result for n in range(60)} == set(range(1, 7))


class Foretold:
    """A course of play of which it is known how it ends."""

    over = True

    def __init__(self, worth: float) -> None:
        self.worth = worth

    def until(self, stage: int, spent: Callable[[], bool]) -> bool:
        """It is over unless there is no time."""
        return not spent()


def foretold(monkeypatch: pytest.MonkeyPatch, worths: dict[str, float]) -> list[str]:
    """Let courses of play end as is said here by plan, else even; the plans of those that were begun."""
    tried: list[str] = []

    def begins(system: Any, mind: Any, view: Any, side: Any, plan: Any, *others: Any) -> Foretold:
        tried.append(plan.level)
        return Foretold(worths.get(plan.level, 0.5))

    monkeypatch.setattr(planner, "course", begins)
    return tried


def test_it_takes_the_plan_that_ends_best_and_holds_it_for_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = foretold(monkeypatch, {"veteran/hold": 0.9})
    game, side = begun("the-pimple")
    first = think(game.system, game.view(side), side, "veteran", SeededDice("1"))
    plans = [plan.level for plan in game.system.mind("veteran").plans]
    assert tried[: len(plans)] == plans
    held = intent.read(first.intent)
    assert (held.plan, held.stage) == ("veteran/hold", 1)
    assert first.order == game.system.suggest(game.view(side), side, SeededDice("1"), "veteran/hold")
    assert "hold the ground" in first.why[0].text
    assert not first.amiss
    tried.clear()
    again = think(game.system, game.view(side), side, "veteran", SeededDice("1"), intent=first.intent)
    assert not tried
    assert again.intent == first.intent
    assert again.order == first.order


def test_it_thinks_anew_in_the_next_turn_and_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = foretold(monkeypatch, {})
    game, side = begun("the-pimple", turn=2)
    before = Intent(1, "veteran/hold", 0.7, {"veteran/hold": Tried(20.0, 8.0)}).written()
    now = intent.read(think(game.system, game.view(side), side, "veteran", SeededDice("1"), intent=before).intent)
    assert tried
    assert (now.stage, now.plan) == (2, "veteran/hold")
    assert now.tries("veteran/hold").number > 10
    assert now.tries("veteran/hold").mean() > 0.2
    assert now.worth == 0.5


def test_that_a_game_goes_ill_speaks_for_no_other_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was good before was so in another position: plans are compared by the same courses of play alone."""
    foretold(monkeypatch, dict.fromkeys((plan.level for plan in begun("minsk")[0].system.mind("veteran").plans), 0.1))
    game, side = begun("minsk", turn=2)
    usual, other = (plan.level for plan in game.system.mind("veteran").plans[:2])
    before = Intent(1, usual, 0.8, {usual: Tried(6.0, 0.0), other: Tried(2.0, -0.2)}).written()
    now = intent.read(think(game.system, game.view(side), side, "veteran", SeededDice("1"), intent=before).intent)
    assert now.plan == usual
    assert now.worth == 0.1


def test_even_plans_leave_it_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    foretold(monkeypatch, {})
    game, side = begun("minsk")
    thought = think(game.system, game.view(side), side, "veteran", SeededDice("1"))
    usual = game.system.mind("veteran").plans[0]
    assert intent.read(thought.intent).plan == usual.level


def test_there_is_an_answer_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = foretold(monkeypatch, {"veteran/hold": 0.8})
    game, side = begun("the-pimple")
    mind = Planner(SeededDice("1"), "veteran", "regular", Effort((4, 4), 1))
    plans = len(game.system.mind("veteran").plans)
    first = next(mind.ideas(game.system, game.view(side), side, Budget()))
    assert not tried
    game.system.check(game.view(side), side, first.order)
    for enough, of_each, plan in ((plans, 1, "usual"), (4 * plans - 1, 3, "hold"), (4 * plans, 4, "hold")):
        tried.clear()
        *_, last = mind.ideas(game.system, game.view(side), side, Budget(playouts=enough))
        assert len(tried) == of_each * plans
        assert intent.read(last.intent).plan == f"veteran/{plan}"


def told(thought: Thought) -> list[str]:
    """What a thought says of plans."""
    return [one.text for one in thought.why if one.text.startswith(("Plan of this turn", "Instead"))]


def test_why_a_plan_that_showed_more_is_not_taken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One course of play of each tells little, and neither do some that end hardly better."""
    foretold(monkeypatch, {"veteran/bold": 0.8})
    game, side = begun("the-pimple")
    plans = len(game.system.mind("veteran").plans)
    once = think(game.system, game.view(side), side, "veteran", SeededDice("1"), Budget(playouts=plans))
    held, better, *others = told(once)
    assert held == "Plan of this turn: take what pays (50 % when played out; 100 % = won)"
    assert better == "Instead: press on to the objectives (80 %, but played out too seldom to tell)"
    assert all(text.endswith("(50 %)") for text in others)
    hardly = shown(0.2, -0.1, 0.2, -0.1)
    known = Intent(1, "veteran/usual", 0.25, {"veteran/usual": Tried(4.0), "veteran/hold": hardly})
    lines = [one.text for one in planner._told(game.system.mind("veteran"), known, known.later())]
    assert lines[0] == "Plan of this turn: take what pays (25 % when played out; 100 % = won)"
    assert lines[1].endswith("(30 %, but by too little to tell)")


def test_nothing_is_said_of_courses_of_play_for_which_there_was_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a turn before has shown of plans is no news of this one."""
    foretold(monkeypatch, {})
    game, side = begun("the-pimple", turn=2)
    tries = {"veteran/usual": Tried(4.0, -0.8), "veteran/hold": Tried(4.0, 1.6)}
    before = Intent(1, "veteran/hold", 0.7, tries).written()
    hurried = Budget(spent=lambda: True)
    thought = think(game.system, game.view(side), side, "veteran", SeededDice("1"), hurried, before)
    assert told(thought) == [
        "Plan of this turn: hold the ground and let the enemy come; there was no time to play plans out"
    ]
    first = think(game.system, game.view(side), side, "veteran", SeededDice("1"), hurried)
    assert told(first) == ["Plan of this turn: take what pays; there was no time to play plans out"]


def until_asked(times: int) -> Budget:
    """As long as it has not been asked so many times whether it is over."""
    asked = count()
    return Budget(spent=lambda: next(asked) >= times)


def test_what_cannot_be_played_out_in_time_counts_as_far_as_all_came() -> None:
    """A turn of all plans, or else the usual plan."""
    game, side = begun("the-pimple")
    mind = Planner(SeededDice("1"), "veteran", "regular", Effort((2, 2), 8))
    plans = game.system.mind("veteran").plans
    for orders, number in ((0, 0.0), (3, 0.0), (100, 1.0)):
        *_, last = mind.ideas(game.system, game.view(side), side, until_asked(orders))
        held = intent.read(last.intent)
        assert held.stage == 1
        assert {held.tries(plan.level).number for plan in plans} == {number}
        game.system.check(game.view(side), side, last.order)


def test_what_cannot_be_played_out_at_all_leaves_the_plan_and_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begins = count()

    def breaks(*_: Any) -> None:
        next(begins)
        raise KeyError("a unit that is not in the view")

    monkeypatch.setattr(planner, "course", breaks)
    game, side = begun("the-pimple")
    first = think(game.system, game.view(side), side, "veteran", SeededDice("1"))
    assert first.amiss == "its plans cannot be played out here"
    game.system.check(game.view(side), side, first.order)
    again = think(game.system, game.view(side), side, "veteran", SeededDice("1"), intent=first.intent)
    assert (again.amiss, again.order) == ("", first.order)
    assert next(begins) == 1


def test_where_there_are_no_plans_it_judges_as_the_regular() -> None:
    whole: Any = catalogue.open_system("minsk")
    system = evolve(whole, plans={})
    assert system.mind("veteran") is None
    game, side = begun("minsk")
    by = [think(system, game.view(side), side, level, SeededDice("1")).order for level in ("veteran", "regular")]
    assert by[0] == by[1]


@pytest.mark.parametrize("scenario", PLAYED)
def test_play_goes_on_from_a_view_by_each_plan(scenario: str) -> None:
    """By the rules, without an error, and the same for the same seed."""
    game, side = begun(scenario)
    mind = game.system.mind("veteran")
    view = game.view(side)
    known = repr(view)
    for plan in mind.plans[:2]:
        courses = [course(game.system, mind, view, side, plan, mind.plans[0], "s") for _ in range(2)]
        assert all(one.until(mind.stage(view) + 1) for one in courses)
        assert courses[0].state == courses[1].state
        assert -0.1 <= courses[0].worth <= 1.1
    assert repr(view) == known


@pytest.mark.parametrize("scenario", PLAYED)
def test_all_that_is_weighed_is_a_sign(scenario: str) -> None:
    game, side = begun(scenario, turn=3)
    rules: Any = game.system
    signs = rules.signs(game.state, side)
    assert rules.outlook
    assert rules.outlook.keys() <= signs.keys()
    (enemy,) = (look.id for look in rules.sides if look.id != side)
    assert rules.signs(game.state, enemy) == {name: pytest.approx(-value) for name, value in signs.items()}


@pytest.mark.parametrize("scenario", PLAYED)
def test_what_is_good_for_one_side_is_bad_for_the_other(scenario: str) -> None:
    game: Game[Any] = Game(catalogue.open_system(scenario), SeededDice("worth"))
    mind = game.system.mind("veteran")
    sides = [look.id for look in game.system.sides]
    players: dict[Any, Any] = {side: planner.Greedy(SeededDice(side), "regular") for side in sides}
    for given in play_out(game, players):
        if given % 40 == 0:
            assert sum(mind.worth(game.state, side) for side in sides) == pytest.approx(1.0)
    winner = game.system.outcome(game.state).winner
    worths = {side: mind.worth(game.state, side) for side in sides}
    if winner is not None:
        assert worths[winner] > 0.9
    assert sum(worths.values()) == pytest.approx(1.0)


def test_it_knows_nothing_of_the_commands_of_the_enemy() -> None:
    """Whatever lies face down, and whether it lies there yet, the thought is the same."""
    game, side = begun("the-pimple", turn=2)
    assert game.state.step == "commands"
    enemy = game.state.scenario.enemy(side)
    thoughts: list[Thought] = []
    for command in (None, Command.MOVE, Command.OVERWATCH):
        state = game.system.copy(game.state)
        for unit in list(state.of(enemy)):
            state.change(unit.id, command=command)
        state.ended = frozenset({enemy}) if command is Command.MOVE else frozenset()
        view = game.system.view(state, side)
        thoughts.append(quick(game.system, view, side))
    assert thoughts[0] == thoughts[1] == thoughts[2]


def quick(system: Any, view: Any, side: SideId) -> Any:
    """The last idea of one that tries two courses of play."""
    mind = Planner(SeededDice("q"), "veteran", "regular", Effort((1,), 1))
    *_, last = mind.ideas(system, view, side, Budget(playouts=1))
    return last


def games(level: str) -> Iterator[Any]:
    for scenario in PLAYED:
        game: Game[Any] = Game(catalogue.open_system(scenario), SeededDice("whole"))
        sides = [look.id for look in game.system.sides]
        looks_ahead = Planner(SeededDice("1"), level, "regular", Effort((1,), 1))
        players: dict[Any, Any] = {sides[0]: looks_ahead, sides[1]: planner.Greedy(SeededDice("2"), "regular")}
        for _ in play_out(game, players):
            pass
        yield game, looks_ahead


@pytest.mark.long
def test_whole_games_without_an_order_amiss() -> None:
    for game, mind in games("veteran"):
        assert game.over
        assert not mind.amiss
        assert mind.held


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("minsk", ()),
        ("halfaya-pass", ("hidden-units",)),
        ("halfaya-pass", ("camouflage",)),
    ],
)
def test_play_goes_on_where_much_is_hidden(scenario: str, options: tuple[str, ...]) -> None:
    """minsk: with all of its options, hidden deployment among them."""
    info = next(one for one in catalogue.scenarios() if one.id == scenario)
    game: Game[Any] = Game(catalogue.open_system(scenario, options or tuple(info.options)), SeededDice("hidden"))
    players: dict[Any, Any] = {look.id: planner.Greedy(SeededDice(look.id), "regular") for look in game.system.sides}
    seen = set()
    for _ in play_out(game, players):
        if game.state.turn > 2 or game.over:
            break
        side = game.active[0]
        if game.state.turn and (game.state.turn, side) not in seen:
            seen.add((game.state.turn, side))
            mind = Planner(SeededDice("q"), "veteran", "regular", Effort((1,), 1))
            *_, last = mind.ideas(game.system, game.view(side), side, Budget())
            assert not last.amiss
    assert seen
