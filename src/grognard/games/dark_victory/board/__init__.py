"""The board and the table."""
