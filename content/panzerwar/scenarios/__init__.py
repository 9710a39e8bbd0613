"""The engagements of Panzer War: the readers stand here, beside their files."""
