"""Which option a typed line means."""

from typing import Any

from grognard.core import Decision, Game, Option
from grognard.core.text import TextError


class Unclear(ValueError):
    """A line that names no option, or several; the text says which."""


class NotOffered(Unclear):
    """A well-formed option of the game that the present question does not offer."""

    def __init__(self, option: Option, line: str) -> None:
        super().__init__(f"{line!r} is not among the options")
        self.option = option


def meant(game: Game[Any], decision: Decision, line: str) -> Option:
    """The option a player means by its number, its text, its label, or an unambiguous beginning of either."""
    options = decision.options
    wanted = " ".join(line.split()).casefold()
    if wanted.isdecimal():
        if not 1 <= int(wanted) <= len(options):
            raise Unclear(f"there is no option {wanted}; they are numbered 1 to {len(options)}")
        return options[int(wanted) - 1]
    names = [(game.texts.show(o).casefold(), game.words.option(o).casefold()) for o in options]
    exact = [k for k, name in enumerate(names) if wanted in name]
    found = exact[:1] or [k for k, (text, label) in enumerate(names) if _begins(wanted, text, label)]
    if len(found) == 1:
        return options[found[0]]
    if found:
        some = ", ".join(game.texts.show(options[k]) for k in found[:4])
        raise Unclear(f"{line!r} may mean {some}{' and others' if len(found) > 4 else ''}")
    try:
        raise NotOffered(game.texts.parse(line), line)
    except TextError:
        raise Unclear(f"{line!r} is neither an option nor a command; `help` lists the commands") from None


def idea(game: Game[Any], decision: Decision, line: str) -> Option:
    """The option of `why`: one of the list, or any well-formed text of the game."""
    try:
        return meant(game, decision, line)
    except NotOffered as known:
        return known.option
    except Unclear:
        return game.texts.parse(line)


def _begins(wanted: str, text: str, label: str) -> bool:
    return bool(wanted) and (text.startswith(wanted) or label.startswith(wanted))
