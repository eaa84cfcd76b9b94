"""A stand-in for a language model, for tests only: it speaks OpenAI's protocol for chats and answers by rules.

    python llm_stand_in.py [--port 8001]

The label is the first one whose name is in the text, else the last one. A text with REFUSE is refused, and one with GARBLE is
answered with broken JSON.
"""

import argparse
import json
import math
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SURE, UNSURE = 0.95, 0.6
"""Probabilities of labels that the text names, and of the last one."""


def completion(request: dict[str, Any]) -> dict[str, Any]:
    """A chat completion for a chat of Assay."""
    text = request["messages"][-1]["content"]
    schema = request["response_format"]["json_schema"]["schema"]
    labels = schema["properties"]["result"]["properties"]["label"]["enum"]
    named = next((label for label in labels if label in text), None)
    content = json.dumps({"result": {"label": named or labels[-1]}})
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": None}
    if "REFUSE" in text:
        message |= {"content": None, "refusal": "I will not judge this."}
    if "GARBLE" in text:
        message |= {"content": content[:-2]}
    chance = UNSURE if named is None else SURE
    return {
        "id": "chatcmpl-stand-in",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "stop",
                "logprobs": {"content": [{"token": content, "logprob": math.log(chance), "bytes": None, "top_logprobs": []}]},
            }
        ],
        "usage": {"prompt_tokens": len(json.dumps(request)) // 4, "completion_tokens": 10, "total_tokens": 0},
    }


class Handler(BaseHTTPRequestHandler):
    """`POST /v1/chat/completions`, and nothing else."""

    def do_POST(self) -> None:
        """Answers a request."""
        if self.path != "/v1/chat/completions":
            return self.send_error(404)
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = json.dumps(completion(request)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


def stand_in(port: int = 0) -> ThreadingHTTPServer:
    """A server on the loopback interface; `serve_forever` starts it."""
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8001)
    server = stand_in(parser.parse_args().port)
    print(f"listening on port {server.server_port}", flush=True)
    server.serve_forever()
