"""How a position is valued."""
