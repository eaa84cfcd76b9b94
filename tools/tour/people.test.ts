import { iou } from "@assay/domain/box.ts";
import { LEVELS } from "@assay/domain/certification/levels.ts";
import { planRound } from "@assay/domain/certification/price.ts";
import { certifyChance } from "@assay/domain/certification/sequential-plan.ts";
import { namedEntityRecognition } from "@assay/domain/types/named-entity-recognition/named-entity-recognition.ts";
import { objectDetection } from "@assay/domain/types/object-detection/object-detection.ts";
import { expect, test } from "vitest";
import { givenItem } from "../../domain/test/given-item.ts";
import { ANNOTATORS, boxDrawers, nameMarkers } from "./people.ts";
import { BOX_POLICY, SEED } from "./subjects.ts";
import { IMAGE_LABELS, PASSAGES, PHOTOGRAPHS, TEXT_LABELS } from "./truth.ts";

const [ada, ben, cyd] = ANNOTATORS;
if (ada === undefined || ben === undefined || cyd === undefined)
  throw new Error("the tour has three annotators");

/** Whether a batch of `items` with this many wrong labels is certain to be certified. */
function isCertain(items: number, wrong: number): boolean {
  return certifyChance(planRound(LEVELS.standard, items, 1), wrong).chance > 0.999_999;
}

test("in any order of answers, so few photographs get a wrong label that the batch is certain to pass", () => {
  const draw = boxDrawers(SEED, IMAGE_LABELS);
  const pairs = [
    [ada, ben],
    [ada, cyd],
    [ben, cyd],
  ] as const;
  const wrong = PHOTOGRAPHS.filter((photograph) =>
    pairs.some((pair) => {
      const consensus = objectDetection.consensus(pair.map((person) => draw(photograph, person)));
      const isAccepted = consensus !== null && consensus.support >= BOX_POLICY.min_support;
      const truth = { objects: photograph.objects };
      return isAccepted && !objectDetection.acceptable(consensus.result, truth, { strict: false });
    }),
  );
  expect(isCertain(PHOTOGRAPHS.length, wrong.length)).toBe(true);
});

test("the majority settles every text, some wrongly, and the batch is certain to pass", () => {
  const mark = nameMarkers(SEED, TEXT_LABELS);
  const labels = PASSAGES.map((passage) =>
    namedEntityRecognition.consensus(ANNOTATORS.map((person) => mark(passage, person))),
  );
  expect(labels.filter((label) => label === null || label.support < 0.5)).toEqual([]);
  const wrong = PASSAGES.filter(
    ({ spans }, index) =>
      !namedEntityRecognition.acceptable(labels[index]?.result, { spans }, { strict: false }),
  );
  expect(wrong.length).toBeGreaterThan(0);
  expect(isCertain(PASSAGES.length, wrong.length)).toBe(true);
});

test.each(ANNOTATORS)(
  "$name spoils about the stated share of the objects, the same ones each time",
  (person) => {
    const spans = Array.from({ length: 2_000 }, (_, index) => ({
      start: 5 * index,
      end: 5 * index + 3,
      label: "PER",
    }));
    const passage = { external_id: "long", text: "", spans };
    const answer = () => nameMarkers("any", ["PER", "LOC"])(passage, person);
    const right = answer().spans.filter(({ start, end, label }) => label === "PER" && end === start + 3);
    expect(Math.abs(1 - right.length / spans.length - person.errorRate)).toBeLessThan(0.02);
    expect(answer()).toEqual(answer());
  },
);

test("an unsteady hand stays within the image and near the object", () => {
  const draw = boxDrawers("any", IMAGE_LABELS);
  for (const photograph of PHOTOGRAPHS) {
    const answer = draw(photograph, { name: "steady", errorRate: 0 });
    expect(objectDetection.validate(answer, givenItem(photograph), null)).toEqual([]);
    for (const [index, { bbox }] of answer.objects.entries()) {
      expect(iou(bbox, photograph.objects[index]?.bbox ?? bbox)).toBeGreaterThan(0.8);
    }
  }
});
