"""A game under way, and what it is played and measured with: its journal, agreements, honest dice, halves."""
