"""Tables for several people: who sits where, what was said and agreed, whose clock runs, and one game that may be
played by several processes at a time. No screen, no network."""
