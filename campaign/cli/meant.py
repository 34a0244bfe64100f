"""Say that commands on a screen of --campaign would mean the campaign in use, if it is another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING

from campaign.cli.options import GlobalOptions
from campaign.cli.user import user_name
from campaign.services import campaigns
from campaign.services import errors as services
from campaign.shell import quoted
from campaign.store import errors as store
from engine.kernel import errors as engine
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from sqlmodel import Session

    Reading = Callable[[], AbstractContextManager[Session]]


@contextmanager
def warning_of_other(
    options: GlobalOptions, reading: Reading, say: Callable[..., None], meant: Callable[[], str]
) -> Iterator[None]:
    """Say after a command with --campaign which campaign commands without it mean.

    `meant` returns the stream of the campaign that the command has read, "" if none.
    """
    try:
        yield
    except Exception:  # what helps against an error is a command, too
        say(*_warning(options, reading, meant()))
        raise
    say(*_warning(options, reading, meant()))


def _warning(options: GlobalOptions, reading: Reading, meant: str) -> tuple[Wording, ...]:
    """The warning about the campaign of --campaign, if it is named."""
    wanted = options.campaign
    if wanted and not options.json and options.opened is None:
        with (
            suppress(engine.EngineError, services.ServiceError, store.StoreError),
            reading() as session,
        ):
            # The command may have renamed the campaign.
            return warning(session, meant or campaigns.stream_of(session, wanted, user_name()))
    return ()


def warning(session: Session, stream: str) -> tuple[Wording, ...]:
    """The warning if commands mean another campaign than that of a stream.

    If they mean none, they are refused anyway.
    """
    with suppress(engine.EngineError, services.ServiceError):
        other = campaigns.stream_of(session, None, user_name())
        names = campaigns.names(session)
        if stream != other and stream in names:
            words = phrase(
                "Without --campaign a command means {other}. For {campaign} add to each:",
                other=names[other],
                campaign=names[stream],
            )
            return words, f"  --campaign {quoted(names[stream])}"
    return ()


def left_to_mean(session: Session) -> tuple[Wording, ...]:
    """The campaign that commands mean after another one has gone; empty if they mean none."""
    with suppress(engine.EngineError, services.ServiceError):
        name = campaigns.names(session)[campaigns.stream_of(session, None, user_name())]
        return (phrase("From now on your commands mean {campaign}.", campaign=name),)
    return ()
