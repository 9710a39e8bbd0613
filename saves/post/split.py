"""A game of one keyboard goes on by file: a half for each player, and nothing of it left in the open."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from saves.audience import HUMAN, post_of, sealed
from saves.files import replace_file, sync_directory
from saves.library import Library, slug
from saves.post import before
from saves.post.keys import PostError
from saves.post.places import post_rules
from saves.session import OpenSystem, open_game


def split_game(data: Path, path: Path, open_system: OpenSystem, *, agreed: Iterable[str], out: Path) -> dict[str, Path]:
    """Write the halves of a game and take its journal out of the player's games; the files by side.

    agreed: the sides whose players agree. PostError leaves everything as it was.
    """
    with open_game(path, open_system, in_place=True) as session:
        header, game = session.header, session.game
        system = post_rules(game.system)
        if post_of(header) or sealed(header, game.journal):
            raise PostError(f"{path.name} is no game of one keyboard")
        computers = [side for side, seat in header.sides.items() if seat != HUMAN]
        if computers:
            raise PostError(f"a computer plays {computers[0]}; by file two people play")
        missing = [look.id for look in system.sides if look.id not in set(agreed)]
        if missing:
            raise PostError(f"the player of {missing[0]} has to agree as well: --agreed {missing[0]}")
        halves = before.split(system, header, game, session.path.read_bytes())
        path = session.path
    written = {side: out / f"{slug(header.scenario)}-{side}{before.SUFFIX}" for side in halves}
    taken = [file for file in written.values() if file.exists()]
    if taken:
        raise PostError(f"{taken[0]} exists already; choose another folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for side, file in written.items():
            replace_file(file, halves[side].data, 0o600)
        sync_directory(out)
        # What lay face down is now each player's own; whoever keeps this machine is not to find it here.
        Library(data).delete(path)
    except BaseException as error:
        for file in written.values():
            with suppress(OSError):
                file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise PostError(f"cannot write in {out}: {error.strerror}; choose another place") from error
        raise
    return written
