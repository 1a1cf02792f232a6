"""The ports to which Competitive Companion sends, and who has them.

It sends every problem to all of them, so that several programs can listen side by side, each at a port of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

PORTS = {
    10043: "Caide",
    10042: "acmX",
    6174: "Mind Sport",
    4244: "Hightail",
    1327: "cpbooster",
    10045: "CP Editor",
    27121: "Competitive Programming Helper",
}
"""The known ports and whose each is, those first that an editor's user misses least."""
_CONNECT_S = 0.5
_LISTENING = "0A"
_PROCESSES = Path("/proc")


async def is_held(port: int) -> bool:
    """Whether somebody listens there. Binding alone doesn't tell: some systems let two programs have one port."""
    for host in ("127.0.0.1", "::1"):
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), _CONNECT_S)
            writer.close()
            return True
    return False


def told(port: int, processes: Path = _PROCESSES) -> str:
    """Who has the port, in words: "27121 (Competitive Programming Helper) by node, process 812". Blocks."""
    holder = _holder(port, processes)
    return f"{port} ({PORTS[port]})" + (f" by {holder}" if holder else "")


def _holder(port: int, processes: Path) -> str:
    """The program that listens there, as Linux tells it of the user's own processes; "" where nothing tells it."""
    sockets = {
        f"socket:[{inode}]" for table in ("tcp", "tcp6") for inode in _listening(processes / "net" / table, port)
    }
    if not sockets:
        return ""
    for folder in processes.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if any(str(entry.readlink()) in sockets for entry in (folder / "fd").iterdir()):
                return f"{(folder / 'comm').read_text(errors='replace').strip()}, process {folder.name}"
    return ""


def _listening(table: Path, port: int) -> list[str]:
    with contextlib.suppress(OSError):
        rows = [line.split() for line in table.read_text().splitlines()[1:]]
        return [row[9] for row in rows if row[3] == _LISTENING and int(row[1].rpartition(":")[2], 16) == port]
    return []
