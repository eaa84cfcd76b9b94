"""Simulated annotators and auditors, who work by the same client."""

from collections.abc import Callable, Mapping
from typing import Any

from assay import Assay, models

Answer = Callable[[models.Task], Mapping[str, Any]]


def work(client: Assay, batch_id: str, annotator: str, kind: str, answer: Answer) -> int:
    """Claims and answers tasks until none is left; gives their number."""
    done = 0
    while tasks := client.tasks.claim(batch_id=batch_id, kinds=[kind], annotator=annotator):  # type: ignore[list-item]
        for task in tasks:
            client.tasks.submit(task.id, result=answer(task), annotator=annotator, client_id=f"{task.id} {annotator}")
            done += 1
    return done


def audit(client: Assay, batch_id: str, answer: Answer) -> models.Batch:
    """Audits, in all stages that the verdict asks for, until there is one."""
    while (batch := client.batches.get(batch_id)).status == "completed":
        work(client, batch_id, "eve", "audit", answer)
    return batch
