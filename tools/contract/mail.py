"""Somebody's mail server on this machine."""

import contextlib
from collections.abc import Iterator

from aiosmtpd.controller import Controller
from service import free_port


class Mailbox:
    """An SMTP server's handler, which keeps what it is given: recipients and content."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: list[tuple[list[str], bytes]] = []

    @property
    def url(self) -> str:
        """As ASSAY_SMTP_URL wants it."""
        return f"smtp://127.0.0.1:{self.port}?from=assay@acme.test"

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        self.mails.append((list(envelope.rcpt_tos), envelope.content))
        return "250 OK"


@contextlib.contextmanager
def receiving_mail() -> Iterator[Mailbox]:
    """A mailbox whose server runs."""
    mailbox = Mailbox()
    sink = Controller(mailbox, hostname="127.0.0.1", port=mailbox.port)
    sink.start()
    try:
        yield mailbox
    finally:
        sink.stop()
