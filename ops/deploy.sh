#!/usr/bin/env bash
# Replaces the running release without a failed request: ops/deploy.sh /opt/solstice/releases/1.2.0
# The same command with the previous folder rolls back, because its code works with the new schema.
set -euo pipefail

HOME_FOLDER=${SOLSTICE_HOME:-/opt/solstice}
UPSTREAMS=${SOLSTICE_UPSTREAMS:-/etc/nginx/solstice-upstreams.conf}
NGINX_PID=${NGINX_PID:-/run/nginx.pid}
SETTINGS=${SOLSTICE_SETTINGS:-/etc/solstice}
# Seconds until a started server responds, and until replaced proxy processes have ended.
START_LIMIT=${START_LIMIT:-120}
DRAIN_LIMIT=90

release=$(realpath "${1:?The folder of the release is missing}")
[ -f "$release/apps/server/src/main.ts" ] || { echo "$release is not a release" >&2; exit 1; }

# Replaces a link in one step, so that no process starts without it.
point() { ln -sfn "$2" "$HOME_FOLDER/$1.new" && mv -fT "$HOME_FOLDER/$1.new" "$HOME_FOLDER/$1"; }

servers() { grep -oE '# server [0-9]+$' "$UPSTREAMS" | grep -oE '[0-9]+' | sort -nu; }

# Proxy processes that still run with the old upstreams finish their requests first.
reload_proxy() {
  local master old limit=$((SECONDS + DRAIN_LIMIT))
  master=$(cat "$NGINX_PID")
  old=$(cat "/proc/$master/task/$master/children")
  kill -HUP "$master"
  for process in $old; do
    while [ -d "/proc/$process" ]; do
      ((SECONDS < limit)) || { echo "Proxy process $process does not end" >&2; exit 1; }
      sleep 0.2
    done
  done
}

# Written beside the file and renamed, so that the proxy never reads half of it.
edit_upstreams() {
  sed -E "$1" "$UPSTREAMS" >"$UPSTREAMS.new" && mv "$UPSTREAMS.new" "$UPSTREAMS"
  reload_proxy
}
drain() { edit_upstreams "s/( down)?;( # server $1)\$/ down;\\2/"; }
fill() { edit_upstreams "s/ down;( # server $1)\$/;\\1/"; }

responds() {
  local port
  port=$(sed -n 's/^PORT=//p' "$SETTINGS/server-$1.env")
  "$release/node_modules/.bin/node" -e \
    'fetch(process.argv[1], { signal: AbortSignal.timeout(5000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
    "http://127.0.0.1:$port/healthz"
}

is_drained() { grep -q " down; # server $1\$" "$UPSTREAMS"; }

# Ends the deployment if the server does not respond in time; the second argument says what that leaves.
wait_until_healthy() {
  local limit=$((SECONDS + START_LIMIT))
  until responds "$1"; do
    ((SECONDS < limit)) || { echo "Server $1 does not respond$2" >&2; exit 1; }
    sleep 0.5
  done
}

# Drains a server that serves requests only while all others do, so that one is always left.
wait_for_others() {
  for other in $(servers); do
    [ "$other" = "$1" ] ||
      wait_until_healthy "$other" ", so server $1 is not replaced and still runs the previous release"
  done
}

replace() {
  echo "Replacing server $1"
  drain "$1"
  systemctl restart "solstice-server@$1"
  wait_until_healthy "$1" " and stays out of the proxy; servers that were not replaced run the previous release"
  fill "$1"
}

echo "Migrating the database"
point next "$release"
systemctl start solstice-migrate

point current "$release"
echo "Restarting the signer and the worker"
systemctl restart solstice-signer
systemctl restart solstice-worker

# Replacing a server that serves nothing costs no request, and afterwards it can serve for the next one.
away=() serving=()
for server in $(servers); do
  if ! is_drained "$server" && responds "$server"; then serving+=("$server"); else away+=("$server"); fi
done
for server in "${away[@]}"; do replace "$server"; done
for server in "${serving[@]}"; do
  wait_for_others "$server"
  replace "$server"
done
echo "$release is running"
