"""The titles. Each package is one printed game; none imports another."""
