import { expect, test } from "vitest";
import { sharedKeys } from "../actions/action.ts";
import { excludeReasons, frameActions, reasonActions, SKIP_REASONS } from "./actions.ts";
import { adjudicationActions, auditActions, verdictActions } from "./review-actions.ts";

const nothing = () => undefined;
const frame = frameActions({
  ...{ submit: nothing, skip: nothing, layAside: nothing, reopen: nothing, undo: nothing, redo: nothing },
  ...{ save: nothing, talk: nothing, guidelines: nothing, palette: nothing, help: nothing, can: () => true },
});
const audit = auditActions({ accept: nothing, change: nothing });
const adjudication = adjudicationActions({
  ...{ exclude: nothing, showNext: nothing, takeAll: nothing, canTake: () => true },
});

test.each([
  ["while an item is answered", frame],
  ["while it is asked why an item is skipped", [...frame, ...reasonActions(SKIP_REASONS, nothing)]],
  ["while a label is audited", [...frame, ...audit]],
  ["while an auditor changes a label", [...frame, ...verdictActions("changing", nothing)]],
  ["while answers are adjudicated", [...frame, ...adjudication]],
])("no key is taken twice %s", (_, actions) => {
  expect(sharedKeys(actions)).toEqual([]);
});

test("the reasons to exclude an item begin with those of the annotators who skipped it, each once", () => {
  const words = excludeReasons(["Bad media", "cut off"]).map(([, said]) => said);
  expect(words).toEqual([
    "Cannot be seen or heard",
    "cut off",
    "It is not clear which answer is right",
    "Does not belong here",
  ]);
});
