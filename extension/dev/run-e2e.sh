#!/usr/bin/env bash
# Drives the real editor through the scenarios of tests/e2e/editor; screenshots and logs go to ARTIFACTS.
# usage: run-e2e.sh [ARTIFACTS [SCENARIO ...]]      SLOWPATH_EDITOR_PYTHON: a Python that can import slowpath
# Only when they are named run firstUse, which installs from a package index, and picture and moving, which make pictures of the
# README.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/tools.sh"
artifacts=$(realpath -m "${1:-artifacts}")
scenarios=("${@:2}")
[ ${#scenarios[@]} -gt 0 ] || scenarios=(screens cpp languages firstMinute format settling constraints growth break optimize optimizeModel editorModel companion noCompiler untrusted)
bash "$ROOT/extension/dev/install-editor.sh" --browser
ensure_node24
. "$ROOT/extension/dev/code-server.sh"
SLOWPATH_CHROMIUM=$(find_chromium)
python=${SLOWPATH_EDITOR_PYTHON:-$ROOT/.venv/bin/python}
state=$(mktemp -d)
driver=$(mktemp -d "$EDITOR_HOME/pw/run-XXXXXX")
export SLOWPATH_CHROMIUM PYTHONPATH="$ROOT/server${PYTHONPATH:+:$PYTHONPATH}"
mkdir -p "$artifacts/shots" "$state/work"

# Every process that the editor starts carries the mark in its environment, whatever group or session it goes to.
# left_behind [PHASE]: those of one phase, or of all
left_behind() {
  grep -lsz -- "^SLOWPATH_E2E_RUN=$state/${1:+$1\$}" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3 || true
}
finish() {
  stop_editor
  [ -z "${beside:-}" ] || kill -TERM "$beside" 2>/dev/null || true
  cp -r "$state"/profile-*/logs "$artifacts/" 2>/dev/null || true
  local pid
  for pid in $(left_behind); do kill -KILL "$pid" 2>/dev/null || true; done
  rm -rf "$state" "$driver"
}
trap finish EXIT
trap 'exit 130' INT TERM
vsix=$(ensure_vsix "$state") || die "the extension could not be built (see above)."

cp -r "$ROOT"/examples/quicksort "$ROOT"/examples/list_membership "$ROOT"/examples/text_typewriter "$state/work/"
cp -r "$ROOT/examples/list_membership" "$state/work/tickets"
cp -r "$ROOT/tests/quality/targets/counting_out" "$state/work/circle"
mkdir -p "$state/work/broken/samples" "$state/work/bare"
cp "$ROOT/examples/quicksort/solution.cpp" "$state/work/bare/"
printf '3\n' >"$state/work/broken/samples/1.in"
printf '3\n' >"$state/work/broken/samples/1.out"
printf '#include <iostream>\nint main() {\n  int n;\n  std::cin >> n;\n  std::cout << n + wrong;\n}\n' >"$state/work/broken/solution.cpp"
mkdir -p "$state/work/insertion/samples"
printf 'The first line contains an integer $n$ ($1 \\le n \\le 2000$). The second line contains $n$ integers $a_1, \\ldots, a_n$ ($1 \\le a_i \\le 10^9$).\n' >"$state/work/insertion/statement.md"
printf '5\n1 2 3 5 4\n' >"$state/work/insertion/samples/1.in"
printf '1\n' >"$state/work/insertion/samples/1.out"
cat >"$state/work/insertion/solution.cpp" <<'END'
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++) scanf("%d", &a[i]);
    long long moves = 0;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            moves++;
        }
    printf("%lld\n", moves);
}
END
mkdir -p "$state/work/uneven/samples"
cp "$state/work/insertion/statement.md" "$state/work/uneven/"
cp "$state/work/insertion/samples/1.in" "$state/work/uneven/samples/"
printf '20\n' >"$state/work/uneven/samples/1.out"
sed 's|printf("%lld\\n", moves);|printf("%lld\\n", 80 * moves / (a[n - 1] - a[0]));|' "$state/work/insertion/solution.cpp" >"$state/work/uneven/solution.cpp"
mkdir -p "$state/work/rise/samples"
printf 'The first line contains an integer $n$ ($1 \\le n \\le 1000$). The second line contains $n$ integers $a_1, \\ldots, a_n$ ($1 \\le a_i \\le 10^9$). Print the length of the longest run of neighbours in which each is larger than the one before.\n' >"$state/work/rise/statement.md"
printf '5\n1 2 3 2 5\n' >"$state/work/rise/samples/1.in"
printf '3\n' >"$state/work/rise/samples/1.out"
cat >"$state/work/rise/solution.cpp" <<'END'
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++) scanf("%d", &a[i]);
    int best = 1, length = 1;
    for (int i = 1; i < n; i++) {
        if (a[i] >= a[i - 1]) length++;
        else length = 1;
        best = std::max(best, length);
    }
    printf("%d\n", best);
}
END
cat >"$state/work/rise/brute.py" <<'END'
n = int(input())
a = list(map(int, input().split()))
best = 0
for i in range(n):
    j = i + 1
    while j < n and a[j] > a[j - 1]:
        j += 1
    best = max(best, j - i)
print(best)
END
mkdir -p "$state/work/weights/samples"
printf '## Input\nThe first line has an integer $n$ ($1 \\le n \\le 2000$), the number of weights. The second line has $n$ integers $a_i$ ($1 \\le a_i \\le 10^9$), the weights. The weights grow strictly. The weights form a mountain.\n\n## Output\nPrint how many pairs of weights have an even sum.\n' >"$state/work/weights/statement.md"
printf '3\n4 5 6\n' >"$state/work/weights/samples/1.in"
printf '1\n' >"$state/work/weights/samples/1.out"
printf 'n = int(input())\na = list(map(int, input().split()))\nprint(sum((a[i] + a[j]) %% 2 == 0 for i in range(n) for j in range(i)))\n' >"$state/work/weights/solution.py"
# An extension that has a language model for the editor, beside ours where a scenario asks it.
case " ${scenarios[*]} " in *" editorModel "*)
  (cd "$ROOT/tests/e2e/editor/recorded-model" && "$NODE" "$ROOT/node_modules/@vscode/vsce/vsce" package --allow-missing-repository --skip-license \
    --no-dependencies --out "$state/recorded-model.vsix" >"$state/vsce.log" 2>&1) || { cat "$state/vsce.log" >&2; exit 1; } ;;
esac
# Of the editor's own extensions what the scenarios touch: each of the other eighty would be read in every window.
mkdir "$state/builtin"
for extension in cpp java python markdown-basics markdown-language-features theme-defaults theme-seti; do
  cp -r "$BUILTIN/$extension" "$state/builtin/"
done
# Beside the packages that drive the browser, where the scenarios look for them.
cp "$ROOT"/tests/e2e/editor/*.mjs "$driver/"

# phase NAME INTERPRETER FLAGS SCENARIO ...: one code-server, the scenarios against it in a folder and a home of its
# own, and nothing left behind.
phase() {
  local name=$1 interpreter=$2 flags=$3 profile=$state/profile-$1 home=$state/home-$1 work=$state/work-$1 port pid status=0
  local extensions=("$vsix")
  shift 3
  case " $* " in *" editorModel "*) extensions+=("$state/recorded-model.vsix") ;; esac
  mkdir -p "$home"
  cp -r "$state/work" "$work"
  prepare_profile "$profile" "$interpreter" "${extensions[@]}" || die "the extension could not be installed into the editor."
  port=$(free_port)
  # shellcheck disable=SC2086
  SLOWPATH_E2E_RUN=$state/$name HOME=$home XDG_CACHE_HOME=$home/.cache XDG_STATE_HOME=$home/.state \
    start_editor "$profile" "$work" "$port" none "$artifacts/code-server-$name.log" --builtin-extensions-dir "$state/builtin" $flags
  wait_for_editor "http://127.0.0.1:$port/?folder=$work" "$artifacts/code-server-$name.log" || die "code-server did not start."
  SLOWPATH_E2E_RUN=$state/$name SLOWPATH_E2E_ROOT=$ROOT SLOWPATH_E2E_PYTHON=$python timeout -k 10 "${SLOWPATH_E2E_TOTAL_S:-1200}" "$NODE" "$driver/run.mjs" \
    "http://127.0.0.1:$port" "$work" "$artifacts" "$profile" "$state/failed" "$@" || { [ $? -eq 4 ] || status=1; }
  stop_editor
  for _ in $(seq 600); do
    [ -z "$(left_behind "$name")" ] && break
    sleep 0.1
  done
  if [ -n "$(left_behind "$name")" ]; then
    echo "processes were left behind:"
    for pid in $(left_behind "$name"); do echo "$pid $(tr '\0' ' ' <"/proc/$pid/cmdline")"; done
    status=1
  fi
  return $status
}

status=0
trusted=() first=() longest=() last=() restricted=() fresh=()
for scenario in "${scenarios[@]}"; do
  case $scenario in
    untrusted) restricted+=("$scenario") ;;
    firstUse) fresh+=("$scenario") ;;
    # It finds files by name and closes editors: what others left open or unsaved would be in its way.
    break) first+=("$scenario") ;;
    optimize | optimizeModel) longest+=("$scenario") ;;
    # It chooses a model for all that comes after it.
    editorModel) last+=("$scenario") ;;
    *) trusted+=("$scenario") ;;
  esac
done
# What searches longest waits for its seconds, so the others run meanwhile.
longest=("${first[@]}" "${longest[@]}" "${last[@]}")
search_long() {
  trap stop_editor EXIT
  [ ${#longest[@]} -eq 0 ] || phase longest "$python" --disable-workspace-trust "${longest[@]}"
}
(search_long) >"$state/longest" 2>&1 &
beside=$!
[ ${#trusted[@]} -eq 0 ] || phase trusted "$python" --disable-workspace-trust "${trusted[@]}" || status=1
[ ${#restricted[@]} -eq 0 ] || phase restricted "$python" "" "${restricted[@]}" || status=1
if [ ${#fresh[@]} -gt 0 ]; then
  unset PYTHONPATH
  phase fresh "" --disable-workspace-trust "${fresh[@]}" || status=1
fi
wait "$beside" || status=1
beside=
cat "$state/longest"

# A key or a click can be lost on a machine that is short of time, so one or two scenarios that failed are tried once
# more, each from the start in an editor, a folder and a home of its own; the first failure stays printed above.
failed=()
[ ! -e "$state/failed" ] || mapfile -t failed <"$state/failed"
rm -f "$state/failed"
if [ ${#failed[@]} -gt 2 ]; then
  status=1
else
  for scenario in "${failed[@]}"; do
    echo "once more: $scenario"
    case $scenario in
      firstUse) phase "again-$scenario" "" --disable-workspace-trust "$scenario" || status=1 ;;
      untrusted) phase "again-$scenario" "$python" "" "$scenario" || status=1 ;;
      *) phase "again-$scenario" "$python" --disable-workspace-trust "$scenario" || status=1 ;;
    esac
  done
  [ ! -e "$state/failed" ] || status=1
fi
[ $status -eq 0 ] && say "the editor works; screenshots are in $artifacts/shots"
exit $status
