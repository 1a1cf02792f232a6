"""The provider over OpenAI's SDK, against a loopback endpoint that misbehaves in every way that endpoints do."""

from __future__ import annotations

import itertools
import logging
import threading
from dataclasses import replace

import pytest

from slowpath.errors import ModelUnavailable
from slowpath.llm.budget import BudgetedClient
from slowpath.llm.client import Message, ModelRequest
from slowpath.llm.parallel import ask_all
from slowpath.llm.providers.backoff import Backoff, retry_after_s
from slowpath.llm.providers.openai_sdk import OpenAIClient

SCHEMA = {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}, "additionalProperties": False}
REQUEST = ModelRequest((Message("system", "You count."), Message("user", "Count.")), SCHEMA, "count")


def client(endpoint, waits: list[float] | None = None, attempts: int = 4, timeout_s: float = 300.0) -> OpenAIClient:
    """A client that writes down how long it would have slept instead of sleeping."""
    slept = waits if waits is not None else []
    return OpenAIClient(
        endpoint.base_url,
        "secret-key",
        "small",
        sleep=slept.append,
        timeout_s=timeout_s,
        backoff=Backoff(attempts=attempts, jitter=0.0),
    )


def test_asks_for_json_by_the_strictest_means_and_streams(endpoint):
    endpoint.script = [endpoint.said('{"x": 3}')]
    parts: list[str] = []
    reply = client(endpoint).complete(REQUEST, on_text=parts.append)
    assert (reply.text, reply.finish, "".join(parts)) == ('{"x": 3}', "stop", '{"x": 3}')
    assert len(parts) == 2
    (body,) = endpoint.bodies
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert (body["temperature"], body["top_p"], body["max_tokens"]) == (1.0, 0.95, 4096)
    assert reply.model == "small-by-its-own-account"
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.estimated) == (11, 7, False)


def test_estimates_tokens_where_the_endpoint_reports_none(endpoint):
    endpoint.script = [endpoint.said("four and four", usage=None)]
    usage = client(endpoint).complete(REQUEST).usage
    assert usage.estimated and usage.completion_tokens == 4


def refused(complaint: str, status: int = 400, **more):
    return {"status": status, "error": {"message": complaint, **more}}


def test_steps_down_from_schema_over_object_to_words_and_remembers(endpoint):
    endpoint.script = [
        endpoint.Said(**refused("'json_schema' response_format is not supported")),
        endpoint.Said(**refused("unknown field", param="response_format")),
        endpoint.said('{"x": 1}'),
    ]
    asking = client(endpoint)
    assert asking.complete(REQUEST).text == '{"x": 1}'
    assert [body.get("response_format", {}).get("type") for body in endpoint.bodies] == [
        "json_schema",
        "json_object",
        None,
    ]
    assert all("JSON schema" in body["messages"][0]["content"] for body in endpoint.bodies[1:])
    asking.complete(REQUEST)
    assert "response_format" not in endpoint.bodies[-1]


def test_the_same_complaint_of_several_questions_asked_at_once_is_one_step_down(endpoint):
    complaint, answer = endpoint.Said(**refused("response_format json_schema is unknown")), endpoint.said('{"x": 1}')
    endpoint.by_body = lambda body: complaint if wished(body) == "json_schema" else answer
    asking = client(endpoint)
    asked_at_once = threading.Barrier(3)
    plain, calls = asking._body, itertools.count()

    def body_of(request):
        made = plain(request)
        if next(calls) < 3:
            asked_at_once.wait(300)
        return made

    asking._body = body_of
    replies = ask_all(asking.complete, [replace(REQUEST, sample=number) for number in range(3)])
    assert [reply.text for reply in replies] == ['{"x": 1}'] * 3
    assert sorted(map(wished, endpoint.bodies)) == ["json_object"] * 3 + ["json_schema"] * 3


def wished(body: dict) -> str:
    return body.get("response_format", {}).get("type", "")


@pytest.mark.parametrize(
    ("complaint", "gone", "there"),
    [
        (
            "Unsupported parameter: 'max_tokens' is not supported, use 'max_completion_tokens'",
            "max_tokens",
            "max_completion_tokens",
        ),
        ("temperature does not support 0.7", "temperature", "top_p"),
        ("unexpected argument stream_options", "stream_options", "max_tokens"),
    ],
)
def test_leaves_out_what_the_endpoint_doesnt_know(endpoint, complaint, gone, there):
    endpoint.script = [
        endpoint.Said(**refused(complaint, 422 if "unexpected" in complaint else 400)),
        endpoint.said("fine"),
    ]
    client(endpoint).complete(REQUEST)
    assert gone in endpoint.bodies[0] and gone not in endpoint.bodies[1] and there in endpoint.bodies[1]


def test_waits_as_long_as_the_endpoint_asks_and_tries_again(endpoint):
    waits: list[float] = []
    endpoint.script = [
        endpoint.Said(status=429, headers={"Retry-After": "3"}, error={"message": "slow down"}),
        endpoint.Said(status=503, error={"message": "overloaded"}),
        endpoint.said("at last"),
    ]
    assert client(endpoint, waits).complete(REQUEST).text == "at last"
    assert sum(waits) == pytest.approx(3 + 1)


def test_gives_up_after_its_attempts_and_says_how_to_go_on(endpoint):
    endpoint.script = [endpoint.Said(status=429, error={"message": "quota exceeded"})]
    with pytest.raises(ModelUnavailable, match="quota exceeded") as raised:
        client(endpoint, attempts=3).complete(REQUEST)
    assert len(endpoint.bodies) == 3 and raised.value.remedy


def test_gives_up_at_once_where_the_endpoint_asks_for_more_than_a_minute(endpoint):
    endpoint.script = [endpoint.Said(status=429, headers={"Retry-After": "3600"}, error={"message": "tomorrow"})]
    with pytest.raises(ModelUnavailable):
        client(endpoint).complete(REQUEST)
    assert len(endpoint.bodies) == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_waiting_cant_mend_is_said_at_once(endpoint, status):
    endpoint.script = [endpoint.Said(status=status, error={"message": "no"})]
    with pytest.raises(ModelUnavailable) as raised:
        client(endpoint).complete(REQUEST)
    assert len(endpoint.bodies) == 1 and raised.value.remedy and "secret-key" not in str(raised.value)


def test_asks_again_when_the_stream_breaks_off(endpoint):
    endpoint.script = [endpoint.said("half of", cut=True), endpoint.said("the whole")]
    reply = client(endpoint).complete(REQUEST)
    assert (reply.text, reply.finish) == ("the whole", "stop")


def test_a_stream_that_always_breaks_off_gives_what_came(endpoint):
    endpoint.script = [endpoint.said("half of", cut=True)]
    reply = client(endpoint, attempts=2).complete(REQUEST)
    assert (reply.text, reply.finish, len(endpoint.bodies)) == ("half of", "cut", 2)


@pytest.mark.parametrize(
    ("more", "finish"),
    [
        ({"refusal": "I can't help with that."}, "refusal"),
        ({"finish": "content_filter"}, "content_filter"),
        ({"finish": "length"}, "length"),
    ],
)
def test_how_a_reply_ended_is_a_value(endpoint, more, finish):
    endpoint.script = [endpoint.Said((), **more)]
    reply = client(endpoint).complete(REQUEST)
    assert reply.finish == finish and reply.refusal == more.get("refusal", "")


def test_cancelling_between_two_parts_ends_the_reply(endpoint):
    endpoint.script = [endpoint.Said(tuple("abcdef"))]
    seen: list[str] = []
    reply = client(endpoint).complete(REQUEST, on_text=seen.append, cancelled=lambda: len(seen) >= 2)
    assert reply.finish == "cancelled" and len(seen) == 2


@pytest.fixture
def silent(endpoint):
    over = threading.Event()
    endpoint.script = [endpoint.Said(silent_until=over)]
    yield endpoint
    over.set()


def test_a_silent_endpoint_is_given_up_and_isnt_asked_again(silent):
    with pytest.raises(ModelUnavailable, match="in time"):
        client(silent, attempts=4, timeout_s=0.2).complete(REQUEST)
    assert len(silent.bodies) == 1


def test_a_question_to_a_silent_endpoint_can_be_cancelled(silent):
    reply = client(silent).complete(REQUEST, cancelled=lambda: bool(silent.bodies))
    assert (reply.text, reply.finish) == ("", "cancelled")


def test_a_silent_endpoint_costs_no_more_than_the_seconds_that_are_spent_waiting(silent):
    asking = BudgetedClient(client(silent), patience_s=1.0)
    answers = ask_all(asking.complete, [replace(REQUEST, sample=number) for number in range(3)])
    assert all(isinstance(answer, ModelUnavailable) and "within 1 s" in str(answer) for answer in answers)


def test_nobody_there_is_said(endpoint):
    endpoint.close()
    with pytest.raises(ModelUnavailable, match="can't be reached"):
        client(endpoint, attempts=2).complete(REQUEST)


def test_the_key_is_sent_and_never_logged(endpoint, caplog):
    with caplog.at_level(logging.DEBUG):
        client(endpoint).complete(REQUEST)
    assert endpoint.keys == ["Bearer secret-key"]
    assert "secret-key" not in caplog.text


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, 90.0),
    ],
)
def test_retry_after_is_understood_in_all_its_forms(headers, seconds):
    assert retry_after_s(headers, now=lambda: 10.0) == seconds
