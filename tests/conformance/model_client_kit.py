"""What every way to a model must do, as tests over a fixture `client` that the importing module provides.

The client answers the question `QUESTION` with `ANSWER`, as often as it is asked.
"""

from __future__ import annotations

import threading

from slowpath.llm.client import Message, ModelRequest

QUESTION = ModelRequest((Message("system", "You are terse."), Message("user", "Say it.")), purpose="kit")
ANSWER = "Here it is, with an é and a\nline break."


class ModelClientKit:
    """Subclass it beside a `client` fixture."""

    def test_names_the_model_that_it_asks(self, client):
        assert client.model

    def test_gives_the_whole_reply_and_what_it_cost(self, client):
        reply = client.complete(QUESTION)
        assert (reply.text, reply.finish, reply.refusal) == (ANSWER, "stop", "")
        assert reply.usage.total_tokens > 0 and reply.model

    def test_tells_the_text_as_it_arrives(self, client):
        parts: list[str] = []
        client.complete(QUESTION, on_text=parts.append)
        assert "".join(parts) == ANSWER

    def test_gives_the_same_answer_again(self, client):
        assert client.complete(QUESTION).text == client.complete(QUESTION).text

    def test_a_question_that_is_cancelled_already_is_not_answered(self, client):
        reply = client.complete(QUESTION, cancelled=lambda: True)
        assert reply.finish == "cancelled"

    def test_can_be_asked_from_several_threads(self, client):
        texts: list[str] = []
        threads = [threading.Thread(target=lambda: texts.append(client.complete(QUESTION).text)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert texts == [ANSWER] * 4
