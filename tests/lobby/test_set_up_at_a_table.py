"""A set-up on one screen at a table of several: one's own units alone, kept among one's own files."""

from __future__ import annotations

from pathlib import Path

from saves.rooms.names import PlayerName
from saves.set_ups import MOST
from tests.lobby.parlour import press, seen, visiting
from tests.rooms.table import ANNA, BEN, RoomPlan, house, laid
from tui.game.many.preview import PreviewScreen
from tui.game.screen import GameScreen
from tui.game.set_up.screen import SetUpScreen
from tui.widgets.messages import MessageLine


async def test_a_side_sets_up_at_a_table(tmp_path: Path) -> None:
    where = house(tmp_path)
    room = laid(where, RoomPlan("halfaya-pass"))
    side = room.waits_for()[0]
    player = room.commander(side)
    assert player is not None
    other = next(name for name in (ANNA, BEN) if name != player)
    async with visiting(where, player, room=room.id) as (app, pilot), visiting(where, other, room=room.id) as (them, _):
        await press(pilot, "F")
        assert isinstance(app.screen, SetUpScreen)
        await press(pilot, "a", "enter")
        assert "all are placed" in seen(app)
        await press(pilot, "s", *"pass", "enter")
        assert len(list((tmp_path / "players" / player / "set-ups").glob("*.toml"))) == 1
        await press(pilot, "E")
        assert isinstance(app.screen, GameScreen)
        assert side not in room.waits_for()
        assert isinstance(them.screen, GameScreen)


async def test_what_is_shown_is_given_whatever_the_other_side_does_meanwhile(tmp_path: Path) -> None:
    """Where both sides set up at once."""
    where = house(tmp_path)
    room = laid(where, RoomPlan("pw-2"))
    side, others = room.waits_for()
    player, other = room.commander(side), room.commander(others)
    assert player is not None
    assert other is not None
    async with visiting(where, player, room=room.id) as (app, pilot):
        await press(pilot, "F", "a")
        assert isinstance(app.screen, PreviewScreen)
        head = next(choice for choice in room.choices(other, ()).legal if choice.kind == "unit")
        at = next(choice for choice in room.choices(other, (head.pick,)).legal if choice.kind == "hex")
        room.submit(other, (head.pick, at.pick))
        await press(pilot, "enter")
        assert isinstance(app.screen, SetUpScreen)
        assert "all are placed" in seen(app)


async def test_what_cannot_be_kept_tells_nothing_of_the_host(tmp_path: Path) -> None:
    """Neither that there are enough, nor a file of theirs that cannot be read, says where the host's files lie."""
    where = house(tmp_path)
    room = laid(where, RoomPlan("halfaya-pass"))
    side = room.waits_for()[0]
    player = room.commander(side)
    assert player is not None
    own = tmp_path / "players" / player / "set-ups"
    own.mkdir(parents=True)
    for n in range(MOST):
        (own / f"other-{n}.toml").write_text("")
    (own / f"halfaya-pass-{side}-broken.toml").mkdir()
    async with visiting(where, player, room=room.id) as (app, pilot):
        await press(pilot, "F", "a", "enter", "s", *"pass", "enter")
        told = app.screen.query_one(MessageLine).history.plain
        assert f"{MOST} set-ups are kept" in told
        assert str(tmp_path) not in told
        await press(pilot, "o", "enter")
        told = app.screen.query_one(MessageLine).history.plain
        assert "cannot be read" in told
        assert str(tmp_path) not in told


async def test_what_another_commands_is_not_placed(tmp_path: Path) -> None:
    where = house(tmp_path)
    eve = PlayerName("eve")
    plan = RoomPlan("halfaya-pass", players_a_side=2)
    room = laid(where, plan)
    side = room.waits_for()[0]
    player = room.commander(side)
    assert player is not None
    room.join(eve, side)
    async with visiting(where, eve, room=room.id) as (app, pilot):
        await press(pilot, "F", "tab")
        told = " ".join(seen(app).split())
        assert "not here:" in told
        assert f"{player} █" in told, "it is said who commands it"
        await press(pilot, "a")
        assert isinstance(app.screen, PreviewScreen)
        assert not app.screen.plan.acts
        assert len(app.screen.plan.lines) > 1
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, GameScreen)
