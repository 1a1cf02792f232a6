"""The jury: validators that the problem's package brings, asked about what is to be shown. They win over the format.

Asking costs a run of somebody's program, so not every execution is judged: an input is, before it is confirmed and
shown; and so are the 16th, 32nd, 64th, ... input that is run, which tells early that the format is
wrong and gives the valid share without the bias of judging only what is slow. Once one was refused all are judged
before they are run, until many in a row are accepted: else a search climbs where nothing is valid. Where a validator is
slow and accepts most, that takes a third of the time at most. Where it refuses most, a run that wasn't asked about is
worth nothing, and as a parent it does harm: there all are asked about but most of a kind that is rarely accepted. A
validator that refuses a sample, or fails itself, isn't believed from then on, and that is said.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Sequence

from slowpath.engine.acceptance import Acceptance
from slowpath.model.campaign import FormatDoubted, Warned
from slowpath.model.origin import input_id
from slowpath.model.ports import BatchValidator, InputValidator, InputVerdict
from slowpath.model.validity import Doubt, Validity, unanswered

MOST_WARNINGS = 5
MOST_SAMPLES = 12
FIRST_AUDIT = 16
ASK_ALL_FOR = 64
"""So many inputs in a row have to be accepted until not all are asked about any more."""
ASKING_SHARE = 1 / 3
"""So much of the time that has passed may go to asking about all inputs."""
ASKING_FREE_S = 1.0
"""Seconds of asking that don't count for that share."""
FEW_ACCEPTED = 0.5
"""Where a smaller part of what came up lately was accepted, none is run unasked, however long asking takes."""
SMALL_BYTES = 4096
FORMAT_REMEDY = (
    "Such inputs aren't shown. Correct the input format, so that the search doesn't waste time on them: "
    '"Slowpath: Edit Input Format" in the editor, `slowpath format FILE --write` on the command line.'
)
DISTRUST_REMEDY = "It isn't asked any more; the input format alone decides what is valid."


class Jury:
    """Judges inputs. `validators` are the package's or the user's, whose word confirms an input; `opinions` may refuse
    one as well, and confirm none. `models` are what a language model wrote: what one of them refuses, though the
    problem's own validator accepts it, is doubtful, since these leave promises out; a calibrated one, as long as it is
    believed, answers for what the rules didn't understand of the statement. `doubts` are why inputs of the format may
    be invalid; no more are taken up where the user vouches for the format. `warnings` holds what wasn't told yet."""

    def __init__(
        self,
        validators: Sequence[InputValidator],
        samples: Sequence[tuple[str, bytes]],
        opinions: Sequence[InputValidator] = (),
        doubts: Sequence[Doubt] = (),
        is_format_given: bool = False,
        models: Sequence[BatchValidator] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._doubts = tuple(doubts)
        self._is_format_given = is_format_given
        self._untried: list[InputValidator] = [*validators, *opinions, *models]
        self._models = list(models)
        self._confirming = list(validators)
        self._believed: list[InputValidator] = []
        self._samples = samples[:MOST_SAMPLES]
        self._given = frozenset(data for _, data in samples)
        self._objected: dict[str, Doubt] = {}
        self._seen = 0
        self._audited = 0
        self._accepted = 0
        self._asks_all_for = 0
        self._asked_s = 0.0
        self._acceptance = Acceptance()
        self._clock = clock
        self._began_s = clock()
        self._told: set[str] = set()
        self.warnings: deque[Warned] = deque()

    def accepts(self, data: bytes, label: str) -> bool:
        """Whether no believed validator refuses the input; a refusal is told with its reason."""
        self._try_on_samples()
        return all(self._allows(validator, validator.validate(data), data, label) for validator in [*self._believed])

    def admitted(self, inputs: Sequence[tuple[bytes, str]]) -> list[bool]:
        """Of inputs (bytes, label) that are to be run, which ones no believed validator of a model refuses, nor one of
        the problem's while it refuses some. A model's isn't asked about large ones before they are to be shown."""
        self._try_on_samples()
        admitted = [not self._asks_all or self._admits(data, label) for data, label in inputs]
        for model in [one for one in self._models if one in self._believed and not self.confirms]:
            asked = [at for at, (data, _) in enumerate(inputs) if admitted[at] and len(data) <= SMALL_BYTES]
            verdicts = model.validate_many([inputs[at][0] for at in asked])
            for at, verdict in zip(asked, verdicts, strict=True):
                admitted[at] = model not in self._believed or self._allows(model, verdict, *inputs[at])
        return admitted

    @property
    def _asks_all(self) -> bool:
        """Whether all are asked about that are to be run."""
        free_s = ASKING_FREE_S + ASKING_SHARE * (self._clock() - self._began_s)
        is_needed = self._acceptance.share < FEW_ACCEPTED
        return self._asks_all_for > 0 and (is_needed or self._asked_s <= free_s)

    def _admits(self, data: bytes, label: str) -> bool:
        """Whether no believed validator of the problem's refuses it."""
        if not self.confirms:
            return True
        if not self._acceptance.is_worth_asking(label):
            return False
        judges = [one for one in self._believed if one in self._confirming]
        began_s = self._clock()
        is_admitted = all(self._allows(judge, judge.validate(data), data, label) for judge in judges)
        self._asked_s += self._clock() - began_s
        self._acceptance.learn(label, is_admitted)
        if is_admitted and self._asks_all_for:
            self._asks_all_for -= 1
        return is_admitted

    def _allows(self, validator: InputValidator, verdict: InputVerdict, data: bytes, label: str) -> bool:
        """What follows from a verdict: whether the input may be used, and, of one that it may, what is doubted."""
        if verdict.valid is None:
            self._believed.remove(validator)
            self._distrust(validator.name, f"it failed: {verdict.reason}")
        elif not verdict.valid and validator in self._models and self.confirms:
            why = f"{validator.name} refuses it, though the problem's validator accepts it: {verdict.reason}"
            self._objected[input_id(data)] = Doubt("model", why)
        elif not verdict.valid:
            self._tell_refusal(validator.name, label, verdict.reason)
            if validator in self._confirming:
                self._asks_all_for = ASK_ALL_FOR
            return False
        return True

    @property
    def validity(self) -> Validity:
        """What is known of an input that it accepted."""
        if self.confirms:
            return Validity.CONFIRMED
        return Validity.DOUBTFUL if self.doubts else Validity.LIKELY

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Why an input that it accepted may be invalid all the same."""
        if self.confirms:
            return ()
        is_calibrated = any(getattr(validator, "calibrated", False) for validator in self._believed)
        return unanswered(self._doubts, is_calibrated=is_calibrated)

    def validity_of(self, data: bytes) -> Validity:
        """What is known of an input; a sample is valid for certain, whatever speaks against the format."""
        if data in self._given:
            return Validity.CONFIRMED
        return self.validity if self.objection(input_id(data)) is None else Validity.DOUBTFUL

    def doubts_of(self, data: bytes) -> tuple[Doubt, ...]:
        """Why an input may be invalid."""
        if data in self._given:
            return ()
        objection = self.objection(input_id(data))
        return self.doubts if objection is None else (*self.doubts, objection)

    def objection(self, of_id: str) -> Doubt | None:
        """What a model's validator says against an input, by its id, that the problem's own accepted."""
        return self._objected.get(of_id)

    def doubt(self, doubt: Doubt) -> FormatDoubted | None:
        """Takes up one more doubt about the format; the event that tells of it, None where it changes nothing."""
        if self._is_format_given or doubt in self._doubts:
            return None
        self._doubts += (doubt,)
        return None if self.confirms else FormatDoubted((doubt,))

    @property
    def confirms(self) -> bool:
        """Whether what it accepts is confirmed: a validator of the package or the user is believed."""
        self._try_on_samples()
        return any(validator in self._confirming for validator in self._believed)

    def audit(self, data: bytes, label: str) -> None:
        """Judges the input where it's one of those that stand for all."""
        self._seen += 1
        is_chosen = self._seen >= FIRST_AUDIT and self._seen & (self._seen - 1) == 0
        if is_chosen and (self._untried or self._believed):
            self._audited += 1
            self._accepted += self.accepts(data, label)

    @property
    def accepted_share(self) -> float:
        """The share of the audited inputs that were accepted; 1.0 before any was."""
        return self._accepted / self._audited if self._audited else 1.0

    def _try_on_samples(self) -> None:
        """Asks each validator about the samples, which are valid for certain, before it's believed."""
        while self._untried:
            validator = self._untried.pop(0)
            objection = self._objection(validator)
            if objection:
                self._distrust(validator.name, objection)
            else:
                self._believed.append(validator)

    def _objection(self, validator: InputValidator) -> str:
        for name, data in self._samples:
            verdict = validator.validate(data)
            if verdict.valid is None:
                return f"it failed: {verdict.reason}"
            if not verdict.valid:
                return f"it refuses sample {name}: {verdict.reason}"
        return ""

    def _distrust(self, name: str, reason: str) -> None:
        self.warnings.append(
            Warned(
                "validator-distrusted", f"The validator {name} isn't believed: {reason.rstrip('.')}.", DISTRUST_REMEDY
            )
        )

    def _tell_refusal(self, name: str, label: str, reason: str) -> None:
        """Each kind of refusal once; numbers don't make a kind."""
        kind = re.sub(r"-?\d+", "#", reason)
        if kind not in self._told and len(self._told) < MOST_WARNINGS:
            self._told.add(kind)
            self.warnings.append(
                Warned(
                    "input-refused",
                    f"The validator {name} refuses an input that the format allows ({label}): {reason}",
                    FORMAT_REMEDY,
                )
            )
