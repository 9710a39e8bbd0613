"""What a keeper changes while somebody stands in the door: it counts for him too."""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest

from tests.host.client import config, connected, hosting, play, still
from tests.host.test_keeping import _ask
from tui.host.config import FILE, as_text
from tui.host.register import CHANGED

CODES = {"registration": "invitation", "invitation_codes": ("panther-44", "tiger-43")}


@pytest.mark.parametrize("now", [{"registration": "closed"}, CODES])
async def test_who_has_the_form_open_makes_no_account_that_nobody_may_make_any_more(
    tmp_path: Path, now: dict[str, object]
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hosting(tmp_path, None) as host, connected(host, key, user="anna") as conn:
        player = await play(conn)
        await player.until("anna is free")
        (tmp_path / FILE).write_text(as_text(config(**now)))
        await _ask(tmp_path, "reload")
        player.type("\r")
        await player.until("Register as anna?")
        player.type("y")
        await player.until(CHANGED.partition(";")[0])
        await still(player)
        assert host.book.accounts() == ()


async def test_a_code_that_was_withdrawn_is_no_code(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hosting(tmp_path, None, config(**CODES)) as host, connected(host, key, user="anna") as conn:
        player = await play(conn)
        await player.until("anna is free")
        (tmp_path / FILE).write_text(as_text(config(registration="invitation", invitation_codes=("tiger-43",))))
        await _ask(tmp_path, "reload")
        player.type("\r")
        await still(player)
        player.type("panther-44\r")
        await player.until("Register as anna?")
        player.type("y")
        await player.until("no code of this host")
        assert host.book.accounts() == ()
