"""What computer players and studies need of the drill."""
