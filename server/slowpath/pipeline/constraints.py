"""Constraints: from rules, as checkers in the program's text, and as the store keeps them."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath import wire
from slowpath.errors import StoreUnwritable
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import Constraint, ConstraintState, InstrumentedText
from slowpath.model.format import InputFormat
from slowpath.model.ports import Store
from slowpath.model.problem import Solution
from slowpath.settings import Settings
from slowpath.storage.whole import write_whole

COUNT_MODE, STDERR_MODE, ABORT_MODE = "count", "stderr", "abort"
MODES = (COUNT_MODE, STDERR_MODE, ABORT_MODE)


def rule_constraints(solution: Solution, fmt: InputFormat | None) -> tuple[Constraint, ...]:
    """What the built-in rules see in the program's text. Runs nothing, never raises; tens of milliseconds."""
    from slowpath.analysis.rules import constraints_of

    return constraints_of(solution.source, solution.language, fmt)


def with_checkers(solution: Solution, constraints: Sequence[Constraint], mode: str = COUNT_MODE) -> InstrumentedText:
    """The program's text with checkers for `constraints`; what can't be placed is in `rejected` with its reason."""
    from slowpath.instrument import with_checkers as inserted

    return inserted(solution.source, solution.language, constraints, mode)


def without_checkers(solution: Solution) -> bytes:
    """The program's text with every checker taken out: the bytes from before they were put in."""
    from slowpath.instrument import without_checkers as removed

    return removed(solution.source, solution.language)


def checker_spans(solution: Solution) -> tuple[tuple[int, int], ...]:
    """Where checkers stand in the program's text: byte ranges in order, without which it is as it was before."""
    from slowpath.instrument import checker_spans as spans

    return spans(solution.source, solution.language)


def checker_ids(solution: Solution) -> tuple[str, ...]:
    """The ids of the constraints whose checkers stand in the program's text."""
    from slowpath.instrument import checker_ids as ids

    return ids(solution.source, solution.language)


@dataclass(frozen=True)
class KnownConstraints:
    """What is known of the constraints of one text: states, and the contrastive pair's inputs where there is one."""

    states: tuple[ConstraintState, ...]
    slow: bytes | None = None
    fast: bytes | None = None

    def find(self, constraint_id: str) -> ConstraintState | None:
        """The constraint of that id; any unambiguous beginning of an id will do."""
        found = [state for state in self.states if state.constraint.id.startswith(constraint_id)]
        return found[0] if len(found) == 1 else None


def keep_known(solution: Solution, known: KnownConstraints, settings: Settings) -> None:
    """Keeps what a campaign on the command line found, for `slowpath check`. Raises `StoreUnwritable`."""
    _write(_known_path(without_checkers(solution), settings), wire.dumps(known))


def known_constraints(solution: Solution, settings: Settings, fmt: InputFormat | None = None) -> KnownConstraints:
    """What the last campaign of this very text found (checkers in it don't count): one of the command line, else one
    of the editor; else what the rules say, untested."""
    plain = replace(solution, source=without_checkers(solution))
    try:
        return wire.decode(KnownConstraints, json.loads(_known_path(plain.source, settings).read_text("utf-8")))
    except (OSError, ValueError):
        pass
    return _from_store(plain, settings) or KnownConstraints(
        tuple(ConstraintState(constraint) for constraint in rule_constraints(plain, fmt))
    )


def known_of(view: CampaignView, store: Store) -> KnownConstraints:
    """What a campaign found, with the inputs of its pair."""
    pair = view.contrast
    return KnownConstraints(
        view.constraints, store.input(pair.slow_id) if pair else None, store.input(pair.fast_id) if pair else None
    )


def _known_path(source: bytes, settings: Settings) -> Path:
    return settings.state_dir / "constraints" / f"{hashlib.sha256(source).hexdigest()[:24]}.json"


def _from_store(solution: Solution, settings: Settings) -> KnownConstraints | None:
    """The newest stored campaign of this text that tested constraints."""
    from slowpath.storage import DATABASE_NAME, open_store

    if not (settings.state_dir / DATABASE_NAME).is_file():
        return None
    try:
        store = open_store(settings.state_dir)
    except StoreUnwritable:
        return None
    with contextlib.closing(store):
        for campaign_id in store.campaigns(str(solution.path)):
            # One that another version of Slowpath wrote may be unreadable here.
            with contextlib.suppress(ValueError):
                spec = store.spec(campaign_id)
                if spec is None or spec.source != solution.source:
                    continue
                view = CampaignView()
                for _, event in store.events(campaign_id):
                    view = fold(view, event)
                if view.constraints:
                    return known_of(view, store)
    return None


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).", "Free some disk.") from error


def keep_conversation(conversation_id: str, text: str, settings: Settings) -> None:
    """Keeps the exact prompt and reply of a model's constraint. Raises `StoreUnwritable`."""
    _write(settings.state_dir / "conversations" / f"{conversation_id}.md", text)


def conversation(conversation_id: str, settings: Settings) -> str | None:
    """The exact prompt and reply behind a constraint as Markdown; None where it isn't kept on this machine."""
    if not conversation_id.isalnum():
        return None
    try:
        return (settings.state_dir / "conversations" / f"{conversation_id}.md").read_text("utf-8")
    except OSError:
        return None
