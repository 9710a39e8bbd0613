"""A player's own keys: what a file may say, and what is said of one that is wrong."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest
from textual.keys import key_to_character

from tui import cli
from tui.keys.catalogue import actions, groups
from tui.keys.file import FILE, load, read, template
from tui.keys.names import ORDERS

CORE = Path(__file__).parents[3] / "core"


def stated(text: str) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """What a file changes, and what is wrong with it."""
    found = read(tomllib.loads(text))
    return dict(found.keys.changed), found.wrong


def test_the_template_changes_nothing_and_states_every_action() -> None:
    assert stated(template()) == ({}, ())
    whole = "\n".join(
        line.removeprefix("#") if line.startswith("#") and not line.startswith("# ") and line != "#" else line
        for line in template().splitlines()
    )
    changed, wrong = stated(whole)
    assert not wrong
    assert changed == {id_: action.keys for id_, action in actions().items()}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ('[game]\nundo = "K"', {"game.undo": ("K",)}),
        ('[game]\nundo = "C"\ncard = "U"', {"game.undo": ("C",), "game.card": ("U",)}),
        ('[game]\nstep-back = ["u", "Ctrl+Z"]', {"game.step-back": ("u", "ctrl+z")}),
        (
            '[game]\nodds = "?"\n[everywhere]\nhelp = "f1"',
            {"game.odds": ("question_mark",), "everywhere.help": ("f1",)},
        ),
        ('[log]\nsearch = "f3"\n[map]\nzoom-in = "Ins"', {"log.search": ("f3",), "map.zoom-in": ("insert",)}),
        ('[map]\nup = "ж"', {"map.up": ("ж",)}),
        ('[replay]\nplay = "P"', {"replay.play": ("P",)}),
        ('[set-up]\nmirror = "x"\n[windows]\ndice = "x"', {"set-up.mirror": ("x",), "windows.dice": ("x",)}),
        ('[windows]\ndelete = "f8"', {"windows.delete": ("f8",)}),
    ],
)
def test_keys_that_can_be_had(text: str, changed: dict[str, tuple[str, ...]]) -> None:
    assert stated(text) == (changed, ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[gme]\nundo = "K"', "[gme] is no group of keys; did you mean game?"),
        ('[game]\ncard = "E"', "orders are picked by E"),
        ('[set-up]\nmirror = "C"', "game.card has this key"),
        ('[set-up]\nmirror = "f"', "set-up.formation has this key"),
        ('[windows]\ndelete = "x"', "a letter or a digit picks a line of the list"),
        ('[windows]\nrule = "space"', "closes windows"),
        ('[windows]\nother = "n"', "windows.drop has this key"),
        ('undo = "K"', "[undo] is no group of keys; there is everywhere, game"),
        ('game = "K"', "game is a group of keys: write [game]"),
        ('[game]\nundoo = "K"', "[game] has no action 'undoo'; did you mean undo?"),
        ('[game]\nzoom-in = "K"', "[game] has no action 'zoom-in'; there is map.zoom-in"),
        ("[game]\nundo = 3", "game.undo = 3 is no key"),
        ("[game]\nundo = []", "game.undo = [] is no key"),
        ('[game]\nundo = "hash"', 'game.undo = "hash": no key is called so; there is a character'),
        ('[game]\nundo = "C"', 'game.undo = "C": game.card has this key (the whole card of the unit)'),
        ('[map]\nup = "g"', 'map.up = "g": game.go-to has this key'),
        ('[lesson]\nnext = "?"', 'lesson.next = "?": everywhere.help has this key'),
        ('[game]\nundo = "m"', 'game.undo = "m": orders are picked by m'),
        ('[game]\nundo = "3"', 'game.undo = "3": orders are picked by 3'),
        ('[game]\nundo = "enter"', "enter stays what it is: it picks and gives orders"),
        ('[game]\nundo = "ctrl+c"', "ctrl+c stays what it is: it stops the program"),
        ('[game]\nundo = "ctrl+i"', "a terminal sends the same for ctrl+i and for tab"),
        ('[game]\nundo = "ctrl+1"', "a terminal does not send ctrl+1 as a key of its own"),
        ('[game]\nundo = "ctrl+shift+k"', "a terminal does not send ctrl+shift+k as a key of its own"),
        ('[game]\nundo = "alt+k"', "many terminals send alt+k as escape and then k"),
        ('[game]\nundo = "shift+k"', 'shift with a letter is its capital: write "K"'),
        ('[game]\nundo = "fn+k"', "there is no key fn+"),
        ('[everywhere]\nsettings = "s"', "a letter or a digit is for typing"),
        ('[everywhere]\nstop = "f10"', "f10 has something of its own to do in the menus"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(text: str, words: str) -> None:
    changed, wrong = stated(text)
    assert changed == {}
    assert len(wrong) == 1
    assert words in wrong[0]


def test_what_is_right_beside_what_is_wrong_holds() -> None:
    changed, wrong = stated('[game]\nundo = "K"\ncard = "K"\nlog = "m"\ngo-to = "f6"')
    assert changed == {"game.undo": ("K",), "game.go-to": ("f6",)}
    assert len(wrong) == 2


def test_a_change_that_fails_takes_those_with_it_that_counted_on_it() -> None:
    changed, wrong = stated('[game]\ncard = "m"\nundo = "C"\nlog = "U"')
    assert changed == {}
    assert len(wrong) == 3


def test_no_two_actions_have_one_key_to_begin_with() -> None:
    for group in groups():
        keys = [key for action in group.actions for key in action.keys]
        assert len(keys) == len(set(keys)), group.name


def test_letters_that_orders_suggest_are_kept_for_them() -> None:
    own = {key_to_character(key) for id_, one in actions().items() if id_.startswith("game.") for key in one.keys}
    suggested = {
        word.value.value
        for path in CORE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Choice"
        for word in node.keywords
        if word.arg == "key" and isinstance(word.value, ast.Constant)
    }
    assert len(suggested) > 10
    assert suggested <= ORDERS | own


def test_a_file_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    assert load(tmp_path).wrong == ()
    (tmp_path / FILE).write_text("[game\n", encoding="utf-8")
    found = load(tmp_path)
    assert found.keys.changed == {}
    assert "keys.toml cannot be read" in found.wrong[0]


def test_the_command_writes_a_file_and_checks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / "data"))
    path = tmp_path / "data" / FILE
    assert cli.main(("settings", "--check-keys")) == 2
    assert "--write-keys writes one" in capsys.readouterr().err
    assert cli.main(("settings", "--write-keys")) == 0
    assert cli.main(("settings", "--check-keys")) == 0
    assert "is all right: 0 of the actions" in capsys.readouterr().out
    assert cli.main(("settings", "--write-keys")) == 2
    assert "exists already" in capsys.readouterr().err
    path.write_text('[game]\ncard = "K"\nundo = "m"\n', encoding="utf-8")
    assert cli.main(("settings", "--check-keys")) == 1
    said = capsys.readouterr()
    assert "game.card: K in place of C" in said.out
    assert said.err.startswith('panzerhex: game.undo = "m": orders are picked by m')
    assert cli.main(("settings",)) == 0
    assert f"keys       {path}" in capsys.readouterr().out
