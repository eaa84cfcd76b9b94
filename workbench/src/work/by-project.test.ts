import { expect, test } from "vitest";
import { byProject, partsOf, type Waiting, workAfter } from "./by-project.ts";
import { TASK_KINDS } from "./task.ts";

const NONE = { annotate: 0, rework: 0, audit: 0, adjudicate: 0, in_hand: 0 };

function waiting(project_id: string, counts: Partial<Waiting>): Waiting {
  return {
    ...{ project_id, project_name: project_id, annotation_type: "text_classification" },
    ...{ batch_id: `batch of ${project_id}`, batch_name: "Batch", ...NONE, ...counts },
  };
}

const data = [
  waiting("new", { annotate: 4 }),
  waiting("audited", { audit: 2 }),
  waiting("newer", { rework: 1, audit: 1, batch_id: "second" }),
  waiting("newer", { annotate: 100, adjudicate: 1 }),
  waiting("begun", { in_hand: 1 }),
];
const all = { data, training: [] };

test("where a member works comes first, then what waits for a decision, then the rest as the service names it", () => {
  const order = (last: Parameters<typeof byProject>[1]) => byProject(all, last).map(({ id }) => id);
  expect(order(undefined)).toEqual(["begun", "audited", "newer", "new"]);
  const last = { batch: "batch of newer", kinds: ["annotate"] } as const;
  expect(order(last)).toEqual(["newer", "begun", "audited", "new"]);
  expect(order({ ...last, kinds: ["audit"] })).toEqual(order(undefined)); // nothing of that kind is left
  expect(byProject(all, last)[0]?.batches.map(({ batch_id }) => batch_id)).toEqual([
    "batch of newer",
    "second",
  ]);
  const parts = data
    .flatMap((each) => partsOf(each, last))
    .map(({ what, kinds, left }) => [what, kinds, left]);
  expect(parts).toEqual([
    ["annotate", ["annotate"], 4],
    ["audit", ["audit"], 2],
    ["annotate", ["annotate"], 1],
    ["audit", ["audit"], 1],
    ["continue", ["annotate"], Number.POSITIVE_INFINITY],
    ["adjudicate", ["adjudicate"], 1],
    ["continue", TASK_KINDS, 1],
  ]);
});

test("after a batch comes what else waits, in it or in another", () => {
  const after = (scope: Parameters<typeof workAfter>[1], among = data) => {
    const { waiting, what } = workAfter({ data: among, training: [] }, scope) ?? {};
    return [waiting?.batch_id, what];
  };
  const done = { batch: "batch of newer", kinds: ["annotate"] } as const;
  expect(after(done)).toEqual(["batch of begun", "continue"]);
  const notBegun = data.slice(0, -1);
  expect(after(done, notBegun)).toEqual(["batch of audited", "audit"]);
  expect(after({ project: "audited", kinds: ["audit"] }, notBegun)).toEqual(["second", "annotate"]);
  expect(after({ batch: "batch of begun", kinds: ["annotate"] })).toEqual(["batch of audited", "audit"]);
  expect(after(done, notBegun.slice(-1))).toEqual(["batch of newer", "adjudicate"]);
  expect(workAfter(all, { kinds: TASK_KINDS })).toBeUndefined();
});
