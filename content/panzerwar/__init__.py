"""Panzer War as data: rules, charts, cards, boards."""
