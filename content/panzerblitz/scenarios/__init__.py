"""The Situations: the readers stand here, beside their files."""
