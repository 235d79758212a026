#!/bin/sh
# Uploads a built site to Netlify, with the netlify-cli that package-lock.json beside this file pins. Started by ci/gitcast.sh:
#
#   sh ci/upload/upload.sh DIR            publishes the folder
#   sh ci/upload/upload.sh DIR pr-7       shows it at https://pr-7--SITE.netlify.app only
#
# It needs NETLIFY_AUTH_TOKEN, a personal access token, and NETLIFY_SITE_ID.
set -eu

tool=$(cd "$(dirname "$0")" && pwd)/node_modules/.bin/netlify
site=$(cd "$1" && pwd)
preview=${2:-}
# An empty folder: no settings of the repository apply, and Netlify builds nothing.
cd "$(mktemp -d)"
if [ -n "$preview" ]; then
  set -- --alias "$preview"
else
  set -- --prod
fi
exec "$tool" deploy --no-build --dir "$site" --site "${NETLIFY_SITE_ID:?}" "$@"
