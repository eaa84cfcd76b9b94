"""A text batch from a file on disk to a data frame of certified labels."""

import json
from pathlib import Path

from service import Service

from assay import Assay, models
from work import audit, work

TEXTS = 60


def positive(place: int) -> bool:
    return place % 3 == 0


def answer(task: models.Task) -> dict[str, str]:
    text = task.item.text or ""
    return {"label": "positive" if text.startswith("I love") else "negative"}


def test_texts_become_certified_labels_in_pandas(client: Assay, service: Service, tmp_path: Path) -> None:
    texts = [f"I {'love' if positive(place) else 'return'} this kettle, number {place}" for place in range(TEXTS)]
    file = tmp_path / "reviews.jsonl"
    file.write_text(
        "".join(
            json.dumps({"text": text, "external_id": str(place), "group": f"shop {place // 2}"}) + "\n"
            for place, text in enumerate(texts)
        )
    )
    project = client.projects.create(
        name="Reviews",
        annotation_type="text_classification",
        labels=[{"name": "positive"}, {"name": "negative"}],
        quality_level="basic",
    )
    upload = client.uploads.from_file(file)
    batch = client.batches.create(project_id=project.id, upload_ids=[upload.id], name="Kettles")
    for annotator in ("ann", "bob"):
        assert work(client, batch.id, annotator, "annotate", answer) == TEXTS
    client.batches.wait_for(batch.id, "completed", timeout=180)
    audit(client, batch.id, answer)
    certified = client.batches.wait_for(batch.id, timeout=180)
    assert certified.certification_level is not None

    frame = client.load("Kettles").to_pandas()
    assert list(frame["text"]) == texts
    assert list(frame["label"]) == ["positive" if positive(place) else "negative" for place in range(TEXTS)]
    parts = {split: client.load(batch.id, split=split) for split in ("train", "validation", "test")}
    ids = [record["id"] for part in parts.values() for record in part]
    assert sorted(ids) == sorted(frame["id"])
    assert all(part.is_certified for part in parts.values())
