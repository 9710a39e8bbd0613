"""Situations of worked examples: scenarios that state a moment."""
