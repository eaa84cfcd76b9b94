"""Compares Assay's consensus of simulated transcripts with crowd-kit's ROVER (pip install crowd-kit==1.4.2).

    node tools/simulate/transcripts.ts | python tools/simulate/rover.py
"""

import json
import sys

import pandas as pd
from crowdkit.aggregation import ROVER


def word_error_rate(text: str, truth: str) -> float:
    given, right = text.split(), truth.split()
    row = list(range(len(right) + 1))
    for index, word in enumerate(given, 1):
        last, row[0] = row[0], index
        for at, other in enumerate(right, 1):
            last, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, last + (word != other))
    return row[-1] / max(1, len(right))


for line in sys.stdin:
    run = json.loads(line)
    rows = [(i, j, text) for i, one in enumerate(run["texts"]) for j, text in enumerate(one["answers"])]
    rover = ROVER(tokenizer=str.split, detokenizer=" ".join)
    found = rover.fit_predict(pd.DataFrame(rows, columns=["task", "worker", "text"]))
    rates = [word_error_rate(found[i], one["truth"]) for i, one in enumerate(run["texts"])]
    settled = [rate for rate, one in zip(rates, run["texts"]) if one["consensus"] is not None]
    ours = [word_error_rate(one["consensus"], one["truth"]) for one in run["texts"] if one["consensus"] is not None]
    print(
        f"{run['answers']} answers: Assay {sum(ours) / len(ours):.4f}, ROVER {sum(settled) / len(settled):.4f} on the"
        f" {len(settled)} texts without a tie; ROVER {sum(rates) / len(rates):.4f} on all {len(rates)}"
    )
