"""Tables whose game is put off, given up or over: how it ended, how they are kept, listed and opened again."""
