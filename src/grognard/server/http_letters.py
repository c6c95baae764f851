"""The pages behind the links in letters: plain forms, since mail programs open links by themselves."""

from html import escape
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from grognard.server import accounts, letters
from grognard.server.http import Endpoints
from grognard.server.http_types import BadRequest
from grognard.server.sanitising import sentence

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/letter.css"><title>{title} · Grognard</title>
<header><a href="/">GROGNARD</a></header><main><h1>{title}</h1><p>{text}</p>{form}</main></html>"""
FORM = '<form method="post">{field}<button>{button}</button></form>'
FIELD = '<label>New password <input type="password" name="password" autocomplete="new-password"></label> '


class LetterEndpoints(Endpoints):
    def routes(self) -> list[Route]:
        return [
            Route("/letters/{token}", self.show, methods=["GET"]),
            Route("/letters/{token}", self.answer, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        letter = await letters.find(self.services, request.path_params["token"])
        if letter is None:
            return _page("This letter is used up or too old.", status=404)
        recover = letter.kind == "recover"
        button = "Set it" if recover else "This is my address"
        form = FORM.format(field=FIELD if recover else "", button=button)
        return _page(letters.SAYS[letter.kind][1], letters.SAYS[letter.kind][0], form)

    async def answer(self, request: Request) -> Response:
        token = request.path_params["token"]
        letter = await letters.find(self.services, token)
        if letter is None:
            return _page("This letter is used up or too old.", status=404)
        if letter.kind == "recover":
            form = parse_qs((await request.body()).decode(errors="replace"))
            try:
                await accounts.set_password(self.services, int(letter.account), form.get("password", [""])[0])
            except BadRequest as error:
                return _page(sentence(str(error)), form=FORM.format(field=FIELD, button="Set it"), status=400)
        await letters.confirm(self.services, token)
        return _page("Thank you; that is done." if letter.kind != "recover" else "Log in with the new password.")


def _page(text: str, title: str = "Your letter", form: str = "", status: int = 200) -> Response:
    return HTMLResponse(PAGE.format(title=escape(title), text=escape(text), form=form), status)
