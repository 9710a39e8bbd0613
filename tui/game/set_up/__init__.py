"""Setting up on one screen: a force by its formations, placed, moved and turned as units, formations or a whole."""
