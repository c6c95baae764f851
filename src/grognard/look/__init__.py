"""How things look: the vocabulary of boards and counters, and the drawing of maps."""
