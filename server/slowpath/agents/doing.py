"""The process of one call: `python -m slowpath.agents.doing`.

Theory of operation. The first line on stdin is the `Call`; what the tool says goes out on stdout (whatever else prints
to stdout lands on stderr). The main thread runs the tool, under an alarm that ends what doesn't come back in its time
(`pipeline.alarm`). The end of stdin means that the call was cancelled or the server is gone: the alarm ends what is at
work, so that builds and targets are cleared away, and where that doesn't help a second thread kills every process
below this one and this one itself (`worker.ending`).
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
import traceback
from collections.abc import Iterator

from slowpath import pipeline, wire
from slowpath.agents import tools
from slowpath.agents.messages import Call, Failed, Finished, from_line
from slowpath.agents.telling import remedy_of
from slowpath.agents.work import Work
from slowpath.errors import CompileFailed, OutOfTime, SlowpathError
from slowpath.worker.controls import Controls
from slowpath.worker.ending import Ending
from slowpath.worker.incoming import incoming_lines
from slowpath.worker.outgoing import Outgoing, own_stdout

log = logging.getLogger(__name__)
MOST_MESSAGES = 5


def main() -> int:
    """Runs the call over stdin and stdout. Returns the exit status."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR, format="call: %(levelname)s %(message)s")
    pipe = own_stdout()
    lines = incoming_lines()
    line = next(lines, None)
    if line is None:
        return 0
    call = from_line(line)
    controls, alarm = Controls(), pipeline.Alarm()
    ending, say = Ending(controls, alarm), Outgoing(pipe, controls)

    def lose() -> None:
        controls.lose()
        alarm.ask()

    signal.signal(signal.SIGTERM, lambda *_: lose())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    alarm.install()
    threading.Thread(target=_wait_for_end, args=(lines, lose), daemon=True).start()
    threading.Thread(target=ending.end_if_late, args=(lambda: None,), daemon=True).start()
    try:
        said = done(call, Work(call.settings, call.folders, alarm, say, lambda: controls.lost))
        if not controls.lost:
            say(said)
    finally:
        ending.finish()
    return 0


def _wait_for_end(lines: Iterator[bytes], lose) -> None:
    for _ in lines:
        pass
    lose()


def done(call: Call, work: Work) -> Finished | Failed:
    """Runs the tool. Never raises but for what ends the process."""
    tool = tools.tool(call.tool)
    try:
        result = tool.run(wire.decode(tool.arguments, call.arguments), work)
        return Finished(wire.encode(result))
    except SlowpathError as error:
        messages = error.messages if isinstance(error, CompileFailed) else ()
        return Failed(
            error.code,
            error.message,
            remedy_of(error.code, error.remedy),
            tuple(
                f"{each.path}:{each.line}:{each.column}: {each.severity}: {each.message}"
                for each in messages[:MOST_MESSAGES]
            ),
        )
    except OutOfTime:
        return Failed("stopped", "The call was ended.")
    except Exception as error:
        log.error("%s crashed\n%s", call.tool, traceback.format_exc())
        return Failed(
            "bug",
            f"The tool crashed: {type(error).__name__}: {error}.",
            "This is a bug in Slowpath; the server's log has the details.",
        )


if __name__ == "__main__":
    sys.exit(main())
