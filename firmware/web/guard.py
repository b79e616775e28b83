"""What every page that is served here is guarded with: who may ask under which name, and what a browser may load."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
}  # fmt: skip

Endpoint = Callable[[Request], Awaitable[Response]]


def guard(endpoint: Endpoint, hosts: frozenset[str]) -> Endpoint:
    """Another host's name (DNS rebinding) or another site's page gets nothing; all answers carry the policy."""

    async def guarded(request: Request) -> Response:
        host = request.headers.get("host", "")
        origin = request.headers.get("origin")
        if host not in hosts or (origin is not None and origin != f"http://{host}"):
            response: Response = PlainTextResponse("not here", 421)
        elif request.method == "POST" and origin is None:
            response = PlainTextResponse("not from there", 403)
        else:
            response = await endpoint(request)
        response.headers.update(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return guarded
