#!/usr/bin/env bash
# Opens a folder in a browser VS Code with the extension installed, for a look at the real thing without a desktop.
# usage: editor.sh DIR      SLOWPATH_EDITOR_PORT sets the port, SLOWPATH_EDITOR_PYTHON the server's interpreter
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
folder=$(realpath "${1:?usage: editor.sh DIR}")
[ -d "$folder" ] || die "$folder is no folder." "Name the folder that holds your solution."
vsix=$(ensure_vsix) || die "the extension could not be built (see above)."
bash "$ROOT/extension/dev/install-editor.sh"
ensure_node24
. "$ROOT/extension/dev/code-server.sh"
profile=$EDITOR_HOME/profile
mkdir -p "$profile"
prepare_profile "$profile" "${SLOWPATH_EDITOR_PYTHON:-}" "$vsix" || die "the extension could not be installed into the editor."
port=${SLOWPATH_EDITOR_PORT:-$(free_port)}
# The loopback is shared by all users of a machine, and an editor runs commands: so there is a password.
PASSWORD=${PASSWORD:-$("$NODE" -p 'require("crypto").randomBytes(6).toString("hex")')}
export PASSWORD
trap stop_editor EXIT
trap 'exit 130' INT TERM
start_editor "$profile" "$folder" "$port" password "$profile/code-server.log"
wait_for_editor "http://127.0.0.1:$port/login" "$profile/code-server.log" || die "the editor did not start (its log: $profile/code-server.log)."
say "open      http://127.0.0.1:$port/?folder=$folder"
say "password  $PASSWORD"
say "then press F1 and run \"Slowpath: Find Slow Inputs\". Ctrl+C here ends the editor."
wait "$EDITOR_PID"
