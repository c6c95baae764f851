"""Drawings as they are served: each made or read once, then kept in memory."""

import asyncio
import gzip
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grognard.server.drawings import packed
from grognard.server.shelf import DRAWINGS, Book


class Art:
    """Drawing takes seconds where nothing was shipped: it has a thread of its own, so that nothing else waits for it,
    and whoever asks for a picture that is being drawn waits for that one. Grounds are kept in the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[tuple[str, str], asyncio.Future[tuple[bytes, bytes]]] = {}
        self._pen = ThreadPoolExecutor(max_workers=1, thread_name_prefix="grognard-drawing")

    def close(self) -> None:
        self._pen.shutdown(wait=False, cancel_futures=True)

    async def get(self, book: Book, name: str) -> tuple[bytes, bytes] | None:
        """One of `DRAWINGS` of a title, plain and compressed; None: there is no such drawing."""
        if not book.drawn or name not in DRAWINGS:
            return None
        key = (book.game.name, name)
        drawing = self._kept.get(key)
        if drawing is None:
            loop = asyncio.get_running_loop()
            drawing = self._kept[key] = loop.run_in_executor(self._pen, self._both, book, name)
        try:
            return await asyncio.shield(drawing)
        except Exception:
            if self._kept.get(key) is drawing:
                del self._kept[key]
            raise

    def _both(self, book: Book, name: str) -> tuple[bytes, bytes]:
        small = packed(book, name, self._folder)
        return gzip.decompress(small), small
