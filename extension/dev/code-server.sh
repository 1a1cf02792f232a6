# Sourced by editor.sh and run-e2e.sh: starts code-server in a process group of its own, and ends all of it.
# Extension hosts and language servers outlive the browser, so only the group's end ends them.
# shellcheck shell=bash
ENTRY=$EDITOR_HOME/cs/node_modules/code-server/out/node/entry.js
BUILTIN=$EDITOR_HOME/cs/node_modules/code-server/lib/vscode/extensions
NODE=$NODE_HOME/bin/node
EDITOR_PID=

# prepare_profile DIR PYTHON VSIX ...: user settings that keep the window quiet (to draw what moves costs a core), the
# interpreter, the extension.
# Settings of machine scope stand in Machine/settings.json: this is a remote window, which drops them elsewhere.
prepare_profile() {
  local profile=$1 python=$2 vsix
  mkdir -p "$profile"/{User,Machine,extensions}
  [ -f "$profile/User/settings.json" ] || cat >"$profile/User/settings.json" <<'J'
{
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "git.enabled": false,
  "files.autoSave": "off",
  "window.confirmBeforeClose": "never"
}
J
  [ -z "$python" ] || printf '{ "slowpath.interpreter": "%s" }\n' "$python" >"$profile/Machine/settings.json"
  for vsix in "${@:3}"; do
    EXTENSIONS_GALLERY='{"serviceUrl":""}' "$NODE" "$ENTRY" --config /dev/null --user-data-dir "$profile" \
      --extensions-dir "$profile/extensions" --force --install-extension "$vsix" >"$profile/install.log" 2>&1 ||
      { cat "$profile/install.log" >&2; return 1; }
  done
}

free_port() {
  "$NODE" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# start_editor PROFILE DIR PORT AUTH LOG [flags]
start_editor() {
  local profile=$1 folder=$2 port=$3 auth=$4 log=$5
  shift 5
  unset VSCODE_IPC_HOOK_CLI ELECTRON_RUN_AS_NODE NODE_OPTIONS
  EXTENSIONS_GALLERY='{"serviceUrl":""}' setsid "$NODE" "$ENTRY" --config /dev/null --auth "$auth" --bind-addr "127.0.0.1:$port" \
    --disable-telemetry --disable-update-check --disable-getting-started-override --disable-proxy \
    --reconnection-grace-time "${RECONNECTION_GRACE_S:-5}" --user-data-dir "$profile" --extensions-dir "$profile/extensions" \
    "$@" "$folder" >"$log" 2>&1 &
  EDITOR_PID=$!
}

# /healthz answers before the workbench can load, so the page itself is asked for.
wait_for_editor() {
  local url=$1 log=$2
  "$NODE" -e '
    const [url, pid] = process.argv.slice(1);
    const end = Date.now() + 300000;
    (async function ask() {
      try { if ((await fetch(url)).ok) process.exit(0); } catch {}
      try { process.kill(Number(pid), 0); } catch { process.exit(1); }
      if (Date.now() > end) process.exit(1);
      setTimeout(ask, 200);
    })()' "$url" "$EDITOR_PID" || { tail -n 20 "$log" >&2; return 1; }
}

stop_editor() {
  [ -n "$EDITOR_PID" ] || return 0
  kill -TERM -- "-$EDITOR_PID" 2>/dev/null || true
  for _ in $(seq 50); do
    kill -0 -- "-$EDITOR_PID" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL -- "-$EDITOR_PID" 2>/dev/null || true
  wait "$EDITOR_PID" 2>/dev/null || true
  EDITOR_PID=
}
