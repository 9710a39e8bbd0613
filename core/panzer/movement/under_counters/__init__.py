"""Moving HIDDEN UNIT counters (or:7.2.2.2)."""
