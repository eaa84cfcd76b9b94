"""Finds wrong labels among those that a simulated crowd gave, by Assay's suspicion and by cleanlab.

    pip install cleanlab==2.9.0 scikit-learn==1.9.1
    python tools/simulate/crowd_errors.py

Annotators, whose accuracies are drawn from a beta distribution, give the same number of answers to each item; half of the wrong ones
are the label that is easily confused. Assay decides the labels; a label is wrong if it is not the truth. Prints the share of wrong ones
among the first 100 (or as many as there are), as means of 4 seeds: by the share of answers, by the suspicion from answers, and by that from
answers and a model that learned from the other labels (5 folds), beside CROWDLAB of cleanlab, which has the same answers and
probabilities. The method was chosen on the seeds 0 to 3; `python tools/simulate/crowd_errors.py 4` takes the next four.
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
from cleanlab.multiannotator import get_label_quality_multiannotator
from sklearn.datasets import load_breast_cancer, load_digits, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import scale

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
FIRST_SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
UNBALANCED = {"n_classes": 6, "weights": [0.35, 0.25, 0.15, 0.1, 0.1, 0.05]}
SIMULATED = {"n_features": 20, "n_informative": 8, "class_sep": 1.6, "flip_y": 0, "random_state": 7}
digits, digit = load_digits(return_X_y=True)
tumors, kind = load_breast_cancer(return_X_y=True)
DATASETS = {
    "digits": (digits, digit, np.array([6, 8, 3, 8, 9, 9, 5, 1, 1, 3])),
    "breast cancer": (scale(tumors), kind, np.array([1, 0])),
    "simulated": (*make_classification(1500, **UNBALANCED, **SIMULATED), np.array([1, 2, 3, 4, 5, 0])),
}
MODELS = {
    "logistic regression": lambda seed: LogisticRegression(C=0.003, max_iter=1000),
    "naive Bayes": lambda seed: GaussianNB(var_smoothing=0.01),
    "random forest": lambda seed: RandomForestClassifier(100, random_state=seed),
}
CROWDS = {"good": (18, 2), "mixed": (6, 2), "poor": (3, 2), "some at random": (1.2, 0.6)}
# Dataset, crowd, its annotators, answers to each item, and the model.
CASES = [
    ("digits", "good", 20, 3, "logistic regression"),
    ("digits", "mixed", 20, 3, "logistic regression"),
    ("digits", "poor", 20, 3, "logistic regression"),
    ("digits", "mixed", 20, 3, "naive Bayes"),
    ("digits", "some at random", 30, 5, "random forest"),
    ("breast cancer", "mixed", 10, 3, "logistic regression"),
    ("simulated", "good", 12, 2, "logistic regression"),
    ("simulated", "good", 20, 3, "naive Bayes"),
    ("simulated", "mixed", 20, 3, "random forest"),
]


def node(script, lines):
    text = "\n".join(json.dumps(line) for line in lines)
    run = subprocess.run(["node", HERE / script], input=text, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def answers_of(truth, confused, crowd, workers, each, seed):
    random = np.random.default_rng(seed)
    accuracy = random.beta(*CROWDS[crowd], workers)
    given = np.full((len(truth), workers), np.nan)
    for item, right in enumerate(truth):
        for worker in random.choice(workers, each, replace=False):
            any_other = (right + random.integers(1, len(confused))) % len(confused)
            wrong = confused[right] if random.random() < 0.5 else any_other
            given[item, worker] = right if random.random() < accuracy[worker] else wrong
    return given


def compare(dataset, crowd, workers, each, model, seed):
    features, truth, confused = DATASETS[dataset]
    given = answers_of(truth, confused, crowd, workers, each, seed)
    item, worker = np.nonzero(~np.isnan(given))
    label = given[item, worker].astype(int)
    columns = {"item": item.tolist(), "worker": worker.tolist(), "label": label.tolist()}
    decided = node("crowd.ts", [{"items": len(truth), "workers": workers, "labels": len(confused), **columns}])
    labels, support = np.array(decided["label"]), np.array(decided["support"])
    has_label = labels >= 0
    given, labels, support = given[has_label], labels[has_label], support[has_label]
    is_wrong = labels != truth[has_label]
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    model = MODELS[model](seed)
    chances = cross_val_predict(model, features[has_label], labels, cv=folds, method="predict_proba")

    def suspicions(with_model):
        for one, share, row, chance in zip(labels, support, given, chances):
            told = [{"annotator": str(who), "label": str(int(row[who]))} for who in np.nonzero(~np.isnan(row))[0]]
            scores = {str(name): float(each) for name, each in enumerate(chance)}
            guess = [{"label": str(chance.argmax()), "score": float(chance.max()), "label_scores": scores}]
            posterior = (share * each + 1) / (each + 2)
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


print("dataset        crowd           people  each  model                wrong  share  answers  answers and model  CROWDLAB")
for dataset, crowd, workers, each, model in CASES:
    seeds = range(FIRST_SEED, FIRST_SEED + 4)
    wrong, *found = np.mean([compare(dataset, crowd, workers, each, model, seed) for seed in seeds], axis=0)
    case = f"{dataset:14} {crowd:15} {workers:6} {each:5}  {model:20} {wrong:5.0f}  "
    print(case + "  ".join(f"{one:.3f}" for one in found), flush=True)
