"""The stream of a table, without a browser."""

import threading

import pytest

from scoring.table import Event
from tests.web.conftest import DRAW, NAMES, SELF_DRAW
from web.live import Live


@pytest.fixture
def listen(client, evening):
    """Opens streams of the evening; yields their messages one by one."""
    answers = []

    def open_one(**headers):
        answer = client.get(f"{evening.url}/events?lang=zh", headers=headers, buffered=False)
        answers.append(answer)
        assert answer.status_code == 200
        messages = (part.decode() for part in answer.response)
        assert next(messages) == "retry: 1000\n\n"
        return messages

    yield open_one
    for answer in answers:
        answer.close()


def kind(message):
    """The fields of a message but for its data."""
    lines = [line.split(": ", 1) for line in message.strip().split("\n")]
    return {name: value for name, *value in lines if name not in ("data", "data:")}


def test_a_stream_shows_the_table_and_then_every_commit(evening, listen):
    messages = listen()
    first = next(messages)
    assert kind(first) == {"id": ["1"], "event": ["table"]}
    assert all(name in first for name in NAMES)
    evening.confirm(SELF_DRAW)
    second = next(messages)
    assert kind(second)["id"] == ["2"]
    assert "+6" in second
    evening.post(f"{evening.api}/undo", key="u", after=2)
    assert kind(next(messages))["id"] == ["3"]


def test_every_line_of_a_message_is_a_field(listen):
    message = next(listen())
    assert message.endswith("\n\n")
    assert all(line.startswith(("id: ", "event: ", "data: ")) for line in message[:-2].split("\n"))


def test_a_stream_resumes_after_what_its_page_has_seen(evening, listen):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    assert kind(next(listen(**{"Last-Event-ID": "2"})))["id"] == ["3"]
    # Whoever has seen everything hears that the server is there.
    assert kind(next(listen(**{"Last-Event-ID": "3"}))) == {"event": ["beat"]}
    assert kind(next(listen(**{"Last-Event-ID": "nonsense"})))["id"] == ["3"]


def test_a_stream_speaks_the_language_of_its_page(client, evening):
    answers = [client.get(f"{evening.url}/now?lang={tongue}").text for tongue in ("zh", "en")]
    assert "流局" in answers[0]
    assert "Draw" in answers[1]
    assert "流局" not in answers[1]


def test_asking_again_answers_only_when_something_happened(client, evening):
    assert client.get(f"{evening.url}/now?after=1").status_code == 204
    evening.confirm(SELF_DRAW)
    answer = client.get(f"{evening.url}/now?after=1")
    assert answer.status_code == 200
    assert answer.headers["ETag"] == '"2"'
    assert "+6" in answer.text


def test_too_many_streams_are_told_to_come_back(app, client, evening, listen):
    app.extensions["live"]._free = 1
    listen()
    refused = client.get(f"{evening.url}/events")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get(f"{evening.url}/now?after=0").status_code == 200


def test_a_closed_stream_gives_its_place_back(app, client, evening):
    free = app.extensions["live"]._free
    unread = client.get(f"{evening.url}/events", buffered=False)
    assert app.extensions["live"]._free == free - 1
    unread.close()
    assert app.extensions["live"]._free == free


def test_stopping_ends_the_streams(app, listen):
    messages = listen()
    next(messages)
    app.extensions["live"].close()
    assert list(messages) == []


@pytest.mark.parametrize("part", ["events", "now"])
def test_no_session_has_no_stream(app, client, part):
    free = app.extensions["live"]._free
    assert client.get(f"/sessions/nobody/{part}").status_code == 404
    assert app.extensions["live"]._free == free


def test_a_commit_wakes_who_waits():
    live = Live()
    woken = []
    waiting = threading.Thread(target=lambda: woken.append(live.wait("a", 3)))
    waiting.start()
    live.tell(Event(9, "b", 9, "", "", {}, ""))
    live.tell(Event(4, "a", 4, "", "", {}, ""))
    waiting.join()
    assert woken == [True]
    assert live.wait("a", 3)


def test_a_table_is_drawn_once_for_all_who_look():
    live = Live()
    drawn = []

    def draw(seq):
        drawn.append(seq)
        return seq, f"<{seq}>"

    for _ in range(3):
        assert live.drawn("a", "zh", 1, lambda: draw(1)) == (1, "<1>")
    assert live.drawn("a", "en", 1, lambda: draw(1)) == (1, "<1>")
    assert live.drawn("a", "zh", 2, lambda: draw(2)) == (2, "<2>")
    assert drawn == [1, 1, 2]
