"""Opens what runs the checks of a format, and the validator of a model, for as long as a search takes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from slowpath.inputs.filling.checked import forget, remember
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.validating.checks import checks_in, judged_by
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorRunner, ValidatorProgram
from slowpath.model.ports import BatchValidator, InputValidator


def opened_models(program: ValidatorProgram | None, runner: GeneratorRunner) -> list[BatchValidator]:
    """The validator that a model wrote, if there is one; the jury stops believing it when it refuses a sample."""
    if program is None:
        return []
    from slowpath.generators.validators import ModelValidator

    return [ModelValidator(program, runner)]


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
