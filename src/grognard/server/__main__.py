"""`python -m grognard.server [--host H] [--port P] [--database URL] [--workers N] [--no-browser]`."""

import argparse

from grognard.server.run import serve

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="grognard.server", description="The browser table.")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--no-browser", action="store_true")
    serve(**vars(parser.parse_args()))
