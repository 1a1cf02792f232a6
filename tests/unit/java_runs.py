"""What tests of Java targets run under."""

from __future__ import annotations

import pytest

from slowpath.model.execution import RunLimits
from slowpath.settings import load
from slowpath.toolchain.java.jdk import found_jdks

needs_jdk = pytest.mark.skipif(all(found.objection for found in found_jdks(load())), reason="no JDK is here")

# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 18)
SMALL = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=64 << 20, output_bytes=1 << 18)
SHORT = RunLimits(cpu_s=0.3, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 18)
WAITING = RunLimits(cpu_s=1.0, wall_s=3.0, memory_bytes=256 << 20, output_bytes=1 << 18)
