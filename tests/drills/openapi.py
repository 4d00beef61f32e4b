"""What ``web/static/openapi.json`` says: its operations, values that fit it, and what does not."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import web

FILE = Path(web.__file__).parent / "static" / "openapi.json"
FORM, MULTIPART, JSON = (
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json",
)
ODDS = 0.6
"""That an optional property is there."""
_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@dataclass(frozen=True, slots=True)
class Operation:
    """A method of a path."""

    method: str
    """In capitals."""
    path: str
    id: str
    parameters: tuple[dict[str, Any], ...]
    """Of the path, the query and the headers, without references."""
    kind: str | None
    """Media type of its body; None: it has none."""
    body: dict[str, Any]
    """Schema of its body."""
    responses: dict[str, dict[str, Any]]
    for_hosts: bool

    def names(self, where: str) -> set[str]:
        """Its parameters in the ``path``, ``query`` or ``header``."""
        return {each["name"] for each in self.parameters if each["in"] == where}


@cache
def document() -> dict[str, Any]:
    """The whole file."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def there(node: dict[str, Any]) -> dict[str, Any]:
    """What a node says, or the component that it refers to."""
    if "$ref" not in node:
        return node
    found: Any = document()
    for step in node["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return there(found)


@cache
def operations() -> tuple[Operation, ...]:
    """Everything that can be asked for."""
    return tuple(_operations())


def _operations() -> Iterator[Operation]:
    for path, item in document()["paths"].items():
        for method, said in item.items():
            if method == "parameters":
                continue
            parameters = [*item.get("parameters", ()), *said.get("parameters", ())]
            content = said.get("requestBody", {}).get("content", {})
            kind = next(iter(content), None)
            yield Operation(
                method.upper(),
                path,
                said["operationId"],
                tuple(there(each) for each in parameters),
                kind,
                there(content[kind]["schema"]) if kind else {},
                {status: there(answer) for status, answer in said["responses"].items()},
                "security" in said,
            )


def wrong(value: Any, schema: dict[str, Any], at: str = "$") -> list[str]:
    """Where a JSON value is not as a schema says; empty where it fits."""
    schema = there(schema)
    if "anyOf" in schema:
        tried = [wrong(value, each, at) for each in schema["anyOf"]]
        return [] if [] in tried else tried[0]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return [f"{at}: {type(value).__name__} instead of {kinds}"]
    if ("const" in schema and value != schema["const"]) or value not in schema.get("enum", [value]):
        return [f"{at}: {value!r}"]
    found = []
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        found.append(f"{at}: {value!r} is not like {schema['pattern']}")
    if isinstance(value, int) and (
        not schema.get("minimum", value) <= value <= schema.get("maximum", value)
    ):
        found.append(f"{at}: {value}")
    if isinstance(value, list):
        for number, each in enumerate(value):
            found += wrong(each, schema.get("items", {}), f"{at}[{number}]")
    if isinstance(value, dict):
        found += [f"{at}: no {name}" for name in schema.get("required", ()) if name not in value]
        for name, each in schema.get("properties", {}).items():
            if name in value:
                found += wrong(value[name], each, f"{at}.{name}")
    return found


def _is(value: object, kind: str) -> bool:
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def invented(schema: dict[str, Any], chance: random.Random) -> Any:
    """A value that fits a schema."""
    schema = there(schema)
    if "examples" in schema and chance.random() < 0.9:
        return chance.choice(schema["examples"])
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "anyOf" in schema:
        return invented(chance.choice(schema["anyOf"]), chance)
    kind = schema.get("type", "null")
    kind = kind if isinstance(kind, str) else chance.choice(kind)
    match kind:
        case "object":
            required = schema.get("required", ())
            return {
                name: invented(each, chance)
                for name, each in schema.get("properties", {}).items()
                if name in required or chance.random() < ODDS
            }
        case "array":
            least = schema.get("minItems", 0)
            length = chance.randint(least, min(schema.get("maxItems", 4), least + 4))
            return [invented(schema.get("items", {}), chance) for _ in range(length)]
        case "string":
            least = schema.get("minLength", 1)
            return "".join(chance.choices("abc甲乙丙", k=chance.randint(least, least + 5)))
        case "integer":
            least = schema.get("minimum", -3)
            return chance.randint(least, schema.get("maximum", least + 6))
        case "number":
            return round(chance.uniform(0, 1), 3)
        case "boolean":
            return chance.random() < 0.5
    return None
