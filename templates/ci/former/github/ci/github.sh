#!/bin/sh
# The parts of CI that only GitHub needs, with the gh command of its runners. Started by ci/gitcast.sh:
#
#   comment                                           writes the plan of a run into its pull request, and records it
#   allow                                             records what a label allows, or forgets a closed pull request
#   renew                                             starts the plan jobs of open pull requests again
#   site FOLDER                                       fetches the website that the job of a pull request built
#   reviewed                                          prints the numbers of the merged pull requests with a recorded plan
#   assert-approval                                   fails unless the environment of this job requires a reviewer
#   pull-request BRANCH BASE TITLE BODY-FILE COMMIT   opens a pull request, or updates its text
#   withdraw BRANCH BASE                              closes the pull request of a branch that changes nothing any more
#   issue TITLE BODY-FILE                             opens an issue, or updates its text
#   resolved TITLE                                    closes that issue
# shellcheck disable=SC2016,SC2153 # Single quotes are meant as they are; capital names are the variables of the workflow.
set -eu

repository=$GITHUB_REPOSITORY
marker='<!-- gitcast plan -->'
bot='github-actions[bot]'
context='gitcast review'
# Larger files are no plans of a broadcast.
most_packed=5000000
most_unpacked=20000000
most_site=500000000

say() { printf '%s\n' "$*" >&2; }

# gitcast review ACTION …, for the target of this repository; in a workspace for its broadcasts together.
review() {
  [ -z "${GITCAST_ALL:-}" ] || set -- "$@" --all
  [ -z "${GITCAST_SINCE:-}" ] || set -- "$@" --since "$GITCAST_SINCE"
  node_modules/.bin/gitcast review "$@" --target "$GITCAST_TARGET"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

value_in() {
  node -e '
    const [, file, path] = process.argv;
    const value = path.split(".").reduce((at, key) => at?.[key], JSON.parse(require("fs").readFileSync(file, "utf8")));
    console.log(Array.isArray(value) ? value.join("\n") : (value ?? ""));
  ' "$@"
}

# The recorded review of a pull request, in $folder/recorded.json; fails if there is none.
recorded() {
  [ -n "$GITCAST_TARGET" ] || return 1
  review list --json >"$folder/reviews.json"
  node -e '
    const [, file, number] = process.argv;
    const review = JSON.parse(require("fs").readFileSync(file, "utf8")).reviews.find((each) => each.number === Number(number));
    if (review) console.log(JSON.stringify(review));
  ' "$folder/reviews.json" "$1" >"$folder/recorded.json"
  [ -s "$folder/recorded.json" ]
}

# The artifact was written by the code of a pull request, perhaps by a stranger's. Treat it as data: limit its size before the
# download and while unpacking, create no file by a name in it, and run nothing of it.
comment() {
  pull_request_of_run || return $?
  [ -n "$number" ] || return 0
  mkdir "$folder/plan"
  for file in outcome plan.json promotion.json site.json; do
    unzip -p "$folder/gitcast-plan.zip" "$file" 2>/dev/null | head -c "$((most_unpacked + 1))" >"$folder/plan/$file" || :
    if [ "$(wc -c <"$folder/plan/$file")" -gt "$most_unpacked" ]; then
      say "The artifact of the run is too large: $file."
      return 1
    fi
  done
  ! recorded "$number" || mv "$folder/recorded.json" "$folder/before.json"
  record "$number"
  render_plan
  comment_text >"$folder/comment.md"
  # Update only our own comment: others may contain the marker too.
  own=$(gh api --paginate "repos/$repository/issues/$number/comments?per_page=100" --jq '.[] | [.id, .user.login, ((.body // "") | split("\n")[0] // "")] | @tsv' |
    awk -F '\t' -v bot="$bot" -v marker="$marker" '$2 == bot && $3 == marker { print $1; exit }')
  if [ -n "$own" ]; then
    gh api --method PATCH "repos/$repository/issues/comments/$own" -F "body=@$folder/comment.md" --silent
  else
    gh api --method POST "repos/$repository/issues/$number/comments" -F "body=@$folder/comment.md" --silent
  fi
  [ ! -s "$folder/review.json" ] || follow_up "$number"
}

# The plan, and below it the pages that change. A long list of pages is left out before the plan is.
render_plan() {
  # A fork has no preview.
  [ "${HEAD_REPOSITORY:-}" = "$repository" ] || GITCAST_PREVIEW_URL=
  GITCAST_PREVIEW_URL=$(printf '%s' "${GITCAST_PREVIEW_URL:-}" | sed "s/{number}/$number/g")
  export GITCAST_PREVIEW_URL
  sh ci/gitcast.sh render "$folder/plan" | tr -d '\000-\010\013\014\016-\037' >"$folder/plan.md"
  if is_too_long && [ -s "$folder/plan/site.json" ]; then
    rm "$folder/plan/site.json"
    sh ci/gitcast.sh render "$folder/plan" | tr -d '\000-\010\013\014\016-\037' >"$folder/plan.md"
    printf '\n### gitcast site\n\nThe list of pages is too long for this comment: site.md in the artifact gitcast-plan has it.\n' >>"$folder/plan.md"
  fi
  if is_too_long && [ -s "$folder/plan/promotion.json" ]; then
    rm "$folder/plan/promotion.json"
    sh ci/gitcast.sh render "$folder/plan" | tr -d '\000-\010\013\014\016-\037' >"$folder/plan.md"
    printf '\n### gitcast promote\n\nThe plan of a promotion is too long for this comment: the artifact gitcast-plan has it.\n' >>"$folder/plan.md"
  fi
  if is_too_long; then
    printf '### gitcast\n\nThe plan is too long for a comment. The artifact gitcast-plan of the run has the whole plan.\n' >"$folder/plan.md"
  fi
  pictures=$(artifact gitcast-pictures | cut -f 1)
  [ -z "$pictures" ] || printf '\n[Pictures of pages before and after](%s/artifacts/%s)\n' "$run_page" "$pictures" >>"$folder/plan.md"
}

is_too_long() { [ "$(LC_ALL=C.UTF-8 wc -m <"$folder/plan.md")" -gt 62000 ]; }

run_page=${GITHUB_SERVER_URL:-https://github.com}/$repository/actions/runs/${RUN_ID:-}

# The id and the size of an artifact of the run; nothing if it has none with this name.
artifact() {
  gh api "repos/$repository/actions/runs/$RUN_ID/artifacts?name=$1" --jq '.artifacts[0] // empty | [.id, .size_in_bytes] | @tsv'
}

# Downloads an artifact of the run, up to a size. There is no file if the run has no such artifact.
download() {
  found=$(artifact "$1")
  if [ -z "$found" ]; then
    say "The run has no artifact $1."
    return 0
  fi
  if [ "$(printf '%s' "$found" | cut -f 2)" -gt "$2" ]; then
    say "The artifact $1 of the run is too large."
    return 1
  fi
  gh api "repos/$repository/actions/artifacts/$(printf '%s' "$found" | cut -f 1)/zip" | head -c "$2" >"$folder/$1.zip"
}

# The pull request of the run, in $number; empty if there is nothing to do for it. Its plan is in $folder/gitcast-plan.zip.
pull_request_of_run() {
  number=
  download gitcast-plan "$most_packed" || return 1
  [ -f "$folder/gitcast-plan.zip" ] || return 0
  claimed=$(unzip -p "$folder/gitcast-plan.zip" pull-request | head -c 20)
  case $claimed in
    '' | *[!0-9]*)
      say 'The artifact of the run does not contain the number of its pull request.'
      return 1
      ;;
  esac
  # Anyone can write any number into an artifact: accept it only if that pull request is at the commit of the run. After the
  # merge nobody looks at it any more, so it records nothing then.
  if [ "$(gh api "repos/$repository/pulls/$claimed" --jq '[.state, .head.sha] | @tsv')" != "$(printf 'open\t%s' "$HEAD_SHA")" ]; then
    say "Pull request $claimed is closed, or not at the commit of this run, so it is left alone."
    return 0
  fi
  number=$claimed
}

# FOLDER/files gets the site, FOLDER/pull-request the number. Neither exists if there is nothing to show.
site() {
  pull_request_of_run || return $?
  [ -n "$number" ] || return 0
  download gitcast-site "$most_site" || return 1
  [ -f "$folder/gitcast-site.zip" ] || return 0
  mkdir -p "$1"
  unzip -q "$folder/gitcast-site.zip" -d "$1/files"
  printf '%s\n' "$number" >"$1/pull-request"
}

# Records what the reviewers are about to see. A fork has no key, so its plan is not that of the target, whatever it claims.
record() {
  [ -n "$GITCAST_TARGET" ] && [ "${HEAD_REPOSITORY:-}" = "$repository" ] && [ -s "$folder/plan/plan.json" ] || return 0
  if ! review record "$1" --plan "$folder/plan/plan.json" --commit "$HEAD_SHA" --json >"$folder/review.json" 2>"$folder/refused.txt"; then
    rm "$folder/review.json"
    say 'This plan is not recorded:'
    cat "$folder/refused.txt" >&2
  fi
}

# The origin of the plan comes first: markup that the plan leaves open can hide only what follows it.
comment_text() {
  by="For $HEAD_SHA, by [this run]($run_page)."
  printf '%s\n' "$marker"
  if [ -s "$folder/review.json" ]; then
    printf '<sub>%s The merge applies this plan, `%s`, or stops.</sub>\n\n' "$by" "$(value_in "$folder/review.json" digest)"
    approval_text
    value_in "$folder/review.json" notes | sed 's/[`<>&]//g; /./s/.*/> Not recorded, so a person has to approve it after the merge: `&`\n/'
    cat "$folder/plan.md"
  elif [ "${HEAD_REPOSITORY:-}" != "$repository" ]; then
    printf '> [!NOTE]\n> %s Everything below was written by the code of a pull request from a fork, which has no key. After the merge, a person approves the real plan.\n\n' "$by"
    # An invisible word joiner prevents mentions.
    sed 's/@/@⁠/g' "$folder/plan.md"
  else
    printf '<sub>%s No plan was recorded, so after the merge a person has to approve it. Everything below was written by the code of the pull request.</sub>\n\n' "$by"
    cat "$folder/plan.md"
  fi
}

approval_text() {
  needed=$(value_in "$folder/review.json" labels)
  [ -n "$needed" ] || return 0
  if [ "$(value_in "$folder/review.json" approved)" = true ]; then
    printf '> [!NOTE]\n> Allowed by %s for this plan.\n\n' "$(value_in "$folder/review.json" by)"
    return 0
  fi
  printf '> [!IMPORTANT]\n> The merge stops until somebody with write access adds, for this plan:\n'
  printf '%s\n' "$needed" | sed 's/.*/> - the label `&`/'
  printf '\n'
}

# Makes everything else agree with the plan that is recorded now.
follow_up() {
  value_in "$folder/review.json" labels | while read -r label; do
    [ -z "$label" ] || gh api --method POST "repos/$repository/labels" -f "name=$label" -f color=d93f0b --silent 2>/dev/null || :
  done
  digest=$(value_in "$folder/review.json" digest)
  if [ "$(value_in "$folder/review.json" by)" = '' ]; then
    for label in $(labels_of "$1"); do
      remove_label "$1" "$label" "it was not added for the present plan, \`$digest\`. Look at the plan, and add the label again if it is still meant."
    done
  fi
  # Without a push, no approval of the pull request is dismissed: say it where reviewers see it.
  if [ -s "$folder/before.json" ] && [ "$(value_in "$folder/before.json" commit)" = "$HEAD_SHA" ]; then
    before=$(value_in "$folder/before.json" digest)
    [ "$before" = "$digest" ] ||
      remark "$1" "The plan of $HEAD_SHA changed without a push: it was \`$before\` and is \`$digest\` now, because the target, the default branch or the job's result changed. Please look at it again."
  fi
  status
}

# The labels of gitcast on a pull request, one a line, with dots instead of spaces. Other names allow nothing.
labels_of() {
  gh api "repos/$repository/issues/$1/labels" --jq '.[].name' | grep -x 'gitcast: allow [0-9a-z -]*' | tr ' ' '.' || :
}

remove_label() {
  name=$(printf '%s' "$2" | tr '.' ' ')
  gh api --method DELETE "repos/$repository/issues/$1/labels/$(printf '%s' "$name" | sed 's/:/%3A/g; s/ /%20/g')" --silent || :
  remark "$1" "The label \`$name\` was removed: $3"
}

remark() {
  printf '%s\n' "$2" >"$folder/remark.md"
  gh api --method POST "repos/$repository/issues/$1/comments" -F "body=@$folder/remark.md" --silent
}

# A check that a ruleset can require. It says at the commit whether a sync of this plan would stop.
status() {
  if [ "$(value_in "$folder/review.json" approved)" = true ]; then
    state=success about="$(value_in "$folder/review.json" changes) changes, reviewed as shown"
  else
    state=pending about="needs the label $(value_in "$folder/review.json" labels | head -n 1)"
  fi
  gh api --method POST "repos/$repository/statuses/$HEAD_SHA" -f "state=$state" -f "context=$context" -f "description=$about" --silent
}

# A label counts for the plan that was recorded, for this very commit, before the label was added.
allow() {
  if [ "$ACTION" = closed ]; then
    [ "$MERGED" = true ] || ! recorded "$NUMBER" || review close "$NUMBER"
    return 0
  fi
  if ! printf '%s' "$LABEL" | grep -qx 'gitcast: allow [0-9a-z -]*'; then
    say 'This label is not one of gitcast.'
    return 0
  fi
  label=$(printf '%s' "$LABEL" | tr ' ' '.')
  if ! recorded "$NUMBER"; then
    [ "$ACTION" = unlabeled ] || remove_label "$NUMBER" "$label" 'no plan of this pull request is recorded yet. Add the label again when the comment shows one.'
    return 0
  fi
  digest=$(value_in "$folder/recorded.json" digest)
  if [ "$ACTION" = unlabeled ]; then
    # Removing one label withdraws the whole approval.
    review allow "$NUMBER" --digest "$digest" --by "$SENDER" --json >"$folder/review.json"
    status
    return 0
  fi
  case $(gh api "repos/$repository/collaborators/$SENDER/permission" --jq .permission) in
    admin | write) ;;
    *)
      remove_label "$NUMBER" "$label" "$SENDER has no write access, which an approval needs."
      return 0
      ;;
  esac
  if [ "$(value_in "$folder/recorded.json" commit)" != "$HEAD_SHA" ] || is_later "$(value_in "$folder/recorded.json" recorded_at)" "$LABELED_AT"; then
    remove_label "$NUMBER" "$label" 'the plan was made or changed in the meantime. Look at the comment, and add the label again.'
    return 0
  fi
  # What was allowed before for this plan stays. Other labels may have been added by people without the permission.
  given=$({ value_in "$folder/recorded.json" allowed_labels; printf '%s\n' "$LABEL"; } | sed '/^$/d' | paste -s -d , -)
  review allow "$NUMBER" --digest "$digest" --labels "$given" --by "$SENDER" --json >"$folder/review.json"
  status
}

is_later() { node -e 'process.exitCode = Date.parse(process.argv[1]) > Date.parse(process.argv[2]) + 999 ? 0 : 1' "$1" "$2"; }

# After the default branch moved, the plans of open pull requests may differ. Their jobs merge the current one.
renew() {
  review list --json >"$folder/reviews.json"
  left=50
  for number in $(numbers_in "$folder/reviews.json"); do
    head=$(gh api "repos/$repository/pulls/$number" --jq 'select(.state == "open") | .head.sha')
    [ -n "$head" ] || continue
    run=$(gh api "repos/$repository/actions/workflows/gitcast-pull-request.yml/runs?event=pull_request&head_sha=$head&per_page=1" --jq '.workflow_runs[0] // empty | select(.status == "completed") | .id')
    [ -n "$run" ] || continue
    [ "$left" -gt 0 ] || { say 'More than 50 pull requests are open: the rest is left for the next run.'; break; }
    left=$((left - 1))
    # GitHub starts no run again that is older than a month.
    gh api --method POST "repos/$repository/actions/runs/$run/rerun" --silent || say "The plan of pull request $number could not be started again: push to it."
  done
}

numbers_in() {
  node -e 'for (const { number } of JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).reviews) console.log(number)' "$1"
}

# Those whose merge is part of the commit that is checked out: a later one belongs to a later run.
reviewed() {
  review list --json >"$folder/reviews.json"
  head=$(git rev-parse HEAD)
  all=
  for number in $(numbers_in "$folder/reviews.json"); do
    merged=$(gh api "repos/$repository/pulls/$number" --jq 'select(.merged) | [.base.ref, .merge_commit_sha] | @tsv')
    [ "$(printf '%s' "$merged" | cut -f 1)" = "$GITHUB_REF_NAME" ] || continue
    case $(gh api "repos/$repository/compare/$(printf '%s' "$merged" | cut -f 2)...$head" --jq .status) in
      ahead | identical) all=$all,$number ;;
    esac
  done
  all=${all#,}
  printf '%s\n' "${all:-none}"
}

# GitHub creates an environment that does not exist, without any rule: then nobody would have approved anything.
assert_approval() {
  rules=$(gh api "repos/$repository/environments/$GITCAST_ENVIRONMENT" --jq '.protection_rules[].type') || rules=
  if ! printf '%s\n' "$rules" | grep -qx required_reviewers; then
    say "The environment $GITCAST_ENVIRONMENT requires no reviewers, so nobody approved this plan: nothing was sent."
    say 'Add required reviewers to it in the settings of the repository, and run this workflow again.'
    return 1
  fi
}

pull_request() {
  branch=$1 base=$2 title=$3 body=$4 commit=$5
  # GitHub does not start workflows for a pull request that Actions opened.
  printf '\nThe checks start when somebody approves them here, or closes and reopens this pull request.\n' >>"$body"
  number=$(open_pull_request "$branch" "$base")
  if [ -n "$number" ]; then
    gh api --method PATCH "repos/$repository/pulls/$number" -F "body=@$body" --silent
    return 0
  fi
  # Somebody closed it as it is: that is an answer, until there are new edits.
  closed=$(gh api --method GET "repos/$repository/pulls" -f state=closed -f "head=${repository%%/*}:$branch" -f "base=$base" --jq '.[0].head.sha // empty')
  if [ "$closed" = "$commit" ]; then
    say "The pull request of $branch was closed, and there are no new edits."
    return 0
  fi
  gh api --method POST "repos/$repository/pulls" -f "title=$title" -f "head=$branch" -f "base=$base" -F "body=@$body" --silent || {
    say "The branch $branch is pushed, but GitHub did not open a pull request: allow Actions to open pull requests in the repository's settings."
    return 1
  }
}

open_pull_request() {
  gh api --method GET "repos/$repository/pulls" -f state=open -f "head=${repository%%/*}:$1" -f "base=$2" --jq '.[0].number // empty'
}

withdraw() {
  number=$(open_pull_request "$1" "$2")
  [ -n "$number" ] || return 0
  remark "$number" 'All edits were withdrawn, or are in the base branch already.'
  gh api --method PATCH "repos/$repository/pulls/$number" -f state=closed --silent
}

# The issue that we opened with this title.
open_issue() {
  gh api --method GET "repos/$repository/issues" -f state=open -f "creator=$bot" -F per_page=100 --jq '.[] | [.number, .title] | @tsv' |
    awk -F '\t' -v title="$1" '$2 == title { print $1; exit }'
}

issue() {
  number=$(open_issue "$1")
  if [ -n "$number" ]; then
    gh api --method PATCH "repos/$repository/issues/$number" -F "body=@$2" --silent
  else
    gh api --method POST "repos/$repository/issues" -f "title=$1" -F "body=@$2" --silent
  fi
}

resolved() {
  number=$(open_issue "$1")
  [ -z "$number" ] || gh api --method PATCH "repos/$repository/issues/$number" -f state=closed --silent
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  comment | allow | renew | site | reviewed | withdraw | issue | resolved) "$command" "$@" ;;
  assert-approval) assert_approval ;;
  pull-request) pull_request "$@" ;;
  *)
    say 'usage: sh ci/gitcast.sh, which starts this script'
    exit 2
    ;;
esac
