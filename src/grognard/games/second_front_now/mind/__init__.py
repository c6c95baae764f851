"""What computer players need of this title."""
