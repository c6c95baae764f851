"""The table: a server that keeps matches, seats players and computers, and pushes views to browsers and programs."""
