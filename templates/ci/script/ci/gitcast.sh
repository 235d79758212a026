#!/bin/sh
# Runs a job of CI on any host: `sh ci/gitcast.sh pull-request` checks and plans a change, `sh ci/gitcast.sh merge` deploys a merge.
# `gitcast ci --help` lists all jobs, whose code each runs and which keys it sees.
set -eu
cd "$(dirname "$0")/.."
# Not every host says so, and without it gitcast would take this for somebody's own machine.
export CI=true
# @exports
node ci/install.mjs
# exec, so that gitcast gets the signal when somebody cancels the job, and saves the state.
exec node_modules/.bin/gitcast ci "$@"
