#!/bin/sh
# The CI jobs of this repository, on any host:
#
#   sh ci/gitcast.sh pull-request   validates the content and writes the plan of the merge to $GITCAST_OUT/plan.md
#   sh ci/gitcast.sh build          builds the website into $GITCAST_SITE
#   sh ci/gitcast.sh sync           makes the target equal to the files
#   sh ci/gitcast.sh merge          build, then sync, for a host that publishes $GITCAST_SITE itself
#   sh ci/gitcast.sh nightly        pulls edits from the target into a branch, for a pull request
#
# Written by gitcast init --ci. You can edit it.
set -eu

# A target in gitcast.config.yaml. If it is empty, CI only validates and builds.
target=${GITCAST_TARGET-'@TARGET@'}
# The variables with the target's keys. Without them, as in a pull request from a fork, the plan is made offline.
keys='@KEYS@'
content='@CONTENT@'

cd "$(dirname "$0")/.."
out=${GITCAST_OUT:-.gitcast/ci}
site=${GITCAST_SITE:-dist}
mkdir -p "$out"
export GIT_AUTHOR_NAME="${GIT_AUTHOR_NAME:-gitcast}" GIT_AUTHOR_EMAIL="${GIT_AUTHOR_EMAIL:-gitcast@localhost}"
export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME" GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"

say() { printf '%s\n' "$*" >&2; }

# Runs only the gitcast that package-lock.json pins with an integrity, with dependencies that it pins too, and no package
# scripts. A link or a folder has no integrity.
locked='
  const { packages = {} } = JSON.parse(require("fs").readFileSync("package-lock.json", "utf8"));
  const isHeld = ({ link, resolved = "", integrity = "" }) =>
    !link && /^(https?:.+|file:.+[.](tgz|tar[.]gz)|)$/.test(resolved) && /^sha(256|384|512)-./.test(integrity);
  const others = Object.keys(packages).filter((path) => path !== "" && !packages[path].inBundle);
  const loose = ["node_modules/gitcast", ...others].find((path) => !isHeld(packages[path] || {}));
  console.log(/[^@./A-Za-z0-9_-]/.test(loose || "") ? "a package" : (loose || "").replace("node_modules/", ""));
'

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

install() {
  loose=$(node -e "$locked" 2>/dev/null) || loose=gitcast
  if [ -n "$loose" ]; then
    say "package-lock.json does not pin $loose with its integrity, so CI does not run it."
    say 'Run `gitcast init --ci HOST` or `npm install --package-lock-only --ignore-scripts`, and commit package-lock.json.'
    return 1
  fi
  # A committed node_modules is never run, whatever .npmrc says.
  rm -rf node_modules
  install_packages
}

cast() {
  set -- node_modules/.bin/gitcast "$@"
  # A host that cancels a job signals only this shell. Pass the signal on once and wait, so that gitcast can save the state.
  "$@" &
  child=$!
  trap 'trap "" INT TERM; kill -s TERM "$child" || :' INT TERM
  ended=0
  wait "$child" || ended=$?
  # The signal has interrupted the wait, but gitcast may still be running.
  if kill -s 0 "$child" 2>/dev/null; then
    ended=0
    wait "$child" || ended=$?
  fi
  trap - INT TERM
  return "$ended"
}

has_target() {
  [ -n "$target" ] && return 0
  say 'CI has no target yet: set GITCAST_TARGET, or the line in ci/gitcast.sh, to a target in gitcast.config.yaml.'
  return 1
}

has_keys() {
  for name in $keys; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || return 1
  done
}

# A host checks out a commit, not a branch, and puts the name of the branch into a variable.
branch() {
  for name in "${GITCAST_BRANCH:-}" "${GITHUB_REF_NAME:-}" "${CI_COMMIT_BRANCH:-}"; do
    [ -z "$name" ] || { printf '%s\n' "$name"; return; }
  done
  git symbolic-ref --short HEAD
}

# Plans the merge, not the branch: the branch lacks what was merged and synced since it was created, and its plan would be
# refused because it reverts that. A merge that the host checked out may be outdated too.
merge_base() {
  base=${GITCAST_BASE:-${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}}}
  [ -n "$base" ] || return 0
  if ! git fetch -q origin "refs/heads/$base"; then
    say "The branch $base could not be fetched, so the plan is for this commit alone."
    return 0
  fi
  tip=$(git rev-parse FETCH_HEAD)
  ! git merge-base --is-ancestor "$tip" HEAD 2>/dev/null || return 0
  if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    git fetch -q --unshallow origin || return 0
    ! git merge-base --is-ancestor "$tip" HEAD || return 0
  fi
  if git merge -q --no-edit "$tip" >&2; then
    say "The plan is for this branch merged into $base."
  else
    git merge --abort
    say "This branch cannot be merged into $base, so the plan is for the branch alone."
  fi
}

pull_request() {
  if [ -n "${GITCAST_TOKEN:-}" ]; then
    say 'GITCAST_TOKEN has write access, and this job runs the code of a merge request: make the variable protected.'
    return 1
  fi
  printf '%s\n' "${GITCAST_PULL_REQUEST:-}" >"$out/pull-request"
  if ! cast validate "$@"; then
    printf '### gitcast\n\nThe content has errors, so there is no plan. The checks show each error on its line.\n' >"$out/plan.md"
    return 1
  fi
  if ! has_target; then
    printf '### gitcast\n\nThe content is valid. CI has no target to compare it with yet.\n' >"$out/plan.md"
    return 0
  fi
  merge_base
  code=0
  if has_keys; then
    cast plan --target "$target" --markdown >"$out/plan.md" || code=$?
  else
    say "This job has no key, so the plan is made offline."
    cast plan --target "$target" --markdown --offline >"$out/plan.md" || code=$?
  fi
  [ -s "$out/plan.md" ] || printf '### gitcast\n\nThe plan failed. The log shows why.\n' >"$out/plan.md"
  # The target could not be read completely. The plan says so, and this pull request is not the cause. A sync would fail.
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

# With `state: file` the state is a file on this branch. With `state: git` it is on its own ref, and there is nothing to commit.
keep_state() {
  [ -d .gitcast/state ] || return 0
  git add -A -- .gitcast/state
  ! git diff --cached --quiet -- .gitcast/state || return 0
  git commit -q -m "gitcast: state after a sync to $target [skip ci]" -- .gitcast/state
  to=$(branch)
  for attempt in 1 2 3 4 5; do
    if git push -q origin "HEAD:refs/heads/$to"; then return 0; fi
    say "Somebody else pushed to $to first (attempt $attempt)."
    git fetch -q origin "refs/heads/$to"
    git rebase -q FETCH_HEAD || { git rebase --abort; break; }
  done
  say "The state could not be pushed to $to. If the branch is protected, set \`state: git\` in gitcast.config.yaml."
  return 1
}

nightly() {
  has_target || return 0
  base=$(branch)
  drift="gitcast/drift-$target"
  code=0
  # The state does not change until this is merged: otherwise a sync of $base would revert or delete these edits.
  cast pull --files-only --target "$target" >"$out/pull.txt" || code=$?
  cat "$out/pull.txt"
  # 3: something is left to a person. 4: part of the target could not be read. Propose what was pulled anyway.
  case $code in
    0 | 3 | 4) ;;
    *) return "$code" ;;
  esac
  # The target may have its own files next to the shared ones.
  set -- "$content"
  own="$content.$target"
  if [ -d "$own" ] || [ -n "$(git ls-files -- "$own")" ]; then set -- "$content" "$own"; fi
  git add -A -- "$@"
  if git diff --cached --quiet -- "$@"; then return "$code"; fi
  git checkout -q -B "$drift"
  git commit -q -m "gitcast: edits from $target"
  known=
  if git fetch -q origin "+refs/heads/$drift:refs/remotes/origin/$drift" 2>/dev/null; then
    known=$(git rev-parse "refs/remotes/origin/$drift")
    # Replace our own older branch, but never one with commits of other people.
    if git log --format=%ae "$known" '^HEAD~1' | grep -qvxF "$GIT_AUTHOR_EMAIL"; then
      say "Somebody has committed to $drift, so it is not updated."
      return "$code"
    fi
  fi
  git push -q --force-with-lease="refs/heads/$drift:$known" origin "HEAD:refs/heads/$drift"
  title="Pull edits from $target"
  {
    printf 'Somebody edited %s in the web editor. Merge this to keep the edits. Until then, every sync reports them as drift.\n\n' "$target"
    # Indented, so that it is a code block whatever it contains.
    sed 's/^/    /' "$out/pull.txt"
  } >"$out/pull.md"
  if [ -f ci/github.sh ]; then
    # GitHub does not start workflows for a pull request that Actions opened.
    printf '\nThe checks start when somebody approves them here, or closes and reopens this pull request.\n' >>"$out/pull.md"
    sh ci/github.sh pull-request "$drift" "$base" "$title" "$out/pull.md"
  elif [ -f ci/gitlab.mjs ]; then
    node ci/gitlab.mjs merge-request "$drift" "$base" "$title" "$out/pull.md"
  else
    say "The edits are on the branch $drift."
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
