"""The tags of kinds of queries: as the program asks for them, as the samples show, or as they must be."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.inputs.infer.reads.items import Branch, Item
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.statement.sentences.statement import Statement


@dataclass
class Kinds:
    """Where tags are looked for; what was decided without ground is added to `remarks` as (line, text)."""

    sites: Sites
    statement: Statement
    remarks: list[tuple[int, str]]

    def arms(self, branch: Branch, path: str) -> list[tuple[list[str], tuple[Item, ...], str]]:
        """(tags, fields, path) of every arm, the last one's tags learned from the samples."""
        made = [
            (self._expanded(values, f"{path}/{index}"), body, f"{path}/{index}")
            for index, (values, body) in enumerate(branch.arms)
        ]
        known = {tag for tags, _, _ in made for tag in tags}
        others = sorted(self.sites.get(f"{path}/else", Site()).values - known)
        if not others:
            open_arm = bool(branch.otherwise) or branch.closed or len(known) == 1
            others = self._guessed(known, branch) if open_arm and not self._tags_seen(made) else []
        if others:
            made.append((others, branch.otherwise, f"{path}/else"))
        return made

    def _tags_seen(self, arms: list[tuple[list[str], tuple[Item, ...], str]]) -> bool:
        """Whether the samples show the kinds, so that none is to be guessed but one that reads something."""
        return any(self.sites.get(path, Site()).values for _, body, path in arms if not body)

    def _expanded(self, values: tuple[str, ...], path: str) -> list[str]:
        """The tags of one arm; `Q*` (the word begins with Q) is what the samples show, else the letter."""
        made: list[str] = []
        for value in values:
            if value.endswith("*") and len(value) > 1:
                seen = sorted(self.sites.get(path, Site()).values)
                made += [tag for tag in seen if tag.startswith(value[:-1])] or [value[:-1]]
            else:
                made.append(value)
        return [tag for tag in made if tag]

    def _guessed(self, known: set[str], branch: Branch) -> list[str]:
        """The tag of an else-arm that no sample shows: the next number."""
        numbers = sorted(int(tag) for tag in known if re.fullmatch(r"-?\d+", tag))
        if numbers and len(numbers) == len(known):
            start = 0 if numbers[0] == 0 else 1
            missing = [n for n in range(start, numbers[-1] + 2) if n not in numbers] or [numbers[-1] + 1]
            self.remarks.append((branch.line, f"the other kind of {branch.on} was taken to be {missing[0]}"))
            return [str(missing[0])]
        return []
