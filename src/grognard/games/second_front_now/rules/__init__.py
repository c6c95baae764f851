"""The rules, one module a chapter. Nothing here knows of players or of drawing."""
