"""Opens what runs the checks of a format for as long as a search takes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from slowpath.inputs.filling.checked import forget, remember
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.validating.checks import checks_in, judged_by
from slowpath.model.format import InputFormat
from slowpath.model.ports import InputValidator


@contextlib.contextmanager
def opened_checks(fmt: InputFormat | None, samples: Sequence[bytes]) -> Iterator[list[InputValidator]]:
    """Lets inputs of the format be made by its checks, and gives them as a validator; none where it has none.

    Checks that refuse a sample, or fail on one, aren't used for making inputs: the jury that asks the validator says
    so. Samples that pass are seeds.
    """
    if fmt is None or not checks_in(fmt):
        yield []
        return
    # Only here, since hardly any format has checks and what runs them loads all that talks to models.
    from slowpath.generators.format_checks import FormatChecks, jailed_judge
    from slowpath.toolchain.generators import GeneratorSandbox

    with GeneratorSandbox() as runner:
        judge = jailed_judge(runner)
        validator = FormatChecks(fmt, judge)
        forget(fmt)
        is_right = all(validator.validate(data).valid for data in samples)
        for data in samples if is_right else ():
            with contextlib.suppress(ParseError):
                remember(fmt, parse(fmt, data))
        with judged_by(judge if is_right else None):
            yield [validator]
