"""The options that name a language model, or recordings of one: the same for every command and bench that asks."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class ModelOptions:
    """What was given of them, as a value. None means not given; `model` and `base_url` are settings too."""

    model: str | None = None
    base_url: str | None = None
    max_tokens: int | None = None
    record: Path | None = None
    obtained: str = ""
    replay: Path | None = None

    def absolute(self) -> ModelOptions:
        """The same for processes that work elsewhere."""
        return replace(self, record=self.record and self.record.resolve(), replay=self.replay and self.replay.resolve())

    @property
    def is_given(self) -> bool:
        """Whether they name a model, or recordings of one."""
        return self.model is not None or self.replay is not None

    @property
    def words(self) -> str:
        """Who answers, in a word or two: the model's name, or that of the folder with recordings."""
        return self.model or (f"recorded in {self.replay.name}" if self.replay is not None else "")

    def as_arguments(self) -> list[str]:
        """The options that give another command the same model."""
        said = {
            "--model": self.model,
            "--base-url": self.base_url,
            "--max-tokens": self.max_tokens,
            "--record": self.record,
            "--replay": self.replay,
        }
        return [text for option, value in said.items() if value is not None for text in (option, str(value))]

    @property
    def keeps(self) -> bool:
        """Whether what was asked before is taken; recordings are made, and replayed, anew."""
        return self.record is None and self.replay is None


def add_model_options(parser: argparse._ActionsContainer) -> None:
    """Declares them; `model_options` reads them."""
    parser.add_argument("--model", metavar="M", help="the model to ask (or SLOWPATH_LLM_MODEL)")
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help="an OpenAI-compatible endpoint, with /v1 (or OPENAI_BASE_URL; its key is OPENAI_API_KEY)",
    )
    parser.add_argument(
        "--max-tokens",
        metavar="N",
        type=positive_int,
        help="ask nothing more once this many tokens are spent (default: no cap)",
    )
    recordings = parser.add_mutually_exclusive_group()
    recordings.add_argument("--record", metavar="DIR", type=Path, help="keep every reply there")
    recordings.add_argument("--replay", metavar="DIR", type=Path, help="answer from recordings; nothing is sent")


def add_obtained(parser: argparse._ActionsContainer) -> None:
    """Declares what recordings say of themselves."""
    parser.add_argument(
        "--obtained",
        metavar="TEXT",
        default="",
        help="with --record: what the recordings say of how the replies came to be",
    )


def model_options(options: argparse.Namespace) -> ModelOptions:
    """The options as given."""
    return ModelOptions(
        options.model,
        options.base_url,
        options.max_tokens,
        options.record,
        getattr(options, "obtained", ""),
        options.replay,
    )


def positive_int(text: str) -> int:
    """An argument's value; argparse turns the exception into a message."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value <= 0:
        raise argparse.ArgumentTypeError(f"not a whole number above 0: {text}")
    return value
