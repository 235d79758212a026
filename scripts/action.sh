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

if [ -z "$INPUT_VERSION" ]; then
  if [ ! -x node_modules/.bin/gitcast ] && [ -f package-lock.json ] && grep -q '"node_modules/gitcast"' package-lock.json; then
    npm ci --no-audit --no-fund >&2
  fi
  [ ! -x node_modules/.bin/gitcast ] || run node_modules/.bin/gitcast "$@"
  INPUT_VERSION=$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")
fi
run npx --yes "gitcast@$INPUT_VERSION" "$@"
