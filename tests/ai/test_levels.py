"""Levels with weights of their own: read from content for every rule system, no part of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from content.kit import folders
from content.kit.load import ContentError
from content.kit.tempers import learned
from core.ai import LEVELS, Greedy, player, think
from core.dice import SeededDice
from core.panzerblitz.temper import PLAIN, Temper
from core.play.game import Game
from core.play.simulate import play_out

#: A small scenario of each rule system.
PLAYED = (("panzer", "the-pimple"), ("panzerblitz", "minsk"), ("panzerwar", "pw-0"))
#: The levels that every rule system has numbers for, and those with plans, which some have.
WEIGHING = ["recruit", "regular"]
PLANNING = {"panzer": ["veteran"], "panzerblitz": ["veteran"], "panzerwar": ["veteran"]}
#: Orders of a game in which players are followed.
FEW = 60


@pytest.mark.parametrize(("system", "scenario"), PLAYED)
def test_each_system_has_numbers_for_each_level_that_weighs(system: str, scenario: str) -> None:
    rules: Any = catalogue.open_system(scenario)
    planned = [plan.level for plans in rules.plans.values() for plan in plans]
    assert sorted(rules.plans) == PLANNING[system]
    assert sorted(rules.tempers) == sorted([*WEIGHING, *rules.plans, *planned])
    view = rules.initial()
    for name in rules.tempers:
        assert rules.as_weighed(view, name).temper == rules.tempers[name]
    assert rules.as_weighed(view, "greedy") is view
    assert view.temper == type(view.temper)()


@pytest.mark.parametrize(("system", "scenario"), PLAYED)
def test_numbers_say_where_they_come_from(system: str, scenario: str) -> None:
    """Of games that were played the content is told, by which it can be seen whether it still is what is shipped."""
    told = learned(system)
    assert sorted(told) == sorted([*WEIGHING, *PLANNING[system]])
    for name, source in told.items():
        assert source.source, name
        assert source.command.startswith("panzerhex tournament "), name
        assert source.games > 0, name
        assert all(tried.what and tried.told for tried in source.tried), name
        for id_, start in source.content.items():
            assert id_ in source.command, name
            assert len(start) == 12, name
            assert int(start, 16) >= 0, name
            assert catalogue.content_hash(id_)


def test_the_readme_tells_of_all_levels() -> None:
    told = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())
    for level in LEVELS.values():
        assert f"`{level.id}` {level.about}" in told, level.id


def test_a_wrong_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "panzerblitz" / "ai").mkdir(parents=True)
    source = 'source = "x"\ngames = 0\nresult = ""\ndate = ""\ncommand = ""\ncontent = {}'
    wrong = f"[learned]\n{source}\n[weights]\ncaer = 1.0\n"
    (tmp_path / "panzerblitz" / "ai" / "timid.toml").write_text(wrong, encoding="utf-8")
    folders.add_folder(tmp_path)
    try:
        with pytest.raises(ContentError, match=r"timid.toml: weights.*'?caer"):
            catalogue.open_system("minsk")
    finally:
        folders.drop_folder(tmp_path)


def test_who_is_like_another_level_weighs_as_that_does_but_for_its_own(tmp_path: Path) -> None:
    """And a level that there is not, or that is like a third one, is told."""
    (tmp_path / "panzerblitz" / "ai").mkdir(parents=True)
    source = 'source = "x"\ngames = 0\nresult = ""\ndate = ""\ncommand = ""\ncontent = {}'
    file = tmp_path / "panzerblitz" / "ai" / "timid.toml"
    folders.add_folder(tmp_path)
    try:
        file.write_text(f'like = "regular"\n[learned]\n{source}\n[weights]\ncare = 3.0\n', encoding="utf-8")
        known = catalogue.open_system("minsk").tempers
        assert known["timid"] == evolve(known["regular"], care=3.0)
        for other in ("regulra", "veteran"):
            file.write_text(f'like = "{other}"\n[learned]\n{source}\n', encoding="utf-8")
            folders.forget()
            with pytest.raises(ContentError, match=rf"timid.toml: like.*'?{other}.*regular"):
                catalogue.open_system("minsk")
    finally:
        folders.drop_folder(tmp_path)


def begun(rules: Any, levels: tuple[str, str], orders: int = FEW) -> tuple[Game[Any], list[Greedy]]:
    """A game as far as so many orders bring it, and who played it."""
    game: Game[Any] = Game(rules, SeededDice("tempers"))
    players = {side.id: Greedy(SeededDice(side.id), level) for side, level in zip(rules.sides, levels, strict=True)}
    for given in play_out(game, players):
        if given == orders:
            break
    return game, list(players.values())


def test_players_of_two_tempers_do_not_mix_them_up() -> None:
    """One that goes for nobody plays otherwise than one with the weights as they are; that one plays as ever."""
    still = Temper(attack=0.0, press=0.0, time_to_spare=0.0, stir=9.0)
    rules = evolve(catalogue.open_system("minsk"), tempers={"still": still})
    made = {}
    for levels in (("", ""), ("still", ""), ("", "still")):
        game, players = begun(rules, levels, 2 * FEW)
        assert game.state.temper is PLAIN
        assert not sum(one.amiss for one in players)
        made[levels] = tuple(game.journal)
    plain, first, second = made.values()
    assert plain != first != second != plain


@pytest.mark.parametrize("name", [*WEIGHING, "greedy"])
@pytest.mark.parametrize(("system", "scenario"), PLAYED)
def test_equal_views_give_equal_orders(system: str, scenario: str, name: str) -> None:
    """A view that was never thought about before gives the order that one gives on which others thought first."""
    rules = catalogue.open_system(scenario)
    game, _ = begun(rules, ("", ""))
    side = game.active[0]
    first = think(rules, game.view(side), side, name, SeededDice("1"))
    for other in ("random", "greedy", *WEIGHING):
        think(rules, game.view(side), side, other, SeededDice("2"))
    again, _ = begun(catalogue.open_system(scenario), ("", ""))
    assert think(again.system, again.view(side), side, name, SeededDice("1")) == first
    assert think(rules, game.view(side), side, name, SeededDice("1")) == first
    assert not first.amiss


@pytest.mark.parametrize("name", WEIGHING)
@pytest.mark.parametrize(("system", "scenario"), PLAYED)
def test_a_whole_game_without_an_order_amiss(system: str, scenario: str, name: str) -> None:
    rules = catalogue.open_system(scenario)
    game: Game[Any] = Game(rules, SeededDice("whole"))
    players: dict[Any, Any] = {side.id: player(name, side.id) for side in rules.sides}
    for _ in play_out(game, players):
        pass
    assert game.over
    assert not sum(one.amiss for one in players.values())


@pytest.mark.long
@pytest.mark.parametrize("name", WEIGHING)
@pytest.mark.parametrize("system", ["panzer", "panzerblitz", "panzerwar"])
def test_every_scenario_with_all_its_options(system: str, name: str) -> None:
    """The first turns of each, all optional rules that go together switched on."""
    for info in catalogue.scenarios(system):
        try:
            rules = catalogue.open_system(info.id, tuple(info.options))
        except ContentError:  # some options exclude each other
            rules = catalogue.open_system(info.id)
        _, players = begun(rules, (name, name), 300)
        assert not sum(one.amiss for one in players), info.id
