"""Games by file on the screen: the table, and the game screen that writes and takes files."""
