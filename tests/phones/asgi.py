"""A browser without a network: asks an ASGI application and keeps its cookies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes


class Got(NamedTuple):
    """One answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Browser:
    """Speaks to one application under one host name."""

    def __init__(self, app: Any, host: str) -> None:
        self.app, self.host = app, host
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **how: Any) -> Got:
        return self.ask("GET", path, **how)

    def post(self, path: str, told: Any, **how: Any) -> Got:
        return self.ask("POST", path, body=json.dumps(told).encode(), **how)

    def ask(
        self, method: str, path: str, *, body: bytes = b"", host: str | None = None, origin: str | None = None,
        match: str | None = None, extra: Sequence[tuple[bytes, bytes]] = (),
    ) -> Got:  # fmt: skip
        """One request and its whole answer."""
        plain, _, query = path.partition("?")
        headers = [(b"host", (self.host if host is None else host).encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if match is not None:
            headers.append((b"if-none-match", match.encode()))
        headers.extend(extra)
        if self.cookies:
            headers.append((b"cookie", "; ".join(f"{k}={v}" for k, v in self.cookies.items()).encode()))
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "headers": headers,
            "path": unquote_to_bytes(plain).decode("utf-8", "replace"), "raw_path": plain.encode(),
            "query_string": query.encode(), "root_path": "", "server": ("10.0.0.7", 8570), "client": ("10.0.0.9", 5),
        }  # fmt: skip
        got = asyncio.run(self._run(scope, body))
        for cookie in SimpleCookie(got.headers.get("set-cookie", "")).values():
            self.cookies[cookie.key] = cookie.value
        return got

    async def _run(self, scope: dict[str, Any], body: bytes) -> Got:
        status, headers, parts = 0, {}, []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers.update({key.decode().lower(): value.decode() for key, value in message["headers"]})
            else:
                parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return Got(status, headers, b"".join(parts))
