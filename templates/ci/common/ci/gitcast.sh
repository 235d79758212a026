#!/bin/sh
# What CI does for this repository, whichever host runs it:
#
#   sh ci/gitcast.sh pull-request   checks the content and writes what a merge would change to $GITCAST_OUT/plan.md
#   sh ci/gitcast.sh build          builds the website into $GITCAST_SITE
#   sh ci/gitcast.sh sync           makes the target equal to the files
#   sh ci/gitcast.sh merge          build, then sync, for a host that publishes $GITCAST_SITE by itself
#   sh ci/gitcast.sh nightly        takes what was changed on the target into a branch, for a pull request
#
# Written by gitcast init --ci. It is yours: change what you like.
set -eu

# The target of gitcast.config.yaml; while it is empty, CI checks and builds only.
target=${GITCAST_TARGET-'@TARGET@'}
# The variables with its keys. Without them, as in a pull request from a fork, the plan is made offline.
keys='@KEYS@'
content='@CONTENT@'

cd "$(dirname "$0")/.."
out=${GITCAST_OUT:-.gitcast/ci}
site=${GITCAST_SITE:-dist}
mkdir -p "$out"
export GIT_AUTHOR_NAME="${GIT_AUTHOR_NAME:-gitcast}" GIT_AUTHOR_EMAIL="${GIT_AUTHOR_EMAIL:-gitcast@localhost}"
export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME" GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"

say() { printf '%s\n' "$*" >&2; }

# Only the gitcast that package-lock.json holds by its integrity is run, with packages that it holds as well, and no script of
# any package. A link or a folder has no integrity.
locked='
  const { packages = {} } = JSON.parse(require("fs").readFileSync("package-lock.json", "utf8"));
  const isHeld = ({ link, resolved = "", integrity = "" }) =>
    !link && /^(https?:.+|file:.+[.](tgz|tar[.]gz)|)$/.test(resolved) && /^sha(256|384|512)-./.test(integrity);
  const others = Object.keys(packages).filter((path) => path !== "" && !packages[path].inBundle);
  const loose = ["node_modules/gitcast", ...others].find((path) => !isHeld(packages[path] || {}));
  console.log(/[^@./A-Za-z0-9_-]/.test(loose || "") ? "a package" : (loose || "").replace("node_modules/", ""));
'

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

install() {
  loose=$(node -e "$locked" 2>/dev/null) || loose=gitcast
  if [ -n "$loose" ]; then
    say "package-lock.json does not hold $loose with its integrity, so nothing is run."
    say 'Run `gitcast init --ci HOST` or `npm install --package-lock-only --ignore-scripts`, and commit package-lock.json.'
    return 1
  fi
  # Nothing that was committed there is run, whatever .npmrc says to npm.
  rm -rf node_modules
  install_packages
}

cast() {
  set -- node_modules/.bin/gitcast "$@"
  # A host that cancels a job tells this shell only. It is passed on once, and waited for: gitcast then saves the state.
  "$@" &
  child=$!
  trap 'trap "" INT TERM; kill -s TERM "$child" || :' INT TERM
  ended=0
  wait "$child" || ended=$?
  # The signal has ended the waiting, and perhaps not yet gitcast.
  if kill -s 0 "$child" 2>/dev/null; then
    ended=0
    wait "$child" || ended=$?
  fi
  trap - INT TERM
  return "$ended"
}

has_target() {
  [ -n "$target" ] && return 0
  say 'There is no target for CI yet: set GITCAST_TARGET, or the line in ci/gitcast.sh, to one of gitcast.config.yaml.'
  return 1
}

has_keys() {
  for name in $keys; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || return 1
  done
}

# A host checks out a commit and not a branch, and says in a variable which branch it was.
branch() {
  for name in "${GITCAST_BRANCH:-}" "${GITHUB_REF_NAME:-}" "${CI_COMMIT_BRANCH:-}"; do
    [ -z "$name" ] || { printf '%s\n' "$name"; return; }
  done
  git symbolic-ref --short HEAD
}

# The plan is that of the merge: a branch alone lacks what was merged and synced since it was started, and its plan would
# be refused for taking that back. A host that checks out the merge may have made it before that, too.
merge_base() {
  base=${GITCAST_BASE:-${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}}}
  [ -n "$base" ] || return 0
  if ! git fetch -q origin "refs/heads/$base"; then
    say "The branch $base could not be fetched, so the plan is that of this commit alone."
    return 0
  fi
  tip=$(git rev-parse FETCH_HEAD)
  ! git merge-base --is-ancestor "$tip" HEAD 2>/dev/null || return 0
  if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    git fetch -q --unshallow origin || return 0
    ! git merge-base --is-ancestor "$tip" HEAD || return 0
  fi
  if git merge -q --no-edit "$tip" >&2; then
    say "The plan is that of this branch merged into $base."
  else
    git merge --abort
    say "This branch cannot be merged into $base, so the plan is that of the branch alone."
  fi
}

pull_request() {
  if [ -n "${GITCAST_TOKEN:-}" ]; then
    say 'GITCAST_TOKEN can write, and this job runs what a merge request brings along: make the variable protected.'
    return 1
  fi
  printf '%s\n' "${GITCAST_PULL_REQUEST:-}" >"$out/pull-request"
  if ! cast validate "$@"; then
    printf '### gitcast\n\nThe content has errors, so there is no plan. The checks show them on their lines.\n' >"$out/plan.md"
    return 1
  fi
  if ! has_target; then
    printf '### gitcast\n\nThe content is sound. There is no target to compare it with yet.\n' >"$out/plan.md"
    return 0
  fi
  merge_base
  code=0
  if has_keys; then
    cast plan --target "$target" --markdown >"$out/plan.md" || code=$?
  else
    say "There is no key here, so the plan is made offline."
    cast plan --target "$target" --markdown --offline >"$out/plan.md" || code=$?
  fi
  [ -s "$out/plan.md" ] || printf '### gitcast\n\nThe plan could not be made. The log says why.\n' >"$out/plan.md"
  # The target could not be read completely. The plan says so, and that is no fault of this pull request; a sync fails with it.
  if [ "$code" -eq 4 ]; then
    say 'The plan is incomplete: part of the target could not be read. Run this job again to see the rest.'
    code=0
  fi
  return $code
}

build() { cast build --out "$site"; }

sync() {
  has_target || return 0
  code=0
  cast sync --yes --target "$target" || code=$?
  keep_state
  return $code
}

# With `state: file` the state is a file of this branch. With `state: git` it has a place of its own, and nothing is left here.
keep_state() {
  [ -d .gitcast/state ] || return 0
  git add -A -- .gitcast/state
  ! git diff --cached --quiet -- .gitcast/state || return 0
  git commit -q -m "gitcast: the state after a sync to $target [skip ci]" -- .gitcast/state
  to=$(branch)
  for attempt in 1 2 3 4 5; do
    if git push -q origin "HEAD:refs/heads/$to"; then return 0; fi
    say "Somebody else has pushed to $to meanwhile (attempt $attempt)."
    git fetch -q origin "refs/heads/$to"
    git rebase -q FETCH_HEAD || { git rebase --abort; break; }
  done
  say "The state could not be pushed to $to. A protected branch needs \`state: git\` in gitcast.config.yaml."
  return 1
}

nightly() {
  has_target || return 0
  base=$(branch)
  drift="gitcast/drift-$target"
  code=0
  # The state stays as it is until this is merged: what it knew already, a sync of $base would take back or delete.
  cast pull --files-only --target "$target" >"$out/pull.txt" || code=$?
  cat "$out/pull.txt"
  # 3: something is left to a person. 4: part of the target could not be read. What was pulled is proposed all the same.
  case $code in
    0 | 3 | 4) ;;
    *) return "$code" ;;
  esac
  # The target's own files are beside the shared ones, if there are any.
  set -- "$content"
  own="$content.$target"
  if [ -d "$own" ] || [ -n "$(git ls-files -- "$own")" ]; then set -- "$content" "$own"; fi
  git add -A -- "$@"
  if git diff --cached --quiet -- "$@"; then return "$code"; fi
  git checkout -q -B "$drift"
  git commit -q -m "gitcast: what was changed on $target"
  known=
  if git fetch -q origin "+refs/heads/$drift:refs/remotes/origin/$drift" 2>/dev/null; then
    known=$(git rev-parse "refs/remotes/origin/$drift")
    # Our own older branch is replaced, never one on which somebody has gone on working.
    if git log --format=%ae "$known" '^HEAD~1' | grep -qvxF "$GIT_AUTHOR_EMAIL"; then
      say "Somebody has gone on working on $drift, so it is left as it is."
      return "$code"
    fi
  fi
  git push -q --force-with-lease="refs/heads/$drift:$known" origin "HEAD:refs/heads/$drift"
  title="Take over what was changed on $target"
  {
    printf 'Somebody has changed %s in the web editor. Merging this keeps it; without it, the next sync shows it as drift.\n\n' "$target"
    # As a block of code, whatever it says.
    sed 's/^/    /' "$out/pull.txt"
  } >"$out/pull.md"
  if [ -f ci/github.sh ]; then
    # GitHub holds back what a pull request of Actions itself would start.
    printf '\nIts checks start when somebody approves them here, or closes and reopens this.\n' >>"$out/pull.md"
    sh ci/github.sh pull-request "$drift" "$base" "$title" "$out/pull.md"
  elif [ -f ci/gitlab.mjs ]; then
    node ci/gitlab.mjs merge-request "$drift" "$base" "$title" "$out/pull.md"
  else
    say "The branch $drift has it."
  fi
  return "$code"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  pull-request) install && pull_request "$@" ;;
  build) install && build ;;
  sync) install && sync ;;
  merge) install && build && sync ;;
  nightly) install && nightly ;;
  *)
    say 'usage: sh ci/gitcast.sh pull-request | build | sync | merge | nightly'
    exit 2
    ;;
esac
