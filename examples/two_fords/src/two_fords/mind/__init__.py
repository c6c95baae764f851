"""What computer players think of a position."""
