"""What the operating system has to promise: that a file is on the disk, and that nobody else writes it."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EEXIST
from pathlib import Path
from typing import Final

#: Seconds between two looks at a file that others have.
_PAUSE: Final = 0.005

if sys.platform == "win32":
    import msvcrt

    #: A byte far beyond the end of any journal; Windows locks bytes, not files.
    _LOCKED_BYTE: Final = 1 << 40

    def lock(descriptor: int) -> bool:
        """Take the file for this process, without waiting; False if another has it. It ends with the descriptor."""
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def sync_directory(path: Path) -> None:
        """Nothing to do: Windows has no descriptors of directories and journals its own."""

else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Take the file for this process, without waiting; False if another has it. It ends with the descriptor."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def sync_directory(path: Path) -> None:
        """Have the names in a directory on the disk."""
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def alone(path: Path, seconds: float) -> Iterator[None]:
    """Keep out all who ask for the same file, in this process and in others. TimeoutError if one of them has it for so
    many seconds, any other OSError if the file cannot be opened.

    Who comes next holds a file of his own until he has this one. So whoever has had it and asks for it again comes
    behind those who wait; else he would have taken it before any of them looked.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    patience = _Patience(path, seconds)
    with ExitStack() as held:
        with _held(path.with_name(f"{path.name}.next"), patience):
            held.enter_context(_held(path, patience))
        os.utime(path)  # for the patience of the others
        yield


@contextmanager
def _held(path: Path, patience: _Patience) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        while not lock(descriptor):
            patience.wait()
        yield
    finally:
        os.close(descriptor)


class _Patience:
    """Waits for a file as long as it comes from hand to hand: whoever gets it gives it another time."""

    def __init__(self, path: Path, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self._mark = -1
        self._until = time.monotonic() + seconds

    def wait(self) -> None:
        """Let a moment pass. TimeoutError if one and the same has had the file for too long."""
        with suppress(FileNotFoundError):  # the first of all is about to make it
            mark = self._path.stat().st_mtime_ns
            if mark != self._mark:
                self._mark, self._until = mark, time.monotonic() + self._seconds
        if time.monotonic() > self._until:
            raise TimeoutError(f"another program has {self._path}")
        time.sleep(_PAUSE)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte; a single call may write fewer."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def replace_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put `data` in the place of the file, whole or not at all; mode: who may read it, as far as the umask lets."""
    _written(path, data, mode, os.replace)


def new_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that is not there yet, whole or not at all. FileExistsError if it is there."""
    _written(path, data, mode, publish)


def publish(draft: Path, path: Path) -> None:
    """Give a finished draft its name. FileExistsError if that is taken."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a file system without hard links
        if path.exists():
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path)) from None
        os.rename(draft, path)
    else:
        draft.unlink()


def _written(path: Path, data: bytes, mode: int, name: Callable[[Path, Path], None]) -> None:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        try:
            write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        name(draft, path)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and not error.filename:
            # What cannot be written to a descriptor names no file.
            error.filename = str(path)
        raise
    sync_directory(path.parent)
