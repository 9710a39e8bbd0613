"""Games on disk: the journal file, the games of a player, and what opens, checks and continues them."""
