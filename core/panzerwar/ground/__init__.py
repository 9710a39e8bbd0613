"""The ground: terrain, lines of sight, what it costs to move on, what it covers (pw:6.12 to pw:6.17, pw:7.11)."""
