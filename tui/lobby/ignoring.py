"""Whom a player does not want to hear: a file of names among his own files, and a list to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual.app import App
from textual.content import Content

from saves.files import replace_file
from saves.rooms.names import PlayerName, checked_name
from tui.kit.popups import PickList
from tui.kit.text import MUTED

if TYPE_CHECKING:
    from saves.rooms.state import Remark

DIRECTORY: Final = "ignored"
#: Names that are kept, the last ones.
_MOST: Final = 200
_HEAR: Final = " (ignored; hear again)"
#: Names that are offered.
_OFFERED: Final = 30


class Ignored:
    """The names that a player has chosen not to hear. A file that cannot be read has none."""

    def __init__(self, data_dir: Path, player: PlayerName) -> None:
        self._path = data_dir / DIRECTORY / f"{player}.txt"
        self._names: tuple[PlayerName, ...] | None = None

    @property
    def names(self) -> tuple[PlayerName, ...]:
        """All of them."""
        if self._names is None:
            found = []
            with suppress(OSError, UnicodeDecodeError):
                for line in self._path.read_text(encoding="utf-8").splitlines():
                    with suppress(ValueError):
                        found.append(checked_name(line))
            self._names = tuple(dict.fromkeys(found))
        return self._names

    def turn(self, name: PlayerName) -> bool:
        """Ignore a player, or hear him again; whether he is ignored now. OSError if it cannot be kept."""
        ignored = name not in self.names
        self._names = (*self.names, name)[-_MOST:] if ignored else tuple(n for n in self.names if n != name)
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(self._path, "".join(f"{n}\n" for n in self._names).encode(), 0o600)
        return ignored


def choose(app: App[Any], ignored: Ignored, player: PlayerName, said: Iterable[Remark]) -> None:
    """Let the player choose whom to ignore or to hear again, among those who spoke last and those ignored."""
    speakers = (r.player for r in sorted(said, key=lambda r: -r.at) if r.player != player)
    names = [*dict.fromkeys((*ignored.names, *speakers))][:_OFFERED]
    if not names:
        app.notify("Nobody has said anything yet.", timeout=3)
        return

    def picked(row: int | None) -> None:
        if row is None:
            return
        try:
            now = ignored.turn(names[row])
        except OSError as error:
            app.notify(f"It cannot be kept: {error.strerror}", severity="warning", markup=False)
            return
        app.notify(f"{names[row]} is {'ignored' if now else 'heard again'}.", timeout=3, markup=False)

    lines = [
        (
            str(n + 1) if n < 9 else "",
            Content.assemble(name, (_HEAR * (name in ignored.names), MUTED)),
        )
        for n, name in enumerate(names)
    ]
    app.push_screen(PickList("Whom not to hear?", lines), picked)
