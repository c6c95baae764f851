"""A game at the terminal: whose turn it is, what is shown to whom, and the commands besides answering."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from grognard.bots import Player
from grognard.cli import show
from grognard.cli.answers import NotOffered, Unclear, idea, meant
from grognard.cli.console import Problem, plain, seat_label
from grognard.core import CHANCE, SPECTATOR, Decision, Game, Match, Option, save_record
from grognard.core.text import TextError
from grognard.look.display import display_of

HELP = (
    ("why TEXT", "why an answer is not allowed"),
    ("odds [N]", "the chances of option N, or of all"),
    ("undo", "take the last answer back"),
    ("map [PLACE]", "draw the position again, or what lies round a place"),
    ("log [N]", "what happened, or its last N lines"),
    ("case 6.4", "what a case of the rulebook says"),
    ("save [FILE]", "write the game to a file"),
    ("quit", "leave"),
)


class Leave(Exception):
    """The player wants to stop."""


class Session:
    """One match, some seats played by people at this keyboard, the rest by computer players."""

    def __init__(
        self,
        match: Match[Any],
        players: Sequence[Player | None],
        console: Console,
        read: Callable[[], str],
        *,
        interactive: bool,
        file: Path | None = None,
    ) -> None:
        self.match, self.players, self.console, self._read = match, players, console, read
        self.interactive, self.file = interactive, file
        self.people = [seat for seat, player in enumerate(players) if player is None]
        self._shown = [-1] * (len(players) + 1)
        """By seat, spectators last: the number of the last entry whose events were printed."""
        self._maps: dict[int, list[str]] = {}
        self._asked: int | None = None
        self._saved = len(match.record.entries)
        self._commands: dict[str, Callable[[Decision, str], None]] = {
            "why": self._why,
            "odds": self._odds,
            "undo": self._undo,
            "map": self._map,
            "log": self._log,
            "case": self._case,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self._welcome()
        try:
            while (decision := self.match.decision) is not None:
                player = self.players[decision.seat]
                if player is None:
                    self._person(decision)
                else:
                    self.match.answer(decision.seat, player.choose(self._view(decision), decision, decision.seat))
                    self._watch()
        except Leave:
            self.console.print("The game stands where it was left.")
            return
        self._over()

    def _welcome(self) -> None:
        """What is played, and how to learn the commands."""
        game, record = self.match.game, self.match.record
        on = [game.words.get("switch", s.name) for s in game.switches if record.options.get(s.name) != s.default]
        told = [game.words.get("scenario", record.scenario), *on]
        self.console.print(f"[bold]{plain(game.title)}[/]: {plain(', '.join(told))}.")
        if self.people:
            self.console.print("Answer with a number or text; [bold]help[/] lists the other commands.")

    def _view(self, decision: Decision) -> Any:
        return self.match.view(decision.seat)

    # What is shown to whom

    @property
    def _viewer(self) -> int | None:
        """The one seat everything may be shown to; None: several people share the screen."""
        return SPECTATOR if not self.people else self.people[0] if len(self.people) == 1 else None

    def _watch(self) -> None:
        """After a computer's answer: what the only viewer saw of it; a roll that a computer is asked about waits for
        what comes of it."""
        decision, entries = self.match.decision, self.match.record.entries
        pending = decision is not None and decision.seat not in self.people and entries and entries[-1].who == CHANCE
        if self._viewer is not None and not pending:
            self._news(self._viewer)

    def _news(self, seat: int) -> None:
        for line in show.log_lines(self.match, seat, self._shown[seat]):
            self.console.print(line)
        self._shown[seat] = len(self.match.record.entries)

    def _picture(self, seat: int, *, always: bool = False) -> None:
        """The map, unless this seat has just seen the same."""
        lines = show.map_lines(self.match, seat)
        if lines and (always or self._maps.get(seat) != lines):
            self._maps[seat] = lines
            self.console.print("\n".join(lines), soft_wrap=True)

    def _curtain(self, decision: Decision) -> None:
        """Before one person sees what another may not: wipe the screen and wait for the keyboard to change hands."""
        hides = decision.secret or self.match.game.hides(self.match.state)
        if self._viewer is not None or not hides or self._asked == decision.seat:
            return
        self._wipe()
        name = seat_label(self.match.record, self.match.state.seats, decision.seat)
        self.console.print(f"[reverse] Pass the keyboard to {plain(name)}, Enter when nobody else looks. [/]")
        self._line("")
        self._wipe()

    def _wipe(self) -> None:
        """Clear the screen and what was scrolled out of it."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.clear()
        else:
            self.console.rule()

    # One person's turn

    def _person(self, decision: Decision) -> None:
        self._curtain(decision)
        came_back = self._asked != decision.seat
        self._asked = decision.seat
        self._news(decision.seat)
        if came_back:
            self._picture(decision.seat)
        show.question(self.console, self.match, decision)
        while self.match.decision is decision:
            self._obey(decision, self._line("> ").strip())
        if decision.secret and self._viewer is None:
            self._wipe()

    def _line(self, mark: str) -> str:
        self.console.print(mark, end="")
        try:
            return self._read()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self._keep()
            raise Leave from None

    def _obey(self, decision: Decision, line: str) -> None:
        """Answer the question, or carry out a command."""
        if not line:
            show.question(self.console, self.match, decision)
            return
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            command(decision, rest.strip())
            return
        try:
            self.match.answer(decision.seat, meant(self.match.game, decision, line))
        except NotOffered as unknown:
            self._complain(self._reason(decision, unknown.option))
        except Unclear as error:
            self._complain(plain(str(error)))

    def _complain(self, message: str) -> None:
        """A person hears it and tries again; a script stops."""
        if not self.interactive:
            raise Problem(self.console.render_str(message).plain)
        self.console.print(f"[red]{message}[/]")

    def _reason(self, decision: Decision, option: Option) -> str:
        refusal = self.match.why_not(decision.seat, option)
        return "That is allowed." if refusal is None else show.refused(self.match.game, refusal)

    # Commands

    def _why(self, decision: Decision, rest: str) -> None:
        game = self.match.game
        try:
            option = idea(game, decision, rest)
        except TextError as error:
            self._complain(plain(str(error)))
        else:
            self.console.print(f"{plain(game.texts.show(option))}: {self._reason(decision, option)}")

    def _odds(self, decision: Decision, rest: str) -> None:
        display = display_of(self.match.game)
        try:
            options = [meant(self.match.game, decision, rest)] if rest else list(decision.options)
        except Unclear as error:
            self._complain(plain(str(error)))
            return
        view = self._view(decision)
        told = [f for o in options if display and (f := display.forecast(view, decision.seat, o)) is not None]
        unlike = [f for k, f in enumerate(told) if f not in told[:k]]
        if len(unlike) == 1:
            show.forecast(self.console, unlike[0])
        else:
            show.forecasts(self.console, unlike)
        if not told:
            self.console.print("Nothing is left to chance here, or not yet.")

    def _undo(self, decision: Decision, rest: str) -> None:
        if not self.match.undo(decision.seat):
            self.console.print("Nothing to take back: dice, a reveal or another seat's turn lies between.")
            return
        left = len(self.match.record.entries)
        self._shown = [min(shown, left) for shown in self._shown]
        self.console.print("Taken back.")
        self._picture(decision.seat)

    def _map(self, decision: Decision, rest: str) -> None:
        if not rest:
            self._picture(decision.seat, always=True)
            return
        try:
            space = self.match.game.texts.find("SpaceId", rest)
        except TextError as error:
            self._complain(plain(str(error)))
            return
        lines = show.near_lines(self.match, decision.seat, space)
        if lines:
            self.console.print("\n".join(lines), soft_wrap=True)
        else:
            self._complain(f"The map of {plain(self.match.game.title)} is only drawn whole: map without a place")

    def _log(self, decision: Decision, rest: str) -> None:
        lines = show.log_lines(self.match, decision.seat)
        for line in lines[-int(rest) :] if rest.isdecimal() and int(rest) else lines:
            self.console.print(line)

    def _case(self, decision: Decision, rest: str) -> None:
        lines = show.case_lines(self.match.game, rest or decision.rule)
        for line in lines:
            self.console.print(line)
        if not lines:
            self._complain(f"{plain(self.match.game.title)} has no case {plain(repr(rest))}")

    def _help(self, decision: Decision, rest: str) -> None:
        self.console.print("Answer with the number of an option, its text, or an unambiguous beginning. Besides:")
        for usage, does in HELP:
            self.console.print(f"  [bold]{plain(f'{usage:<12}')}[/] {does}")

    def _save(self, decision: Decision, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.file or fresh_name(self.match.game)
        if path.exists() and path != self.file:
            self._complain(f"{plain(str(path))} exists already; choose another name")
            return
        try:
            self._write(path)
        except OSError as error:
            self._complain(f"{plain(str(path))}: {plain(error.strerror or str(error))}")

    def _write(self, path: Path) -> None:
        save_record(self.match.record, path)
        self.file, self._saved = path, len(self.match.record.entries)
        self.console.print(f"Saved to {plain(str(path))}; go on with [bold]grognard play --load {plain(str(path))}[/]")

    def _quit(self, decision: Decision, rest: str) -> None:
        self._keep()
        raise Leave

    def _keep(self) -> None:
        """On leaving, write what is not saved yet; a script saves for itself."""
        if self.interactive and len(self.match.record.entries) != self._saved:
            self._write(self.file or fresh_name(self.match.game))

    # The end

    def _over(self) -> None:
        seat = self.people[0] if self.people else SPECTATOR
        self._news(seat)
        self._picture(seat)
        result = self.match.result
        assert result is not None
        self.console.print(show.outcome(self.match.game, result))
        if self.file is not None:
            self._write(self.file)


def fresh_name(game: Game[Any]) -> Path:
    """A file name in the present folder that is not taken."""
    stem = f"{game.name}-{datetime.now():%Y%m%d-%H%M}"
    names = (Path(f"{stem}{tail}.json") for tail in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in names if not path.exists())
