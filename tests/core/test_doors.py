"""The door to a player: menus, orders and odds by his own view alone, and an answer to whatever is picked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from content.panzer.situations.situation import situation
from core.ai import player
from core.choice import Choices, Partial
from core.dice import SeededDice
from core.door import Door, Doors
from core.event import OrderGiven, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.pieces.command import Instructions
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.panzer.vignette import Situation
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.state import BlitzState
from core.panzerblitz.system import PanzerBlitz
from core.panzerwar.knowledge import disappeared, knows
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState
from core.plane import centre
from core.play.game import Game
from core.play.simulate import play_game
from core.replaced import replaced
from saves.library import SAMPLES
from saves.reading import read_journal

GERMAN, SOVIET = SideId("german"), SideId("soviet")
#: Every shipped scenario as it is, and those of PanzerBlitz with hidden deployment too.
GAMES = tuple(
    (info.id, options)
    for info in catalogue.scenarios()
    for options in ((), (HIDDEN_DEPLOYMENT,))[: 2 if info.system == "panzerblitz" else 1]
)
PLAIN = tuple(game for game in GAMES if not game[1])
#: Those that stand for the rest in the default run, hidden deployment and the Advanced Game among them.
#: On hexes of 50 m stands the same, four times as large.
FEW = tuple(
    (id_, options)
    for id_, options in GAMES
    if not id_.endswith("-50m") and (not options or id_ in ("rear-area-raid", "minsk", "nikopol-bridgehead"))
)


# -- positions -------------------------------------------------------------------------------------


def game_of(scenario: str, options: tuple[str, ...]) -> Game[Any]:
    """A game that has begun."""
    game: Game[Any] = Game(catalogue.open_system(scenario, options), SeededDice(f"{scenario} doors"))
    game.begin()
    return game


def positions(game: Game[Any], orders: int, every: int) -> Iterator[tuple[Any, SideId]]:
    """Moments of a game between computer players, each with a side that is to order."""
    levels = ("greedy", "random")
    players = {look.id: player(level, look.id) for look, level in zip(game.system.sides, levels, strict=True)}
    for number in range(orders):
        if game.over:
            return
        if number % every == 0:
            for side in game.active:
                yield game.state, side
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))


Moment = tuple[Any, Any, SideId]


@cache
def moments(scenario: str, options: tuple[str, ...], count: int = 5) -> tuple[Moment, ...]:
    """Rules, state and a side to order: moments of a whole sample game, of a short game where there is no sample."""
    sample = next(iter(sorted(SAMPLES.glob(f"{scenario}-[0-9].journal"))), None)
    if sample is None or options:
        game = game_of(scenario, options)
        return tuple((game.system, state.copy(), side) for state, side in positions(game, 6 * count, 6))
    rules = catalogue.open_system(scenario)
    journal = [event for event in read_journal(sample).events if not event.beside]
    given = [number for number, event in enumerate(journal) if isinstance(event, OrderGiven)]
    wanted = set(given[len(given) // count // 2 :: len(given) // count])
    state, found = rules.initial(), []
    for number, event in enumerate(journal):
        if number in wanted and isinstance(event, OrderGiven):
            found.append((rules, state.copy(), event.side))
        rules.evolve(state, event)
    return tuple(found)


def partials(door: Door[Any], whim: random.Random, breadth: int) -> Iterator[Partial]:
    """No pick, some first ones, and some second ones of each."""
    yield ()
    for first in some(door.choices(), whim, breadth):
        yield (first,)
        yield from ((first, second) for second in some(door.choices((first,)), whim, breadth // 2))


def some(found: Choices, whim: random.Random, count: int) -> list[str]:
    """Some picks of a menu, one of those refused among them."""
    legal, refused = list(found.legal), [choice for choice in found.options if not choice.legal]
    return [c.pick for c in (*whim.sample(legal, min(count, len(legal))), *whim.sample(refused, min(1, len(refused))))]


def otherwise(state: Any, side: SideId, whim: random.Random) -> Any:
    """A state that differs in what `side` does not know."""
    changed = state.copy()
    if isinstance(state, BlitzState):
        hexes = sorted(state.board.cells)
        for unit in state.units.values():
            if unit.hidden and unit.side != side:
                changed.change(unit.id, hex=whim.choice(hexes))
        return changed
    if isinstance(state, WarState):
        return unsighted_otherwise(state, side, whim)
    for unit in state.units.values():
        if unit.side != side and unit.command is not None and unit.command_face is CommandFace.DOWN:
            changed.put(evolve(unit, command=whim.choice(list(Command)), group=""))
    enemy = state.scenario.enemy(side)
    given = {**state.commands.instructions, enemy: Instructions("decline", "ask", 50)}
    changed.commands = replaced(state.commands, instructions=given)
    changed.adjustment = replaced(
        state.adjustment,
        pivots={u: now for u, now in state.adjustment.pivots.items() if state.units[u].side == side},
        covers={u: now for u, now in state.adjustment.covers.items() if state.units[u].side == side},
    )
    return changed


def unsighted_otherwise(state: WarState, side: SideId, whim: random.Random) -> WarState:
    """Enemies that are not in sight stand elsewhere, under other orders, with other plans (pw:4.2, pw:7.0)."""
    changed = state.copy()
    hexes = sorted(state.board.cells)
    for one in state.elements.values():
        known = one.side == side or knows(state, side, one.id) or disappeared(state, side, one.id)
        if one.at is not None and not known:
            changed.change(one.id, at=centre(whim.choice(hexes)), ammunition={})
    for unit in state.organisations.values():
        if unit.side != side:
            changed.reorganise(unit.id, order=whim.choice(list(Tactical)))
    changed.plans = {e: plan for e, plan in state.plans.items() if state.elements[e].side == side}
    return changed


# -- the view alone --------------------------------------------------------------------------------


def same_answers(rules: Any, state: Any, side: SideId, whim: random.Random, breadth: int) -> int:
    """Asks of the state, of the view and of a state with other secrets: the answers are the same words and chances."""
    known = rules.door(state, side)
    others = (rules.door(rules.view(state, side), side), rules.door(otherwise(state, side, whim), side))
    asked = 0
    for partial in partials(known, whim, breadth):
        found = known.choices(partial)
        for other in others:
            assert other.choices(partial) == found, partial
        asked += 1
        if not found.complete:
            continue
        order = known.order(partial)
        verdicts = {verdict(door, order) for door in (known, *others)}
        assert len(verdicts) == 1, (partial, verdicts)
        if isinstance(rules, Panzer):
            assert verdict_of(rules, state, side, order) in verdicts, partial
    return asked


def verdict(door: Door[Any], order: Any) -> tuple[str, str] | None:
    try:
        door.check(order)
    except IllegalOrder as error:
        return error.reason, error.rule
    return None


def verdict_of(rules: Panzer, state: PanzerState, side: SideId, order: Any) -> tuple[str, str] | None:
    """What the rules say of an order if they know everything: in Panzer no secret makes an order illegal."""
    try:
        rules.refuse(state, side, order)
    except IllegalOrder as error:
        return error.reason, error.rule
    return None


@pytest.mark.parametrize(("scenario", "options"), FEW)
def test_menus_are_of_the_view(scenario: str, options: tuple[str, ...]) -> None:
    """na:4.2.1a, na:4.2.1d, pb:PB-EXP-HID-1: words, odds and refusals do not depend on secrets of others."""
    whim = random.Random(scenario)
    asked = sum(same_answers(rules, state, side, whim, 3) for rules, state, side in moments(scenario, options))
    assert asked > 20


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_menus_are_of_the_view_over_whole_games(scenario: str, options: tuple[str, ...]) -> None:
    """As above, at every fifth order of a whole computer game."""
    game, whim = game_of(scenario, options), random.Random(scenario)
    found = positions(game, 100_000, 5)
    assert sum(same_answers(game.system, state, side, whim, 4) for state, side in found) > 100
    assert game.over


def contact(hidden: str) -> Situation:
    """A rifle squad with a command face down, in the sight of two that may fire at it."""
    return situation(
        {
            "modules": ["gp-fire", "leg-and-towed", "grades", "advanced-ap"],
            "board": {"grid": "\n".join([". . . . ."] * 6)},
            "unit": [
                {"id": "s1", "card": "s57-rifle-squad-1-2-squad", "side": "soviet", "hex": "B2", "command": "FIRE"},
                {"id": "s2", "card": "s14-t-34-76-m42", "side": "soviet", "hex": "D2", "command": "FIRE"},
                {"id": "g1", "card": "g85-rifle-squad-1-2-squad", "side": "german", "hex": "B3", "command": hidden},
                {"id": "g2", "card": "g17-pzkpfw-iv-g", "side": "german", "hex": "D5", "command": hidden},
            ],
            "situation": {"step": "first-fire", "first": "soviet"},
        },
        "x",
        "x",
        "x",
    )


def test_the_fire_menu_does_not_tell_a_hidden_move() -> None:
    """na:4.2.1a, na:4.2.1d: nothing says by its odds or its words that a target has MOVE face down (na:6.5.4.2.2)."""
    told: dict[str, list[Any]] = {}
    for hidden in ("MOVE", "SHORT HALT", "OVERWATCH", "N/C"):
        rules: Any = contact(hidden)
        assert rules.initial().units[UnitId("g1")].command_face is CommandFace.DOWN
        menus = [rules.choices(rules.initial(), SOVIET)]
        for first in menus[0].legal:
            menus.append(rules.choices(rules.initial(), SOVIET, (first.pick,)))
            menus += [rules.odds(rules.initial(), SOVIET, (first.pick, c.pick)) for c in menus[-1].legal]
        told[hidden] = menus
    assert all(menus == told["MOVE"] for menus in told.values())
    at_the_squad = next(
        m for m in told["MOVE"] if isinstance(m, Choices) and any("against" in c.label for c in m.legal)
    )
    assert any(" against 2," in choice.label for choice in at_the_squad.legal)


def test_the_inner_rules_are_handed_views_alone() -> None:
    """Choices, orders, odds and the check of an order: whatever comes in, a view goes on to the rules."""
    for system in (Panzer, PanzerBlitz):
        for name in ("door", "choices", "order", "odds", "check"):
            assert getattr(system, name) is getattr(Doors, name), (system, name)


def test_a_door_holds_until_the_next_event() -> None:
    game = game_of("the-bridge", ())
    side = game.active[0]
    door, menu = game.door(side), game.choices(side)
    assert game.door(side) is door
    assert game.choices(side) is menu
    game.submit(side, player("greedy", "x").order(game.system, game.view(side), side))
    assert game.door(side) is not door
    game.undo(side)
    assert game.choices(side) == menu


# -- picks that cannot be read -----------------------------------------------------------------------

#: Heads of picks of all systems, with what may stand behind them, and words that stand alone.
HEADS = (
    *("place", "zone", "load", "unload", "command", "formation", "fire", "overwatch", "smoke", "hold", "move", "mount"),
    *(
        "dismount",
        "bail-out",
        "assault",
        "overrun",
        "call",
        "mission",
        "plan",
        "enter",
        "attack",
        "aa",
        "pivot",
        "turret",
        "first",
    ),
    *("take-cover", "withdraw", "clear", "share", "join", "group", "to", "at", "leave", "intensive", "step", "ahead"),
    *("no-assault", "suppress", "mines", "bunker", "probe", "sight", "alone", "mark", "no-mark", "button-up", "order"),
    *("appoint", "merge", "destroy-gun", "place-rest", "dig", "register", "pre-plan", "counter", "correct", "effect"),
    *("cease", "area", "battery", "no-area", "go-on", "halt", "carry-on", "general", "turn", "turns", "shell", "sheaf"),
    *("face", "way", "contact", "position", "ram", "board", "set-down", "target", "arm", "radio", "shots", "chit"),
)
WORDS = (
    *(
        "",
        " ",
        "all",
        "done",
        "route",
        "F",
        "R",
        "T9",
        "T-1",
        "X",
        "E:A1:0",
        "E:A1",
        "G:9",
        "FIRE",
        "MOVE",
        "N/C",
        "next",
    ),
    *("instructions", "show", "thicker", "finish", "finish-step", "resolve", "rest", "in", "out", "A1/in", "Slow"),
    *(
        "0",
        "-1",
        "7",
        "101",
        "99999999999999999999",
        "٣",
        "²",
        "½",
        "1e3",
        "NaN",
        "None",
        "A1",
        "ZZ99",
        "a1",
        "Ａ１",
        "0A",
    ),
    *("new", "gun", "mg", "tube", "none", "stay", "road", "button", "reverse", "charge", "hide", "go on", "open"),
    *("Rush", "Advance", "turn:-1", "turns:x", "face:99", "turret:-4", "contact:", "shell:HE", "sheaf:", "48", "2.5"),
    *("\x00", "\x1b[2J", "💥", "é" * 300, "x" * 100_000, "%s", "{}", "::", ":", "/", "//", "a/b/c/d", "../..", "\n"),
)


def junk(whim: random.Random, ids: list[str]) -> str:
    """A pick that may or may not mean something somewhere."""
    if whim.random() < 0.4:
        return whim.choice(WORDS)
    head = whim.choice(HEADS)
    return f"{head}:{whim.choice((*ids, *WORDS, 'nobody'))}" if whim.random() < 0.8 else whim.choice(ids)


def answered(door: Door[Any], partial: Partial) -> bool:
    """Whether a partial was read; else all answers are refusals."""
    found = door.choices(partial)
    try:
        order = door.order(partial)
    except IllegalOrder:
        door.odds(partial)
        return bool(found.complete or found.options)
    door.odds(partial)
    verdict(door, order)
    return True


def tried(rules: Any, state: Any, side: SideId, whim: random.Random, count: int) -> int:
    """Partials that begin as offered and go on at random: nothing but answers. How many were no refusal."""
    door, before = rules.door(state, side), state.copy()
    ids = [*(look.id for look in rules.sides), *(unit.id for unit in rules.on.units)]
    offered = list(partials(door, whim, 3))
    read = 0
    for _ in range(count):
        begun = whim.choice(offered) if whim.random() < 0.5 else ()
        partial = (*begun, *(junk(whim, ids) for _ in range(whim.randrange(1, 4))))
        read += answered(door, partial)
    assert state == before
    return read


@pytest.mark.parametrize(("scenario", "options"), PLAIN)
def test_picks_that_cannot_be_read_are_refused(scenario: str, options: tuple[str, ...]) -> None:
    """Whatever is picked: an answer in words, an IllegalOrder, or what was offered; nothing else, and no trace."""
    whim = random.Random(scenario)
    asked = read = 0
    for rules, state, side in moments(scenario, options):
        read += tried(rules, state, side, whim, 60)
        asked += 60
    assert asked >= 200
    assert read < asked / 4


@pytest.mark.long
@pytest.mark.parametrize("system", ["panzer", "panzerblitz", "panzerwar"])
def test_a_hundred_thousand_picks(system: str) -> None:
    """As above, at random moments of the games of one system."""
    whim, asked = random.Random(system), 0
    games = [(id_, options) for id_, options in GAMES if catalogue.scenario_info(id_).system == system]
    while asked < 100_000:
        scenario, options = whim.choice(games)
        for rules, state, side in moments(scenario, options, 20):
            tried(rules, state, side, whim, 250)
            asked += 250


@pytest.mark.parametrize(
    "partial", [("load:x",), ("formation:x",), ("move:x",), ("place:", "A1", "٣"), ("fire:x", "y")]
)
@pytest.mark.parametrize("scenario", ["the-bridge-1a", "rear-area-raid"])
def test_a_pick_that_was_not_offered_is_told(scenario: str, partial: Partial) -> None:
    game = game_of(scenario, ())
    side = game.active[0]
    found = game.choices(side, partial)
    assert not found.complete
    assert not found.options
    assert f"'{partial[0]}' is not among the choices" in found.prompt
    with pytest.raises(IllegalOrder, match="is not among the choices") as error:
        game.order(side, partial)
    assert error.value.rule == found.rule


def test_a_refused_pick_leads_nowhere_but_to_its_reason() -> None:
    game = game_of("rear-area-raid", ())
    side = game.active[0]
    end = next(choice for choice in game.choices(side).options if choice.refusal)
    assert end.refusal is not None
    assert game.choices(side, (end.pick,)) == Choices(end.refusal.reason, end.refusal.rule)
    with pytest.raises(IllegalOrder) as error:
        game.order(side, (end.pick,))
    assert (error.value.reason, error.value.rule) == (end.refusal.reason, end.refusal.rule)


def test_a_hidden_counter_is_as_one_that_does_not_exist() -> None:
    """pb:PB-EXP-HID-1: a pick that names it is answered in the same words."""
    rules: Any = catalogue.open_system("rear-area-raid", (HIDDEN_DEPLOYMENT,))
    game, _ = play_game(rules, "hidden", {})
    other = rules.on.enemy(rules.on.set_up[0])
    compared = 0
    state = rules.initial()
    for number, event in enumerate(game.journal):
        rules.evolve(state, event)
        hidden = [unit for unit in state.units.values() if unit.hidden]
        if number % 20 or not hidden or other not in rules.active(state):
            continue
        door = rules.door(state, other)
        for head in ("move", "attack", "fire", "assault", "overrun", "load", "unload", "clear", "place"):
            for begun in ((), (door.choices().legal[0].pick,)):
                told = [
                    door.choices((*begun, f"{head}:{id_}")).prompt.replace(id_, "it")
                    for id_ in (hidden[0].id, "no-one")
                ]
                assert told[0] == told[1]
                compared += 1
    assert compared > 100
