"""Runs the scenarios of `editor/scenarios.mjs` in the real editor; screenshots are kept as artifacts."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEV = ROOT / "extension" / "dev"
MOST_S = 5400
"""Of all phases together: several times what they take. Each may take a third of it."""


README_COMMAND = "code --install-extension slowpath-0.1.0.vsix"
INSTALL = """
. "$0/tools.sh"
ensure_node24
. "$0/code-server.sh"
HOME=$1 EXTENSIONS_GALLERY='{"serviceUrl":""}' "$NODE" "$ENTRY" --config /dev/null --user-data-dir "$1/data" \\
  --extensions-dir "$1/extensions" --install-extension "$2"
"""


@pytest.mark.usefixtures("editor_tools")
def test_the_package_carries_the_server_and_its_pins_and_installs_into_a_fresh_home(tmp_path: Path) -> None:
    """`npm run package` builds the .vsix that the README names, and the editor takes it where nothing else is.

    It comes first: what it builds the scenarios use.
    """
    subprocess.run(
        ["bash", str(DEV / "npm.sh"), "run", "package"], cwd=ROOT, check=True, capture_output=True, timeout=1800
    )
    (package,) = ROOT.glob("slowpath-*.vsix")
    assert package.name in (ROOT / "README.md").read_text(encoding="utf-8")
    archive = zipfile.ZipFile(package)
    names = archive.namelist()
    # The extension's page has no folder, so what is relative to one is broken there; its walkthrough has one.
    readme = archive.read("extension/readme.md").decode()
    assert [target for target in re.findall(r"\]\(([^)]*)", readme) if not target.startswith("https://")] == []
    walkthrough = PurePosixPath("extension/extension/media/walkthrough")
    for name in names:
        if PurePosixPath(name).is_relative_to(walkthrough):
            for picture in re.findall(r"!\[[^]]*\]\(([^)]*)", archive.read(name).decode()):
                assert os.path.normpath(walkthrough / picture) in names, name
    assert any(re.search(r"slowpath-.*\.whl\.br$", name) for name in names)
    assert any(name.endswith("requirements.lock") for name in names)
    assert package.stat().st_size < 3_000_000
    assert (ROOT / f"{package.stem}-py3-none-any.whl").is_file()
    assert README_COMMAND.endswith(f" {package.name}")
    subprocess.run(["bash", "-euc", INSTALL, DEV, tmp_path, package], check=True, timeout=600)
    (extension,) = (tmp_path / "extensions").glob("slowpath.slowpath-*")
    assert (extension / "extension" / "dist" / "main.js").is_file()


@pytest.mark.usefixtures("editor_tools")
def test_the_editor_does_what_its_scenarios_say(tmp_path: Path) -> None:
    artifacts = Path(os.environ.get("SLOWPATH_ARTIFACTS", tmp_path)) / "editor"
    environment = {**os.environ, "SLOWPATH_EDITOR_PYTHON": sys.executable, "SLOWPATH_E2E_TOTAL_S": str(MOST_S // 3)}
    ran = subprocess.run(
        ["bash", str(DEV / "run-e2e.sh"), str(artifacts)],
        check=False,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MOST_S,
    )
    print(ran.stdout)  # noqa: T201
    assert ran.returncode == 0, ran.stdout
    shots = {path.name for path in (artifacts / "shots").glob("*.png")}
    assert len(shots) >= 20, sorted(shots)


@pytest.mark.usefixtures("editor_tools")
def test_the_readmes_editor_command_serves_the_folder(tmp_path: Path) -> None:
    """`./slowpath editor examples/quicksort` prints an address that answers, and ends with its process group."""
    home = {"SLOWPATH_HOME": str(ROOT)} if (ROOT / ".venv").exists() else {}
    with (
        (tmp_path / "said").open("w+b") as said,
        subprocess.Popen(
            ["./slowpath", "editor", "examples/quicksort"],
            cwd=ROOT,
            stdout=said,
            stderr=said,
            start_new_session=True,
            env={**os.environ, **home},
        ) as editor,
    ):
        try:
            address = _wait_for_address(tmp_path / "said", editor)
            with urllib.request.urlopen(address, timeout=300) as page:
                assert page.status == 200
        finally:
            # What a shell runs in the background ignores SIGINT, and so does all that it starts.
            is_deaf = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
            editor.send_signal(signal.SIGTERM if is_deaf else signal.SIGINT)
            try:
                editor.wait(300)
            except subprocess.TimeoutExpired:
                os.killpg(editor.pid, signal.SIGKILL)
                raise


def _wait_for_address(said: Path, editor: subprocess.Popen) -> str:
    while editor.poll() is None:
        found = re.search(r"open +(http://127\.0\.0\.1:\d+)/", said.read_text())
        if found:
            return f"{found[1]}/login"
        with contextlib.suppress(subprocess.TimeoutExpired):
            editor.wait(0.2)
    raise AssertionError(said.read_text())
