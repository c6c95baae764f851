"""`python -m grognard`, the same as the command `grognard`."""

from grognard.cli import main

if __name__ == "__main__":
    main()
