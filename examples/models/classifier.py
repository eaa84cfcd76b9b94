"""A text classifier that learns from the labels that people gave so far, and asks for those it is least sure of.

    ASSAY_URL=... ASSAY_API_KEY=... MODEL_SECRET=whsec_... python classifier.py --project proj_... --batch batch_...

Each round it trains on the accepted labels of the project, registers itself as a new version, lets Assay ask it for predictions
for the batch, and raises the priority of the open items with the lowest scores, which people get next. Then it waits for labels.
"""

import argparse
import os
import threading
import time
from typing import Any

from assay import Assay
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from model_server import model_server

NAME = "active-classifier"
LEAST_SURE = 100
"""Items that people get first after a round."""

UNSURE = 10
"""Their priority; other items have 0."""

MOST_LABELS = 100
"""Labels whose probability Assay takes."""


class Classifier:
    """TF-IDF and logistic regression, with the probabilities of all labels."""

    def __init__(self) -> None:
        self.model: Pipeline | None = None
        self.learned = 0
        self.scores: dict[str, float] = {}
        """Of the present version, by the ids of items."""

    def learn(self, examples: list[tuple[str, str]]) -> None:
        """Trains anew on texts with their labels, of which there must be two different ones."""
        texts, labels = zip(*examples, strict=True)
        pipeline = make_pipeline(TfidfVectorizer(sublinear_tf=True), LogisticRegression(C=10, max_iter=1_000))
        self.model = pipeline.fit(texts, labels)
        self.learned = len(examples)
        self.scores = {}

    def predict(self, texts: list[str]) -> list[dict[str, float]]:
        """The probability of each label, for each text; the likeliest label comes first."""
        if self.model is None:
            raise RuntimeError("nothing is learned yet")
        labels = [str(label) for label in self.model.classes_]
        chances = [zip(labels, row.tolist(), strict=True) for row in self.model.predict_proba(texts)]
        return [dict(sorted(row, key=lambda one: -one[1])[:MOST_LABELS]) for row in chances]

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Answers `predict` requests of Assay."""
        items = request["items"]
        said = self.predict([item["text"] for item in items])
        likeliest = [next(iter(scores.items())) for scores in said]
        self.scores |= {item["id"]: score for item, (_, score) in zip(items, likeliest, strict=True)}
        return {
            "predictions": [
                {"item_id": item["id"], "result": {"label": label}, "score": score, "label_scores": scores}
                for item, (label, score), scores in zip(items, likeliest, said, strict=True)
            ]
        }


def accepted(client: Assay, project_id: str) -> list[tuple[str, str]]:
    """The texts of a project with the labels that they have now; `GET /v1/changes` gives only certified ones."""
    records = client.load(project_id)
    return [(record["text"], record["result"]["label"]) for record in records if record["result"] is not None]


def predict_batch(client: Assay, batch_id: str, url: str, secret: str, version: str) -> None:
    """Registers a version of the model, and waits until it has predicted every item of the batch."""
    kind = {"name": NAME, "version": version, "kind": "http", "url": url, "secret": secret}
    model = client.models.create(**kind, annotation_types=["text_classification"], batch_size=256, concurrency=2)
    run = client.models.predict_batch(batch_id, model_id=model.id)
    while run.status == "running":
        time.sleep(0.2)
        run = client.models.get_run(batch_id, run.id)
    if run.status != "finished" or run.errors > 0:
        raise RuntimeError(f"the run {run.id} is {run.status} with {run.errors} errors: {run.reason}")


def ask_for_the_least_sure(client: Assay, batch_id: str, scores: dict[str, float]) -> None:
    """Lets people label the items first whose predictions have the lowest scores."""
    unsure = sorted(scores, key=scores.__getitem__)[:LEAST_SURE]
    client.items.bulk(filter={"batch_id": batch_id, "item_ids": unsure, "state": "open"}, action="priority", priority=UNSURE)


def one_round(client: Assay, classifier: Classifier, batch_id: str, url: str, secret: str) -> None:
    """What follows from new labels, once the classifier has learned them."""
    predict_batch(client, batch_id, url, secret, version=str(classifier.learned))
    ask_for_the_least_sure(client, batch_id, classifier.scores)


def main() -> None:
    """Learns again whenever a tenth more labels are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--project", required=True)
    parser.add_argument("--batch", required=True)
    given = parser.parse_args()
    classifier, secret = Classifier(), os.environ["MODEL_SECRET"]
    server = model_server(classifier.answer, secret)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Assay() as client:
        while client.batches.get(given.batch).status in ("created", "processing"):
            examples = accepted(client, given.project)
            if len({label for _, label in examples}) >= 2 and len(examples) >= classifier.learned * 1.1:
                classifier.learn(examples)
                one_round(client, classifier, given.batch, f"http://127.0.0.1:{server.server_port}/", secret)
                print(f"learned from {classifier.learned} labels", flush=True)
            time.sleep(5)


if __name__ == "__main__":
    main()
