#!/bin/sh
# Uploads a built site to Cloudflare Pages, with the wrangler that package-lock.json beside this file pins. Started by
# ci/gitcast.sh:
#
#   sh ci/upload/upload.sh DIR            publishes the folder
#   sh ci/upload/upload.sh DIR pr-7       shows it at https://pr-7.PROJECT.pages.dev only
#
# It needs CLOUDFLARE_API_TOKEN, a token with the permission "Cloudflare Pages: Edit", CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_PROJECT.
# CLOUDFLARE_BRANCH is the production branch of the project, if that is not main.
set -eu

tool=$(cd "$(dirname "$0")" && pwd)/node_modules/.bin/wrangler
site=$(cd "$1" && pwd)
# Cloudflare would run it, and no build of gitcast writes it.
if [ -e "$site/_worker.js" ]; then
  echo 'The site contains _worker.js, so it is not uploaded.' >&2
  exit 1
fi
export WRANGLER_SEND_METRICS=false
# An empty folder: no settings or functions of the repository apply.
cd "$(mktemp -d)"
exec "$tool" pages deploy "$site" --project-name "${CLOUDFLARE_PROJECT:?}" --branch "${2:-${CLOUDFLARE_BRANCH:-main}}" --commit-dirty=true
