"""Reads spaCy's files, and compares every document with the record that it was made from."""

import json
from pathlib import Path

import spacy
from records import records_beside, require
from spacy.tokens import Doc, DocBin


def check_spacy(folder: Path) -> str:
    """spaCy finds the texts, spans and categories of the records, in `.spacy` files and, by `char_span`, in the lines."""
    records = [record for record in records_beside(folder) if record["text"] is not None]
    lines = [json.loads(line) for line in (folder / "docs.jsonl").read_bytes().splitlines()]
    docs: list[Doc] = []
    for path in sorted((folder / "train").glob("*.spacy")):
        docs += DocBin().from_disk(path).get_docs(spacy.blank("xx").vocab)
    require(len(docs) == len(lines) == len(records), f"{len(docs)} documents, {len(lines)} lines of {len(records)} items")
    spans = sum(check_doc(*each) for each in zip(docs, lines, records, strict=True))
    return f"{len(docs)} documents, {spans} spans, each as in the records"


def check_doc(doc: Doc, line: dict, record: dict) -> int:
    item, result = record["id"], record["result"]
    require(doc.text == line["text"] == record["text"], f"{item}: another text")
    meta = json.loads(doc.user_data["assay"])
    require(meta == line["meta"], f"{item}: the lines have other metadata")
    for name in record.keys() - {"text", "result"}:
        require(meta[name] == record[name], f"{item}: another {name}")

    chosen = [name for name, value in doc.cats.items() if value == 1]
    labels = [] if result is None else result.get("labels", [result["label"]] if "label" in result else [])
    require(sorted(chosen) == sorted(labels) and doc.cats == line["cats"], f"{item}: the categories are {doc.cats}")
    if result is None or "spans" not in result:
        require(all(token.ent_iob == 0 for token in doc), f"{item}: without a label it has entities")
        return 0

    found = [{"start": s.start_char, "end": s.end_char, "label": s.label_} for s in doc.spans["sc"]]
    require(found == result["spans"] == line["spans"], f"{item}: the spans are {found}")
    for span, given in zip(doc.spans["sc"], result["spans"], strict=True):
        exact = doc.char_span(given["start"], given["end"], label=given["label"], alignment_mode="strict")
        require(exact is not None and exact == span, f"{item}: char_span finds another span than {given}")
        require(span.text == record["text"][given["start"] : given["end"]], f"{item}: the span is {span.text!r}")
    entities = [{"start": e.start_char, "end": e.end_char, "label": e.label_} for e in doc.ents]
    require(entities == without_overlaps(result["spans"]), f"{item}: the entities are {entities}")
    require(meta.get("relations", []) == result.get("relations", []), f"{item}: other relations")
    return len(found)


def without_overlaps(spans: list[dict]) -> list[dict]:
    kept: list[dict] = []
    for span in sorted(spans, key=lambda one: (one["start"], -one["end"])):
        if not kept or span["start"] >= kept[-1]["end"]:
            kept.append(span)
    return kept
