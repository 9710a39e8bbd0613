"""Looking back on a game: its analysis in words and tables, and the screen of its pages."""
