#!/bin/sh
# Runs a job of CI on any host: `sh ci/gitcast.sh check`, then `publish`, then `sync`. Such a host has no comments that show plans,
# so a sync applies the plan with the digest in GITCAST_DIGEST or, with `review: off` in the configuration, the present one.
set -eu
cd "$(dirname "$0")/.."
# Not every host says so, and without it gitcast would take this for somebody's own machine.
export CI=true
# @exports
node ci/install.mjs
# exec, so that gitcast gets the signal when somebody cancels the job, and saves the state.
exec node_modules/.bin/gitcast ci "$@"
