"""The API described for machines: OpenAPI and AsyncAPI, with schemas generated from the message types."""

import typing
from functools import lru_cache
from importlib.metadata import version
from typing import Any

import msgspec

from grognard.look.scene import Board
from grognard.server import http_types as h
from grognard.server import messages as m
from grognard.server.puzzling import PuzzleShown

REF = "#/components/schemas/{name}"
Json = dict[str, Any]

PATHS: tuple[tuple[str, str, str, Any, Any, int], ...] = (
    ("get", "/api/games", "The shelf", None, list[h.Title], 200),
    ("get", "/api/games/{game}", "One title", None, h.Title, 200),
    ("get", "/api/games/{game}/guide", "How to play", None, h.Guide, 200),
    ("get", "/api/games/{game}/lessons", "The guided lessons", None, list[h.LessonShown], 200),
    ("get", "/api/games/{game}/puzzles", "Positions with a right answer", None, list[PuzzleShown], 200),
    ("get", "/api/games/{game}/cases/{case}", "Our summary of a case of the rulebook", None, h.CaseShown, 200),
    ("get", "/art/sprites.json", "Colours, symbols and markers", None, dict[str, Any], 200),
    ("get", "/art/{game}/{digest}/board.json", "Places and signs of the board", None, Board, 200),
    ("get", "/art/{game}/{digest}/ground.svg", "The ground of the board", None, "image/svg+xml", 200),
    ("get", "/art/{game}/{digest}/card.svg", "The ground of the shelf card", None, "image/svg+xml", 200),
    ("get", "/art/{game}/{digest}/front.svg", "Names and counters of the shelf card", None, "image/svg+xml", 200),
    ("get", "/api/matches", "My matches", None, list[h.Brief], 200),
    ("post", "/api/matches", "Begin a match", h.NewMatch, h.Created, 201),
    ("get", "/api/tables/open", "Tables at which anybody may sit down", None, list[h.OpenTable], 200),
    ("post", "/api/tables/{match}/join", "Take a free seat there", h.OpenJoinBody, h.Joined, 201),
    ("post", "/api/lessons", "Begin a lesson", h.NewLesson, h.Created, 201),
    ("post", "/api/puzzles", "Set up a puzzle", h.NewPuzzle, h.Created, 201),
    ("post", "/api/join", "Take the seat a token opens", h.JoinBody, h.Joined, 200),
    ("post", "/api/records", "Continue an uploaded record", "application/json", h.Created, 201),
    ("get", "/api/matches/{match}/record", "The record as far as the caller may know it", None, dict[str, Any], 200),
    ("get", "/api/matches/{match}/dice", "The fair dice", None, h.DiceReport, 200),
    ("post", "/api/matches/{match}/branch", "A private planning board", h.BranchBody, h.Created, 201),
    ("post", "/api/matches/{match}/notice", "Where a seat wants its notices", h.NoticeBody, dict[str, bool], 200),
    ("post", "/api/matches/{match}/leave", "Take a match off one's list", None, dict[str, bool], 200),
    ("post", "/api/matches/{match}/invite", "A new link for a free seat, or to watch", h.InviteBody, h.Link, 201),
    ("post", "/api/matches/{match}/play", "Play what was tried on a planning board", None, h.Joined, 201),
    ("post", "/api/accounts", "Open an account", h.AccountBody, dict[str, str], 201),
    ("post", "/api/login", "Log in", h.AccountBody, dict[str, str], 201),
    ("post", "/api/logout", "Log out", None, dict[str, bool], 200),
    ("get", "/api/me", "The account this browser is logged in to", None, h.Account, 200),
    ("get", "/api/me/data", "Everything that is kept of the caller", None, h.OwnData, 200),
    (
        "post",
        "/api/me/push",
        "Tell this browser of its turns, or no more",
        h.PushBody,
        dict[str, bool],
        201,
    ),
    ("post", "/api/accounts/password", "Change the password", h.PasswordBody, dict[str, bool], 201),
    ("post", "/api/accounts/email", "Give an address, which is sent a letter", h.EmailBody, dict[str, bool], 201),
    ("post", "/api/accounts/delete", "Delete the account", h.DeleteBody, dict[str, bool], 201),
    ("post", "/api/recover", "A letter for a lost password", h.RecoverBody, dict[str, bool], 201),
    ("get", "/healthz", "Health", None, dict[str, bool], 200),
    ("get", "/metrics", "Counters as Prometheus reads them", None, "text/plain", 200),
)


@lru_cache(maxsize=1)
def openapi() -> Json:
    types = [kind for path in PATHS for kind in path[3:5] if kind is not None and not isinstance(kind, str)]
    schemas, parts = msgspec.json.schema_components([*types, h.ErrorBody], ref_template=REF)
    known = {id(kind): schema for kind, schema in zip([*types, h.ErrorBody], schemas, strict=True)}
    paths: dict[str, Json] = {}
    for method, path, summary, takes, gives, status in PATHS:
        call: Json = {
            "summary": summary,
            "responses": {
                str(status): {"description": "Done", "content": _content(gives, known)},
                "default": {"description": "Refused", "content": _content(h.ErrorBody, known)},
            },
        }
        named = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        if named:
            call["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in named
            ]
        if takes is not None:
            call["requestBody"] = {"required": True, "content": _content(takes, known)}
        paths.setdefault(path, {})[method] = call
    return {
        "openapi": "3.1.0",
        "info": {"title": "Grognard", "version": version("grognard"), "description": "The table over HTTP."},
        "paths": paths,
        "security": [{}, {"cookie": []}, {"token": []}],
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "grognard"},
                "token": {"type": "http", "scheme": "bearer", "description": "The token of a seat."},
            },
        },
    }


def _content(kind: Any, known: dict[int, Json]) -> Json:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "object" if "json" in kind else "string"}}}
    return {"application/json": {"schema": known[id(kind)]}}


@lru_cache(maxsize=1)
def asyncapi() -> Json:
    said, told = typing.get_args(m.ClientMessage), typing.get_args(m.ServerMessage)
    schemas, parts = msgspec.json.schema_components([*said, *told], ref_template=REF)
    named = {kind.__name__: schema for kind, schema in zip([*said, *told], schemas, strict=True)}
    messages = {
        name: {"name": name, "contentType": "application/json", "payload": schema} for name, schema in named.items()
    }

    def operation(action: str, kinds: tuple[type, ...]) -> Json:
        return {
            "action": action,
            "channel": {"$ref": "#/channels/match"},
            "messages": [{"$ref": f"#/channels/match/messages/{kind.__name__}"} for kind in kinds],
        }

    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Grognard", "version": version("grognard"), "description": "The table over a socket."},
        "channels": {
            "match": {
                "address": "/ws/{match}",
                "parameters": {"match": {"description": "The id of the match."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"query": {"type": "object", "properties": {"token": {"type": "string"}}}}},
            }
        },
        "operations": {"say": operation("receive", said), "tell": operation("send", told)},
        "components": {"messages": messages, "schemas": parts},
    }
