"""A set-up offered to a player: formations together, who leads and carries behind, guns where they see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import frozen

from content import catalogue
from core.arraying import Member, Task, arrayed
from core.choice import Partial
from core.dice import SeededDice
from core.event import SideId
from core.hexes import Hex, distance
from core.placing import placed_by
from core.play.game import Game
from tests.core.test_layouts import setting_up

#: A field of ten by ten hexes, whose side looks north.
FIELD = frozenset(Hex(col, row) for col in range(1, 11) for row in range(1, 11))
NORTHWARDS = (0.0, -2.0)


@frozen
class Plain:
    """Open ground. woods: what gives cover; heights: from where all is seen; goals: what counts."""

    goals: Mapping[Hex, float] = {}
    woods: frozenset[Hex] = frozenset()
    heights: frozenset[Hex] = frozenset()
    together: bool = False
    crowded: float = 8.0

    def cover(self, hex_: Hex, task: Task) -> float:
        return 2.0 * (hex_ in self.woods)

    def seen(self, hex_: Hex, heading: tuple[float, float]) -> float:
        return 1.0 if hex_ in self.heights else 0.2

    def sees_goal(self, hex_: Hex) -> bool:
        return False


def field(ground: Plain, tasks: Mapping[str, Task], *, attacks: bool) -> dict[str, Hex]:
    """Where units stand on the field; the first letter of each is its formation."""
    members = [Member(unit, unit[0], task, FIELD, NORTHWARDS) for unit, task in tasks.items()]
    return {m.id: h for m, h in arrayed(members, ground, lambda unit, hex_: True, (), attacks=attacks)}


def test_tanks_lead_an_attack_and_stand_behind_in_defence() -> None:
    tasks = {"a1": Task.TANK, "a2": Task.INFANTRY, "a3": Task.LEADER, "a4": Task.TRAIN}
    attack = field(Plain(), tasks, attacks=True)
    assert [attack[unit].row for unit in tasks] == sorted(attack[unit].row for unit in tasks)
    defence = field(Plain({Hex(5, 4): 1.0}), tasks, attacks=False)
    assert defence["a2"].row < defence["a1"].row
    assert max(defence["a1"].row, defence["a3"].row) <= defence["a4"].row
    assert distance(defence["a2"], Hex(5, 4)) <= 3, "what counts is held"


def test_infantry_takes_cover_and_guns_see() -> None:
    front = frozenset(h for h in FIELD if h.row in (2, 3))
    ground = Plain(woods=frozenset(h for h in front if h.col < 6), heights=frozenset(h for h in front if h.col > 5))
    there = field(ground, {"a1": Task.INFANTRY, "a2": Task.GUN, "a3": Task.INFANTRY}, attacks=False)
    assert {there["a1"], there["a3"]} <= ground.woods
    assert there["a2"] in ground.heights


def test_formations_do_not_mix() -> None:
    tasks = {f"{name}{n}": Task.INFANTRY for name in "abc" for n in range(3)}
    there = field(Plain(), tasks, attacks=False)
    columns = {name: [there[unit].col for unit in tasks if unit[0] == name] for name in "abc"}
    assert max(columns["a"]) < min(columns["b"]) or max(columns["b"]) < min(columns["a"])
    assert len(set(there.values())) == 9


def offered(scenario: str) -> tuple[Game[Any], SideId, tuple[Partial, ...]]:
    """A side that has an area, with the set-up it is offered."""
    game, side = setting_up(scenario)
    zone = next((c.pick for c in game.choices(side).legal if c.pick.startswith("zone:")), "")
    if zone:
        game.submit(side, game.order(side, (zone,)))
    view = game.view(side)
    units = [unit for c in game.choices(side).legal if (unit := placed_by(c.pick))]
    return game, side, game.system.array(view, side, units)


def spread(game: Game[Any], side: SideId) -> float:
    """How far units of a formation stand from each other, on the average, in hexes."""
    where = {c.id: c.hex for c in game.system.face.counters(game.view(side)) if c.side == side}
    far: list[int] = []
    for formation in game.system.formations():
        there = [where[unit] for unit in formation.units if unit in where]
        far += [distance(a, b) for i, a in enumerate(there) for b in there[:i]]
    return sum(far) / max(len(far), 1)


@pytest.mark.parametrize("scenario", ["the-bridge", "ponyri", "advance-on-nikopol", "korsun-pocket", "pw-2"])
def test_what_is_offered_may_be_given_and_sets_all_up(scenario: str) -> None:
    game, side, picks = offered(scenario)
    for partial in picks:
        game.submit(side, game.order(side, partial))
    finish = next(c for c in game.choices(side).options if c.kind == "done")
    assert finish.legal, finish.refusal


@pytest.mark.parametrize(("scenario", "posts"), [("rear-area-raid", 3), ("korsun-pocket", 2)])
def test_no_two_command_posts_lie_in_one_fortification(scenario: str, posts: int) -> None:
    game, side = setting_up(scenario)
    units = [unit for c in game.choices(side).options if (unit := placed_by(c.pick))]
    picks = game.system.array(game.view(side), side, units)
    where = [partial[1] for partial in picks if "command-post" in partial[0]]
    assert len(set(where)) == len(where) == posts
    assert all("/in" in place for place in where)


def test_who_defends_looks_to_the_front_and_who_attacks_to_what_is_to_be_taken() -> None:
    defenders = {picks[2] for picks in offered("ponyri")[2]}
    assert defenders == {"0"}
    game, _, picks = offered("the-bridge")
    front = {2, 3, 4} if picks[0][2] in "234" else {5, 0, 1}
    assert {int(partial[2]) for partial in picks} <= front, str(game.system.title)


@pytest.mark.parametrize("scenario", ["the-bridge", "halfaya-pass"])
def test_formations_stand_closer_than_by_the_order_that_spreads_them(scenario: str) -> None:
    game, side, picks = offered(scenario)
    for partial in picks:
        game.submit(side, game.order(side, partial))
    close = spread(game, side)
    plain, same = setting_up(scenario)
    zone = next((c.pick for c in plain.choices(same).legal if c.pick.startswith("zone:")), "")
    for partial in ([(zone,)] if zone else []) + [("place-rest",)]:
        plain.submit(same, plain.order(same, partial))
    assert close < spread(plain, same)


def test_it_tells_nothing_of_where_the_other_side_sets_up_in_secret() -> None:
    system: Any = catalogue.open_system("pw-0", ())
    game: Game[Any] = Game(system, SeededDice("secret"))
    game.begin()
    german, soviet = game.active
    units = [unit for c in game.choices(german).legal if (unit := placed_by(c.pick))]
    before = system.array(game.view(german), german, units)
    game.submit(soviet, game.order(soviet, ("place-rest",)))
    assert system.array(game.view(german), german, units) == before
