"""Reads samples of chats with the packages of who made their formats.

    python tools/readers/chats.py

The samples in `chats` are what the tests of the importers read. OpenAI's and Anthropic's types must accept every message, and the
protocol of OpenTelemetry every span; a sample with a fault must be refused. It needs packages of its own: chats.txt. Exits with 1
where a check failed.
"""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from google.protobuf.json_format import Parse, ParseError
from openai.types.chat import ChatCompletionMessageParam
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
from pydantic import TypeAdapter, ValidationError

SAMPLES = Path(__file__).parent / "chats"
OPENAI = TypeAdapter(list[ChatCompletionMessageParam])
ANTHROPIC = TypeAdapter(MessageCreateParamsNonStreaming)


def read_all(value: object) -> object:
    """The value with everything in it validated: pydantic validates an iterable when it is read."""
    if isinstance(value, dict):
        return {key: read_all(each) for key, each in value.items()}
    if isinstance(value, list) or (isinstance(value, Iterator) and not isinstance(value, str)):
        return [read_all(each) for each in value]
    return value


def openai_messages(messages: object) -> None:
    read_all(OPENAI.validate_python(messages))


def anthropic_request(request: object) -> None:
    read_all(ANTHROPIC.validate_python(request))


def traces(data: dict) -> int:
    """OTLP/JSON writes ids in hexadecimal, other JSON of Protobuf in base64."""
    spans = [
        span
        for resource in data["resourceSpans"]
        for scope in resource["scopeSpans"]
        for span in scope["spans"]
    ]
    for span in spans:
        for name, size in (("traceId", 16), ("spanId", 8)):
            value = bytes.fromhex(span[name])
            if len(value) != size:
                raise ParseError(f"{name} has {len(value)} bytes")
            span[name] = base64.b64encode(value).decode()
    read = Parse(json.dumps(data), TracesData())
    return sum(len(s.spans) for r in read.resource_spans for s in r.scope_spans)


def lines(name: str) -> list[dict]:
    text = (SAMPLES / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def must_refuse(check, value: object) -> None:
    try:
        check(value)
    except (ValidationError, ParseError):
        return
    raise AssertionError(f"{check.__name__} accepts {value!r}")


def main() -> None:
    for line in lines("openai.jsonl"):
        openai_messages(line["messages"])
    for line in lines("openai-preference.jsonl"):
        openai_messages(line["input"]["messages"])
        openai_messages(line["preferred_output"])
        openai_messages(line["non_preferred_output"])
    for line in lines("anthropic.jsonl"):
        anthropic_request(line["params"])
    count = traces(json.loads((SAMPLES / "otel.json").read_text("utf-8")))
    count += sum(traces(line) for line in lines("otel-events.jsonl"))
    if count != 6:
        raise AssertionError(f"{count} spans, not 6")
    must_refuse(openai_messages, [{"role": "assistant", "content": [{"type": "picture"}]}])
    must_refuse(anthropic_request, {"model": "m", "max_tokens": 1, "messages": [{"role": "user"}]})
    must_refuse(
        traces,
        {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "00", "spanId": "00"}]}]}]},
    )
    print("the samples of chats are what OpenAI, Anthropic and OpenTelemetry define")


if __name__ == "__main__":
    sys.exit(main())
