#!/usr/bin/env bash
# Runs npm for this repository with a Node that is new enough; `ci` does nothing when the packages are up to date.
# usage: npm.sh ci | test | run SCRIPT ...
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
OLDEST_NODE=20
cd "$ROOT"
need_npm
major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
[ "$major" -ge "$OLDEST_NODE" ] || ensure_node24
if [ "${1:-}" = ci ]; then
  stamp=node_modules/.slowpath-lock
  wanted=$(cksum <package-lock.json)
  [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && exit 0
  say "installing the npm packages ..."
  npm ci "${NPM_FLAGS[@]}" || die "the npm packages could not be installed." "Is there a network, or a registry set for npm?"
  printf '%s' "$wanted" >"$stamp"
  exit 0
fi
exec npm "$@"
