"""The OpenAPI 3.1 description, made from the declared routes and their structs."""

import re
from functools import lru_cache
from typing import Any

import msgspec

from tertium._version import __version__
from tertium.server.web.routing import ENDPOINTS, Endpoint, Nothing
from tertium.server.web.structs import Problem

_PATH_PARAMETER = re.compile(r"\{(\w+)\}")
_REFERENCE = "#/components/schemas/{name}"


@lru_cache(maxsize=1)
def description() -> dict[str, Any]:
    """The whole document; `tertium.server.routes` has loaded all rooms before."""
    kinds: list[Any] = [Problem]
    for endpoint in ENDPOINTS:
        kinds += [kind for kind in (endpoint.body, endpoint.output, endpoint.query) if kind is not None]
    unique = list({id(kind): kind for kind in kinds}.values())
    schemas, components = msgspec.json.schema_components(unique, ref_template=_REFERENCE)
    by_kind = {id(kind): schema for kind, schema in zip(unique, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_kind, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tertium annotation server",
            "version": __version__,
            "summary": "Networks of all correct translations, written by people.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "tertium"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{"session": []}, {"token": []}],
    }


def _operation(endpoint: Endpoint, by_kind: dict[int, Any], components: dict[str, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in _PATH_PARAMETER.findall(endpoint.path)
    ]
    if endpoint.query is not Nothing:
        schema = by_kind[id(endpoint.query)]
        component = components[schema["$ref"].rsplit("/", 1)[1]]
        parameters += [
            {"name": name, "in": "query", "required": name in component.get("required", []), "schema": content}
            for name, content in component["properties"].items()
        ]
    operation: dict[str, Any] = {
        "operationId": endpoint.operation_id,
        "summary": endpoint.summary,
        "tags": [endpoint.action.split(".")[0]],
        "x-action": endpoint.action,
        "responses": {str(endpoint.status): _answer(endpoint, by_kind), "default": _problem_answer(by_kind)},
    }
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": by_kind[id(endpoint.body)]}},
        }
    elif endpoint.raw:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    return operation


def _answer(endpoint: Endpoint, by_kind: dict[int, Any]) -> dict[str, Any]:
    if endpoint.status == 204:
        return {"description": "Done."}
    if endpoint.output is None:
        content = {"type": "string"} if endpoint.media.startswith("text/") else {}
        return {"description": endpoint.summary, "content": {endpoint.media: {"schema": content}}}
    return {
        "description": endpoint.summary,
        "content": {"application/json": {"schema": by_kind[id(endpoint.output)]}},
    }


def _problem_answer(by_kind: dict[int, Any]) -> dict[str, Any]:
    return {
        "description": "A problem: what happened, where, and what to do.",
        "content": {"application/problem+json": {"schema": by_kind[id(Problem)]}},
    }
