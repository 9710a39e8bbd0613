"""Levels with weights of their own: read from content, offered where there are any, no part of the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from content import catalogue
from content.kit import folders
from content.kit.load import ContentError
from core.ai import LEVELS, Greedy
from core.dice import SeededDice
from core.panzerblitz.temper import PLAIN, Temper
from core.play.game import Game
from core.play.simulate import play_out

PLAYED = (("panzer", "the-pimple"), ("panzerblitz", "minsk"))


@pytest.mark.parametrize(("system", "scenario"), PLAYED)
def test_what_is_offered_has_weights_of_its_own(system: str, scenario: str) -> None:
    offered = [level.id for level in catalogue.levels(system)]
    assert {"recruit", "greedy", "random"} <= set(offered)
    own = [name for name in offered if LEVELS[name].own]
    rules = catalogue.open_system(scenario)
    view = rules.initial()
    for name in own:
        assert rules.tempers[name] != type(rules.tempers[name])(), name
        assert rules.as_weighed(view, name).temper == rules.tempers[name]
    assert view.temper == type(view.temper)()


def test_where_nothing_was_learned_only_the_others_are_offered() -> None:
    assert [level.id for level in catalogue.levels("panzerwar")] == ["greedy", "random"]


def test_a_wrong_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "panzerblitz" / "ai").mkdir(parents=True)
    wrong = '[learned]\nsource = "x"\ngames = 0\nresult = ""\ndate = ""\ncontent = {}\n[weights]\ncaer = 1.0\n'
    (tmp_path / "panzerblitz" / "ai" / "timid.toml").write_text(wrong, encoding="utf-8")
    folders.add_folder(tmp_path)
    try:
        with pytest.raises(ContentError, match=r"timid.toml: weights.*'?caer"):
            catalogue.open_system("minsk")
    finally:
        folders.drop_folder(tmp_path)


def test_players_of_two_tempers_do_not_mix_them_up() -> None:
    """One that goes for nobody plays otherwise than one with the weights as they are; that one plays as ever."""
    rules = evolve(catalogue.open_system("minsk"), tempers={"still": Temper(attack=0.0, time_to_spare=0.0, stir=9.0)})
    made = {}
    for levels in (("", ""), ("still", ""), ("", "still")):
        game = Game(rules, SeededDice("tempers"))
        players = {side.id: Greedy(SeededDice(side.id), level) for side, level in zip(rules.sides, levels, strict=True)}
        for orders in play_out(game, players):
            if orders == 60:
                break
        assert game.state.temper is PLAIN
        assert not sum(player.amiss for player in players.values())
        made[levels] = tuple(game.journal)
    plain, first, second = made.values()
    assert plain != first != second != plain
