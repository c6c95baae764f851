"""One Chromium for all tests, one server with its art drawn once; each test gets pages of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.kit import BROWSERS, CHROMIUM, DESKTOP, ROOT, Server, launch, visitor, watched
from tests.drawn import draw_all
from tests.serving import PATIENT

expect.set_options(timeout=PATIENT * 1000)


@pytest.fixture(scope="session")
def built() -> None:
    if not Path(CHROMIUM).is_file():
        pytest.fail(f"no browser at {CHROMIUM or BROWSERS}; set CHROMIUM to one")
    if not (ROOT / "src" / "grognard" / "server" / "static" / "index.html").exists():
        pytest.fail("the table is not built: run client/build.sh")


@pytest.fixture(scope="session")
def art() -> Path:
    """Drawn once for all servers, and for all workers where several share the run."""
    return draw_all()


@pytest.fixture(scope="session")
def server(built: None, art: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a worker; every match has the same seeded dice."""
    running = Server(tmp_path_factory.mktemp("table"), art, seed="cassino").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(built: None, art: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill; it opens only the titles that are asked for."""
    running = Server(tmp_path, art, seed="cassino", warm=0).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a profile of its own; at the end none may have reported an error."""
    open_ones: list[tuple[BrowserContext, Page]] = []

    def opened(size: tuple[int, int] = DESKTOP, theme: str = "light", calm: bool = True) -> Page:
        context = visitor(chromium, size, theme, calm)
        page = watched(context)
        open_ones.append((context, page))
        return page

    yield opened
    troubles = [t for _, page in open_ones for t in page.troubles]  # type: ignore[attr-defined]  # set by `watched`
    for context, _ in open_ones:
        context.close()
    assert troubles == []
