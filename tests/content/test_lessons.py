"""Every lesson of the program is played by its right answers; what is wrong with a file is told with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from content.kit.load import ContentError
from content.lesson import lessons, make_lesson, read_lesson
from core.book.lesson import Progress, play
from core.play.game import Game

FILES = sorted((Path(__file__).parents[2] / "content" / "lessons").rglob("*.toml"))
#: So much is read in the teacher's four lines at 80 columns.
ROOM = 300


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_a_lesson_is_done_by_its_right_answers(path: Path) -> None:
    lesson = read_lesson(path)
    game, progress, wrong = play(lesson)
    assert not wrong
    assert progress.step is None
    assert lesson.side in game.active or game.over
    # What stands in braces is a key on the screen.
    assert all(len(" ".join(re.sub(r"\{[^}]*\}", "X", step.say).split())) <= ROOM for step in lesson.steps)
    for number, step in enumerate(lesson.steps):
        assert play(lesson, number)[1].at == number, "a step can be begun again"
        assert not step.dice or step.right


@pytest.mark.parametrize(("lesson", "step", "unit"), [("02-commands", 3, "g3"), ("05-who-sees-whom", 5, "g1")])
def test_what_the_teacher_says_is_barred_is_refused(lesson: str, step: int, unit: str) -> None:
    path = next(path for path in FILES if path.stem == lesson)
    game, _, _ = play(read_lesson(path), step)
    asked = game.choices(read_lesson(path).side, (f"command:{unit}",))
    refusal = next(choice.refusal for choice in asked.options if choice.pick == "FIRE")
    assert refusal is not None
    assert "spots no target" in refusal.reason


def test_all_lessons_are_listed() -> None:
    assert [one.path for one in lessons()] == FILES
    assert len(FILES) >= 16
    assert lessons()[0].id == "panzer/01-look-around"


# -- what goes wrong -------------------------------------------------------------------------------

STEP = {
    "say": "Give it MOVE.",
    "hint": "m",
    "want": [["command:g1", "MOVE"]],
    "right": [["command:g1", "MOVE"]],
}
LESSON: dict[str, Any] = {
    "title": "x",
    "about": "x",
    "rules": ["na:4.2.1a"],
    "side": "german",
    "board": {"grid": ".\n.\n."},
    "unit": [
        {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A3"},
        {"id": "b1", "card": "na-crusader-i", "hex": "A1"},
    ],
    "situation": {"step": "commands"},
    "step": [STEP],
}


def made(**changes: Any) -> Any:
    return make_lesson({**LESSON, **changes}, "panzer", "01-x", "x.toml")


def test_a_small_lesson_is_played() -> None:
    game, progress, wrong = play(made())
    assert (wrong, progress.step, game.active) == ("", None, ("german",))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"right": [["command:g1", "OVERWATCH"]]}, "step 1 (command:g1 OVERWATCH): the step does not want it"),
        ({"right": [["command:g1", "HOLD"]]}, "step 1 (command:g1 HOLD): refused"),
        (
            {"want": [["command:g1", "MOVE"], ["finish-step"]]},
            "step 1: it is not done by its right answers",
        ),
        (
            {"right": [["command:g1", "MOVE"], ["command:g1", "MOVE"]]},
            "step 1: it is done before its right answers are all given",
        ),
    ],
)
def test_right_answers_that_are_not_right_are_found(step: dict[str, Any], words: str) -> None:
    assert words in play(made(step=[{**STEP, **step}]))[2]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"titel": "x"}, "titel: found the unknown key 'titel'"),
        ({"rules": ["na:4.2.1z"]}, "rules[1]: found 'na:4.2.1z'"),
        ({"side": "soviet"}, "side: found the side 'soviet'"),
        ({"step": []}, "step: found no step"),
        ({"free": {"say": "x", "other": "clever"}}, "free.other: found the player 'clever'"),
        ({"step": [{**STEP, "right": []}]}, "step[1].right: found nothing"),
        ({"step": [{**STEP, "hint": ""}]}, "step[1].hint: found nothing"),
        ({"step": [{**STEP, "look": {"hex": "A1"}}]}, "step[1]: found want and look"),
        ({"step": [{"say": "x", "dice": [3]}]}, "step[1].dice: found dice without want"),
        ({"step": [{"say": "x", "hint": "x", "look": {"hex": "A1"}}]}, "step[1].keys: found nothing"),
        ({"step": [{**STEP, "want": ["MOVE"]}]}, "step[1].want[1]: found 'MOVE'; allowed: picks such as"),
        ({"step": [{**STEP, "want": [{"order": "drive"}]}]}, "step[1].want[1].order: found the order 'drive'"),
        (
            {"step": [{**STEP, "want": [{"order": "move", "tank": "g1"}]}]},
            "step[1].want[1].tank: found move has no field",
        ),
        ({"step": [{**STEP, "until": {"event": "boom"}}]}, "step[1].until.event: found the event 'boom'"),
        (
            {"step": [{"say": "x", "hint": "x", "keys": ["v"], "look": {"hex": "Q9"}}]},
            "step[1].look.hex: found Q9",
        ),
        (
            {"step": [{"say": "x", "hint": "x", "keys": ["v"], "look": {"layer": "sigth"}}]},
            "step[1].look.layer: found the layer 'sigth'",
        ),
        (
            {"step": [{"say": "x", "hint": "x", "keys": ["v"], "look": {"window": "moon"}}]},
            "step[1].look.window: found the window 'moon'",
        ),
    ],
)
def test_mistakes_are_reported_with_their_place(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ContentError) as caught:
        made(**changes)
    assert words in str(caught.value), str(caught.value)


def test_a_lesson_lies_in_the_folder_of_its_system() -> None:
    with pytest.raises(ContentError, match="the folder 'chess'"):
        make_lesson(LESSON, "chess", "01-x", "x.toml")


def test_what_a_step_waits_for_may_come_of_an_order_of_the_other_side() -> None:
    steps = [{**STEP, "until": {"event": "command-placed", "unit": "b1"}}, {"say": "Well done."}]
    lesson = made(theirs=[["command:b1", "MOVE"]], step=steps)
    progress = Progress(lesson)
    game: Any = Game(lesson.system, progress.dice)
    game.begin()
    british = next(side for side in game.active if side != lesson.side)
    assert not progress.happened(())
    assert progress.happened(game.submit(british, progress.reply(game, british)))
    assert progress.at == 1
