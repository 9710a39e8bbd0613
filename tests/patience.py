"""How long a test waits for what must come before it calls it missing: no test ends by it that passes."""

from __future__ import annotations

from typing import Final

#: Seconds; far more than a machine that is shared with many others takes for any step of a test.
PATIENCE: Final = 600.0
