#!/bin/sh
# What action.yml runs: a command of gitcast with the inputs of the action. Inputs arrive as variables and never become code.
set -eu

case $INPUT_COMMAND in
  '' | *[!a-z]*)
    echo 'The input command must be the name of a command of gitcast, such as validate.' >&2
    exit 2
    ;;
esac

set -- "$INPUT_COMMAND"
[ -z "$INPUT_TARGET" ] || set -- "$@" --target "$INPUT_TARGET"
rest=$INPUT_ARGS
while [ -n "$rest" ]; do
  line=${rest%%"
"*}
  [ -z "$line" ] || set -- "$@" "$line"
  case $rest in
    *"
"*) rest=${rest#*"
"} ;;
    *) rest= ;;
  esac
done

# A plan that could not read part of the target (4) has said so as a warning, and fails nothing. A sync fails with it.
run() {
  [ "$INPUT_COMMAND" = plan ] || exec "$@"
  code=0
  "$@" || code=$?
  [ "$code" -ne 4 ] || code=0
  exit "$code"
}

# The gitcast that package-lock.json holds by its integrity, or else this action's own, which its own lockfile holds.
locked='
  const { packages = {} } = JSON.parse(require("fs").readFileSync("package-lock.json", "utf8"));
  const { integrity = "" } = packages["node_modules/gitcast"] || {};
  process.exit(/^sha(256|384|512)-/.test(integrity) ? 0 : 1);
'
if node -e "$locked" 2>/dev/null; then
  npm ci --ignore-scripts --no-audit --no-fund >&2
  run node_modules/.bin/gitcast "$@"
fi
if [ ! -d "$GITHUB_ACTION_PATH/node_modules" ]; then
  npm ci --ignore-scripts --omit=dev --no-audit --no-fund --prefix "$GITHUB_ACTION_PATH" >&2
fi
run node "$GITHUB_ACTION_PATH/bin/gitcast.mjs" "$@"
