"""A chat that is cut at its largest: whoever is killed meanwhile, and whoever else talks, no line is lost by it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from saves.rooms import chat_file
from saves.rooms.chat_file import ChatFile
from saves.rooms.state import Remark
from tests.insides import ROOT
from tests.rooms.table import ANNA, BEN

LARGEST = 20_000
#: Says a line in a chat that is cut by that, and is killed in the nth call by which anything on the disk changes: half
#: of what it writes is written.
KILLED = f"""
import os, signal, sys
from pathlib import Path
from saves.rooms.chat_file import ChatFile
from saves.rooms.names import PlayerName
from saves.rooms.state import Remark
left = int(sys.argv[2])
def killed_in(name):
    real = getattr(os, name)
    def call(*args):
        global left
        left -= 1
        if not left:
            if name == "write":
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args)
    setattr(os, name, call)
for name in ("write", "ftruncate", "fsync", "replace"):
    killed_in(name)
ChatFile(Path(sys.argv[1]), "the chat", largest={LARGEST}).say(Remark(1.0, PlayerName("anna"), "the last"))
"""


def _said(chat: ChatFile, n: int) -> None:
    chat.say(Remark(1.0, BEN, f"{n} {'x' * 200}"))


def test_who_is_killed_as_a_chat_is_cut_leaves_the_old_or_the_new_one(tmp_path: Path) -> None:
    full = ChatFile(tmp_path / "full", "the chat")
    number = 0
    while not full.path.exists() or full.path.stat().st_size <= LARGEST:
        _said(full, number := number + 1)
    old = [remark.text for remark in full.lines()]
    assert len(old) == number
    ended = dying = 0
    while not ended:
        dying += 1
        path = tmp_path / str(dying) / "chat.log"
        path.parent.mkdir()
        shutil.copy(full.path, path)
        status = subprocess.run([sys.executable, "-c", KILLED, str(path), str(dying)], cwd=ROOT).returncode
        ended = status == 0
        assert ended or status == -signal.SIGKILL
        chat = ChatFile(path, "the chat", largest=LARGEST)
        assert [remark.text for remark in chat.lines()] in (old, [*old, "the last"]), dying
        _said(chat, 0)
        assert [remark.text for remark in chat.lines()][-1].startswith("0 ")
    assert dying > 4


def test_who_waits_while_a_chat_is_cut_talks_in_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_file, "_KEPT", 10_000)
    monkeypatch.setattr(chat_file, "_TAIL", 1 << 24)
    path = tmp_path / "chat.log"

    def talks(who: int) -> None:
        chat = ChatFile(path, "the chat", largest=200)
        for n in range(25):
            chat.say(Remark(1.0, ANNA, f"{who}-{n}"))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(talks, range(4)))
    texts = [remark.text for remark in ChatFile(path, "the chat").lines()]
    assert sorted(texts) == sorted(f"{who}-{n}" for who in range(4) for n in range(25))
    assert all([t for t in texts if t.startswith(f"{who}-")] == [f"{who}-{n}" for n in range(25)] for who in range(4))


def test_a_file_that_was_cut_is_read_again_though_it_is_as_long_and_as_old_as_before(tmp_path: Path) -> None:
    chat, other = ChatFile(tmp_path / "chat", "the chat"), ChatFile(tmp_path / "other", "the chat")
    _said(chat, 1)
    _said(other, 2)
    assert [remark.text[0] for remark in chat.lines()] == ["1"]
    as_old = chat.path.stat()
    os.utime(other.path, ns=(as_old.st_atime_ns, as_old.st_mtime_ns))
    os.replace(other.path, chat.path)
    assert chat.path.stat().st_size == as_old.st_size
    assert [remark.text[0] for remark in chat.lines()] == ["2"]
