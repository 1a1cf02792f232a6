"""Joins the server and its features, and serves over stdin and stdout."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys

from slowpath.lsp.features import (
    break_inputs,
    break_tests,
    breaking,
    campaigns,
    code_actions,
    code_lens,
    companion,
    constraint_actions,
    documents,
    explain,
    format_actions,
    format_help,
    format_sentences,
    hover,
    inputs,
    lifecycle,
    models,
    optimizing,
    pictures,
    progress,
    validity,
)
from slowpath.lsp.features.diagnostics import diagnostics_of
from slowpath.lsp.server import SlowpathServer
from slowpath.worker.ending import end_processes_below


def make_server() -> SlowpathServer:
    """A server with every feature registered."""
    server = SlowpathServer(diagnostics_of)
    for feature in (
        lifecycle,
        documents,
        hover,
        code_lens,
        campaigns,
        inputs,
        pictures,
        progress,
        format_help,
        format_actions,
        format_sentences,
        code_actions,
        constraint_actions,
        explain,
        breaking,
        break_inputs,
        break_tests,
        optimizing,
        companion,
        models,
        validity,
    ):
        feature.register(server)
    return server


def main() -> int:
    """Serves over stdin and stdout until the client is done. Returns the exit status."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    server = make_server()
    try:
        server.start_io()
    finally:
        with contextlib.suppress(Exception):
            asyncio.run(server.close())
        end_processes_below()
    return 0
