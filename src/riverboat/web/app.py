"""The application: one page for the browser, a JSON API (described at `/api/docs.json`), and sockets.

Every page of the browser application has a router in `api/` and a module in `static/pages/`; this module only puts
them together. Expected errors are `RiverboatError`s and reach the client as one line.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

from riverboat import __version__
from riverboat.errors import RiverboatError
from riverboat.handbook.contents import handbook_folder
from riverboat.web.api import OWNERS_ROUTERS, ROUTERS, register_jobs
from riverboat.web.errors import NotFoundError, StorageError
from riverboat.web.guard import Guard
from riverboat.web.logs import RequestLog
from riverboat.web.people import Role, needs
from riverboat.web.preloading import FirstPage
from riverboat.web.services import Services, open_services
from riverboat.web.settings import Settings

STATIC: Final = Path(str(files("riverboat.web"))) / "static"
VIEWER: Final = Path(str(files("riverboat.solve.spot"))) / "viewer"
"""The scripts that show a solved spot, which its standalone page uses too."""
_ERRORS: Final = 20
"""That are named in one answer."""
REPLAYER: Final = Path(str(files("riverboat.show.replayer")))
_FIRST_PAGE: Final = FirstPage(
    STATIC / "index.html", {"/static/": STATIC, "/static/spot/": VIEWER, "/static/show/": REPLAYER}
)
PAGES: Final = (
    "play", "watch", "review", "statistics", "study", "train", "strategies", "games", "lab", "health", "help",
)  # fmt: skip


def create_app(settings: Settings | None = None, opened: Services | None = None) -> FastAPI:
    """The ASGI application of one server; it opens its services when it starts, if they are not open already.

    Args:
        settings: Folders, address and limits. Default: those of the environment.
        opened: Services that are open already.
    """
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.services = opened or open_services(chosen)
        register_jobs(services.jobs)
        services.jobs.open()
        if chosen.prepare:
            await services.preparation.start()
        await services.tables.open()
        try:
            yield
        finally:
            await services.preparation.close()
            await services.tables.close()
            await services.jobs.close()
            services.database.close()

    app = FastAPI(
        title="Riverboat",
        version=__version__,
        description="Play, watch, review, study, build: the API behind the pages.",
        openapi_url="/api/docs.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.add_middleware(Guard, settings=chosen)
    app.add_middleware(RequestLog)

    @app.exception_handler(RiverboatError)
    async def refused(request: Request, error: RiverboatError) -> Response:
        status = 404 if isinstance(error, NotFoundError) else 507 if isinstance(error, StorageError) else 400
        return _refusal(status, str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        return _refusal(422, [{key: each[key] for key in ("type", "loc", "msg")} for each in error.errors()[:_ERRORS]])

    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    for router in OWNERS_ROUTERS:
        app.include_router(router, prefix="/api", dependencies=[needs(Role.OWNER)])
    app.mount("/static/spot", StaticFiles(directory=VIEWER), name="spot")
    for name in ("replayer.js", "replayer.css", "marks.js", "saving.js"):  # and nothing else in that folder
        app.add_api_route(f"/static/show/{name}", _file(REPLAYER / name), methods=["GET"], include_in_schema=False)
    if (texts := handbook_folder()) is not None:
        app.mount("/static/handbook", StaticFiles(directory=texts / "docs" / "images"), name="handbook")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for page in ("", *PAGES):
        for path in (f"/{page}", f"/{page}/{{rest:path}}") if page else ("/",):
            app.add_api_route(path, _page(page), methods=["GET"], include_in_schema=False)
    return app


def _refusal(status: int, detail: Any) -> Response:
    """What is wrong, in ASCII: what was sent may have half a character, which no encoding has, and is not repeated."""
    return Response(json.dumps({"detail": detail}), status, media_type="application/json")


def _page(name: str) -> Callable[[], Awaitable[HTMLResponse]]:
    """The one page; which part of the application it shows is its script's business."""

    async def answer() -> HTMLResponse:
        return HTMLResponse(_FIRST_PAGE.text(name), headers={"cache-control": "no-cache"})

    return answer


def _file(path: Path) -> Callable[[], Awaitable[FileResponse]]:
    async def answer() -> FileResponse:
        return FileResponse(path)

    return answer
