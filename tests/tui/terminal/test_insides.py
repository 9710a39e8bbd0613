"""What `tui.terminal` takes of the insides of Textual, Rich and asyncssh is there, and is what it is taken for.

Whoever raises a bound in `pyproject.toml` runs this first: `make test-newest`. Nothing of the program is imported for
it but in the last test, so that everything that broke is told at once.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from importlib import import_module
from importlib.metadata import version
from inspect import iscoroutinefunction, signature
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.insides import ROOT, touched

ROOM: Final = ROOT / "tui" / "terminal"

#: What is called or overridden: its place, its parameters, whether it is awaited.
CALLS: Final = (
    ("textual.app:App._display", "self, screen, renderable", False),
    ("textual.app:App._handle_exception", "self, error", False),
    ("textual.app:App._check_resize", "self", False),
    ("textual.app:App._shutdown", "self", True),
    ("textual.app:App._on_notify", "self, event", False),
    ("textual.app:App._refresh_notifications", "self", False),
    (
        "textual.notifications:Notification.__init__",
        "self, message, title, severity, timeout, markup, raised_at, identity",
        False,
    ),
    ("textual.message_pump:MessagePump._dispatch_message", "self, message", True),
    ("textual.timer:Timer.resume", "self", False),
    ("textual.widget:_RenderCache.__new__", "_cls, size, lines", False),
    ("textual.widget:Widget.render_lines", "self, crop", False),
    (
        "textual.css.stylesheet:Stylesheet._parse_rules",
        "self, css, read_from, is_default_rules, tie_breaker, scope",
        False,
    ),
    ("textual.app:App.get_driver_class", "self", False),
    ("textual.drivers.linux_driver:LinuxDriver.run_input_thread", "self", False),
    ("textual.drivers.linux_driver:LinuxDriver.process_message", "self, message", False),
    ("textual._compositor:CompositorUpdate.render_segments", "self, console", False),
    ("textual._compositor:Compositor.render_full_update", "self, simplify", False),
    ("textual._compositor:Compositor.render_partial_update", "self", False),
    ("textual._compositor:Compositor.render_update", "self, full, screen_stack, simplify", False),
    ("textual._compositor:LayoutUpdate.__init__", "self, strips, region", False),
    ("textual._xterm_parser:XTermParser._parse_extended_key.__wrapped__", "self, sequence", False),
    ("textual._xterm_parser:XTermParser.feed", "self, data", False),
    ("textual._xterm_parser:XTermParser.tick", "self", False),
    (
        "asyncssh:SSHServerChannel.__init__",
        "self, conn, loop, allow_pty, line_editor, line_echo, line_history, max_line_length, encoding, errors, window, "
        "max_pktsize",
        False,
    ),
    ("asyncssh:SSHServerChannel._process_env_request", "self, packet", False),
    ("asyncssh:SSHServerChannel._process_x11_req_request", "self, packet", False),
    ("asyncssh:SSHServerChannel._process_auth_agent_req_at_openssh_dot_com_request", "self, packet", False),
    ("asyncssh:SSHServerConnection._update_recv_pktlen", "self, max_pktsize", False),
    ("asyncssh:SSHServerConnection.send_packet", "self, pkttype, args, handler", False),
    ("asyncssh:SSHServerConnection.abort", "self", False),
    ("asyncssh.packet:SSHPacket.get_string", "self", False),
    ("asyncssh.packet:SSHPacket.check_end", "self", False),
    ("asyncssh.kex:get_kex_algs", "", False),
    ("asyncssh.encryption:get_encryption_algs", "", False),
    ("asyncssh.mac:get_mac_algs", "", False),
    ("asyncssh.public_key:get_public_key_algs", "", False),
)

#: What modules keep, and what it is.
KEPT: Final[Mapping[str, Callable[[Any], bool]]] = {
    "textual._context:active_app": lambda it: isinstance(it, ContextVar),
    "textual._context:NoActiveAppError": lambda it: issubclass(it, RuntimeError),
    "textual._compositor:ChopsUpdate": lambda it: isinstance(it, type),
    "textual._compositor:Compositor.visible_widgets": lambda it: isinstance(it, property),
    "textual.message:Message._stop_propagation": lambda it: hasattr(it, "__get__"),
    "textual.message_pump:MessagePump.app": lambda it: isinstance(it, property),
    "textual.notifications:Notification.time_left": lambda it: isinstance(it, property),
    "textual.notifications:Notification.has_expired": lambda it: isinstance(it, property),
    "textual._xterm_parser:BRACKETED_PASTE_END": lambda it: it == "\x1b[201~",
    "asyncssh.constants:MSG_IGNORE": lambda it: it == 2,
    "rich.console:Console.__init__": lambda it: "_environ" in signature(it).parameters,
}


def _number(it: Any) -> bool:
    return isinstance(it, int | float) and not isinstance(it, bool)


#: What a running app and what is in it keep, and what it is. app, screen, widget, timer and worker are Textual's.
TEXTUAL: Final[Mapping[str, Callable[[Any], bool]]] = {
    "app._filters": lambda it: isinstance(it, list),
    "app._capture_stdout": lambda it: hasattr(it, "write"),
    "app._capture_stderr": lambda it: hasattr(it, "write"),
    "app._batch_count": lambda it: it == 0,
    "app._running": lambda it: it is True,
    "app._closed": lambda it: it is False,
    "app._closing": lambda it: it is False,
    "app._exit": lambda it: it is False,
    "app._exception": lambda it: it is None,
    "app._previous_cursor_position": lambda it: tuple(it) == (0, 0),
    "app._resize_event": lambda it: it is None or hasattr(it, "size"),
    "app._screen_stacks": lambda it: [len(stack) for stack in it.values()] == [1],
    "app._registry": lambda it: len(list(it)) > 1,
    "app._notifications": lambda it: len(it) == 0 and isinstance(list(it), list),
    "app._driver._app.title": lambda it: isinstance(it, str),
    "app._driver._mouse": lambda it: isinstance(it, bool),
    "app._driver._size": lambda it: tuple(it) == (80, 24),
    "app.stylesheet._variables": lambda it: isinstance(it, dict) and "primary" in it,
    "app.stylesheet._parse_cache.clear": callable,
    "app.animator._complete_event": lambda it: isinstance(it, asyncio.Event) and it.is_set(),
    "screen._parent.title": lambda it: isinstance(it, str),
    "screen._bindings.key_to_bindings": lambda it: "tab" in it,
    "screen._compositor.visible_widgets": lambda it: len(it) > 1,
    "screen._compositor._dirty_regions": lambda it: isinstance(it, set),
    "screen._update_timer._active": lambda it: isinstance(it, asyncio.Event),
    "screen._layout_required": lambda it: it is False,
    "screen._scroll_required": lambda it: it is False,
    "screen._repaint_required": lambda it: it is False,
    "screen._recompose_required": lambda it: it is False,
    "screen._dirty_widgets": lambda it: isinstance(it, set),
    "screen._callbacks": lambda it: isinstance(it, list),
    "widget._message_queue.ready_event._waiters": lambda it: any(not waiter.done() for waiter in it),
    "widget._next_callbacks": lambda it: isinstance(it, list),
    "widget._timers": lambda it: len(list(it)) == 1,
    "widget._styles_cache.clear": callable,
    "widget._render_cache.lines": lambda it: isinstance(it, list),
    "widget._dirty_regions": lambda it: isinstance(it, set),
    "timer._task": lambda it: isinstance(it, asyncio.Task),
    "timer._repeat": lambda it: it == 0,
    "timer._interval": lambda it: _number(it) and it == 50,
    "timer._active": lambda it: isinstance(it, asyncio.Event) and it.is_set(),
    "worker._work": lambda it: asyncio.iscoroutine(it),
    "parser._timeout_time": lambda it: it is None,
    "parser.mouse_pixels": lambda it: it is False,
}

#: What the driver of a Unix terminal keeps, and what it is.
UNIX: Final[Mapping[str, Callable[[Any], bool]]] = {
    "driver._file": lambda it: hasattr(it, "write") and hasattr(it, "flush"),
    "driver._debug": lambda it: it is False,
    "driver.fileno": lambda it: isinstance(it, int),
    "driver.exit_event": lambda it: isinstance(it, threading.Event),
}

#: What a connection and a channel of it keep, and what it is.
ASYNCSSH: Final[Mapping[str, Callable[[Any], bool]]] = {
    "channel._conn.abort": callable,
    "channel._env": lambda it: it == {b"LANG": b"C"},
    "channel.get_write_buffer_size": lambda it: _number(it()),
    "conn._deferred_packets": lambda it: isinstance(it, list),
    "conn._transport.get_write_buffer_size": lambda it: _number(it()),
}


@pytest.mark.parametrize(("place", "parameters", "awaited"), CALLS, ids=[call[0] for call in CALLS])
def test_what_is_called_or_overridden(place: str, parameters: str, awaited: bool) -> None:
    found = _found(place)
    assert ", ".join(signature(found).parameters) == parameters, f"{place} takes something else{_users(place)}"
    assert iscoroutinefunction(found) is awaited, f"{place} is awaited, or is so no more{_users(place)}"


@pytest.mark.parametrize("place", KEPT)
def test_what_modules_keep(place: str) -> None:
    assert KEPT[place](_found(place)), f"{place} is something else{_users(place)}"


async def test_what_textual_keeps() -> None:
    from textual._xterm_parser import XTermParser
    from textual.app import App
    from textual.widgets import Static

    app: App[None] = App()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.mount(Static("text"))
        await pilot.pause()
        widget = app.query_one(Static)
        timer = widget.set_timer(50, lambda: None)
        begun = asyncio.Event()

        async def sleeps() -> None:
            begun.set()
            await asyncio.sleep(50)

        worker = app.run_worker(sleeps(), exit_on_error=False)
        await begun.wait()
        parts = {"app": app, "screen": app.screen, "widget": widget, "timer": timer, "worker": worker}
        broken = _broken(TEXTUAL, {**parts, "parser": XTermParser()})
        worker.cancel()
    assert not broken, f"Textual {version('textual')} is another inside: " + "; ".join(broken)


async def test_what_the_driver_of_a_terminal_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.app import App
    from textual.drivers.linux_driver import LinuxDriver

    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    broken = _broken(UNIX, {"driver": LinuxDriver(App[None]())})
    assert not broken, f"Textual {version('textual')} is another inside: " + "; ".join(broken)


async def test_what_asyncssh_keeps() -> None:
    import asyncssh

    key = asyncssh.generate_private_key("ssh-ed25519")
    ended = asyncio.Event()
    parts: dict[str, Any] = {}

    class Server(asyncssh.SSHServer):
        def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
            parts["conn"] = conn

        def begin_auth(self, username: str) -> bool:
            return False

    class Session(asyncssh.SSHServerSession[bytes]):
        def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
            parts["channel"] = chan

        def shell_requested(self) -> bool:
            return True

        def session_started(self) -> None:
            broken.extend(_broken(ASYNCSSH, parts))
            ended.set()
            parts["channel"].exit(0)

    broken: list[str] = []
    Server.session_requested = lambda self: Session()  # type: ignore[method-assign]
    async with (
        await asyncssh.listen("127.0.0.1", 0, server_factory=Server, server_host_keys=[key], encoding=None) as server,
        asyncssh.connect("127.0.0.1", server.get_port(), known_hosts=None, username="anna", config=None) as client,
    ):
        await client.run(env={"LANG": "C"})
        await asyncio.wait_for(ended.wait(), 10)
    assert not broken, f"asyncssh {version('asyncssh')} is another inside: " + "; ".join(broken)


def test_all_that_is_touched_is_looked_at() -> None:
    """Whatever of other libraries begins with an underscore and is used in the room stands in one of the lists."""
    listed = " ".join((*(call[0] for call in CALLS), *KEPT, *TEXTUAL, *UNIX, *ASYNCSSH, "_environ"))
    known = set(re.findall(r"[\w.]+", listed.replace(":", ".")))
    words = {part for name in known for part in name.split(".")} | {name.rpartition(".")[0] for name in known}
    modules = sorted(ROOM.glob("*.py"))
    used = {name: path for path in modules for name in touched(path)}
    unknown = {f"{path.name}: {name}" for name, path in used.items() if name.split(".")[-1] not in words}
    assert len(used) > 50
    assert not unknown


def _found(place: str) -> Any:
    """What stands at a place such as "module:Class.name"."""
    module, _, path = place.partition(":")
    try:
        it: Any = import_module(module)
        for name in path.split("."):
            it = getattr(it, name)
    except (ImportError, AttributeError) as error:
        pytest.fail(f"{place} is gone ({error}){_users(place)}", pytrace=False)
    return it


def _broken(wanted: Mapping[str, Callable[[Any], bool]], parts: Mapping[str, Any]) -> list[str]:
    """What is not there, or is not what it is taken for."""
    broken = []
    for place, holds in wanted.items():
        first, *names = place.split(".")
        it = parts[first]
        try:
            for name in names:
                it = getattr(it, name)
            if not holds(it):
                broken.append(f"{place} is {type(it).__name__} {it!r}{_users(place)}")
        except Exception as error:
            broken.append(f"{place}: {error}{_users(place)}")
    return broken


def _users(place: str) -> str:
    """Where the last name of a place is used."""
    name = next((n for n in reversed(re.split(r"[.:]", place)) if n != "__wrapped__"), place)
    if name == "__init__":
        name = place.rpartition(":")[2].partition(".")[0]
    word = re.compile(rf"\b{re.escape(name)}\b")
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in sorted(ROOM.glob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if word.search(line)
    ]
    return f", used by {', '.join(found[:4])}" if found else ""


def test_what_is_told_when_something_is_gone() -> None:
    """A name that is gone is told with the lines that use it."""
    wanted = {"it._update_timer": callable, "it._parent": callable, "it.__name__": bool}
    gone, another = _broken({**wanted, "it._parent": bool}, {"it": SimpleNamespace(_parent="", __name__="it")})
    assert gone.startswith("it._update_timer: ")
    assert "used by tui/terminal/pacing.py:" in gone
    assert another.startswith("it._parent is str ''")
    with pytest.raises(pytest.fail.Exception, match=r"_gone is gone"):
        _found("textual.app:App._gone")


def test_the_room_stands_below_all_others() -> None:
    """The terminal knows nothing of the screens: it imports no other room of the program."""
    for path in sorted(ROOM.glob("*.py")):
        named = re.findall(r"^\s*(?:from|import) ((?:tui|saves|content|core)[\w.]*)", path.read_text("utf-8"), re.M)
        assert all(name.startswith("tui.terminal") for name in named), path
