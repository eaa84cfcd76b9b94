"""Computes audit plans, their chances and their bounds again, by SciPy's hypergeometric distribution.

    node tools/readers/plans.ts | python tools/readers/plans.py

Assay counts paths audit by audit. This program goes from stage to stage: what one stage leaves undecided, times what
the audits up to the next stage find. Exits with 1 if a number differs.
"""

import json
import math
import sys
from bisect import bisect_left
from multiprocessing import Pool

import numpy as np
from scipy.stats import hypergeom

EXACT = 1e-9
"""Relative error allowed between two computations of one chance."""


def require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def follow(N: int, D: int, stages: list[int], until: int) -> tuple[np.ndarray, np.ndarray]:
    """The chances of a certificate at each stage within the first `until` audits, and of being undecided after them
    with 0, 1, … wrong labels found, if D of the N labels are wrong."""
    found = np.arange(len(stages))
    undecided = (found == 0).astype(float)
    certified = np.zeros(len(stages))
    audited = 0
    for stage, audits in enumerate([*stages, until]):
        goal = min(audits, until)
        left = np.maximum(D - found, 0)
        # more[x, y]: the audits up to the goal raise the number of wrong labels found from x to y
        more = hypergeom.pmf(found[None, :] - found[:, None], N - audited, left[:, None], goal - audited)
        undecided = (undecided * (found <= D)) @ np.nan_to_num(more)
        audited = goal
        if audits > until or stage == len(stages):
            break
        certified[stage] = undecided[: stage + 1].sum()
        undecided[: stage + 1] = 0
    return certified, undecided


def tail(d: int, N: int, D: int, n: int) -> float:
    """P(X ≤ d); `hypergeom.cdf` is slow."""
    return hypergeom.pmf(np.arange(d + 1), N, D, n).sum()


def chance_by(N: int, D: int, stages: list[int], stage: int) -> float:
    """The chance of a certificate at this stage or an earlier one."""
    return follow(N, D, stages, stages[stage])[0][: stage + 1].sum()


def mean_audits(N: int, D: int, stages: list[int]) -> float:
    return sum(follow(N, D, stages, audited)[1].sum() for audited in range(stages[-1]))


def close(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=EXACT, abs_tol=1e-14)


def check_sizes(plan: dict) -> None:
    """The sizes are the smallest at one common level, and the next higher level exceeds the budget."""
    N, D, stages, budget = (plan[name] for name in ("N", "too_many_wrong", "stages", "budget"))
    right = lambda wrong: 100 * (N - wrong) // N
    require(right(D) < plan["need"] <= right(D - 1), f"{D} is not the smallest number that is too many")
    if N <= 5:
        require(stages == [N] * D, "a small batch has no census")
        return
    require(len(stages) == min(plan["max_wrong"] + 1, D), "another number of stages")
    level = max(tail(d, N, D, n) for d, n in enumerate(stages))
    next_level = min(tail(d, N, D, n - 1) for d, n in enumerate(stages))
    require(level < next_level, "no level has these sizes")
    require(chance_by(N, D, stages, len(stages) - 1) <= budget * (1 + EXACT), "the chance exceeds the budget")
    is_enough = lambda d: lambda n: tail(d, N, D, n) <= next_level * (1 + EXACT)
    fewer = [bisect_left(range(N + 1), True, key=is_enough(d)) for d in range(len(stages))]
    require(chance_by(N, D, fewer, len(fewer) - 1) > budget * (1 - EXACT), f"the sizes {fewer} keep the budget too")


def check_bounds(plan: dict) -> None:
    N, stages, budget = plan["N"], plan["stages"], plan["budget"]
    for stage, bound in enumerate(plan["certified"]):
        most = bound["mostWrong"]
        possible = N - stages[stage] + stage
        require(stage <= most <= possible, f"D* = {most} at stage {stage} is impossible")
        if most > stage:
            require(chance_by(N, most, stages, stage) > budget * (1 - EXACT), f"D* = {most} at stage {stage} is too large")
        if most < possible:
            require(chance_by(N, most + 1, stages, stage) <= budget * (1 + EXACT), f"D* = {most} is too small")
        require(bound["score"] == 100 * (N - most) // N, f"another score for D* = {most}")
    for end in plan["given_up"]:
        most, audits = end["mostWrong"], end["audits"]
        this_or_better = lambda D: sum(part.sum() for part in follow(N, D, stages, audits - 1))
        if most > plan["too_many_wrong"]:
            require(this_or_better(most) > budget * (1 - EXACT), f"D* = {most} after {audits} audits is too large")
        if most < N - audits + len(stages):
            require(this_or_better(most + 1) <= budget * (1 + EXACT), f"D* = {most} after {audits} audits is too small")


def check_chances(plan: dict) -> None:
    N, stages = plan["N"], plan["stages"]
    for given in plan["chances"]:
        certified, _ = follow(N, given["D"], stages, stages[-1])
        same = all(map(close, certified, given["byStage"])) and close(min(1, certified.sum()), given["chance"])
        require(same, f"D = {given['D']}: {certified.tolist()}, not {given['byStage']}")
    if plan["round"] == 1 and N == 1000:
        for given in plan["chances"]:
            mean = mean_audits(N, given["D"], stages)
            require(close(mean, given["mean_audits"]), f"D = {given['D']}: {mean} audits")


def over_claims(plan: dict, D: int) -> float:
    """The chance that the round certifies a bound above the truth."""
    certified, _ = follow(plan["N"], D, plan["stages"], plan["stages"][-1])
    return sum(chance for chance, bound in zip(certified, plan["certified"]) if bound["mostWrong"] < D)


def check_rounds(plans: list[dict]) -> float:
    """The largest chance that any of the rounds claims too much, over the D that are worst for one of the bounds."""
    worst = {bound["mostWrong"] + 1 for plan in plans for bound in plan["certified"]}
    return max(sum(over_claims(plan, D) for plan in plans) for D in worst if D <= plans[0]["N"])


def fault_of(plan: dict) -> str | None:
    try:
        for check in (check_sizes, check_bounds, check_chances):
            check(plan)
    except AssertionError as fault:
        return f"FAILED { {name: plan[name] for name in ('N', 'need', 'round', 'max_wrong', 'stages')} } {fault}"
    return None


def main() -> int:
    plans = [json.loads(line) for line in sys.stdin]
    batches: dict[tuple, list[dict]] = {}
    for plan in plans:
        batches.setdefault((plan["N"], plan["need"], plan["max_wrong"]), []).append(plan)
    with Pool() as pool:
        faults = [fault for fault in pool.imap(fault_of, plans, chunksize=4) if fault is not None]
        worst = max(pool.imap(check_rounds, batches.values()))
    for fault in faults:
        print(fault)
    print(f"{len(plans) - len(faults)} plans as computed by SciPy, {len(faults)} not")
    print(f"the largest chance that a batch is ever certified above the truth: {100 * worst:.2f} %")
    return 0 if plans and not faults and worst <= 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
