"""Vehicle damage: aspects, locations, penetration, what it destroys, stun, bail-out (pw:9.0)."""
