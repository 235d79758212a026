#!/bin/sh
# What only GitHub has, with the gh that its runners bring along:
#
#   sh ci/github.sh comment                                    writes the plan of a run into its pull request
#   sh ci/github.sh pull-request BRANCH BASE TITLE BODY-FILE   opens a pull request, or renews its text
set -eu

repository=$GITHUB_REPOSITORY
marker='<!-- gitcast plan -->'
bot='github-actions[bot]'

say() { printf '%s\n' "$*" >&2; }

# What arrives here was made by the code of a pull request, perhaps by a stranger's. It is data: it is measured before it is
# fetched and while it is unpacked, no name in it becomes a file, and it decides nothing but its own text.
comment() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  found=$(gh api "repos/$repository/actions/runs/$RUN_ID/artifacts?name=gitcast-plan" --jq '.artifacts[0] // empty | [.id, .size_in_bytes] | @tsv')
  if [ -z "$found" ]; then
    say 'The run has left no plan.'
    return 0
  fi
  id=$(printf '%s' "$found" | cut -f 1)
  if [ "$(printf '%s' "$found" | cut -f 2)" -gt 500000 ]; then
    say 'What the run has left is far larger than a plan.'
    return 1
  fi
  gh api "repos/$repository/actions/artifacts/$id/zip" | head -c 500000 >"$folder/plan.zip"
  number=$(unzip -p "$folder/plan.zip" pull-request | head -c 20)
  case $number in
    '' | *[!0-9]*)
      say 'The run has not left the number of its pull request.'
      return 1
      ;;
  esac
  # Anybody can write any number into an artifact: it counts when that pull request is at the commit of the run.
  if [ "$(gh api "repos/$repository/pulls/$number" --jq .head.sha)" != "$HEAD_SHA" ]; then
    say "Pull request $number is at another commit by now, or never was at this one."
    return 0
  fi
  unzip -p "$folder/plan.zip" plan.md | head -c 260001 | tr -d '\000-\010\013\014\016-\037' >"$folder/plan.md"
  if [ "$(LC_ALL=C.UTF-8 wc -m <"$folder/plan.md")" -gt 62000 ]; then
    printf '### gitcast\n\nThe plan is too long for a comment; the run has it whole.\n' >"$folder/plan.md"
  fi
  # Where the plan comes from stands above it: whatever it opens and does not close hides only what follows.
  by="For $HEAD_SHA, by [this run](${GITHUB_SERVER_URL:-https://github.com}/$repository/actions/runs/$RUN_ID)."
  {
    printf '%s\n' "$marker"
    if [ "${HEAD_REPOSITORY:-}" != "$repository" ]; then
      printf '> [!NOTE]\n> %s All that follows was written by the code of a pull request from a fork, which has no key.\n\n' "$by"
      # A joiner that nobody sees keeps names from being mentioned.
      sed 's/@/@⁠/g' "$folder/plan.md"
    else
      printf '<sub>%s</sub>\n\n' "$by"
      cat "$folder/plan.md"
    fi
  } >"$folder/comment.md"
  # Only a comment of our own is renewed, whoever else wrote the marker into theirs.
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
      say "The branch $branch is pushed, and GitHub opens no pull request for it: allow Actions to do so in the repository's settings."
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
