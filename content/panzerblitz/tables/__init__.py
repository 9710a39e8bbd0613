"""The printed tables: the reader stands here, beside the file of the tables."""
