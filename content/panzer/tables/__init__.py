"""The printed tables: the readers stand here, beside the files of the tables."""
