"""Situations of worked examples: a map, counters and the moment of a turn."""
