"""Recipes of terrain for boards that are made for battles of one's own, and their readers."""
