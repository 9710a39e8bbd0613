"""Playing with others: the lobby, the tables of several people, and what keeps their games going."""
