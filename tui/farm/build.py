"""Which program plays: its version, and a hash of the code that decides how a game goes."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path


@lru_cache(maxsize=1)
def build() -> str:
    """The version with a hash of `core` and `content`, such as ``0.1.0+3f2a9c71``: code, and what was learned as data.

    What a scenario is made of is not in it; its content hash says that.
    """
    import content
    import core

    whole = hashlib.sha256()
    for room in (core, content):
        root = Path(room.__file__ or "").parent
        read = (path for path in root.rglob("*") if path.suffix == ".py" or path.parent.name == "ai")
        for path in sorted(path for path in read if path.is_file() and path.suffix in (".py", ".toml")):
            whole.update(path.relative_to(root).as_posix().encode())
            whole.update(path.read_bytes())
    return f"{version('panzerhex')}+{whole.hexdigest()[:8]}"
