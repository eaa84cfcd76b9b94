"""How a check tells what it found."""


def require(holds: bool, what: str) -> None:
    """Reports what holds; ends the program where it does not."""
    if not holds:
        raise SystemExit(f"FAILED: {what}")
    report(what)


def report(what: str) -> None:
    """A line on what was found to hold."""
    print(f"ok: {what}", flush=True)
