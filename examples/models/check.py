"""Runs the examples with a service of its own: every loop that the README shows.

People are simulated: they answer by the API, from the known truth, and one answer in 25 is wrong.

    PYTHONPATH=python/src:tools/contract python examples/models/check.py
"""

import contextlib
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from assay import Assay, models
from service import running_service
from sklearn.datasets import load_digits

from classifier import NAME, Classifier, accepted, one_round, predict_batch
from model_server import model_server, signature_of

HERE = Path(__file__).resolve().parent
SECRET = "whsec_" + b64encode(secrets.token_bytes(32)).decode()
PEOPLE_WRONG = 1 / 25
digits = load_digits()
chance = random.Random(1)  # noqa: S311 - no secret
Say = Callable[[models.Task], dict[str, Any]]


def text_of(place: int) -> str:
    """A digit as words: one for each of its dark pixels."""
    return " ".join(f"r{row}c{column}" for row, column in np.argwhere(digits.images[place] > 7))


def truth_of(task: models.Task) -> str:
    """The digit of a task's item, whose external id is its place."""
    return str(digits.target[int(task.item.external_id or "")])


def person(task: models.Task) -> dict[str, Any]:
    """What a person says, who errs now and then."""
    right = truth_of(task)
    return {"label": str((int(right) + 1) % 10) if chance.random() < PEOPLE_WRONG else right}


def auditor(task: models.Task) -> dict[str, Any]:
    """What an auditor says, who looks twice."""
    return {"label": truth_of(task)}


def work(client: Assay, batch_id: str, name: str, kind: str, say: Say, most: float = float("inf")) -> int:
    """Lets somebody do tasks until there are none or `most` are done; gives their number."""
    done = 0
    while done < most:
        tasks = client.tasks.claim(batch_id=batch_id, kinds=[kind], annotator=name, count=int(min(20, most - done)))
        if not tasks:
            break
        for task in tasks:
            client.tasks.submit(task.id, result=say(task), annotator=name)
        done += len(tasks)
    return done


def given_texts(client: Assay, places: range, **settings: Any) -> models.Batch:
    """A batch of digits as texts, in a project of its own."""
    labels = [{"name": str(digit)} for digit in range(10)]
    project = client.projects.create(name="Digits", annotation_type="text_classification", labels=labels, **settings)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "digits.jsonl")
        lines = [json.dumps({"text": text_of(place), "external_id": str(place)}) + "\n" for place in places]
        path.write_text("".join(lines))
        upload = client.uploads.from_file(path)
    return client.batches.create(project_id=project.id, upload_ids=[upload.id])


@contextlib.contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def check_active_learning(client: Assay) -> Classifier:
    """A model that learns from people's labels of the items it is least sure of gets better on digits that it never saw."""
    batch = given_texts(client, range(700), quality_level="none")
    held_out = range(1_200, 1_797)
    classifier = Classifier()
    accuracies = []
    with serving(model_server(classifier.answer, SECRET)) as url:
        for _ in range(4):
            work(client, batch.id, "ann", "annotate", person, most=60)
            classifier.learn(accepted(client, batch.project_id))
            said = [next(iter(scores)) for scores in classifier.predict([text_of(place) for place in held_out])]
            accuracies.append(float(np.mean(np.array(said) == digits.target[held_out].astype(str))))
            one_round(client, classifier, batch.id, url, SECRET)
        assert is_refused(url), "a request without a signature is answered"
    print("accuracy on held-out digits by labels:", ", ".join(f"{each:.3f}" for each in accuracies))
    assert accuracies[-1] > accuracies[0] + 0.05, accuracies
    work(client, batch.id, "ann", "annotate", person)  # with all labels, so that a threshold passes whatever the sample is
    classifier.learn(accepted(client, batch.project_id))
    return classifier


def is_refused(url: str) -> bool:
    """Whether a request with a wrong signature is refused."""
    stamp = str(int(time.time()))
    signed = {"webhook-id": "x", "webhook-timestamp": stamp, "webhook-signature": signature_of(SECRET, "x", stamp, b"other")}
    try:
        urllib.request.urlopen(urllib.request.Request(url, b'{"items": []}', signed), timeout=10)
    except urllib.error.HTTPError as refused:
        return refused.code == 401
    return False


def check_certificate(client: Assay, classifier: Classifier) -> None:
    """Predict, check sample, threshold, people, audit, certificate: the certificate tells which labels a model made."""
    batch = given_texts(client, range(700, 1_200), quality_level="basic", quality_policy={"require_persons": False})
    with serving(model_server(classifier.answer, SECRET)) as url:
        predict_batch(client, batch.id, url, SECRET, "final")
    client.batches.start_auto_accept(batch.id, model=NAME, version="final", max_wrong=0.2, check=200)
    for name in ("ann", "bob", "cem"):
        work(client, batch.id, name, "annotate", auditor)
    wait_until(lambda: client.batches.list_auto_accepts(batch.id)[-1].status == "finished")
    [chosen] = client.batches.list_auto_accepts(batch.id)
    while client.batches.get(batch.id).status in ("created", "processing", "completed"):
        for name in ("ann", "bob", "cem"):
            work(client, batch.id, name, "annotate", auditor)
        if work(client, batch.id, "eve", "audit", auditor) == 0:
            time.sleep(0.2)
    assert chosen.accepted > 0, chosen.sentence
    assert client.batches.get(batch.id).status == "certified", client.batches.get(batch.id).sentence
    certificate = client.certificates.get(batch.id).model_dump(mode="json")
    payload = json.loads(b64decode(certificate["payload"]))
    by_model = [origin for origin in payload["predicate"]["origins"] if origin["origin"] == "model"]
    print(chosen.sentence, "Certified; labels by models:", by_model)
    assert sum(origin["items"] for origin in by_model) == chosen.accepted


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Waits for a job of the service."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "the service takes too long"
        time.sleep(0.1)


def drawn(place: int) -> tuple[Any, Any]:
    """A noisy image with one bright ellipse, and its mask."""
    noise = np.random.default_rng(place)
    mask = np.zeros((120, 160), dtype=np.uint8)
    center = (40 + place * 7 % 80, 40 + place * 5 % 40)
    cv2.ellipse(mask, center, (30, 18), place * 20, 0, 360, 1, thickness=-1)
    gray = np.clip(60 + 120 * mask.astype(float) + noise.normal(0, 8, mask.shape), 0, 255).astype(np.uint8)
    return cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), mask


def iou_of(points: list[list[float]], mask: Any) -> float:
    """Intersection over union of a polygon and a mask."""
    covered = np.zeros_like(mask)
    cv2.fillPoly(covered, [np.array(points, dtype=np.int32)], 1)
    return float((covered & mask).sum() / (covered | mask).sum())


@contextlib.contextmanager
def started(program: str, *options: str) -> Iterator[str]:
    """The address of a program of this folder, which prints its port."""
    command = [sys.executable, str(HERE / program), "--port", "0", *options]
    environment = {**os.environ, "MODEL_SECRET": SECRET}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().split()[-1]}"
        finally:
            process.terminate()


def post_signed(url: str, body: dict[str, Any]) -> Any:
    """What a model answers to a request as Assay signs it."""
    raw, stamp = json.dumps(body).encode(), str(int(time.time()))
    signed = {"webhook-id": "x", "webhook-timestamp": stamp, "webhook-signature": signature_of(SECRET, "x", stamp, raw)}
    with urllib.request.urlopen(urllib.request.Request(url, raw, signed), timeout=30) as answer:
        return json.load(answer)


def finished(client: Assay, batch_id: str, model_id: str) -> models.ModelRun:
    """A run over a batch, once it has ended."""
    run = client.models.predict_batch(batch_id, model_id=model_id)
    wait_until(lambda: client.models.get_run(batch_id, run.id).status != "running")
    return client.models.get_run(batch_id, run.id)


def check_segmenter(client: Assay) -> None:
    """The segmenter outlines what is in images, and what a person points at."""
    project = client.projects.create(name="Blobs", annotation_type="polygon", labels=[{"name": "blob"}], quality_level="none")
    with tempfile.TemporaryDirectory() as folder, started("segmenter.py") as url:
        for place in range(8):
            cv2.imwrite(str(Path(folder, f"{place}.png")), drawn(place)[0])
        uploads = client.uploads.from_folder(folder)
        batch = client.batches.create(project_id=project.id, upload_ids=[upload.id for upload in uploads])
        model = client.models.create(
            name="segmenter", version="1", kind="http", url=url, secret=SECRET, annotation_types=["polygon"], batch_size=4
        )
        run = finished(client, batch.id, model.id)
        assert (run.status, run.predicted, run.errors) == ("finished", 8, 0), run
        found = []
        for item in client.items.list(batch_id=batch.id):
            full = client.items.get(item.id)
            assert full.file is not None
            _, mask = drawn(int(full.file.filename.split(".")[0]))
            [prediction] = full.predictions
            whole = iou_of(prediction.result["objects"][0]["points"], mask)
            ys, xs = np.nonzero(mask)
            point = {"x": float(xs.mean()), "y": float(ys.mean()), "positive": True}
            asked = {
                "item": {"media_url": full.content_url},
                "prompt": {"points": [point]},
                "project": {"labels": [{"name": "blob"}]},
            }
            assert post_signed(url, {"type": "prepare", **asked}) == {}
            [pointed] = post_signed(url, {"type": "interact", **asked})["objects"]
            found.append((whole, iou_of(pointed["points"], mask)))
    print("IoU of outlines, and of what a click gives:", np.round(np.mean(found, axis=0), 3).tolist())
    assert np.min(found) > 0.8, found


def check_sam_is_refused() -> None:
    """Without weights the adapter of SAM says what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(HERE / "segmenter.py"), "--sam", folder]
        ended = subprocess.run(command, env={**os.environ, "MODEL_SECRET": SECRET}, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1, ended
    assert "has no encoder.onnx and no decoder.onnx" in ended.stderr, ended.stderr


def check_language_model(client: Assay) -> None:
    """The stand-in is asked as a language model is: answers, scores and cost, a refusal and broken JSON."""
    project = client.projects.create(
        name="Moods", annotation_type="text_classification", labels=[{"name": "good"}, {"name": "bad"}], quality_level="none"
    )
    texts = ["a good one", "nothing", "REFUSE it", "GARBLE it"]
    upload = client.uploads.create(files=[{"filename": f"{place}.txt", "text": text} for place, text in enumerate(texts)])
    wait_until(lambda: client.uploads.get(upload.id).status == "ready")
    batch = client.batches.create(project_id=project.id, upload_ids=[upload.id])
    with started("llm_stand_in.py") as url:
        model = client.models.create(
            **{"name": "stand-in", "version": "1", "kind": "openai", "url": f"{url}/v1"},
            annotation_types=["text_classification"],
            price={"per_million_input_tokens": 1},
        )
        run = finished(client, batch.id, model.id)
    assert (run.predicted, run.errors) == (2, 2), run
    assert run.cost > 0
    said = [client.items.get(item.id).predictions for item in client.items.list(batch_id=batch.id)]
    labels = [(one.result["label"], round(one.score or 0, 2)) for predictions in said for one in predictions]
    assert labels == [("good", 0.95), ("bad", 0.6)], labels
    reasons = [error.reason for error in client.models.list_run_errors(batch.id, run.id)]
    assert reasons == ["the model refused: I will not judge this.", "the answer of the model is not valid JSON"], reasons


def main() -> None:
    """Every check, with its time."""
    with (
        running_service(ASSAY_ALLOW_NETWORKS="127.0.0.0/8") as service,
        Assay(api_key=service.key, base_url=service.origin) as client,
    ):

        def timed(check: Callable[..., Any], *given: Any) -> Any:
            began = time.monotonic()
            outcome = check(*given)
            print(f"passed: {(check.__doc__ or '').splitlines()[0]} ({time.monotonic() - began:.0f} s)", flush=True)
            return outcome

        timed(check_sam_is_refused)
        timed(check_language_model, client)
        timed(check_segmenter, client)
        classifier = timed(check_active_learning, client)
        timed(check_certificate, client, classifier)


if __name__ == "__main__":
    main()
