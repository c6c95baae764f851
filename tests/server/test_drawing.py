"""Drawing a board takes seconds; nobody else may wait for it."""

import threading
from pathlib import Path

from tests.server.kit import PATIENT, plain, serving


def test_a_match_is_made_while_boards_are_drawn_and_each_is_drawn_once(tmp_path: Path) -> None:
    games = ("thunder_at_cassino", "cassino_1944", "cities_of_the_damned")
    with serving(tmp_path) as server:
        drawn: list[tuple[str, bytes]] = []

        def draw(path: str) -> None:
            answer = plain.get(server.address + path, timeout=PATIENT)
            assert answer.status_code == 200
            drawn.append((path, answer.content))

        paths = [f"/art/{game}/x/ground.svg" for game in games for _ in range(3)]
        asking = [threading.Thread(target=draw, args=(path,)) for path in paths]
        for thread in asking:
            thread.start()
        browser = server.browser()
        for _ in range(3):
            browser.create("me", "me", "me")
        assert len(drawn) < len(paths), "the boards were drawn before a match could be made"
        for thread in asking:
            thread.join(PATIENT)
        assert sorted(path for path, _ in drawn) == sorted(paths)
        assert len(set(drawn)) == len(games), "equal pictures for everybody"
