"""An application on a real SQLite file, and an evening to play in it."""

import itertools
from typing import Any

import pytest

from web import create_app

NAMES = ["阿东", "南姐", "Xi", "北北"]
SELF_DRAW = {
    "outcome": "win",
    "melds": [[], [], [], []],
    "wins": [
        {"seat": 2, "concealed": "567p 23s 555m SSS 66m", "winning_tile": "4s", "by": "self_draw"}
    ],
}
DISCARD_WIN = {
    **SELF_DRAW,
    "wins": [{**SELF_DRAW["wins"][0], "by": "discard", "from": 1}],
}
DRAW = {"outcome": "draw", "melds": [[], [], [], []]}
FIFTEEN_TILES = {
    **SELF_DRAW,
    "wins": [{**SELF_DRAW["wins"][0], "concealed": "567p 23s 555m SSS 666m"}],
}


class Evening:
    """A session, played through the JSON API."""

    def __init__(self, client: Any, rules: str = "guangdong", **body: Any) -> None:
        self.client = client
        self.keys = (f"{id(self)}-{number}" for number in itertools.count())
        body = {"rules": rules, "names": NAMES, "key": next(self.keys), **body}
        self.now = self.post("/api/sessions", **body).get_json()
        self.session = self.now["session"]
        self.url = f"/sessions/{self.session}"
        self.api = f"/api/sessions/{self.session}"

    def post(self, url: str, **body: Any) -> Any:
        return self.client.post(url, json=body)

    def confirm(self, deal: Any, **body: Any) -> Any:
        body = {"key": next(self.keys), "after": self.now["seq"], **body}
        answer = self.post(f"{self.api}/deals", deal=deal, **body)
        self.now = self.table()
        return answer

    def correct(self, seq: int, deal: Any, **body: Any) -> Any:
        body = {"key": next(self.keys), "after": self.now["seq"], **body}
        answer = self.post(f"{self.api}/deals/{seq}", deal=deal, **body)
        self.now = self.table()
        return answer

    def table(self) -> Any:
        return self.client.get(self.api).get_json()


@pytest.fixture
def app(tmp_path):
    app = create_app(instance_path=tmp_path / "home")
    app.testing = True
    yield app
    app.extensions["ledger"].close()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def evening(client):
    return Evening(client)
