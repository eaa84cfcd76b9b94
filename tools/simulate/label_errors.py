"""Finds injected label errors in datasets of scikit-learn, by Assay's suspicion and by cleanlab.

    pip install cleanlab==2.9.0 scikit-learn==1.9.1
    python tools/simulate/label_errors.py

5, 10 or 20 % of the labels are replaced: by any other one, or (digits) by the one that is easily confused. A model gets the wrong
labels too, and predicts each item after it learned from the others (5 folds). cleanlab and Assay rank by all probabilities of the
model; Assay also by the label and its score alone, and by all probabilities with the features as vectors. Prints the share of errors among
the first 100 (or as many as there are, if fewer), and the share of all errors among as many as there are, as means of 4 seeds; at the
end the means of each dataset. Exits with 1 if Assay finds fewer errors in a dataset than the default of cleanlab.

`python tools/simulate/label_errors.py 4 iris simulated` takes the seeds from 4 on, and these datasets alone.
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
from cleanlab.rank import get_label_quality_scores
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import scale

warnings.filterwarnings("ignore")
SCRIPT = Path(__file__).with_name("suspicion.ts")
CONFUSED = np.array([6, 8, 3, 8, 9, 9, 5, 1, 1, 3])


def simulated(return_X_y):
    """1,500 items of six labels, of which the most frequent has 35 % and the rarest 5 %."""
    weights = [0.35, 0.25, 0.15, 0.1, 0.1, 0.05]
    features = {"n_features": 20, "n_informative": 8, "class_sep": 1.6, "flip_y": 0}
    return make_classification(1500, n_classes=6, weights=weights, **features, random_state=7)


DATASETS = {
    "digits": load_digits,
    "breast cancer": load_breast_cancer,
    "wine": load_wine,
    "iris": load_iris,
    "simulated": simulated,
}


def suspicions(given, chances, vectors=None, has_all=True):
    """By all probabilities, or by the likeliest label and its probability."""
    lines = [
        json.dumps(
            {
                "label": str(one),
                "posterior": None,
                "predictions": [predicted(row, has_all)],
                "vector": None if vectors is None else list(vectors[item]),
            }
        )
        for item, (one, row) in enumerate(zip(given, chances))
    ]
    run = subprocess.run(["node", SCRIPT], input="\n".join(lines), capture_output=True, text=True, check=True)
    return np.array(json.loads(run.stdout))


def predicted(row, has_all):
    scores = {str(label): float(chance) for label, chance in enumerate(row)}
    likeliest = {"label": str(row.argmax()), "score": float(row.max())}
    return {**likeliest, "label_scores": scores} if has_all else likeliest


def with_errors(truth, kind, share, seed):
    random = np.random.default_rng(seed)
    wrong = random.choice(len(truth), int(share * len(truth)), replace=False)
    classes = truth.max() + 1
    given = truth.copy()
    shift = random.integers(1, classes, len(wrong))
    given[wrong] = CONFUSED[truth[wrong]] if kind == "confused" else (truth[wrong] + shift) % classes
    return given


def found(ranks, is_error, first):
    return is_error[np.argsort(-ranks, kind="stable")[:first]].mean()


models = {
    "logistic regression": lambda seed: LogisticRegression(C=0.003, max_iter=1000),
    "naive Bayes": lambda seed: GaussianNB(var_smoothing=0.01),
    "random forest": lambda seed: RandomForestClassifier(100, random_state=seed),
}


def compare(features, truth, model, kind, share):
    """The share of errors among the first 100 and the recall of each method, as means of the seeds."""
    results = {}
    for seed in range(FIRST_SEED, FIRST_SEED + 4):
        given = with_errors(truth, kind, share, seed)
        folds = StratifiedKFold(5, shuffle=True, random_state=seed)
        chances = cross_val_predict(model(seed), features, given, cv=folds, method="predict_proba")
        ranks = {
            "cleanlab": -get_label_quality_scores(given, chances),
            "cleanlab, margin": -get_label_quality_scores(given, chances, method="normalized_margin"),
            "Assay": suspicions(given, chances),
            "Assay, score alone": suspicions(given, chances, has_all=False),
            "Assay, vectors": suspicions(given, chances, features),
        }
        is_error = given != truth
        for method, rank in ranks.items():
            first = min(100, is_error.sum())
            pair = found(rank, is_error, first), found(rank, is_error, is_error.sum())
            results.setdefault(method, []).append(pair)
    return {method: np.mean(pairs, axis=0) for method, pairs in results.items()}


def show(dataset, model, kind, share, means):
    for method, (precision, recall) in means.items():
        print(f"{dataset:14} {model:20} {kind:9} {share:4} {method:18} {precision:9.3f} {recall:7.3f}")


FIRST_SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
is_behind = False
print("dataset        model                errors         method             first 100  recall")
for dataset in sys.argv[2:] or DATASETS:
    load = DATASETS[dataset]
    features, truth = load(return_X_y=True)
    features = features if dataset == "digits" else scale(features)
    all_means = []
    for name, model in models.items():
        for kind in ["any", "confused"] if dataset == "digits" else ["any"]:
            for share in [0.05, 0.1, 0.2]:
                all_means.append(compare(features, truth, model, kind, share))
                show(dataset, name, kind, share, all_means[-1])
    means = {method: np.mean([one[method] for one in all_means], axis=0) for method in all_means[0]}
    show(dataset, "mean", "", "", means)
    is_behind |= bool(means["Assay"][0] < means["cleanlab"][0])
sys.exit(is_behind)
