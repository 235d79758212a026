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

# npm reads the repository's .npmrc, which can put every variable that npm sees into a registry URL. So npm gets only what it
# needs to run and to reach a registry: no key, no secret, no token of the host.
install_packages() {
  set -- npm ci --ignore-scripts --no-audit --no-fund "$@"
  own=$(env | sed -n -e 's/^\(npm_config_[A-Za-z0-9_]*\)=.*/\1/p' -e 's/^\(NPM_CONFIG_[A-Za-z0-9_]*\)=.*/\1/p')
  for name in $own NODE_AUTH_TOKEN PATH HOME TMPDIR TMP TEMP USERPROFILE APPDATA LOCALAPPDATA SYSTEMROOT COMSPEC PATHEXT \
    HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR; do
    eval "value=\${$name:-}"
    [ -z "$value" ] || set -- "$name=$value" "$@"
  done
  env -i "$@" >&2
}

# The gitcast that package-lock.json pins with an integrity, with dependencies that it pins too, or else this action's own,
# which its own lockfile pins. A link or a folder has no integrity.
locked='
  const { packages = {} } = JSON.parse(require("fs").readFileSync("package-lock.json", "utf8"));
  const isHeld = ({ link, resolved = "", integrity = "" }) =>
    !link && /^(https?:.+|file:.+[.](tgz|tar[.]gz)|)$/.test(resolved) && /^sha(256|384|512)-./.test(integrity);
  const others = Object.keys(packages).filter((path) => path !== "" && !packages[path].inBundle);
  const loose = ["node_modules/gitcast", ...others].find((path) => !isHeld(packages[path] || {}));
  console.log(/[^@./A-Za-z0-9_-]/.test(loose || "") ? "a package" : (loose || "").replace("node_modules/", ""));
'
loose=$(node -e "$locked" 2>/dev/null) || loose=gitcast
if [ -z "$loose" ]; then
  # A committed node_modules is never run, whatever .npmrc says.
  rm -rf node_modules
  install_packages
  run node_modules/.bin/gitcast "$@"
fi
[ ! -f package-lock.json ] ||
  echo "package-lock.json does not pin $loose with its integrity, so the action runs its own gitcast." >&2
[ -d "$GITHUB_ACTION_PATH/node_modules" ] || install_packages --omit=dev --prefix "$GITHUB_ACTION_PATH"
run node "$GITHUB_ACTION_PATH/bin/gitcast.mjs" "$@"
