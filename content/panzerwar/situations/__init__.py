"""Situations of worked examples of Panzer War."""
