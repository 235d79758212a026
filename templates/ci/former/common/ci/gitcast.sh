#!/bin/sh
# The CI jobs of this repository, on any host. Jobs that run the code of a pull request:
#
#   sh ci/gitcast.sh select         in a workspace: lists which parts of it need a runner
#   sh ci/gitcast.sh pull-request   validates, builds the website, and saves the plan of the merge in $GITCAST_OUT
#
#   sh ci/gitcast.sh collect        in a workspace: makes the plans of all parts one
#
# Jobs that run the code of the default branch only:
#
#   sh ci/gitcast.sh comment        writes saved plans into their pull requests, and records what reviewers see
#   sh ci/gitcast.sh allow          records what a label allows, for the plan that it was given for
#   sh ci/gitcast.sh renew          has the plans of open pull requests made again
#   sh ci/gitcast.sh build          builds the website, or those that changed, into $GITCAST_SITE; with $GITCAST_IF_CHANGED only if that changes the published one
#   sh ci/gitcast.sh publish        publishes $GITCAST_SITE, and records what is published
#   sh ci/gitcast.sh record         records it, for a host that publishes $GITCAST_SITE itself
#   sh ci/gitcast.sh deploy         build, then publish, in one job
#   sh ci/gitcast.sh rebuild        has the website published again if it changed by itself
#   sh ci/gitcast.sh preview        shows the website of a pull request at an address of its own
#   sh ci/gitcast.sh check          plans the merged content, and checks whether that was reviewed
#   sh ci/gitcast.sh sync           makes the target equal to the files, as reviewed
#   sh ci/gitcast.sh approved       the same for the plan with the digest $GITCAST_DIGEST, which a person approved
#   sh ci/gitcast.sh deployed       in a workspace: notes that everything up to this commit is synced
#   sh ci/gitcast.sh merge          build, publish (unless this host publishes $GITCAST_SITE itself), then sync
#   sh ci/gitcast.sh promote-plan   plans what a promotion from this target to the next one would change
#   sh ci/gitcast.sh promote        applies the plan of a promotion with the digest $GITCAST_DIGEST, which a person approved
#   sh ci/gitcast.sh nightly        pulls edits from the target into a branch, for a pull request
#
# Written by gitcast init --ci. You can edit it.
# shellcheck disable=SC2016 # The scripts of node and the sentences in single quotes are meant as they are.
set -eu

# A target in gitcast.config.yaml. If it is empty, CI only validates and builds.
target=${GITCAST_TARGET-'@TARGET@'}
# The variables with the target's keys. Without them, as in a pull request from a fork, the plan is made offline.
keys='@KEYS@'
# The target that merges are promoted to, if they do not go there at once, and the variables with its keys.
promote_to='@PROMOTE@'
promote_keys='@PROMOTEKEYS@'
# --all in a repository with several broadcasts.
all='@ALL@'
# The names below `publish` in gitcast.config.yaml that CI publishes the website to. In a repository with several broadcasts,
# `all` for the only name that each of them has.
publish_to=${GITCAST_PUBLISH-'@PUBLISH@'}

cd "$(dirname "$0")/.."
export GITCAST_TARGET="$target" GITCAST_ALL="$all"
# In a workspace: the commit since which broadcasts changed. Empty for all of them.
since=
out=${GITCAST_OUT:-.gitcast/ci}
site=${GITCAST_SITE:-dist}
mkdir -p "$out"
# The author of commits, such as `Festival bot <bot@orchard.example>`.
bot=${GITCAST_BOT:-"${GIT_AUTHOR_NAME:-gitcast} <${GIT_AUTHOR_EMAIL:-gitcast@localhost}>"}
bot_email=${bot##*<}
export GIT_AUTHOR_NAME="${bot%% <*}" GIT_AUTHOR_EMAIL="${bot_email%>}"
export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME" GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"

say() { printf '%s\n' "$*" >&2; }

# The part of the work that only this host has.
host() {
  if [ -f ci/github.sh ]; then
    sh ci/github.sh "$@"
  elif [ -f ci/gitlab.mjs ]; then
    node ci/gitlab.mjs "$@"
  else
    say "This host has no script for $1."
    return 1
  fi
}

has_host() { [ -f ci/github.sh ] || [ -f ci/gitlab.mjs ]; }

# A value of a JSON file, by its path, such as `reviews.0.number`.
value_in() {
  node -e '
    const [, file, path] = process.argv;
    const value = path.split(".").reduce((at, key) => at?.[key], JSON.parse(require("fs").readFileSync(file, "utf8")));
    console.log(Array.isArray(value) ? value.join("\n") : (value ?? ""));
  ' "$@"
}

# A value for later jobs: an output of the step on GitHub, a variable GITCAST_… on GitLab.
output() {
  printf 'GITCAST_%s=%s\n' "$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')" "$2" >>"$out/outputs.env"
  [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# A message to a webhook of your choice, in the form that Slack, Mattermost and Teams accept.
notify() {
  [ -n "${GITCAST_NOTIFY_URL:-}" ] || return 0
  node -e '
    const [, text] = process.argv;
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text }) };
    fetch(process.env.GITCAST_NOTIFY_URL, { ...options, signal: AbortSignal.timeout(10_000) })
      .then(({ ok, status }) => ok || console.error(`The notification was answered with ${status}.`))
      .catch(() => console.error("The notification could not be sent."));
  ' "$1" || :
}

# Runs only the gitcast that package-lock.json pins with an integrity, with dependencies that it pins too, and no package
# scripts.
install() { node ci/install.mjs gitcast || return 1; }

# The upload tool of Netlify or Cloudflare, pinned in the same way.
install_tool() {
  tool=$(node -p 'Object.keys(require("./ci/upload/package.json").dependencies)[0]')
  node ci/install.mjs "$tool" ci/upload || return 1
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

# In a workspace, for the broadcasts that changed and, of those, the part of this runner.
cast_each() {
  if [ -n "$all" ]; then
    [ -z "$since" ] || set -- "$@" --since "$since"
    [ -z "${GITCAST_SHARD:-}" ] || set -- "$@" --shard "$GITCAST_SHARD"
    set -- "$@" --all
  fi
  cast "$@"
}

# The gitcast of the lockfile may be older than this script.
knows() { cast "$1" --help 2>/dev/null | grep -q -e "$2"; }

has_target() {
  [ -n "$target" ] && return 0
  say 'CI has no target yet: set GITCAST_TARGET, or the line in ci/gitcast.sh, to a target in gitcast.config.yaml.'
  return 1
}

has_keys() {
  for name in ${1:-$keys}; do
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
  # A runner that keeps its files must not deliver the plan of another commit.
  rm -f "$out/outcome" "$out/plan.json" "$out/plan.md" "$out/promotion.json" "$out/site.json" "$out/site.md"
  printf '%s\n' "${GITCAST_PULL_REQUEST:-}" >"$out/pull-request"
  # How far it got. A job that runs no code of the pull request makes sentences of it.
  outcome=installation
  code=0
  plan_merge "$@" || code=$?
  printf '%s\n' "$outcome" >"$out/outcome"
  [ -s "$out/plan.md" ] || sentence "$outcome" >"$out/plan.md"
  return "$code"
}

# The variable with the key that can only read.
plan_key() {
  case $1 in
    *_*) printf '%s\n' "${1%_*}_PLAN_${1##*_}" ;;
    *) printf '%s\n' "PLAN_$1" ;;
  esac
}

# A merge request on GitLab sees every variable that is not protected, and its own code could print them.
use_plan_keys() {
  [ -n "${CI_MERGE_REQUEST_IID:-}" ] || return 0
  # shellcheck disable=SC2086 # lists of names
  for name in $(printf '%s\n' $keys $promote_keys | sort -u); do
    plan_name=$(plan_key "$name")
    eval "value=\${$name:-}"
    if [ -n "$value" ]; then
      say "$name can write, and this job runs the code of a merge request: make the variable protected, and set $plan_name to a key that can only read."
      return 1
    fi
    eval "$name=\${$plan_name:-}"
    export "${name?}"
  done
}

plan_merge() {
  use_plan_keys || return 1
  install || return 1
  code=0
  outcome=failure
  [ -z "$all" ] || { merge_base && since=${tip:-}; }
  cast_each validate "$@" || code=$?
  [ "$code" -ne 1 ] || outcome=content
  [ "$code" -eq 0 ] || return "$code"
  merge_base
  # A template that fails should fail here, not after the merge.
  failed=0
  now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  build --quiet --now "$now" || failed=1
  compare
  outcome=no-target
  if has_target; then
    plan || failed=$?
    plan_promotion
  fi
  [ "$failed" -eq 0 ] || [ "$outcome" = failure ] || outcome=$outcome-without-website
  return "$failed"
}

plan() {
  code=0
  if has_keys; then
    outcome=planned
    # Objects that cannot be updated are replaced if reviewers allow it, so that is what they see.
    cast_each plan --target "$target" --allow-replace --out "$out/plan.json" --markdown >"$out/plan.md" || code=$?
  else
    say 'This job has no key, so the plan is made offline.'
    outcome=offline
    cast_each plan --target "$target" --offline --out "$out/plan.json" --markdown >"$out/plan.md" || code=$?
  fi
  # The target could not be read completely. The plan says so, and this pull request is not the cause. A sync would fail.
  if [ "$code" -eq 4 ]; then
    say 'The plan is incomplete: part of the target could not be read. Run this job again to see the rest.'
    code=0
  elif [ "$code" -eq 1 ] && needs_only_approval; then
    say 'The plan deletes more than the guard allows. The comment shows the label that allows it.'
    code=0
  fi
  [ "$code" -eq 0 ] || [ -s "$out/plan.json" ] || outcome=failure
  return "$code"
}

# A refusal by the guard, which reviewers can lift.
needs_only_approval() {
  node -e '
    const saved = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const refusals = (saved.broadcasts ?? [{ plan: saved }]).flatMap(({ plan }) => plan?.refusals ?? [{}]);
    process.exitCode = refusals.length > 0 && refusals.every(({ allows }) => allows?.allowDeletes !== undefined || allows?.allowEmpty !== undefined) ? 0 : 1;
  ' "$out/plan.json" 2>/dev/null
}

sentence() {
  case $1 in
    installation) set -- 'gitcast could not be installed, so nothing was checked. This is not an error in the content: the log shows the cause.' ;;
    content) set -- 'The content has errors, so there is no plan. The checks show each error on its line.' ;;
    unaffected) set -- 'This changes no broadcast of the workspace.' ;;
    no-target) set -- 'The content is valid. CI has no target to compare it with yet.' ;;
    no-target-without-website) set -- 'The content is valid, but the website cannot be built. The log shows why.' ;;
    *-without-website) set -- 'The website cannot be built. The log shows why.' ;;
    planned | offline) return 0 ;;
    *) set -- 'The job failed before there was a plan. The log shows why.' ;;
  esac
  printf '### gitcast\n\n%s\n\n' "$1"
}

# The files of a pull request's job as Markdown. They are data that anyone could have written.
render() {
  sentence "$(head -c 40 "$1/outcome" 2>/dev/null || echo failure)"
  if [ -s "$1/plan.json" ]; then
    rendered=$1/rendered.md
    rm -f "$rendered"
    # A plan that is refused, for deletions for example, is shown too, with an exit code.
    [ ! -s "$1/promotion.json" ] || cast plan --from "$1/plan.json" --promotion "$1/promotion.json" --markdown >"$rendered" || :
    # shellcheck disable=SC2086 # --all or nothing
    [ -s "$rendered" ] || cast plan $all --from "$1/plan.json" --markdown >"$rendered" || :
    # Never plan.md: the code of the pull request wrote it, and it may say anything.
    [ -s "$rendered" ] || printf '### gitcast\n\nThe plan of this run is damaged, so it is not shown. The log of this comment shows why.\n' >"$rendered"
    cat "$rendered"
  fi
  [ -s "$1/site.json" ] || return 0
  printf '\n'
  set -- "$1/site.json" --markdown ${GITCAST_PREVIEW_URL:+--preview-url "$GITCAST_PREVIEW_URL"}
  cast site diff published "$@" ${target:+--target "$target"} ||
    printf '### gitcast site\n\nThe pages cannot be compared with the published site. The log of this comment shows why.\n'
}

# Leaves the manifest of the site in $out/site.json. Without one there is nothing to publish: the website is switched off
# (`isWeb: false`), or the published one is current.
build() {
  rm -f "$out/site.json"
  # In a shallow clone, the website lacks what changed in the programme, and the build says so.
  [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != true ] || git fetch -q --unshallow origin || :
  if [ -n "$all" ]; then
    code=0
    cast_each build --if-web --out "$site" "$@" || code=$?
    # One that fails does not keep the others from being published.
    [ ! -d "$site" ] || output published true
    return "$code"
  fi
  [ -z "${GITCAST_IF_CHANGED:-}" ] || set -- --if-changed published "$@"
  cast build --if-web --out "$site" --manifest "$out/site.json" ${target:+--target "$target"} "$@" || return 1
  is_built=false
  [ ! -s "$out/site.json" ] || is_built=true
  output published "$is_built"
}

# The pages that the merge changes, for those who see no comment, and pictures of some of them. Neither decides anything.
compare() {
  [ -s "$out/site.json" ] || return 0
  cast site diff published "$out/site.json" --markdown ${target:+--target "$target"} >"$out/site.md" 2>/dev/null ||
    rm -f "$out/site.md"
  [ -z "${GITCAST_PICTURES:-}" ] || [ -z "${tip:-}" ] || ! has_browser || take_pictures || say 'There are no pictures of the pages.'
}

has_browser() {
  [ -z "${CHROME_PATH:-}" ] || return 0
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome microsoft-edge msedge; do
    ! command -v "$name" >/dev/null || return 0
  done
  return 1
}

# Both sites are built for the same time, so that the pictures show only what the merge changes.
take_pictures() {
  before=$(mktemp -d)
  git worktree add -q --detach "$before/files" "$tip" || return 1
  cast build --config "$before/files/gitcast.config.yaml" --if-web --quiet --now "$now" --out "$before/site" ${target:+--target "$target"} &&
    cast site diff "$before/site" "$site" --pictures "$GITCAST_PICTURES" --quiet
  code=$?
  git worktree remove --force "$before/files"
  return "$code"
}

has_publisher() { [ -f ci/upload/upload.sh ] || [ -n "$publish_to" ]; }

# In a workspace, the websites that changed since all of them were published last, if it is gitcast that publishes them.
build_websites() {
  if [ -z "$all" ] || [ -z "$publish_to" ]; then
    build
    return
  fi
  since_deployment published
  code=0
  build || code=$?
  # The job that publishes may run later, and has to select the same ones.
  [ ! -d "$site" ] || printf '{"since":"%s","built":%s}\n' "$since" "$code" >"$out/site.json"
  return "$code"
}

publish_with() {
  cast_each publish "$@" --yes --from "$site" ${GITCAST_PUBLISH_DELETES:+--allow-deletes "$GITCAST_PUBLISH_DELETES"}
}

publish_websites() {
  since=$(value_in "$out/site.json" since)
  code=0
  if [ "$publish_to" = all ]; then
    publish_with || code=$?
  else
    for name in $publish_to; do publish_with "$name" || code=$?; done
  fi
  [ "$code" -eq 0 ] || return "$code"
  # What could not be built is part of the next run.
  [ "$(value_in "$out/site.json" built)" != 0 ] || deployed published || return 1
  output published true
}

publish() {
  [ -s "$out/site.json" ] || return 0
  if [ -n "$publish_to" ]; then
    use_ssh_key || return 1
    [ -z "$all" ] || { publish_websites; return; }
    for name in $publish_to; do publish_with "$name" || return $?; done
  elif [ -f ci/upload/upload.sh ]; then
    install_tool || return 1
    sh ci/upload/upload.sh "$site" || return 1
  else
    say 'gitcast.config.yaml has no `publish` that CI could publish the website to. Add one, and run `gitcast init --ci HOST` again.'
    return 1
  fi
  record
}

record() {
  [ -s "$out/site.json" ] || return 0
  cast site record "$out/site.json" ${target:+--target "$target"} || return 1
  output published true
}

# For a host with `to: ssh`: the key and the host's own key come from variables, and no other host is trusted.
use_ssh_key() {
  [ -n "${GITCAST_SSH_KEY:-}" ] || return 0
  if [ -z "${GITCAST_KNOWN_HOSTS:-}" ]; then
    say 'GITCAST_KNOWN_HOSTS is missing: set it to the output of `ssh-keyscan HOST`, after comparing it with the key of the server.'
    return 1
  fi
  ssh=$(mktemp -d)
  (umask 077 && printf '%s\n' "$GITCAST_SSH_KEY" >"$ssh/key" && printf '%s\n' "$GITCAST_KNOWN_HOSTS" >"$ssh/known_hosts")
  trap 'rm -rf "$ssh"' EXIT
  export GITCAST_SSH="ssh -i $ssh/key -o IdentitiesOnly=yes -o UserKnownHostsFile=$ssh/known_hosts -o StrictHostKeyChecking=yes"
  unset GITCAST_SSH_KEY
}

rebuild() {
  GITCAST_IF_CHANGED=yes build || return 1
  [ ! -s "$out/site.json" ] || host rebuild
}

# The site was built by the code of a pull request: a link in it could lead to a file of this machine.
preview() {
  host site "$site" || return 1
  [ -s "$site/pull-request" ] || return 0
  if [ -n "$(find "$site/files" ! -type f ! -type d)" ]; then
    say 'The site of this pull request contains links, so it is not uploaded.'
    return 1
  fi
  install_tool || return 1
  sh ci/upload/upload.sh "$site/files" "pr-$(cat "$site/pull-request")"
}

# Decides without a key that can write: are the changes of this merge those that were reviewed?
check() {
  has_target || { output decision none; return 0; }
  [ -z "$all" ] || { since_deployment && parts; } || return 1
  if [ "${GITCAST_REVIEW:-}" = off ]; then
    output decision reviewed
    output reviewed off
    return 0
  fi
  numbers=$(host reviewed) || return 1
  output reviewed "$numbers"
  if ! has_keys; then
    say 'This job has no key that can read the target, so the sync itself decides whether its changes were reviewed.'
    output decision reviewed
    return 0
  fi
  code=0
  cast_each plan --target "$target" --allow-replace --out "$out/plan.json" || code=$?
  [ "$code" -ne 1 ] || ! needs_only_approval || code=0
  case $code in
    0 | 4) ;;
    *) return "$code" ;;
  esac
  code=0
  # shellcheck disable=SC2086 # --all or nothing
  cast review check "$numbers" $all --target "$target" --plan "$out/plan.json" --json >"$out/check.json" || code=$?
  case $code in
    0) output decision reviewed ;;
    3)
      output decision approval
      output partly "$(value_in "$out/check.json" partly)"
      say "$(value_in "$out/check.json" reason)"
      say 'These changes are applied when a person approves this plan in the workflow for unreviewed changes.'
      ;;
    *) return "$code" ;;
  esac
  output digest "$(value_in "$out/check.json" digest)"
}

sync() {
  has_target || return 0
  [ -z "$all" ] || since_deployment || return 1
  if [ "${GITCAST_DECISION:-}" = approval ]; then
    say 'No review covers these changes, so they wait for a person to start the job for unreviewed changes.'
    return 77
  fi
  case ${GITCAST_REVIEWED:-} in
    '')
      if has_host; then
        say 'GITCAST_REVIEWED is missing: the job before this one sets it to the numbers of the merged pull requests.'
        return 1
      fi
      apply
      ;;
    off) apply ;;
    *) apply --reviewed "$GITCAST_REVIEWED" ;;
  esac
}

# The digest is that of the plan that this person saw: anything else stops.
approved() {
  has_target || return 0
  host assert-approval || return 1
  [ -z "$all" ] || since_deployment || return 1
  apply --reviewed "digest:${GITCAST_DIGEST:?}"
}

apply() {
  code=0
  # The website was not published with this commit: stop if what is sent names a page or file that is not there.
  case ${GITCAST_PUBLISHED-success} in
    success | true) ;;
    *) ! knows sync --published || set -- "$@" --published live ;;
  esac
  cast_each sync --yes --target "$target" "$@" || code=$?
  keep_state || code=$?
  if [ "$code" -ne 0 ]; then
    notify "The sync to $target ended with code $code. ${GITCAST_JOB_URL:-}"
    return "$code"
  fi
  # The sync has used up what it applied. This removes the records of what was no longer needed.
  for number in $(printf '%s' "${GITCAST_REVIEWED:-}" | tr ',' ' '); do
    case $number in
      *[!0-9]*) ;;
      *) cast_each review close "$number" --target "$target" --quiet || return 1 ;;
    esac
  done
  # If several runners share the work, a last job does this.
  [ -z "$all" ] || [ -n "${GITCAST_SHARD:-}" ] || deployed
}

# A workspace: many broadcasts in one repository.

# The broadcasts that changed since everything was synced, or published, last. A run that failed is therefore part of the next.
since_deployment() {
  since=0000000000000000000000000000000000000000
  last=refs/gitcast/${1:-deployed/$target}
  if git fetch -q origin "+$last:$last" 2>/dev/null; then
    since=$(git rev-parse "$last")
  fi
  export GITCAST_SINCE="$since"
}

deployed() {
  [ "$(git rev-parse --is-shallow-repository)" = false ] || git fetch -q --unshallow origin || return 1
  since_deployment "$@"
  if ! git merge-base --is-ancestor "$since" HEAD 2>/dev/null && git merge-base --is-ancestor HEAD "$since" 2>/dev/null; then
    say 'A later commit is deployed already.'
    return 0
  fi
  git push -q origin "+HEAD:$last"
}

# The parts of the workspace that need a runner, as a list for the matrix of the host.
parts() {
  cast workspace --since "$since" --parts "${GITCAST_PARTS:-4}" --json >"$out/workspace.json" || return 1
  output parts "$(node -p 'JSON.stringify(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).parts)' "$out/workspace.json")"
}

select_parts() {
  merge_base
  since=${tip:-0000000000000000000000000000000000000000}
  parts
}

# The plans of all parts as those of one job.
collect() {
  printf '%s\n' "${GITCAST_PULL_REQUEST:-}" >"$out/pull-request"
  outcome=failure
  set -- "${GITCAST_COLLECT:?}"/*/outcome
  if [ "${GITCAST_SELECTED:-}" = '[]' ]; then
    outcome=unaffected
  elif [ -f "$1" ]; then
    outcome=$(cat "$@" | grep -v -x -e planned -e offline | head -n 1)
    outcome=${outcome:-planned}
    cast plan --all --from "$GITCAST_COLLECT" --out "$out/plan.json" --markdown >"$out/plan.md" || :
  fi
  printf '%s\n' "$outcome" >"$out/outcome"
  [ -s "$out/plan.md" ] || sentence "$outcome" >"$out/plan.md"
  case ${GITCAST_PLANNED:-} in
    success) ;;
    *) [ "$outcome" = unaffected ] ;;
  esac
}

# Edits from the web editor are reported, not pulled: run `gitcast pull` in the broadcast.
report_differences() {
  code=0
  cast status --all --target "$target" || code=$?
  [ "$code" -eq 0 ] || notify "Some broadcasts differ from their files. ${GITCAST_JOB_URL:-}"
  return "$code"
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

# Adds nothing to the summary and the outputs of this job, which are about something else.
cast_aside() { (unset GITHUB_STEP_SUMMARY GITHUB_OUTPUT && cast "$@"); }

# What a promotion of this merge would change. The pull request shows it, and the merge does not apply it.
plan_promotion() {
  [ -n "$promote_to" ] || return 0
  set -- --target "$promote_to" --out "$out/promotion.json" --quiet
  if has_keys "$promote_keys"; then set -- "$@" --allow-replace; else set -- "$@" --offline; fi
  cast_aside plan "$@" >/dev/null || :
  [ -s "$out/promotion.json" ] || say "There is no plan for $promote_to, so the pull request shows only the one for $target."
}

has_promotion() {
  has_target || return 1
  [ -n "$promote_to" ] && return 0
  say 'CI has no target to promote to: run `gitcast init --ci HOST --promote TARGET`.'
  return 1
}

# On GitLab, a job of the default branch may have both keys, or only the one that can read.
read_with_plan_keys() {
  for name in "$@"; do
    eval "value=\${$name:-}"
    [ -z "$value" ] || continue
    eval "$name=\${$(plan_key "$name"):-}"
    export "${name?}"
  done
}

# Shows the plan of a promotion. An incomplete one cannot be approved.
promote_plan() {
  has_promotion || return 1
  # shellcheck disable=SC2086 # names of variables
  read_with_plan_keys $keys $promote_keys
  code=0
  cast promote "$target" "$promote_to" --dry-run --allow-replace --out "$out/plan.json" || code=$?
  [ "$code" -ne 1 ] || ! needs_only_approval || code=0
  [ "$code" -eq 0 ] || return "$code"
  cast_aside plan --from "$out/plan.json" --markdown --full >"$out/plan.md" || :
  output digest "$(value_in "$out/plan.json" digest)"
  if [ "$(value_in "$out/plan.json" changes.length)" = 0 ]; then
    output promotion none
  else
    output promotion waiting
    say "This plan waits for an approval: $(value_in "$out/plan.json" digest)"
  fi
}

# The digest is that of the plan that this person saw: anything else stops, and shows what changed.
promote() {
  has_promotion || return 1
  ! has_host || host assert-approval || return 1
  # shellcheck disable=SC2086 # names of variables
  read_with_plan_keys $keys
  code=0
  cast promote "$target" "$promote_to" --yes --reviewed "digest:${GITCAST_DIGEST:?}" --reviewed-plan "$out/plan.json" || code=$?
  keep_state || code=$?
  [ "$code" -eq 0 ] || notify "The promotion from $target to $promote_to ended with code $code. ${GITCAST_JOB_URL:-}"
  return "$code"
}

nightly() {
  has_target || return 0
  [ -z "$all" ] || { report_differences; return; }
  base=$(branch)
  drift="gitcast/drift-$target"
  code=0
  # The state does not change until this is merged: otherwise a sync of $base would revert or delete these edits.
  cast pull --branch "$drift" --base "$base" --push --target "$target" --json >"$out/pull.json" || code=$?
  # 3: something is left to a person, for which there is an issue.
  case $code in
    0 | 3) ;;
    *)
      cat "$out/pull.json"
      return "$code"
      ;;
  esac
  git fetch -q origin "+refs/heads/$base:refs/remotes/origin/$base"
  has_branch=0
  git fetch -q origin "+refs/heads/$drift:refs/remotes/origin/$drift" 2>/dev/null || has_branch=1
  if [ "$has_branch" -ne 0 ]; then
    say "$target has no edits that are not in $base."
  elif [ "$(git merge-tree --write-tree "origin/$base" "origin/$drift" 2>/dev/null)" = "$(git rev-parse "origin/$base^{tree}")" ]; then
    say "All edits on $drift were withdrawn or are in $base."
    ! has_host || host withdraw "$drift" "$base"
  else
    propose "$base" "$drift"
  fi
  report_conflicts
}

propose() {
  base=$1 drift=$2
  {
    printf 'Somebody edited %s in the web editor. Merge this to keep the edits. Until then, every sync reports them as drift.\n\n' "$target"
    # Indented, so that it is a code block whatever it contains.
    git diff --name-status "origin/$base...origin/$drift" | sed 's/^/    /'
  } >"$out/pull.md"
  git diff --name-status "origin/$base...origin/$drift" | tr '\t' ' '
  commit=$(value_in "$out/pull.json" commit)
  [ -z "$commit" ] || notify "Edits from $target are waiting on the branch $drift."
  if has_host; then
    host pull-request "$drift" "$base" "Pull edits from $target" "$out/pull.md" "$(git rev-parse "origin/$drift")"
  else
    say "The edits are on the branch $drift."
  fi
}

# An edit that conflicts is nobody's failed job: it is a task.
report_conflicts() {
  title="gitcast: edits on $target conflict with the files"
  node -e '
    const { blocked, conflicts, skipped } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const lines = [
      ...(blocked === null ? [] : [blocked]),
      ...conflicts.map(({ address, fields, reason }) => `${address} (${fields.join(", ")}): ${reason}`),
      ...skipped.map(({ file, reason }) => `${file}: ${reason}`),
    ];
    console.log(lines.map((line) => `    ${line.replaceAll(/\s+/g, " ")}`).join("\n"));
  ' "$out/pull.json" >"$out/conflicts.txt"
  if [ -z "$(tr -d '[:space:]' <"$out/conflicts.txt")" ]; then
    ! has_host || host resolved "$title"
    return 0
  fi
  cat "$out/conflicts.txt" >&2
  {
    printf 'These edits were made on %s, and git has a different change. They were not pulled.\n\n' "$target"
    cat "$out/conflicts.txt"
    printf '\nIn a clone, `gitcast pull --theirs` takes the values of %s, and `gitcast sync --ours` those of the files.\n' "$target"
  } >"$out/issue.md"
  notify "$title"
  ! has_host || host issue "$title" "$out/issue.md"
}

command=${1:-}
[ $# -eq 0 ] || shift
# On GitLab, the record is a second command of the same job.
[ "$command" = record ] || rm -f "$out/outputs.env"
case $command in
  pull-request) pull_request "$@" ;;
  comment) install && host comment ;;
  allow | renew) ! has_target || { install && host "$command"; } ;;
  render) render "$1" ;;
  select) install && select_parts ;;
  collect) install && collect ;;
  deployed) deployed ;;
  build) install && build_websites ;;
  publish) install && publish ;;
  record) install && record ;;
  deploy) install && build_websites && publish ;;
  rebuild) install && rebuild ;;
  preview) preview ;;
  check) install && check ;;
  sync) install && sync ;;
  approved) install && approved ;;
  merge) install && build_websites && { ! has_publisher || publish; } && sync ;;
  promote-plan) install && promote_plan ;;
  promote) install && promote ;;
  nightly) install && nightly ;;
  *)
    say 'usage: sh ci/gitcast.sh select | pull-request | collect | comment | allow | renew | build | publish | record | deploy | rebuild | preview | check | sync | approved | deployed | merge | promote-plan | promote | nightly'
    exit 2
    ;;
esac
