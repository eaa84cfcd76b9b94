"""The labels of a file of answers by crowd-kit's Dawid–Skene, as fit.ts makes them by ours; prints the same JSON."""

import json
import sys
import time

import numpy
import pandas
from crowdkit.aggregation import DawidSkene

columns = numpy.fromfile(sys.argv[1], dtype="<u4").reshape(3, -1)
answers = pandas.DataFrame({"task": columns[0], "worker": columns[1], "label": columns[2]})
begun = time.perf_counter()
labels = DawidSkene(n_iter=100).fit_predict(answers)
seconds = time.perf_counter() - begun
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(json.dumps({"seconds": seconds, "peak_mib": peak / 1024, "labels": labels.sort_index().tolist()}))
