"""How a match is printed in a terminal: log lines, the map, the question, odds, cases."""

from functools import cache
from typing import Any, get_type_hints

from rich.columns import Columns
from rich.console import Console
from rich.table import Table

from grognard.cli.console import plain, seat_label
from grognard.core import CHANCE, TABLE, Decision, Event, Game, Match, Option, Refusal, Result
from grognard.core.cases import CasesError, read_cases
from grognard.look.display import display_of
from grognard.look.scene import Forecast

BAR = 30
"""Width of the longest bar of a forecast."""


def cited(text: str, rule: str) -> str:
    """A sentence with its case, as markup."""
    return f"{plain(text)} [cyan]({plain(rule)})[/]" if rule else plain(text)


def log_lines(match: Match[Any], seat: int, after: int = -1) -> list[str]:
    """What the seat saw happen after entry number `after` (-1: from the beginning), dice included, as markup."""
    words = match.game.words
    events: dict[int, list[Event]] = {}
    for seen in reversed(match.feed(seat)):
        if seen.entry <= after:
            break
        if seen.event.logged:
            events.setdefault(seen.entry, []).append(seen.event)
    lines = []
    for number in range(after + 1, len(match.record.entries) + 1):
        heard = words.told(events.get(number, [])[::-1], lambda event: type(event).__name__)
        if number:
            entry = match.record.entries[number - 1]
            if entry.who == CHANCE and isinstance(entry.answer, tuple):
                following = heard or events.get(number + 1, [])[::-1]  # after a question about the roll
                whole = [event for event in following if not words.part(type(event).__name__)] or following
                if not whole or not tells(whole[0], entry.answer):
                    faces = " ".join(str(face) for face in entry.answer)
                    lines.append(f"[dim]{number:>4}[/] [yellow]{plain(words.get('purpose', entry.ask))}: {faces}[/]")
            elif entry.who == TABLE:
                lines.append(f"[dim]{number:>4}[/] {plain(words.option(entry.answer))}")
        lines += [f"[dim]{number:>4}[/] {cited(words.event(event), event.rule)}" for event in heard]
    return lines


def tells(event: Event, faces: tuple[int, ...]) -> bool:
    """Whether an event names every face of a roll, their sum, or that of each side: then the roll needs no own line."""
    told = [getattr(event, name) for name in _numbers(type(event))]
    half = len(faces) // 2
    sides = half > 1 and {sum(faces[:half]), sum(faces[half:])} <= set(told)
    return sides or sum(faces) in told or all(told.count(face) >= faces.count(face) for face in faces)


@cache
def _numbers(kind: type[Event]) -> list[str]:
    """The fields of an event that are plain numbers: neither units nor places, which are numbers to the program."""
    return [name for name, hint in get_type_hints(kind).items() if hint is int and name in kind.__struct_fields__]


def map_lines(match: Match[Any], seat: int) -> list[str]:
    """The position as the seat sees it, drawn by the game; nothing where the game draws none."""
    display = display_of(match.game)
    return [] if display is None or display.text_map is None else display.text_map(match.view(seat), seat)


def near_lines(match: Match[Any], seat: int, space: int) -> list[str]:
    """The map round a space as the seat sees it; nothing where the game draws its map only whole."""
    display = display_of(match.game)
    return [] if display is None or display.text_near is None else display.text_near(match.view(seat), seat, space)


def question(console: Console, match: Match[Any], decision: Decision) -> None:
    """The bread-crumb, the prompt with its case, and the numbered options."""
    game = match.game
    if crumbs := game.crumbs(match.view(decision.seat)):
        console.print(f"[dim]{plain(' › '.join(crumbs))}[/]")
    asked = seat_label(match.record, match.state.seats, decision.seat)
    console.print(f"[bold]{plain(asked)}[/]: {cited(game.words.prompt(decision), decision.rule)}")
    lines = [_numbered(game, decision.prompt, k, option) for k, option in enumerate(decision.options, 1)]
    if len(lines) > 8:
        console.print(Columns(lines, column_first=True, equal=True, padding=(0, 3)))
    else:
        console.print("\n".join(lines))


def _numbered(game: Game[Any], prompt: str, number: int, option: Option) -> str:
    label, text = game.words.choice(prompt, option), game.texts.show(option)
    told = f"[bold]{number:>3}[/] {plain(label)}"
    return told if label.casefold() == text.casefold() else f"{told} [dim]{plain(text)}[/]"


def refused(game: Game[Any], refusal: Refusal) -> str:
    """A refusal as a sentence with its case, as markup."""
    return cited(game.words.refusal(refusal), refusal.rule)


def outcome(game: Game[Any], result: Result) -> str:
    """How a game ended, as markup."""
    winners = " and ".join(game.sides[side] for side in result.winners)
    head = f"{winners} won" if winners else "Nobody won"
    return f"[bold]{plain(head)}.[/] {cited(game.words.result(result), result.rule)}"


def forecast(console: Console, told: Forecast) -> None:
    """Odds before a commitment: the sum line by line, then every result with its chance."""
    console.print(f"[bold]{plain(told.title)}[/]")
    grid = Table.grid(padding=(0, 2))
    for term in told.terms:
        grid.add_row(f"  {plain(term.text)}", f"[cyan]{plain(term.rule)}[/]", plain(term.value))
    if told.terms:
        console.print(grid)
    grid = Table.grid(padding=(0, 2))
    most = max((chance for _, chance in told.results), default=0) or 1
    for label, chance in told.results:
        grid.add_row(f"  {plain(label)}", f"{chance:6.1%}", "[green]" + "█" * round(BAR * chance / most) + "[/]")
    console.print(grid)
    for value, caption in told.figures:
        console.print(f"  [bold]{plain(value)}[/] {plain(caption)}")
    if told.about:
        console.print(f"  [dim]{plain(told.about)}[/]")


def forecasts(console: Console, told: list[Forecast]) -> None:
    """Several forecasts side by side: only the chances."""
    for one in told:
        chances = ", ".join(f"{label} {chance:.1%}" for label, chance in one.results)
        console.print(f"[bold]{plain(one.title)}[/]: {plain(chances)}")


def case_lines(game: Game[Any], wanted: str) -> list[str]:
    """A case of the rulebook with the cases below it, as markup; empty: there is none."""
    try:
        found = [case for case in read_cases(game.folder) if _below(case.id, wanted)]
    except CasesError:
        return []
    return [f"[cyan]{plain(case.id)}[/] [bold]{plain(case.title)}[/]  {plain(case.summary)}" for case in found]


def _below(case: str, wanted: str) -> bool:
    whole = wanted.removesuffix(".0")
    return case == wanted or case.startswith(f"{whole}.")
