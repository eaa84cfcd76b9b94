"""Writes digits.csv: how sure two scikit-learn classifiers are of each of its 1,797 handwritten digits, and whether they are right.

    pip install scikit-learn==1.9.1
    python tools/simulate/digits.py > tools/simulate/digits.csv

The digits are split into 30 parts; a model that learned from one part (60 digits) predicts the next one.
"""

import warnings

from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB

warnings.filterwarnings("ignore")
digits, truth = load_digits(return_X_y=True)
parts = [held for _, held in StratifiedKFold(30, shuffle=True, random_state=1).split(digits, truth)]
rows = [[""] * 4 for _ in truth]
for place, model in enumerate([LogisticRegression(C=0.03, max_iter=1000), GaussianNB(var_smoothing=0.01)]):
    for part, items in enumerate(parts):
        model.fit(digits[parts[part - 1]], truth[parts[part - 1]])
        for item, chances in zip(items, model.predict_proba(digits[items])):
            right = model.classes_[chances.argmax()] == truth[item]
            rows[item][2 * place : 2 * place + 2] = [f"{chances.max():.5f}", str(int(right))]

print("logistic_score,logistic_right,bayes_score,bayes_right")
for row in rows:
    print(",".join(row))
