"""The rules, a chapter of the rulebook to a module."""
