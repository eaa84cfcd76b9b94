"""What must be there before a request of fuzz.py gets anywhere: made over HTTP, as a client would."""

import base64
import io
import itertools
import json
import os
import time
import wave
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from service import Service, until

TEXTS = {"annotation_type": "text_classification", "labels": [{"name": "yes"}, {"name": "no"}]}
ANSWER = {"label": "yes"}
LINKED = (
    "/v1/batches/{id}/file",
    "/v1/exports/{id}/file",
    "/v1/datasets/{id}/versions/{version}/file",
)
RATE_FROM = "2026-10-01"
TOKEN_SECONDS = 300
"""Tokens expire after ten minutes."""
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVQImWP4z8Dwn4EBAAj+Af/KOtJRAAAAAElFTkSuQmCC"


class Given:
    """Something of everything that can be read, and makers of what is used up by one request."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.numbers = itertools.count()
        self.project = self.new_project(quality_level="none", quality_policy={"gold_floor": 0.9})
        self.training_project = self.new_project(qualification={"items": 1, "pass_mark": 1, "attempts": 1})
        self.judged_project = self.new_project(
            quality_level="basic", quality_policy={"evidence": "agreement", "overlap": 2}
        )
        self.nonce_project = self.new_project(
            quality_level="standard", quality_policy={"challenge": "nonce", "overlap": 1}
        )
        self.texts, self.more_texts, self.twelve = self.upload(2), self.upload(1), self.upload(12)
        png = {"filename": "a.png", "content_base64": PNG}
        self.image = self.service.post("/v1/uploads", {"files": [png]})["files"][0]["id"]
        wav = {"filename": "a.wav", "content_base64": recording()}
        self.recording = self.service.post("/v1/uploads", {"files": [wav]})["files"][0]["id"]
        webhook, other_webhook = (
            service.post("/v1/webhooks", {"url": "http://127.0.0.1:9/hook"})["id"] for _ in range(2)
        )
        batch = self.certified_batch()
        item = self.items_of(batch)[0]
        export = service.post("/v1/exports", {"batch_id": batch, "format": "jsonl"})["id"]
        until(lambda: service.get(f"/v1/exports/{export}")["status"] == "ready", 60)
        payload = base64.b64decode(service.get(f"/v1/batches/{batch}/certificate")["payload"])
        certificate = json.loads(payload)["predicate"]["id"]
        action = {"filter": {"batch_id": self.batch()}, "action": "priority", "priority": 1}
        self.read = {
            "projects": self.project,
            "batches": batch,
            "items": item,
            "tasks": self.task(),
            "uploads": self.texts["id"],
            "files": self.texts["files"][0]["id"],
            "exports": export,
            "webhooks": webhook,
            "events": service.get("/v1/events")["data"][0]["id"],
            "bulk": service.post("/v1/items/bulk", action)["id"],
            "deliveries": service.get(f"/v1/webhooks/{webhook}/deliveries")["data"][0]["id"],
            "members": self.member(),
            "comments": self.comment(item),
            "certificates": certificate,
            "datasets": self.dataset(),
            "models": self.model(),
        }
        self.predicted = self.predicted_batch()
        """A batch with a run of a model."""
        asked = {"model_id": self.read["models"]}
        self.run = service.post(f"/v1/batches/{self.predicted}/predict", asked)["id"]
        other_dataset = self.new_dataset()
        other_model = self.model()
        other_comment = self.comment(item)
        self.kept = {*self.read.values(), self.predicted, *(key["id"] for key in service.get("/v1/api-keys")["data"])}
        """What many requests need, and none may change."""
        self.made: dict[str, Callable[[], str]] = {
            "GET /certificates/{id}": lambda: self.read["certificates"],
            "GET /v1/items/bulk/{id}": lambda: self.read["bulk"],
            "PATCH /v1/members/{id}": self.member,
            "DELETE /v1/members/{id}/rates/{starts_on}": self.paid_member,
            "PATCH /v1/projects/{id}": self.new_project,
            "PATCH /v1/batches/{id}": self.batch,
            "PATCH /v1/webhooks/{id}": lambda: other_webhook,
            "PATCH /v1/datasets/{id}": lambda: other_dataset,
            "POST /v1/datasets/{id}/versions": lambda: other_dataset,
            "POST /v1/batches/{id}/amend": self.certified_batch,
            "POST /v1/batches/{id}/annotations": self.batch,
            "POST /v1/batches/{id}/audit": self.completed_batch,
            "POST /v1/batches/{id}/consensus": self.completed_batch,
            "POST /v1/batches/{id}/challenge": self.batch_without_nonce,
            "POST /v1/batches/{id}/files": self.batch,
            "POST /v1/batches/{id}/gold": self.batch,
            "POST /v1/batches/{id}/predictions": self.batch,
            "POST /v1/batches/{id}/auto-accept": self.predicted_batch,
            "DELETE /v1/batches/{id}/auto-accept": self.checked_batch,
            "POST /v1/batches/{id}/predict": self.batch,
            "GET /v1/batches/{id}/auto-accept/plan": lambda: self.predicted,
            "GET /v1/batches/{id}/runs/{run_id}": lambda: self.predicted,
            "GET /v1/batches/{id}/runs/{run_id}/errors": lambda: self.predicted,
            "PATCH /v1/batches/{id}/runs/{run_id}": lambda: self.predicted,
            "PATCH /v1/models/{id}": lambda: other_model,
            "PATCH /v1/comments/{id}": lambda: other_comment,
            "POST /v1/batches/{id}/rework": self.failed_batch,
            "POST /v1/batches/{id}/start": self.batch,
            "POST /v1/members/{id}/invite": self.member,
            "POST /v1/members/{id}/resume": self.paused_member,
            "POST /v1/members/{id}/qualification": self.member,
            "POST /v1/tasks/{id}/exclude": self.adjudication,
            "POST /v1/tasks/{id}/release": self.task,
            "POST /v1/tasks/{id}/reopen": self.submitted_task,
            "POST /v1/tasks/{id}/skip": self.task,
            "POST /v1/tasks/{id}/submit": self.task,
            "POST /v1/uploads/{id}/import": self.uploaded_dataset,
            "PUT /v1/tasks/{id}/draft": self.task,
        }
        self.known: dict[str, Callable[[], Any]] = {
            "project_id": lambda: self.project,
            "project_ids": lambda: [self.project],
            "batch_id": self.batch,
            "model": lambda: "m",
            "model_id": lambda: self.read["models"],
            "item_id": lambda: self.read["items"],
            "upload_ids": lambda: [self.more_texts["id"]],
            "file_ids": lambda: [self.texts["files"][0]["id"]],
            "csv": lambda: f"name\nPerson {next(self.numbers)}\n",
            "format": lambda: "jsonl",
            "level": lambda: "basic",
            "result": lambda: ANSWER,
            "secret": lambda: f"whsec_{base64.b64encode(os.urandom(32)).decode()}",
            "external_id": lambda: f"person {next(self.numbers)}",
            "email": self.email,
            "since": lambda: f"{datetime.now(UTC) - timedelta(days=1):%FT%TZ}",
            "until": lambda: f"{datetime.now(UTC):%FT%TZ}",
        }

    def fill(self, case: Any) -> None:
        """Puts in place of made-up ids, names and answers in a request such as there are."""
        path, query, body = case.path_parameters, case.query, case.body
        maker = self.made.get(f"{case.method} {case.path}")
        if "id" in path and (case.method != "DELETE" or maker):
            path["id"] = maker() if maker else self.read.get(case.path.split("/")[2], path["id"])
        if "delivery_id" in path:
            path["delivery_id"] = self.read["deliveries"]
        if "run_id" in path:
            path["run_id"] = self.run
        if "version" in path:
            path["version"] = "2"
        if "starts_on" in path:
            path["starts_on"] = RATE_FROM if case.method == "DELETE" else f"2026-11-{next(self.numbers) % 30 + 1:02}"
        query.pop("cursor", None)
        if case.path == "/v1/batches/{id}/auto-accept/plan":
            query.pop("version", None)  # of predictions that no batch has
            query["model"] = "m"
        if case.path == "/v1/batches/{id}/auto-accept" and isinstance(body, dict):
            body.pop("version", None)
            body.update(model="m", check=10)  # of twelve items
        self.fill_known(query)
        if case.path.startswith("/v1/datasets"):
            query.update((name, 1) for name in query.keys() & {"from", "since"})  # an earlier version
        if case.path in ("/v1/files/{id}/thumbnail", "/v1/files/{id}/upright"):
            path["id"] = self.image
        if case.path in ("/v1/files/{id}/peaks", "/v1/files/{id}/sound"):
            path["id"] = self.recording
        if case.path.startswith("/v1/files/{id}/"):
            query.update(query_of(self.service.get(f"/v1/files/{path['id']}")["content_url"]))
        elif case.path in LINKED:
            link = self.service.get(case.path.format(**path).removesuffix("file") + "link")
            query.clear()
            query.update(query_of(link["url"]))
        elif case.path.startswith("/v1/uploads/{id}") and case.method in ("PATCH", "PUT"):
            self.fill_bytes(case)
        elif case.media_type == "application/json" and isinstance(body, dict):
            if case.path.startswith("/v1/tasks/{id}"):
                body.pop("annotator", None)  # who it is leased to
            self.fill_known(body)
            if case.path == "/v1/members/{id}/qualification":
                body["project_id"] = self.training_project
            for name in body.keys() & {"annotations", "gold", "predictions"}:
                body[name] = self.fill_lines(body[name], path["id"])
            if isinstance(body.get("item_ids"), list):
                body["item_ids"] = self.items_of(path["id"])[: len(body["item_ids"])]

    def fill_known(self, fields: dict[str, Any]) -> None:
        """Puts in place of each value that has to be one of few, or one that nobody has yet, such a one."""
        if "batch_id" in fields:
            fields.pop("project_id", None)
        for name in fields.keys() & self.known.keys():
            fields[name] = self.known[name]()
        if isinstance(fields.get("filter"), dict):
            self.fill_known(fields["filter"])

    def fill_lines(self, lines: list[dict[str, Any]], batch: str) -> list[dict[str, Any]]:
        """As many of the lines as the batch has items, each about one of them."""
        return [
            {name: value for name, value in line.items() if name not in ("external_id", "fields")}
            | {"item_id": item, "result": ANSWER}
            for item, line in zip(self.items_of(batch), lines, strict=False)
        ]

    def fill_bytes(self, case: Any) -> None:
        """Lets the bytes go to an upload that waits for as many."""
        size = len(getattr(case.body, "data", case.body))
        upload = self.service.post("/v1/uploads", {"filename": "a.txt", "size_bytes": max(1, size)})
        case.path_parameters["id"] = upload["id"]
        if case.method == "PUT":
            case.query.update(query_of(upload["upload_url"]))
        else:
            case.headers.update({"Tus-Resumable": "1.0.0", "Upload-Offset": "0"})

    def new_project(self, **settings: Any) -> str:
        """A project for texts that are `yes` or `no`."""
        return self.service.post("/v1/projects", {**TEXTS, **settings})["id"]

    def upload(self, count: int) -> dict[str, Any]:
        """An upload of `count` texts, ready to be used. None was audited before, which would ask for more evidence."""
        files = [{"filename": f"{place}.txt", "text": f"text {next(self.numbers)}"} for place in range(count)]
        made = self.service.post("/v1/uploads", {"files": files})["id"]
        until(lambda: self.service.get(f"/v1/uploads/{made}")["status"] == "ready", 60)
        return self.service.get(f"/v1/uploads/{made}")

    def uploaded_dataset(self) -> str:
        """An upload of a dataset of one line, ready to be imported."""
        body = {"files": [{"filename": "a.jsonl", "text": '{"external_id": "1", "text": "a", "result": null}'}]}
        made = self.service.post("/v1/uploads?content=dataset", body)["id"]
        until(lambda: self.service.get(f"/v1/uploads/{made}")["status"] == "ready", 60)
        return made

    def batch(self, project: str | None = None, upload: str | None = None) -> str:
        """A batch of two texts, or of those of `upload`, that nobody has worked on."""
        body = {"project_id": project or self.project, "upload_ids": [upload or self.texts["id"]]}
        return self.service.post("/v1/batches", body)["id"]

    def items_of(self, batch: str) -> list[str]:
        """The ids of its items."""
        return [item["id"] for item in self.service.get(f"/v1/items?batch_id={batch}")["data"]]

    def answer(self, batch: str, **answers: str) -> None:
        """Lets each annotator give all items the same label."""
        lines = [
            {"item_id": item, "annotator": annotator, "result": {"label": label}}
            for item in self.items_of(batch)
            for annotator, label in answers.items()
        ]
        self.service.post(f"/v1/batches/{batch}/annotations", {"annotations": lines})

    def completed_batch(self) -> str:
        """All answered, without a verdict."""
        made = self.batch()
        self.answer(made, ann="yes")
        return made

    def predicted_batch(self) -> str:
        """Of which the model m has predicted all twelve items."""
        made = self.batch(upload=self.twelve["id"])
        lines = [{"item_id": item, "model": "m", "score": 0.9, "result": ANSWER} for item in self.items_of(made)]
        self.service.post(f"/v1/batches/{made}/predictions", {"predictions": lines})
        return made

    def checked_batch(self) -> str:
        """People have still to check an item of it before the threshold of the model is chosen."""
        made = self.predicted_batch()
        self.service.post(f"/v1/batches/{made}/auto-accept", {"model": "m", "check": 10})
        return made

    def batch_without_nonce(self) -> str:
        """Its labels are fixed, and its sample waits for the nonce."""
        made = self.batch(self.nonce_project)
        self.answer(made, ann="yes")
        draws = f"/v1/batches/{made}/draws"
        until(lambda: self.service.get(draws)["data"][0]["root"] is not None, 60)
        return made

    def certified_batch(self) -> str:
        """Certified because two agreed, on as many items as that takes."""
        made = self.batch(self.judged_project, self.upload(40)["id"])
        self.answer(made, ann="yes", bob="yes")
        until(lambda: self.service.get(f"/v1/batches/{made}")["status"] == "certified", 60)
        return made

    def model(self) -> str:
        """A model that nobody runs: it can be asked, and does not answer."""
        described = {"kind": "http", "url": "http://127.0.0.1:9/", "annotation_types": [TEXTS["annotation_type"]]}
        return self.service.post("/v1/models", {**described, "name": f"model {next(self.numbers)}", "version": "1"})["id"]

    def comment(self, item: str) -> str:
        """A comment on an item."""
        return self.service.post("/v1/comments", {"item_id": item, "text": "Look"})["id"]

    def new_dataset(self) -> str:
        """Without a version."""
        body = {"name": f"Dataset {next(self.numbers)}", "query": {"project_id": self.judged_project}}
        return self.service.post("/v1/datasets", body)["id"]

    def dataset(self) -> str:
        """With two versions of the certified batch."""
        made = self.new_dataset()
        for version in (1, 2):
            self.service.post(f"/v1/datasets/{made}/versions", {})
            path = f"/v1/datasets/{made}/versions/{version}"
            until(lambda path=path: self.service.get(path)["status"] == "ready", 60)
        return made

    def failed_batch(self) -> str:
        """Failed because none of its items can be labeled."""
        made = self.batch(self.judged_project)
        body = {"filter": {"batch_id": made}, "action": "exclude", "reason": "blank"}
        self.service.post("/v1/items/bulk", body)
        until(lambda: self.service.get(f"/v1/batches/{made}")["status"] == "failed", 60)
        return made

    def member(self) -> str:
        """Somebody who can be invited once more."""
        return self.service.post("/v1/members", {"name": "Ann", "email": self.email()})["id"]

    def paid_member(self) -> str:
        """A member with a rate."""
        member = self.member()
        rate = {"unit": "hour", "amount": "15.50", "currency": "EUR"}
        self.service.send("PUT", f"/v1/members/{member}/rates/{RATE_FROM}", rate)
        return member

    def person(self) -> Callable[[], str]:
        """Lets somebody join; returns what gives the token with which they are signed in, a new one before it expires."""
        made = self.service.post("/v1/members", {"name": "Ann", "email": self.email(), "role": "manager"})
        url = urlsplit(made["invitation"]["url"])
        origin = f"{url.scheme}://{url.netloc}"
        joining = {"name": "Ann", "password": "correct horse battery"}
        joined = self.service.ask("POST", f"/auth/invitations/{url.path.split('/')[-1]}", joining, Origin=origin)
        cookie = joined.headers["Set-Cookie"].split(";")[0]
        token, until_s = "", 0.0

        def current() -> str:
            nonlocal token, until_s
            if time.monotonic() > until_s:
                token = self.service.send("POST", "/auth/token", None, Cookie=cookie, Origin=origin)["token"]
                until_s = time.monotonic() + TOKEN_SECONDS
            return token

        return current

    def email(self) -> str:
        """An address that nobody has yet."""
        return f"person{next(self.numbers)}@acme.test"

    def paused_member(self) -> str:
        """A member who got both items with a known answer wrong."""
        batch = self.batch()
        gold = [{"item_id": item, "result": ANSWER} for item in self.items_of(batch)]
        self.service.post(f"/v1/batches/{batch}/gold", {"gold": gold})
        wish = {"batch_id": batch, "annotator": f"annotator {next(self.numbers)}", "count": 2}
        tasks = self.service.post("/v1/tasks/claim", wish)["data"]
        for task in tasks:
            self.service.post(f"/v1/tasks/{task['id']}/submit", {"result": {"label": "no"}})
        return tasks[0]["member_id"]

    def task(self) -> str:
        """A task that somebody has claimed and not yet answered."""
        return self.claim(batch_id=self.batch(), annotator=f"annotator {next(self.numbers)}")

    def submitted_task(self) -> str:
        """A task that its member may still take back."""
        made = self.task()
        self.service.post(f"/v1/tasks/{made}/submit", {"result": ANSWER})
        return made

    def adjudication(self) -> str:
        """The claimed task of somebody who decides where the annotators did not."""
        batch = self.batch(self.judged_project, self.more_texts["id"])
        for annotator in ("ann", "bob"):
            task = self.claim(batch_id=batch, annotator=annotator)
            self.service.post(f"/v1/tasks/{task}/skip", {"reason": "blank"})
        return self.claim(batch_id=batch, kinds=["adjudicate"], annotator=f"judge {next(self.numbers)}")

    def claim(self, **wish: Any) -> str:
        """The one task that is given for the wish."""
        return self.service.post("/v1/tasks/claim", wish)["data"][0]["id"]


def recording() -> str:
    """A second of silence."""
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8_000)
        file.writeframes(bytes([128]) * 8_000)
    return base64.b64encode(written.getvalue()).decode()


def query_of(url: str) -> dict[str, str]:
    """What makes a signed URL a signed one."""
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
