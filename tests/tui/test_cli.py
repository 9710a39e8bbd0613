"""The command line: what it prints, how it fails, and that it never shows a traceback."""

from __future__ import annotations

import ast
import gc
import json
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from attrs import frozen

from tui import citations, cli, coverage
from tui.commands import common
from tui.start import StartGame, StartReplay, StartResume, StartTitle, seated

SCENARIO = "the-bridge"
COMMANDS = (
    "scenarios",
    "play",
    "resume",
    "replay",
    "verify",
    "render",
    "vignette",
    "rules",
    "simulate",
    "tournament",
    "report",
    "battle",
    "export",
    "analyse",
    "post",
    "serve",
    "admin",
    "settings",
    "completion",
    "man",
)


@frozen
class Said:
    """What came of a command."""

    status: int
    out: str
    err: str


Ask = Callable[..., Said]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Runs a command with an empty data directory of its own."""
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / "data"))

    def run(*words: str) -> Said:
        status = cli.main(words)
        captured = capsys.readouterr()
        return Said(status, captured.out, captured.err)

    return run


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of two random players."""
    folder = tmp_path_factory.mktemp("games")
    words = ["simulate", SCENARIO, "--games", "1", "--seed", "5", "--save", str(folder), "--json"]
    assert cli.main(words) == 0
    (path,) = folder.glob("*.journal")
    return path


def refused(said: Said) -> str:
    """The one line that a mistake is answered with."""
    assert said.status == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("panzerhex: ")
    return said.err


# -- help and mistakes -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(ask: Ask, name: str) -> None:
    said = ask(name, "--help")
    assert said.status == 0
    assert f"example: panzerhex {name}" in " ".join(said.out.split())


def test_the_help_names_every_command(ask: Ask) -> None:
    said = ask("--help")
    assert said.status == 0
    assert all(name in said.out for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["plya"], "did you mean play"),
        (["--nonsense"], "--nonsense"),
        (["scenarios", "--jsn"], "did you mean --json?"),
        (["scenarios", "--system", "panzr"], "did you mean panzer"),
        (["play"], "SCENARIO"),
        (["play", "the-brigde"], "did you mean the-bridge"),
        (["play", SCENARIO, "--side", "germn=human"], "did you mean german?"),
        (["play", SCENARIO, "--side", "german"], "should be like german="),
        (["play", SCENARIO, "--side", "german=cat"], "choose human, ai or ai:LEVEL"),
        (["play", SCENARIO, "--side", "german=ai:gredy"], "did you mean greedy?"),
        (["play", SCENARIO, "--option", "smoke"], "unknown option 'smoke'"),
        (["play", "ponyri-50m", "--option", "turrets"], "no option in the miniatures edition"),
        (["play", SCENARIO], "needs a terminal"),
        ([], "needs a terminal"),
        (["resume"], "no game to resume"),
        (["resume", "my-game"], "there is no game 'my-game'"),
        (["replay", "my-game"], "there is no game 'my-game'"),
        (["verify", "my-game"], "there is no game 'my-game'"),
        (["verify", "."], "is a folder"),
        (["render", "the-brigde"], "did you mean the-bridge"),
        (["render", SCENARIO, "--hex", "E99"], "E9"),
        (["render", SCENARIO, "--hex", "middle"], "no hex id"),
        (["render", SCENARIO, "--size", "big"], "should be like 120x40"),
        (["render", SCENARIO, "--view", "germans"], "did you mean german?"),
        (["render", SCENARIO, "--zoom", "near"], "invalid choice"),
        (["render", SCENARIO, "--at", "5"], "counts the events of a game"),
        (["render", SCENARIO, "--at", "-5"], "--at"),
        (["rules", "na:4.4.3.2.99"], "did you mean na:4.4.3.2"),
        (["rules", "zeppelin", "bombing"], "no rule has the words"),
        (["vignette", "nothing.toml"], "there is no file nothing.toml"),
        (["simulate", SCENARIO], "--games"),
        (["simulate", SCENARIO, "--games", "0"], "not a whole number from 1"),
        (["simulate", SCENARIO, "--games", "1", "--side", "german=clever"], "unknown computer player"),
        (["export", "my-game", "--to", "text"], "there is no game"),
        (["export", "my-game"], "--to"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(ask: Ask, words: list[str], text: str) -> None:
    assert text in refused(ask(*words))


def test_what_nobody_foresaw_is_one_line_too(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("content.catalogue.scenarios", fail)
    assert "RuntimeError: two; lines" in refused(ask("scenarios"))


@pytest.mark.parametrize("words", [["--version"], ["scenarios"], ["nonsense"]])
def test_garbage_is_looked_for_again_behind_a_command(ask: Ask, words: list[str]) -> None:
    ask(*words)
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_stopping_a_command_is_no_mistake(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("content.catalogue.scenarios", stop)
    assert ask("scenarios") == Said(130, "", "")


def test_a_reader_may_leave_early() -> None:
    program = "import sys; from tui.cli import main; sys.exit(main(['rules']))"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


def test_listing_scenarios_needs_no_screen() -> None:
    program = "import sys; from tui.cli import main; main(['scenarios']); sys.exit('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], capture_output=True)
    assert done.returncode == 0


# -- scenarios and rules -----------------------------------------------------------------------------


def test_scenarios_are_listed_as_one_document(ask: Ask) -> None:
    listed = json.loads(ask("scenarios", "--system", "panzer", "--json").out)
    bridge = next(s for s in listed if s["id"] == SCENARIO)
    assert {"system", "edition", "title", "options", "sides", "turns", "units", "board_size"} <= bridge.keys()
    assert SCENARIO in ask("scenarios").out


def test_the_list_counts_options_and_a_scenario_is_told_with_all_of_them(ask: Ask) -> None:
    listed = ask("scenarios").out
    assert all(len(line) <= 200 for line in listed.splitlines())
    options = json.loads(ask("scenarios", SCENARIO, "--json").out)[0]["options"]
    assert f"{len(options)} options" in listed
    told = ask("scenarios", SCENARIO).out
    assert all(f"  {option}: " in told for option in options)
    assert "did you mean the-bridge" in refused(ask("scenarios", "the-brigde"))
    assert "leave out --system" in refused(ask("scenarios", SCENARIO, "--system", "panzer"))


def test_a_rule_is_found_by_id_number_and_words(ask: Ask) -> None:
    whole = ask("rules", "na:4.1.3a").out
    assert "na:4.1.3a" in whole
    assert "4.1.3a" in ask("rules", "4.1.3a").out
    assert "na:4.1.3a" in ask("rules", "spotting", "range").out
    (document,) = json.loads(ask("rules", "na:4.1.3a", "--json").out)
    assert document["tier"] == "basic"
    assert document["text"] in " ".join(whole.split())


def test_coverage_says_of_every_rule_how_it_stands(ask: Ask) -> None:
    document = json.loads(ask("rules", "--coverage", "--json").out)
    states = {"shown", "implemented", "missing", "not-a-mechanic"}
    assert {rule["state"] for rule in document["rules"].values()} <= states
    assert sum(document["totals"].values()) == len(document["rules"])
    fire = document["rules"]["na:4.4.3.2.3"]
    assert any(place.startswith("core.panzer.ap.basic:") for place in fire["where"])
    assert all(rule["where"] for rule in document["rules"].values() if rule["state"] in ("shown", "implemented"))
    assert not [id_ for id_, rule in document["rules"].items() if rule["state"] in ("implemented", "missing")]


def test_coverage_reads_code_tests_and_vignettes(tmp_path: Path) -> None:
    fire = '"""Fire (na:4.1 to na:4.3)."""\ndef shoot():\n    """Shoot (na:5.1a)."""\n    return "na:5.2."\n'
    for name, text in {
        "core/fire.py": fire,
        "tests/test_fire.py": "# na:4.2\ndef test_it():\n    pass\n",
        "tests/vignettes/panzer/x.toml": 'rules = ["na:6.1", "na:nonsense"]\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    tiers = dict.fromkeys(["na:4.1", "na:4.2", "na:4.3", "na:5.1a", "na:5.2", "na:6.1", "na:7"], "basic")
    found = coverage.cover({**tiers, "na:8": "design"}, citations.read(tmp_path))
    assert found["na:4.1"].where == ("core.fire",)
    assert (found["na:4.2"].state, found["na:4.2"].shown_by) == ("shown", ("tests/test_fire.py::test_it",))
    assert found["na:6.1"].state == "missing"  # a test alone plays nothing
    assert (found["na:5.1a"].state, found["na:5.1a"].where) == ("implemented", ("core.fire:shoot",))
    assert found["na:5.2"].where == ("core.fire:shoot",)
    assert found["na:6.1"].shown_by == ("tests/vignettes/panzer/x.toml",)
    assert (found["na:7"].state, found["na:8"].state) == ("missing", "not-a-mechanic")
    tiers |= {"min:1": "basic", "min:2": "basic"}
    same = {"min:1": ("na:4.2",), "min:2": ("na:4.1", "na:7")}
    found = coverage.cover(tiers, citations.read(tmp_path), same)
    assert found["min:1"] == coverage.Covered("basic", "shown", ("core.fire",), ("tests/test_fire.py::test_it",))
    assert found["min:2"].state == "missing", "one of the two is played nowhere"


def test_sources_are_read_by_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing them in this one would hold up whoever plays in it."""

    def parse(*_: object, **__: object) -> None:
        raise AssertionError("parsed while it runs")

    monkeypatch.setattr(ast, "parse", parse)
    named = dict(coverage.cited()["tests"])
    assert any(place.startswith("tests/vignettes/panzer/") for place in named)


def test_what_the_build_wrote_down_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hook of the build puts the list where the program looks for it; an editable checkout asks its sources."""
    root = Path(__file__).parents[2]
    interface = ModuleType("interface")
    interface.BuildHookInterface = type("BuildHookInterface", (), {"root": str(tmp_path)})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    hook = runpy.run_path(str(root / ".ci" / "build_citations.py"))["CitationsHook"]()
    for name, text in {
        "core/fire.py": '"""Fire (na:4.1)."""\n',
        "tests/test_fire.py": "def test_it():\n    # na:4.1 to na:4.3\n    pass\n",
        "tui/citations.py": Path(citations.__file__).read_text("utf-8"),
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    told: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize("editable", told)
    assert told == {"force_include": {}}
    hook.initialize("standard", told)
    ((written, place),) = told["force_include"].items()
    shutil.copy(written, tmp_path / place)
    hook.finalize("standard", told, "x.whl")
    assert not Path(written).exists()
    (tmp_path / "core" / "fire.py").unlink()
    named = coverage.cited(tmp_path / "tui")
    assert named["code"] == [("core.fire", ["na:4.1"])]
    assert named["tests"] == [("tests/test_fire.py::test_it", ["na:4.1 to na:4.3", "na:4.1", "na:4.3"])]


# -- games -------------------------------------------------------------------------------------------


def test_simulated_games_are_counted(ask: Ask, tmp_path: Path) -> None:
    words = ("simulate", SCENARIO, "--games", "2", "--jobs", "2", "--side", "soviet=random", "--json")
    document = json.loads(ask(*words).out)
    assert [g["seed"] for g in document["games"]] == ["1", "2"]
    assert {"seed", "turns", "orders", "events", "seconds", "scores", "winner"} <= document["games"][0].keys()
    assert document["totals"]["games"] == 2
    assert sum(document["totals"]["wins"].values()) == 2


def test_a_simulated_game_is_played_with_options(ask: Ask, tmp_path: Path) -> None:
    words = ("simulate", SCENARIO, "--games", "1", "--side", "soviet=random", "--option", "dual-controls", "--json")
    document = json.loads(ask(*words, "--save", str(tmp_path)).out)
    assert document["options"] == ["dual-controls"]
    (path,) = tmp_path.iterdir()
    assert json.loads(path.read_bytes().splitlines()[0])["options"] == ["dual-controls"]
    assert "unknown option" in refused(ask("simulate", SCENARIO, "--games", "1", "--option", "dual-drive"))


def test_a_simulated_game_is_saved_and_verified(ask: Ask, game: Path) -> None:
    said = ask("verify", str(game))
    assert (said.status, said.err) == (0, "")
    document = json.loads(ask("verify", str(game), "--json").out)
    assert document["good"]
    assert document["orders"] > 20
    words = ("simulate", SCENARIO, "--games", "1", "--seed", "5", "--save", str(game.parent))
    assert "exists already" in refused(ask(*words))


def test_a_changed_line_is_named(ask: Ask, game: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.journal"
    lines = game.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9].replace(b'"', b"'", 1)
    path.write_bytes(b"".join(lines))
    said = ask("verify", str(path))
    assert said.status == 1
    assert "line 10:" in said.out
    assert json.loads(ask("verify", str(path), "--json").out)["fault"]["line"] == 10


@pytest.mark.parametrize("zoom", ["close", "middle", "far", "plain"])
def test_the_map_is_printed(ask: Ask, game: Path, zoom: str) -> None:
    for what in (SCENARIO, str(game)):
        said = ask("render", what, "--zoom", zoom, "--size", "60x20", "--hex", "E9")
        assert (said.status, said.err) == (0, "")
        assert said.out.count("\n") <= 20
        assert max(map(len, said.out.splitlines())) <= 60
        assert "\x1b" not in said.out
        assert zoom != "plain" or said.out.isascii()


def test_the_map_is_printed_at_any_moment(ask: Ask, game: Path) -> None:
    start, later = (ask("render", str(game), "--at", n, "--view", "german").out for n in ("0", "200"))
    assert start != later
    assert "has no event 99999" in refused(ask("render", str(game), "--at", "99999"))


def test_a_game_is_exported_as_text(ask: Ask, game: Path) -> None:
    text = ask("export", str(game), "--to", "text").out
    assert "== Turn 1" in text
    assert "d100" in text


def test_a_game_is_exported_as_a_page_of_its_own(ask: Ask, game: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert ask("export", str(game), "--to", "html", "--out", str(page)) == Said(0, "", "")
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "src=" not in text
    assert "href=" not in text


def test_a_game_is_exported_as_a_recording(ask: Ask, game: Path) -> None:
    header, *frames = (json.loads(line) for line in ask("export", str(game), "--to", "cast").out.splitlines())
    assert (header["version"], header["width"]) == (2, 120)
    times = [frame[0] for frame in frames]
    assert times == sorted(times)
    assert all(frame[1] == "o" for frame in frames)


def test_an_export_never_overwrites_its_game(ask: Ask, game: Path) -> None:
    assert "is the game itself" in refused(ask("export", str(game), "--to", "text", "--out", str(game)))


# -- playing -----------------------------------------------------------------------------------------


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the app was started with, on a terminal that is always there."""
    starts: list[object] = []

    def show(start: object) -> int:
        starts.append(start)
        return 0

    monkeypatch.setattr("tui.commands.play._show", show)
    monkeypatch.setattr("tui.commands.play.need_terminal", lambda name: None)
    return starts


def test_playing_begins_where_it_was_asked_to(ask: Ask, shown: list[object], game: Path, tmp_path: Path) -> None:
    save = tmp_path / "new.journal"
    assert ask().status == 0
    assert ask("play", SCENARIO, "--side", "Soviet=ai:greedy", "--seed", "7", "--save", str(save)).status == 0
    assert ask("resume", str(game)).status == 0
    assert ask("replay", str(game), "--at", "3").status == 0
    assert shown == [
        StartTitle(),
        StartGame(SCENARIO, sides={"soviet": "ai:greedy"}, seed="7", save=save),
        StartResume(game),
        StartReplay(game, 3),
    ]


def test_a_game_is_found_by_its_name(ask: Ask, shown: list[object], game: Path, tmp_path: Path) -> None:
    own = tmp_path / "data" / "games" / "tuesday.journal"
    own.parent.mkdir(parents=True)
    own.write_bytes(game.read_bytes())
    assert ask("replay", "tuesday").status == 0
    assert shown == [StartReplay(own)]
    assert "did you mean tuesday?" in refused(ask("replay", "tuesdy"))
    assert "has no event 99999" in refused(ask("replay", "tuesday", "--at", "99999"))


def test_a_new_game_does_not_overwrite_another(ask: Ask, shown: list[object], game: Path) -> None:
    assert "exists already" in refused(ask("play", SCENARIO, "--save", str(game)))
    assert shown == []


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ({}, {"german": "human", "soviet": "ai"}),
        ({"german": "ai:greedy"}, {"german": "ai:greedy", "soviet": "human"}),
        ({"soviet": "human"}, {"german": "ai", "soviet": "human"}),
        ({"german": "human", "soviet": "human"}, {"german": "human", "soviet": "human"}),
        ({"german": "ai", "soviet": "ai"}, {"german": "ai", "soviet": "ai"}),
    ],
)
def test_seats_that_nobody_chose_are_filled(chosen: dict[str, str], seats: dict[str, str]) -> None:
    assert seated(["german", "soviet"], chosen) == seats


def test_near_names_are_offered() -> None:
    assert common.near("Brige", ["the-bridge", "the-pimple"]) == "did you mean the-bridge?"
    assert common.near("xyz", ["a", "b"]) == "there is a, b"
    assert common.near("xyz", ["a"], "see the list") == "see the list"


# -- settings, completion, version ---------------------------------------------------------------------


def test_the_version_is_that_of_the_package(ask: Ask) -> None:
    said = ask("--version")
    assert (said.status, said.out) == (0, f"panzerhex {version('panzerhex')}\n")


def test_settings_say_what_holds_and_where_it_is_kept(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "data" / "settings.toml"
    file.parent.mkdir()
    file.write_text('theme = "light"\nspeed = "soon"\n', encoding="utf-8")
    said = ask("settings", "--json")
    found = json.loads(said.out)
    assert found["places"]["settings"] == str(file)
    assert found["settings"]["theme"] == "light"
    assert found["settings"]["speed"] == 2.0
    assert "speed = 'soon' must be a number of events a second" in said.err
    assert "theme      light" in ask("settings").out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_be_taught_every_command(ask: Ask, shell: str, tmp_path: Path) -> None:
    said = ask("completion", shell)
    assert said.status == 0
    assert all(name in said.out for name in COMMANDS)
    assert any(f"{mark}balance" in said.out for mark in ("--", "-l "))  # fish has its own way to name an option
    found = shutil.which(shell)
    if found is not None:
        script = tmp_path / "script"
        script.write_text(said.out, encoding="utf-8")
        checked = subprocess.run([found, "-n", str(script)], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")


def test_a_shell_that_is_not_known(ask: Ask) -> None:
    assert "'ksh' is none of bash, zsh" in refused(ask("completion", "ksh"))
