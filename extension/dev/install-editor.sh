#!/usr/bin/env bash
# Installs a browser VS Code (code-server) from npm into the cache folder; with --browser also what drives it in tests, and the
# inspector of the Model Context Protocol, which plays an agent there.
# usage: install-editor.sh [--browser]      idempotent; SLOWPATH_EDITOR_HOME names another folder
# Nothing is compiled but two optional log modules, and nothing comes from anywhere but npm and apt.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
CODE_SERVER_VERSION=4.139.1
PLAYWRIGHT_VERSION=1.65.1
INSPECTOR_VERSION=2.12.0
server=$EDITOR_HOME/cs

install_code_server() {
  local package=$server/node_modules/code-server
  [ -f "$server/.done" ] && return
  say "installing code-server $CODE_SERVER_VERSION into $EDITOR_HOME (about a minute, 600 MB) ..."
  mkdir -p "$server"
  echo '{"private":true}' >"$server/package.json"
  npm install "${NPM_FLAGS[@]}" --prefix "$server" "code-server@$CODE_SERVER_VERSION" >&2
  # Its own install script would do this, and compile; the packages come with what they need already built.
  (cd "$package/lib/vscode" && npm install "${NPM_FLAGS[@]}" --omit=dev >&2)
  if command -v g++ >/dev/null && command -v make >/dev/null; then
    (cd "$package/lib/vscode" && npm_config_ignore_scripts=false npm_config_nodedir="$NODE_HOME" \
      npm rebuild --loglevel=error @vscode/spdlog @vscode/native-watchdog >/dev/null 2>&1) ||
      say "its log modules were not compiled; logs go to standard error, nothing else changes"
  fi
  rm -rf "$package"/lib/vscode/node_modules/@github/copilot-sdk-linux-* "$package/lib/vscode/extensions/copilot"
  touch "$server/.done"
}

# install_once FOLDER PACKAGE VERSION
install_once() {
  local folder=$EDITOR_HOME/$1
  [ -d "$folder/node_modules/$2" ] && return
  say "installing $2 $3 ..."
  mkdir -p "$folder"
  echo '{"private":true,"type":"module"}' >"$folder/package.json"
  npm install "${NPM_FLAGS[@]}" --prefix "$folder" "$2@$3" >&2
}

apt_install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }
install_browser() {
  find_chromium >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing chromium with apt-get ..."
    { apt-get update -qq && apt_install fonts-dejavu-core curl ca-certificates && { apt_install chromium-headless-shell || apt_install chromium; }; } \
      >"$EDITOR_HOME/apt.log" 2>&1 || die "chromium could not be installed; the log: $EDITOR_HOME/apt.log" \
      "Install it by hand, or set SLOWPATH_CHROMIUM to a Chromium or Chrome."
    return
  fi
  die "no Chromium was found to drive the editor with." "Install one (Debian: apt install chromium-headless-shell), or set SLOWPATH_CHROMIUM to it."
}

mkdir -p "$EDITOR_HOME"
exec 8>"$EDITOR_HOME/.lock"
command -v flock >/dev/null && flock 8
ensure_node24
install_code_server || { rm -rf "$server"; die "code-server could not be installed." "Is there a network, or a registry set for npm?"; }
if [ "${1:-}" = --browser ]; then
  install_once pw playwright-core "$PLAYWRIGHT_VERSION"
  install_once inspector @modelcontextprotocol/inspector "$INSPECTOR_VERSION"
  install_browser
fi
