#!/bin/sh
# Run by action.yml: a gitcast command with the inputs of the action. Inputs arrive as variables and never become code.
set -eu

case $INPUT_COMMAND in
  '' | *[!a-z]*)
    echo 'The input command must be a gitcast command, such as validate.' >&2
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

# A plan that could not read part of the target (4) has printed a warning and does not fail. A sync fails.
run() {
  # A host that cancels a job signals only this shell: pass it on and wait, so that a sync can save the state.
  "$@" &
  child=$!
  trap 'trap "" INT TERM; kill -s TERM "$child" || :' INT TERM
  code=0
  wait "$child" || code=$?
  if kill -s 0 "$child" 2>/dev/null; then
    code=0
    wait "$child" || code=$?
  fi
  [ -z "${GITHUB_OUTPUT:-}" ] || printf 'exit-code=%s\n' "$code" >>"$GITHUB_OUTPUT"
  [ "$INPUT_COMMAND" = plan ] || exit "$code"
  [ "$code" -ne 4 ] || code=0
  exit "$code"
}

# The gitcast that package-lock.json pins with an integrity, with dependencies that it pins too, or else this action's own,
# which its own lockfile pins.
install="$GITHUB_ACTION_PATH/templates/ci/common/ci/install.mjs"
code=3
[ ! -f package-lock.json ] || {
  code=0
  node "$install" || code=$?
}
[ "$code" -ne 0 ] || run node_modules/.bin/gitcast "$@"
[ "$code" -eq 3 ] || exit "$code"
[ ! -f package-lock.json ] || echo 'The action runs its own gitcast.' >&2
[ -d "$GITHUB_ACTION_PATH/node_modules" ] || npm_config_omit=dev node "$install" "$GITHUB_ACTION_PATH"
run node "$GITHUB_ACTION_PATH/bin/gitcast.mjs" "$@"
