"""Boards made by a recipe from a seed: hills, water, villages, roads and cover (min:23.1.6, na:1.2)."""
