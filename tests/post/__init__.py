"""Play by file."""
