"""The web application: pages, JSON API and command line.  Translates; decides nothing."""

from __future__ import annotations

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    """Loads the application when it is asked for: the command line starts without Flask."""
    if name == "create_app":
        from web.app import create_app

        return create_app
    raise AttributeError(name)
