# Sourced by ./slowpath and ./test: makes the project's Python environment, once, from the pinned lock files.
# ensure_environment LOCK KIND   sets SLOWPATH_ENV; KIND is "run", "agents" (`slowpath mcp`), "scale" (`slowpath evaluate`
#                                on Ray, from or to Parquet) or "test", which serves all but "scale".
# add_scale LOCK                 adds the packages of "scale" where they can be had, for the tests that need them.

# Slowpath's own modules are compiled once, not at every start; the programs that it runs leave nothing beside them.
unset PYTHONDONTWRITEBYTECODE

say() { printf 'slowpath: %s\n' "$*" >&2; }
die() { printf 'slowpath: %s\n' "$@" >&2; exit 3; }

find_python() {
  local candidate
  for candidate in "${SLOWPATH_BOOTSTRAP_PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.10 python3.14 python; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  die "no Python 3.10 or newer was found." \
      "Install one (Debian: apt install python3 python3-venv), or set SLOWPATH_BOOTSTRAP_PYTHON to it."
}

# A virtual environment with pip, by whichever way this machine has.
make_venv() {
  local python=$1 target=$2 log=$3
  "$python" -m venv "$target" >>"$log" 2>&1 && return
  rm -rf "$target"
  "$python" -m virtualenv "$target" >>"$log" 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "python3-venv is missing; installing it with apt-get ..."
    { apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv; } >>"$log" 2>&1
    rm -rf "$target"
    "$python" -m venv "$target" >>"$log" 2>&1 && return
  fi
  tail -n 5 "$log" >&2
  die "a Python environment can't be made with $python." \
      "On Debian: apt install python3-venv. The whole log: $log"
}

# Counts packages on a terminal as pip names them; silent elsewhere.
show_progress() {
  if [ -t 2 ]; then
    awk -v all="$1" '/^Collecting /{printf "\r  %d of %d: %-40.40s", ++n, all, $2 >"/dev/stderr"}
                     END{printf "\r%60s\r", "" >"/dev/stderr"}'
  else
    cat >/dev/null
  fi
}

install_into() {
  local target=$1 lock=$2 log=$3
  if ! "$target/bin/python" -m pip install --disable-pip-version-check --only-binary :all: -r "$lock" 2>&1 |
      tee -a "$log" | show_progress "$(grep -c == "$lock")"; then
    tail -n 5 "$log" >&2
    die "the pinned dependencies can't be installed ($lock)." \
        "Is there a network, or a package index set for pip? The whole log: $log"
  fi
}

ensure_environment() {
  local lock=$1 kind=$2 python stamp wanted log building
  local root=${SLOWPATH_HOME:-$here}
  mkdir -p "$root" 2>/dev/null || true
  [ -w "$root" ] || root=${XDG_CACHE_HOME:-$HOME/.cache}/slowpath
  SLOWPATH_ENV=$root/.venv
  export PYTHONPATH=$here/server${PYTHONPATH:+:$PYTHONPATH}
  stamp=$SLOWPATH_ENV/.slowpath-$kind
  wanted=$(cksum <"$lock")
  [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && [ -x "$SLOWPATH_ENV/bin/python" ] && return
  mkdir -p "$root"
  exec 9>"$root/.venv.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    say "another process is making the environment; waiting for it ..."
    flock 9
  fi
  if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    log=$root/.venv.log
    : >"$log"
    python=$(find_python) || exit 3
    if ! [ -x "$SLOWPATH_ENV/bin/python" ] || ! "$SLOWPATH_ENV/bin/python" -c 0 2>/dev/null; then
      say "first run: making a Python environment in $SLOWPATH_ENV ($("$python" --version)) ..."
      make_venv "$python" "$SLOWPATH_ENV" "$log"
    fi
    say "installing $(grep -c == "$lock") pinned packages, about a minute ..."
    install_into "$SLOWPATH_ENV" "$lock" "$log"
    printf '%s' "$wanted" >"$stamp"
    [ "$kind" = run ] || cksum <"$here/requirements.lock" | tr -d '\n' >"$SLOWPATH_ENV/.slowpath-run"
    [ "$kind" != test ] || cksum <"$here/requirements-agents.lock" | tr -d '\n' >"$SLOWPATH_ENV/.slowpath-agents"
    say "ready."
  fi
  exec 9>&-
}

add_scale() {
  local lock=$1 stamp=$SLOWPATH_ENV/.slowpath-scale wanted log=$SLOWPATH_ENV/../.venv.log
  wanted=$(cksum <"$lock")
  [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && return
  if (install_into "$SLOWPATH_ENV" "$lock" "$log") 2>/dev/null; then
    printf '%s' "$wanted" >"$stamp"
  else
    say "the packages of slowpath[scale] can't be installed here; the tests that need them are skipped."
  fi
}
