"""Lets the tests of this folder import its kits, whose assertions say what they compared."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("executor_kit", "executor_batches", "executor_programs")
