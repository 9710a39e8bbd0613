"""TO&Es and their readers."""
