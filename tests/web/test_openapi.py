"""``/static/openapi.json`` says what the server answers to: nothing less, nothing more."""

import io
import json
import random
from pathlib import Path

import pytest
from flask import Request
from PIL import Image
from werkzeug.datastructures import ImmutableMultiDict

from tests.drills import openapi
from tests.drills.openapi import FORM, JSON, MULTIPART, document, invented, operations, wrong
from tests.web.conftest import DRAW, SELF_DRAW
from web.door import FIELD, remove_pin, set_pin
from web.incoming import json_object

PLAIN = {"HEAD", "OPTIONS"}
EVERYWHERE = {"lang", "look", FIELD}
"""Read whatever is asked for."""
PHOTO = "0" * 64 + ".jpg"
noted: set[str] = set()


class Noting(ImmutableMultiDict):
    """Notes the names that are asked for."""

    def __getitem__(self, name):
        noted.add(name)
        return super().__getitem__(name)

    def __contains__(self, name):
        noted.add(name)
        return super().__contains__(name)

    def get(self, name, *more, **named):
        noted.add(name)
        return super().get(name, *more, **named)


class NotingBody(dict):
    """The same of a JSON object."""

    def get(self, name, default=None):
        noted.add(name)
        return super().get(name, default)


class NotingRequest(Request):
    """A request that notes what is asked of it."""

    parameter_storage_class = Noting


@pytest.fixture
def played(app, client, evening):
    """Something of everything: a deal, a preset, a win that is proposed."""
    assert evening.confirm(SELF_DRAW).status_code == 201
    assert evening.confirm(DRAW).status_code == 201
    client.post("/api/presets", json={"name": "周五", "rules": "guangdong"})
    app.extensions["device"].propose(0, "proposed")
    photos = Path(app.config["PHOTOS"])
    photos.mkdir()
    Image.new("RGB", (20, 20)).save(photos / PHOTO)
    return evening


def named(operation):
    """What it may be sent."""
    return operation.names("query") | set(operation.body.get("properties", ()))


def filled(operation, evening, chance):
    """The address of an operation."""
    values = {"session": evening.session, "seq": 2, "name": PHOTO}
    path = operation.path
    for each in operation.parameters:
        if each["in"] == "path":
            name = each["name"]
            value = values[name] if name in values else invented(each["schema"], chance)
            path = path.replace(f"{{{name}}}", str(value))
    return path


def sent(client, operation, url, chance):
    """What it answers to an invented request."""
    query = {
        each["name"]: str(invented(each["schema"], chance))
        for each in operation.parameters
        if each["in"] == "query"
    }
    body = invented(operation.body, chance) if operation.kind else {}
    more = {}
    if operation.kind == JSON:
        more = {"json": body | ({"photo": PHOTO} if "photo" in body else {})}
    elif operation.kind == FORM:
        more = {"data": {name: str(value) for name, value in body.items()}}
    elif operation.kind == MULTIPART:
        more = {"data": {name: (io.BytesIO(b"{}"), "file") for name in body}}
    return client.open(url, method=operation.method, query_string=query, **more)


def test_every_route_is_in_it_and_nothing_else(app):
    routes = {
        (method, rule.rule.replace("<int:", "<").replace("<path:", "<")): rule
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - PLAIN
    }
    said = {
        (each.method, each.path.replace("{", "<").replace("}", ">")): each for each in operations()
    }
    assert said.keys() == routes.keys()
    for place, operation in said.items():
        rule = routes[place]
        both = {"GET", "POST"} <= (rule.methods or set())
        suffix = f".{operation.method.lower()}" if both else ""
        assert operation.id == rule.endpoint + suffix
        assert operation.names("path") == rule.arguments
        numbers = {
            each["name"]
            for each in operation.parameters
            if each["in"] == "path" and each["schema"]["type"] == "integer"
        }
        assert numbers == {
            name
            for name, converter in rule._converters.items()
            if type(converter).__name__ == "IntegerConverter"
        }


def test_it_names_what_is_read_of_a_request(app, client, played, monkeypatch):
    app.request_class = NotingRequest
    monkeypatch.setattr("web.pages.json_object", lambda data: NotingBody(json_object(data)))
    other = {}
    for operation in operations():
        said, read = named(operation) - EVERYWHERE, names_read(app, client, operation, played)
        form = [each for each in operations() if each.path == operation.path and each != operation]
        filled_in = set().union(*map(named, form)) - said  # a form's page shows what was entered
        if read - EVERYWHERE - filled_in != said:
            other[operation.id] = said ^ (read - EVERYWHERE - filled_in)
    assert other == {}


def names_read(app, client, operation, played):
    """The names that an operation reads of invented requests."""
    chance = random.Random(operation.id)
    read = set()
    for tried in range(80):
        if tried > 3 and read >= named(operation) - EVERYWHERE:
            break
        url = filled(operation, played, chance)
        noted.clear()
        answer = sent(client, operation, url, chance)
        read |= noted
        answer.close()
        if operation.path == "/pin":
            remove_pin(app.extensions["door"].folder)
    return read


def test_it_says_what_only_hosts_may_do(app, client, played):
    set_pin(app.extensions["door"].folder, "258013")
    chance = random.Random(5)
    for operation in operations():
        url = filled(operation, played, chance)
        answer = client.open(url, method=operation.method, json={})
        assert (answer.status_code == 401) == operation.for_hosts, operation.id
        answer.close()


def test_answers_are_as_it_says(client, played):
    for operation in operations():
        if operation.method != "GET":
            continue
        answer = client.get(filled(operation, played, random.Random(1)))
        if not operation.path.startswith("/api/camera/"):  # there is none
            assert str(answer.status_code) in operation.responses, operation.id
        said = operation.responses.get(str(answer.status_code), operation.responses["default"])
        kinds = said.get("content", {})
        assert answer.mimetype in kinds or "*/*" in kinds, operation.id
        if answer.mimetype == JSON and "schema" in kinds.get(JSON, {}):
            assert wrong(answer.get_json(), kinds[JSON]["schema"]) == [], operation.id
        answer.close()


def test_what_is_posted_is_answered_as_it_says(evening):
    """Examples from the first deal to the end of an evening."""
    step = iter(range(100))
    client = evening.client
    by_id = {each.id: each for each in operations()}

    def post(wanted, seq=None, **body):
        operation = by_id[wanted]
        path = operation.path.replace("{session}", evening.session).replace("{seq}", str(seq))
        if "key" in operation.body["properties"]:
            body |= {"key": str(next(step)), "after": evening.table()["seq"]}
        assert wrong(body, operation.body) == []
        answer = client.open(path, method=operation.method, json=body)
        said = operation.responses[str(answer.status_code)]["content"][JSON]["schema"]
        assert wrong(answer.get_json(), said) == [], wanted

    post("api.score", rules="guangdong", deal={**SELF_DRAW, "players": 4, "dealer": 0})
    post("api.score", rules="guangdong", deal={**DRAW})
    post("api.preview", deal=SELF_DRAW)
    post("api.confirm", deal=SELF_DRAW)
    post("api.record_kong", seat=0, kind="concealed", tile="E")
    post("api.confirm", deal=DRAW, kongs_entered=True)
    post("api.preview_correction", 2, deal=DRAW)
    post("api.correct", 2, deal=DRAW)
    post("api.seat_player", seat=1, name="替补")
    post("api.set_dealer", dealer=2, round_wind="S")
    post("api.adjust", kind="penalty", deltas=[-3, 1, 1, 1], reason="诈胡")
    post("api.undo", steps=2)
    post("api.close")
    post("api.save_preset", name="周五", rules="hunan")
    post("door.give", pin="2580")


def test_a_refusal_is_as_it_says(client, evening):
    schema = {"$ref": "#/components/schemas/Refusal"}
    for answer in (client.get("/api/sessions/none"), evening.confirm({}), client.post("/api/undo")):
        assert answer.status_code >= 400
        assert wrong(answer.get_json(), schema) == []


def test_it_is_served_and_holds_together(client):
    answer = client.get("/static/openapi.json")
    assert answer.mimetype == JSON
    assert json.loads(answer.data) == document()
    answer.close()
    assert "/static/openapi.json" in client.get("/about").text
    text = openapi.FILE.read_text("utf-8")
    for room, parts in document()["components"].items():
        for name in parts:
            if room != "securitySchemes":
                assert f'"#/components/{room}/{name}"' in text, name
    ids = [each.id for each in operations()]
    assert len(set(ids)) == len(ids)


def test_a_value_that_does_not_fit_is_found():
    schema = {"$ref": "#/components/schemas/Refusal"}
    good = {"error": "x", "message": {"zh": "错", "en": "wrong"}}
    assert wrong(good, schema) == []
    assert wrong({**good, "error": 1}, schema) == ["$.error: int instead of ['string']"]
    assert wrong({"error": "x"}, schema) == ["$: no message"]
    assert wrong({**good, "message": {"zh": "错"}}, schema) == ["$.message: no en"]
    assert wrong([0, 7], {"type": "array", "items": {"type": "integer", "maximum": 3}}) == [
        "$[1]: 7"
    ]
