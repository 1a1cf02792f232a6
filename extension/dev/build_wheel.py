"""Builds the wheel of the Python package with the standard library alone: no network, no build backend.

usage: python3 build_wheel.py OUT_DIR        prints the wheel's path

The package is pure Python, so a wheel is its files with prompts and page beside them (as in setup.py), the metadata of
pyproject.toml and a record of hashes (the binary distribution format, version 1.0). Times in the archive are fixed:
the same sources give the same bytes, by which an environment that was made from them is recognised. Files aren't
compressed here: for the .vsix they are compressed all as one, which takes much less room.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:
    from pip._vendor import tomli as tomllib  # Python 3.10 carries a reader only inside pip.

ROOT = Path(__file__).resolve().parents[2]
USER_EXTRAS = ("agents", "embedder")
FIXED_TIME = (1980, 1, 1, 0, 0, 0)


def version(package: Path) -> str:
    """The package's `__version__`, read without importing it."""
    found = re.search(r'^__version__ = "([^"]+)"', (package / "__init__.py").read_text("utf-8"), re.M)
    if found is None:
        raise SystemExit(f"{package / '__init__.py'} has no __version__")
    return found[1]


def metadata(project: dict, package_version: str) -> str:
    """The METADATA file of the wheel, core metadata version 2.4."""
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {package_version}",
             f"Summary: {project['description']}", f"License-Expression: {project['license']}",
             f"Requires-Python: {project['requires-python']}"]
    lines += [f"License-File: {name}" for name in project.get("license-files", [])]
    lines += [f"Requires-Dist: {requirement}" for requirement in project["dependencies"]]
    for extra in USER_EXTRAS:
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {requirement}; extra == "{extra}"'
                                                for requirement in project["optional-dependencies"][extra])]
    return "\n".join(lines) + "\n"


def _is_left_over(path: Path) -> bool:
    """What running and checking leave beside the sources: compiled modules and hidden folders."""
    return any(part == "__pycache__" or part.startswith(".") for part in path.parts)


def contents(project: dict, package: Path) -> list[tuple[str, bytes]]:
    """Every file of the wheel but RECORD, as (name in the archive, bytes): what is of one kind one after the other, which
    compresses best."""
    made = version(package)
    info = f"{project['name']}-{made}.dist-info"
    scripts = "".join(f"{name} = {target}\n" for name, target in project.get("scripts", {}).items())
    files = [(path.relative_to(package.parent).as_posix(), path.read_bytes())
             for path in package.rglob("*") if path.is_file() and not _is_left_over(path.relative_to(package))]
    files += [(f"{project['name']}/{path.relative_to(ROOT).as_posix()}", path.read_bytes())
              for path in (ROOT / "prompts").rglob("*") if path.is_file()]
    files += [(f"{project['name']}/docs/format.md", (ROOT / "docs" / "format.md").read_bytes())]
    files += [(f"{info}/licenses/{name}", (ROOT / name).read_bytes()) for name in project.get("license-files", [])]
    files += [(f"{info}/METADATA", metadata(project, made).encode()),
              (f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: slowpath\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
              (f"{info}/entry_points.txt", f"[console_scripts]\n{scripts}".encode())]
    return sorted(files, key=lambda file: (file[0].rpartition(".")[2], file[0]))


def record(files: list[tuple[str, bytes]], name: str) -> bytes:
    """The RECORD file: name, SHA-256 and length of each file, and its own name last."""
    rows = []
    for path, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}")
    return "\n".join([*rows, f"{name},,", ""]).encode()


def main(out_dir: Path) -> Path:
    """Writes the wheel into `out_dir` and gives back its path."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    package = ROOT / "server" / project["name"]
    made = version(package)
    files = contents(project, package)
    record_name = f"{project['name']}-{made}.dist-info/RECORD"
    out_dir.mkdir(parents=True, exist_ok=True)
    wheel = out_dir / f"{project['name']}-{made}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, data in [*files, (record_name, record(files, record_name))]:
            entry = zipfile.ZipInfo(name, FIXED_TIME)
            entry.compress_type = zipfile.ZIP_STORED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return wheel


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))  # noqa: T201
