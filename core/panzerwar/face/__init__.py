"""How Panzer War shows itself."""
