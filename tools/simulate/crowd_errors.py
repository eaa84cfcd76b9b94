"""Finds wrong labels among those that a simulated crowd gave scikit-learn's digits, by Assay's suspicion and by cleanlab.

    pip install cleanlab==2.9.0 scikit-learn==1.9.1
    python tools/simulate/crowd_errors.py

Twenty annotators, whose accuracies are drawn from a beta distribution, give three answers to each item; half of the wrong ones are the
digit that is easily confused. Assay decides the labels; a label is wrong if it is not the truth. Prints the share of wrong ones among
the first 100 (or as many as there are), as means of 2 seeds: by the share of answers, by the suspicion from answers, and by that from
answers and a model that learned from the other labels (5 folds), beside cleanlab's agreement and CROWDLAB.
"""

import json
import subprocess
import warnings
from pathlib import Path

import numpy as np
from cleanlab.multiannotator import get_label_quality_multiannotator
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
CONFUSED = np.array([6, 8, 3, 8, 9, 9, 5, 1, 1, 3])
CROWDS = {"good": (18, 2), "mixed": (6, 2), "poor": (3, 2)}
WORKERS, EACH = 20, 3
features, truth = load_digits(return_X_y=True)


def node(script, lines):
    text = "\n".join(json.dumps(line) for line in lines)
    run = subprocess.run(["node", HERE / script], input=text, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def answers_of(crowd, seed):
    random = np.random.default_rng(seed)
    accuracy = random.beta(*CROWDS[crowd], WORKERS)
    given = np.full((len(truth), WORKERS), np.nan)
    for item, right in enumerate(truth):
        for worker in random.choice(WORKERS, EACH, replace=False):
            wrong = CONFUSED[right] if random.random() < 0.5 else (right + random.integers(1, 10)) % 10
            given[item, worker] = right if random.random() < accuracy[worker] else wrong
    return given


def compare(crowd, seed):
    given = answers_of(crowd, seed)
    item, worker = np.nonzero(~np.isnan(given))
    label = given[item, worker].astype(int)
    columns = {"item": item.tolist(), "worker": worker.tolist(), "label": label.tolist()}
    decided = node("crowd.ts", [{"items": len(truth), "workers": WORKERS, "labels": 10, **columns}])
    labels, support = np.array(decided["label"]), np.array(decided["support"])
    has_label = labels >= 0
    given, labels, support = given[has_label], labels[has_label], support[has_label]
    is_wrong = labels != truth[has_label]
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    model = LogisticRegression(C=0.003, max_iter=1000)
    chances = cross_val_predict(model, features[has_label], labels, cv=folds, method="predict_proba")

    def suspicions(with_model):
        for one, share, row, chance in zip(labels, support, given, chances):
            told = [{"annotator": str(who), "label": str(int(row[who]))} for who in np.nonzero(~np.isnan(row))[0]]
            guess = [{"label": str(chance.argmax()), "score": float(chance.max())}]
            posterior = (share * EACH + 1) / (EACH + 2)
            predictions = guess if with_model else []
            yield {"label": str(one), "posterior": posterior, "answers": told, "predictions": predictions, "vector": None}

    quality = get_label_quality_multiannotator(given, chances, verbose=False)["label_quality"]
    score = quality["consensus_quality_score"].to_numpy()
    differs = quality["consensus_label"].to_numpy() != labels
    ranks = [
        1 - support,
        np.array(node("suspicion.ts", suspicions(False))),
        np.array(node("suspicion.ts", suspicions(True))),
        np.where(differs, 1 + score, 1 - score),
    ]
    first = min(100, is_wrong.sum())
    return [is_wrong.sum()] + [is_wrong[np.argsort(-rank, kind="stable")[:first]].mean() for rank in ranks]


print("crowd   wrong  share  answers  answers and model  CROWDLAB")
for crowd in CROWDS:
    wrong, *found = np.mean([compare(crowd, seed) for seed in range(2)], axis=0)
    print(f"{crowd:7} {wrong:5.0f}  " + "  ".join(f"{one:.3f}" for one in found), flush=True)
