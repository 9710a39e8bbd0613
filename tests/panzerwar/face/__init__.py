"""How Panzer War shows itself: ways, ruler, panels, vehicles."""
