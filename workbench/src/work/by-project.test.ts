import { expect, test } from "vitest";
import { byProject, isBegun, type Waiting } from "./by-project.ts";

const NONE = { annotate: 0, rework: 0, audit: 0, adjudicate: 0, in_hand: 0 };

function waiting(project_id: string, counts: Partial<Waiting>): Waiting {
  return {
    ...{ project_id, project_name: project_id, annotation_type: "text_classification" },
    ...{ batch_id: `batch of ${project_id}`, batch_name: "Batch", ...NONE, ...counts },
  };
}

test("what a member has begun comes first, then what waits for a decision, then the rest as the service names it", () => {
  const data = [
    waiting("new", { annotate: 4 }),
    waiting("audited", { audit: 2 }),
    waiting("newer", { rework: 1 }),
    waiting("begun", { in_hand: 1 }),
  ];
  expect(byProject({ data, training: [] }).map(({ id }) => id)).toEqual(["begun", "audited", "new", "newer"]);
  expect([isBegun(data), isBegun(data.slice(0, 3))]).toEqual([true, false]);
});
