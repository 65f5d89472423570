#!/usr/bin/env bash
# Starts a worker on each host, until Ctrl-C: bash docs/fleet/ssh.sh bench-1 bench-2
# On each host, ~/deadheat is the clone, and its file `env` exports QUEUE_URL and TURBO_REMOTE_CACHE_SIGNATURE_KEY.
set -euo pipefail
trap 'kill $(jobs -p) 2> /dev/null; wait' INT TERM
for host in "$@"; do
  # With a terminal (-tt) the worker ends when the connection does.
  ssh -tt -o ServerAliveInterval=30 "$host" \
    "cd deadheat && . ./env && npx -y pnpm@12.21.0 bench worker --queue --label $host" < /dev/null &
done
wait
