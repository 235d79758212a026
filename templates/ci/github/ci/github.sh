#!/bin/sh
# The parts of CI that only GitHub needs, with the gh command of its runners:
#
#   sh ci/github.sh comment                                    writes the plan of a run into its pull request
#   sh ci/github.sh pull-request BRANCH BASE TITLE BODY-FILE   opens a pull request, or updates its text
set -eu

repository=$GITHUB_REPOSITORY
marker='<!-- gitcast plan -->'
bot='github-actions[bot]'

say() { printf '%s\n' "$*" >&2; }

# The artifact was written by the code of a pull request, perhaps by a stranger's. Treat it as data: limit its size before the
# download and while unpacking, create no file by a name in it, and use nothing of it but its text.
comment() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  found=$(gh api "repos/$repository/actions/runs/$RUN_ID/artifacts?name=gitcast-plan" --jq '.artifacts[0] // empty | [.id, .size_in_bytes] | @tsv')
  if [ -z "$found" ]; then
    say 'The run has no plan artifact.'
    return 0
  fi
  id=$(printf '%s' "$found" | cut -f 1)
  if [ "$(printf '%s' "$found" | cut -f 2)" -gt 500000 ]; then
    say 'The artifact of the run is too large to be a plan.'
    return 1
  fi
  gh api "repos/$repository/actions/artifacts/$id/zip" | head -c 500000 >"$folder/plan.zip"
  number=$(unzip -p "$folder/plan.zip" pull-request | head -c 20)
  case $number in
    '' | *[!0-9]*)
      say 'The artifact of the run does not contain the number of its pull request.'
      return 1
      ;;
  esac
  # Anyone can write any number into an artifact: accept it only if that pull request is at the commit of the run.
  if [ "$(gh api "repos/$repository/pulls/$number" --jq .head.sha)" != "$HEAD_SHA" ]; then
    say "Pull request $number is not at the commit of this run, so it gets no comment."
    return 0
  fi
  unzip -p "$folder/plan.zip" plan.md | head -c 260001 | tr -d '\000-\010\013\014\016-\037' >"$folder/plan.md"
  if [ "$(LC_ALL=C.UTF-8 wc -m <"$folder/plan.md")" -gt 62000 ]; then
    printf '### gitcast\n\nThe plan is too long for a comment. The run has the whole plan.\n' >"$folder/plan.md"
  fi
  # The origin of the plan comes first: markup that the plan leaves open can hide only what follows it.
  by="For $HEAD_SHA, by [this run](${GITHUB_SERVER_URL:-https://github.com}/$repository/actions/runs/$RUN_ID)."
  {
    printf '%s\n' "$marker"
    if [ "${HEAD_REPOSITORY:-}" != "$repository" ]; then
      printf '> [!NOTE]\n> %s Everything below was written by the code of a pull request from a fork, which has no key.\n\n' "$by"
      # An invisible word joiner prevents mentions.
      sed 's/@/@⁠/g' "$folder/plan.md"
    else
      printf '<sub>%s</sub>\n\n' "$by"
      cat "$folder/plan.md"
    fi
  } >"$folder/comment.md"
  # Update only our own comment: others may contain the marker too.
  own=$(gh api --paginate "repos/$repository/issues/$number/comments?per_page=100" --jq '.[] | [.id, .user.login, ((.body // "") | split("\n")[0] // "")] | @tsv' |
    awk -F '\t' -v bot="$bot" -v marker="$marker" '$2 == bot && $3 == marker { print $1; exit }')
  if [ -n "$own" ]; then
    gh api --method PATCH "repos/$repository/issues/comments/$own" -F "body=@$folder/comment.md" --silent
  else
    gh api --method POST "repos/$repository/issues/$number/comments" -F "body=@$folder/comment.md" --silent
  fi
}

pull_request() {
  branch=$1 base=$2 title=$3 body=$4
  owner=${repository%%/*}
  number=$(gh api --method GET "repos/$repository/pulls" -f state=open -f "head=$owner:$branch" -f "base=$base" --jq '.[0].number // empty')
  if [ -n "$number" ]; then
    gh api --method PATCH "repos/$repository/pulls/$number" -F "body=@$body" --silent
  else
    gh api --method POST "repos/$repository/pulls" -f "title=$title" -f "head=$branch" -f "base=$base" -F "body=@$body" --silent || {
      say "The branch $branch is pushed, but GitHub did not open a pull request: allow Actions to open pull requests in the repository's settings."
      return 1
    }
  fi
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  comment) comment ;;
  pull-request) pull_request "$@" ;;
  *)
    say 'usage: sh ci/github.sh comment | pull-request BRANCH BASE TITLE BODY-FILE'
    exit 2
    ;;
esac
