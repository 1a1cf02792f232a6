"""Plain prompting, STAB's baseline (section 4.2): the problem statement alone."""

from __future__ import annotations

from slowpath.generators.methods.method import Method

METHOD = Method("plain", "plain prompting", "plain-generator", lambda spec: {"statement": spec.statement_text()})
