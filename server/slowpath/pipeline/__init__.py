"""The use cases, one function each. Joins the rooms through their Protocols; the CLI, the worker and the
language server call nothing below it.

A part is loaded when something of it is first asked for, since no command and no request needs them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slowpath.pipeline.alarm import Alarm
    from slowpath.pipeline.asked import asked_round, has_model
    from slowpath.pipeline.break_files import BreakFiles, BreakFolder
    from slowpath.pipeline.breaking import break_spec, find_break
    from slowpath.pipeline.campaigns import (
        build_ahead,
        campaign_id,
        campaign_spec,
        ends_s,
        find,
        search_began_s,
        solution_of,
        strategy_names,
        with_toolchain,
    )
    from slowpath.pipeline.constraints import (
        KnownConstraints,
        checker_ids,
        checker_spans,
        conversation,
        keep_conversation,
        keep_known,
        known_constraints,
        known_of,
        rule_constraints,
        with_checkers,
        without_checkers,
    )
    from slowpath.pipeline.drawing import DrawnInput, drawn_input
    from slowpath.pipeline.ending import error_of, failure
    from slowpath.pipeline.faster.faster_files import FasterFolder
    from slowpath.pipeline.faster.model_rewrites import HeardRewrites, RewriteAsking, optimize_with_model, trajectory
    from slowpath.pipeline.faster.optimizing import Optimizing, SlowEvidence, optimize
    from slowpath.pipeline.faster.proof import Agreed, Proof
    from slowpath.pipeline.faster.proposing import in_titles, proposed_rewrites
    from slowpath.pipeline.faster.telling_faster import faster_sentences
    from slowpath.pipeline.faster.training_data import training_pairs
    from slowpath.pipeline.formats import (
        EditableFormat,
        ScriptText,
        complete_format,
        editable_format,
        format_as_script,
        format_file,
        format_from_text,
        format_to_edit,
        ground_of_bound,
        infer_format,
        is_format_given,
        must_be_driven_by_files,
        open_in_format,
        resolved_boundaries,
        selections,
        settled_format,
        study_format,
        why_unknown,
        with_bounds,
        with_proposals,
        without_saved_format,
        write_format,
    )
    from slowpath.pipeline.gate import judge_checkers
    from slowpath.pipeline.generators import generation_spec, generators_prompt, save_generators, write_generators
    from slowpath.pipeline.going_over import ReadingBeside, find_while_reading, with_reading
    from slowpath.pipeline.hacks import HackAsking, Hacked, joined_categories, model_category, with_ideas
    from slowpath.pipeline.judge_fingerprint import grounds
    from slowpath.pipeline.machine import DoctorReport, doctor, jail_in_force
    from slowpath.pipeline.models import (
        local_endpoints,
        open_model,
        open_relay,
        write_constraints,
        write_mutators,
        write_validator,
    )
    from slowpath.pipeline.objections import objected
    from slowpath.pipeline.opponents import references_beside, right_programs
    from slowpath.pipeline.programs import (
        LARGEST_SOURCE_BYTES,
        InputProfile,
        check,
        compared_profiles,
        open_executor,
        profile_inputs,
        read_problem,
        read_solution,
        with_time_limit,
    )
    from slowpath.pipeline.reading import (
        ReadingAtWork,
        at_work,
        format_reference,
        known_reading,
        read_with_model,
        report_with,
    )
    from slowpath.pipeline.receiving import PlacedProblem, listen, place_problem, program_to_begin
    from slowpath.pipeline.remarks import difference_sentence, doubt_sentence, format_remarks, misfit_sentence
    from slowpath.pipeline.retrying import Retried, retry
    from slowpath.pipeline.saving import (
        SavedInput,
        keep_verdict,
        next_free_name,
        replay,
        replay_command,
        replay_document,
        save_breaking,
        save_inputs,
        save_slow_tests,
        saved_breaking,
    )
    from slowpath.pipeline.slow_files import SlowFiles
    from slowpath.pipeline.statements import save_statement
    from slowpath.pipeline.telling import (
        Told,
        fault_words,
        limit_text,
        size_text,
        summary,
        times_text,
        told,
        typical_text,
    )
    from slowpath.pipeline.telling_breaks import CATEGORY_WORDS, headline, sizes_of
    from slowpath.pipeline.testing.making import make_test_set
    from slowpath.pipeline.testing.naive import WithNaive, with_naive_versions
    from slowpath.pipeline.testing.problem import TestSetSpec, specified_tests
    from slowpath.pipeline.testing.writing import TESTS_MANIFEST, writable_folder, write_test_set
    from slowpath.pipeline.validity import Judge, Judgement, Opinion, judged, judges_of, open_validators

__all__ = [
    "CATEGORY_WORDS",
    "LARGEST_SOURCE_BYTES",
    "TESTS_MANIFEST",
    "Agreed",
    "Alarm",
    "BreakFiles",
    "BreakFolder",
    "DoctorReport",
    "DrawnInput",
    "EditableFormat",
    "FasterFolder",
    "HackAsking",
    "Hacked",
    "HeardRewrites",
    "InputProfile",
    "Judge",
    "Judgement",
    "KnownConstraints",
    "Opinion",
    "Optimizing",
    "PlacedProblem",
    "Proof",
    "ReadingAtWork",
    "ReadingBeside",
    "Retried",
    "RewriteAsking",
    "SavedInput",
    "ScriptText",
    "SlowEvidence",
    "SlowFiles",
    "TestSetSpec",
    "Told",
    "WithNaive",
    "asked_round",
    "at_work",
    "break_spec",
    "build_ahead",
    "campaign_id",
    "campaign_spec",
    "check",
    "checker_ids",
    "checker_spans",
    "compared_profiles",
    "complete_format",
    "conversation",
    "difference_sentence",
    "doctor",
    "doubt_sentence",
    "drawn_input",
    "editable_format",
    "ends_s",
    "error_of",
    "failure",
    "faster_sentences",
    "fault_words",
    "find",
    "find_break",
    "find_while_reading",
    "format_as_script",
    "format_file",
    "format_from_text",
    "format_reference",
    "format_remarks",
    "format_to_edit",
    "generation_spec",
    "generators_prompt",
    "ground_of_bound",
    "grounds",
    "has_model",
    "headline",
    "in_titles",
    "infer_format",
    "is_format_given",
    "jail_in_force",
    "joined_categories",
    "judge_checkers",
    "judged",
    "judges_of",
    "keep_conversation",
    "keep_known",
    "keep_verdict",
    "known_constraints",
    "known_of",
    "known_reading",
    "limit_text",
    "listen",
    "local_endpoints",
    "make_test_set",
    "misfit_sentence",
    "model_category",
    "must_be_driven_by_files",
    "next_free_name",
    "objected",
    "open_executor",
    "open_in_format",
    "open_model",
    "open_relay",
    "open_validators",
    "optimize",
    "optimize_with_model",
    "place_problem",
    "profile_inputs",
    "program_to_begin",
    "proposed_rewrites",
    "read_problem",
    "read_solution",
    "read_with_model",
    "references_beside",
    "replay",
    "replay_command",
    "replay_document",
    "report_with",
    "resolved_boundaries",
    "retry",
    "right_programs",
    "rule_constraints",
    "save_breaking",
    "save_generators",
    "save_inputs",
    "save_slow_tests",
    "save_statement",
    "saved_breaking",
    "search_began_s",
    "selections",
    "settled_format",
    "size_text",
    "sizes_of",
    "solution_of",
    "specified_tests",
    "strategy_names",
    "study_format",
    "summary",
    "times_text",
    "told",
    "training_pairs",
    "trajectory",
    "typical_text",
    "why_unknown",
    "with_bounds",
    "with_checkers",
    "with_ideas",
    "with_naive_versions",
    "with_proposals",
    "with_reading",
    "with_time_limit",
    "with_toolchain",
    "without_checkers",
    "without_saved_format",
    "writable_folder",
    "write_constraints",
    "write_format",
    "write_generators",
    "write_mutators",
    "write_test_set",
    "write_validator",
]

_PARTS = {
    "alarm": "Alarm",
    "asked": "asked_round has_model",
    "break_files": "BreakFiles BreakFolder",
    "breaking": "break_spec find_break",
    "campaigns": (
        "build_ahead campaign_id campaign_spec ends_s find search_began_s solution_of strategy_names with_toolchain"
    ),
    "constraints": (
        "KnownConstraints checker_ids checker_spans conversation keep_conversation keep_known "
        "known_constraints known_of rule_constraints with_checkers without_checkers"
    ),
    "ending": "error_of failure",
    "drawing": "DrawnInput drawn_input",
    "faster.faster_files": "FasterFolder",
    "formats": (
        "EditableFormat ScriptText complete_format editable_format format_as_script "
        "format_file format_from_text format_to_edit ground_of_bound infer_format is_format_given "
        "must_be_driven_by_files open_in_format resolved_boundaries selections study_format why_unknown with_bounds "
        "settled_format with_proposals without_saved_format write_format"
    ),
    "gate": "judge_checkers",
    "generators": "generation_spec generators_prompt save_generators write_generators",
    "going_over": "ReadingBeside find_while_reading with_reading",
    "hacks": "HackAsking Hacked joined_categories model_category with_ideas",
    "objections": "objected",
    "judge_fingerprint": "grounds",
    "machine": "DoctorReport doctor jail_in_force",
    "faster.model_rewrites": "HeardRewrites RewriteAsking optimize_with_model trajectory",
    "models": "local_endpoints open_model open_relay write_constraints write_mutators write_validator",
    "opponents": "references_beside right_programs",
    "faster.optimizing": "Optimizing SlowEvidence optimize",
    "programs": "LARGEST_SOURCE_BYTES InputProfile check compared_profiles open_executor profile_inputs read_problem "
    "read_solution with_time_limit",
    "faster.proof": "Agreed Proof",
    "faster.proposing": "in_titles proposed_rewrites",
    "reading": "ReadingAtWork at_work format_reference known_reading read_with_model report_with",
    "receiving": "PlacedProblem listen place_problem program_to_begin",
    "remarks": "difference_sentence doubt_sentence format_remarks misfit_sentence",
    "retrying": "Retried retry",
    "saving": "SavedInput keep_verdict next_free_name replay replay_command replay_document save_breaking save_inputs "
    "save_slow_tests saved_breaking",
    "slow_files": "SlowFiles",
    "statements": "save_statement",
    "telling": "Told fault_words limit_text size_text summary times_text told typical_text",
    "telling_breaks": "CATEGORY_WORDS headline sizes_of",
    "faster.telling_faster": "faster_sentences",
    "testing.making": "make_test_set",
    "testing.naive": "WithNaive with_naive_versions",
    "testing.problem": "TestSetSpec specified_tests",
    "testing.writing": "TESTS_MANIFEST writable_folder write_test_set",
    "faster.training_data": "training_pairs",
    "validity": "Judge Judgement Opinion judged judges_of open_validators",
}
"""Which module has which names. They stand here once more than above for the running program."""
_HOMES = {name: part for part, names in _PARTS.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
