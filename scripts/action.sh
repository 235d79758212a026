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

# npm reads the .npmrc of the repository, which can put every variable that npm sees into the URL of a registry. So npm gets
# what it needs to run and to reach one, and nothing else: no key, no secret, no token of the host.
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

# The gitcast that package-lock.json holds by its integrity, with packages that it holds as well, or else this action's own,
# which its own lockfile holds. A link or a folder has no integrity.
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
  # Nothing that was committed there is run, whatever .npmrc says to npm.
  rm -rf node_modules
  install_packages
  run node_modules/.bin/gitcast "$@"
fi
[ ! -f package-lock.json ] ||
  echo "package-lock.json does not hold $loose with its integrity, so the action runs its own gitcast." >&2
[ -d "$GITHUB_ACTION_PATH/node_modules" ] || install_packages --omit=dev --prefix "$GITHUB_ACTION_PATH"
run node "$GITHUB_ACTION_PATH/bin/gitcast.mjs" "$@"
