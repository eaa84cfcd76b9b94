import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { withMembers } from "../../../test/with-members.ts";
import { keypoint } from "./keypoint.ts";
import { oks, poseOf, sigmaFinder } from "./oks.ts";
import type { Keypoint, KeypointObject } from "./schema.ts";

const ITEM = givenItem({ width: 100, height: 80 });
const USUAL = { strict: false };

function object(label: string, points: Record<string, Keypoint>): KeypointObject {
  return { label, points };
}

/** A face whose box is 40 by 40, so that its size is 40. */
function face(x: number, y = 10, label = "cat"): KeypointObject {
  return object(label, { nose: [x, y, 2], left: [x + 40, y, 2], tail: [x, y + 40, 1] });
}

function result(...objects: KeypointObject[]) {
  return { objects };
}

test("points must be inside the image, except unlabeled ones", () => {
  const edge = object("cat", { nose: [0, 0, 2], tail: [100, 80, 1], ear: [-5, 500, 0] });
  expect(keypoint.validate(result(edge), ITEM, null)).toEqual([]);
});

test.each<[string, Record<string, number[]>, string, string]>([
  [
    "a point outside",
    { nose: [101, 2, 2] },
    ".nose",
    "must lie within the image of 100 × 80 pixels, not at (101, 2)",
  ],
  [
    "another visibility",
    { nose: [1, 2, 3] },
    ".nose.2",
    "must be 0 (not labeled), 1 (hidden) or 2 (visible)",
  ],
  ["nothing labeled", { nose: [0, 0, 0] }, "", "must have a point whose visibility is 1 or 2"],
  ["no point", {}, "", "must have a point whose visibility is 1 or 2"],
  ["two numbers", { nose: [1, 2] }, ".nose", "must have at least 3 entries, not 2"],
  [
    "no name",
    { "": [1, 2, 2] },
    ".",
    "must have a name of 1 to 100 characters, none of them a control character",
  ],
])("%s is told", (_, points, field, message) => {
  const wrong = { objects: [{ label: "cat", points }] };
  expect(keypoint.validate(wrong, ITEM, null)).toEqual([{ path: `objects.0.points${field}`, message }]);
});

test("if a project names its keypoints, others are refused", () => {
  const configured = keypoint.configured({ keypoints: ["nose", "left"] });
  expect(configured.validate(result(face(5)), ITEM, null)).toEqual([
    { path: "objects.0.points.tail", message: "must be one of the project's keypoints (nose, left)" },
  ]);
});

test.each<[object, string, string]>([
  [{ keypoints: ["a", "b", "a"] }, "keypoints.2", '"a" is already keypoint 0'],
  [{ keypoints: ["a\n"] }, "keypoints.0", "must not contain control characters"],
  [{ keypoints: ["a"], skeleton: [["a", "c"]] }, "skeleton.0", '"c" is not among the keypoints'],
  [
    { keypoints: ["a"], sigmas: [0.1, 0.2] },
    "sigmas",
    "must have one entry for each of the 1 keypoints, not 2",
  ],
  [{ keypoints: ["a"], sigmas: [0] }, "sigmas.0", "must be greater than 0"],
  [{ skeleton: [["a"]] }, "skeleton.0", "must have at least 2 entries, not 1"],
])("options %j are told at %s", (options, path, message) => {
  expect(keypoint.optionFaults(options)).toContainEqual({ path, message });
});

test("good options have no faults", () => {
  const options = { keypoints: ["a", "b"], skeleton: [["a", "b"]], sigmas: [0.1, 0.05] };
  expect(keypoint.optionFaults(options)).toEqual([]);
  expect(keypoint.optionFaults({})).toEqual([]);
});

/** What `COCOeval.computeOks` of pycocotools 2.0.11 gives for the area 1600 and these σ. */
test("OKS equals that of pycocotools if both objects have the same points", () => {
  const names = ["nose", "left_eye", "left_hip"];
  const one = {
    label: "p",
    points: { nose: [0, 0, 2], left_eye: [40, 0, 2], left_hip: [0, 40, 1] },
  } as const;
  const other = {
    label: "p",
    points: { nose: [0, 1, 2], left_eye: [40, 3, 1], left_hip: [9, 40, 2] },
  } as const;
  const sigmaOf = sigmaFinder({ keypoints: names, sigmas: [0.026, 0.025, 0.107] });
  expect(sigmaOf("left_eye")).toBe(0.025);
  expect(sigmaFinder({})("left_eye")).toBe(0.025);
  expect(sigmaFinder({})("antenna")).toBe(0.05);
  const [a, b] = [poseOf(one, sigmaOf), { ...poseOf(other, sigmaOf), area: 1600 }];
  expect(a.area).toBe(1600);
  expect(oks(a, b, sigmaOf)).toBeCloseTo(PYCOCOTOOLS_OKS, 12);
});
const PYCOCOTOOLS_OKS = 0.596964014542212;

test("a point that only one object has counts as likeness 0", () => {
  const sigmaOf = sigmaFinder({});
  const whole = poseOf(face(0), sigmaOf);
  const part = poseOf(object("cat", { nose: [0, 10, 2], left: [40, 10, 2], tail: [0, 0, 0] }), sigmaOf);
  expect(oks(whole, part, sigmaOf)).toBeCloseTo(2 / 3, 12);
});

test("the distance is the mean over objects of 1 minus the likeness to their match", () => {
  const one = result(face(5), face(50));
  const other = result(face(5), face(50, 10, "dog"));
  expect(keypoint.distance(one, one)).toBe(0);
  expect(keypoint.distance(one, other)).toBe(0.5);
  expect(keypoint.distance(one, result())).toBe(1);
});

test("a pose is acceptable at an OKS of .5, by the project's sigmas", () => {
  // all points 5 px off: exp(−25/(2·1600·.01)) = .46, with σ of .06 .58
  const loose = keypoint.configured({ keypoints: ["nose", "left", "tail"], sigmas: [0.06, 0.06, 0.06] });
  const sigmas = { keypoints: ["nose", "left", "tail"], sigmas: [0.05, 0.05, 0.05] };
  const [audited, near] = [result(face(5)), result(face(10))];
  expect(keypoint.configured(sigmas).acceptable(near, audited, USUAL)).toBe(false);
  expect(keypoint.configured(sigmas).acceptable(near, audited, { ...USUAL, min_iou: 0.4 })).toBe(true);
  expect(loose.acceptable(near, audited, USUAL)).toBe(true);
});

test("an object of one point, or of points on a line, matches a nearby one", () => {
  const dot = (x: number) => result(object("ant", { head: [x, 5, 2] }));
  expect(keypoint.acceptable(dot(5), dot(8), USUAL)).toBe(true);
  expect(keypoint.acceptable(dot(5), dot(12), USUAL)).toBe(false);
});

test("a point is the median of those who labeled it, kept and visible if at least half of them agree", () => {
  const answers = [
    result(object("cat", { nose: [5, 5, 2], right: [45, 45, 2], left: [45, 5, 2], tail: [5, 45, 2] })),
    result(object("cat", { nose: [6, 5, 1], right: [45, 45, 2], left: [45, 6, 2], tail: [0, 0, 0] })),
    result(object("cat", { nose: [5, 7, 1], right: [45, 45, 2], left: [46, 5, 1], ear: [20, 20, 2] })),
  ];
  expect(keypoint.consensus(answers)).toMatchObject({
    result: result(object("cat", { left: [45, 5, 2], nose: [5, 5, 1], right: [45, 45, 2] })),
    support: 1,
  });
});

const anyPoint = fc.tuple(
  fc.integer({ min: 0, max: 8 }),
  fc.integer({ min: 0, max: 8 }),
  fc.integer({ min: 1, max: 2 }),
);
const anyObject = fc.record({
  label: fc.constantFrom("cat", "dog"),
  points: fc.dictionary(fc.constantFrom("nose", "left", "tail", "ear"), anyPoint, { minKeys: 1 }),
});
const anyAnswers = fc.array(fc.record({ objects: fc.array(anyObject, { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 5,
});

test("OKS is symmetric and from 0 to 1; the consensus is valid and the order of answers does not matter", () => {
  const sigmaOf = sigmaFinder({});
  fc.assert(
    fc.property(anyObject, anyObject, (one, other) => {
      const [a, b] = [poseOf(one, sigmaOf), poseOf(other, sigmaOf)];
      expect(oks(a, b, sigmaOf)).toBeCloseTo(oks(b, a, sigmaOf), 12);
      expect(oks(a, b, sigmaOf)).toBeLessThanOrEqual(1);
      expect(oks(a, a, sigmaOf)).toBe(1);
    }),
  );
  fc.assert(
    fc.property(anyAnswers, (given) => {
      const consensus = keypoint.consensus(given);
      const mixed = given.toReversed().map(({ objects }) => ({ objects: objects.toReversed() }));
      expect(withMembers(keypoint.consensus, mixed)).toEqual(withMembers(keypoint.consensus, given));
      if (consensus) expect(keypoint.validate(consensus.result, ITEM, null)).toEqual([]);
    }),
  );
});

test("thousands of objects in one place take bounded time", () => {
  const crowd = result(...Array.from({ length: 5_000 }, (_, index) => face(index / 1000)));
  const before = process.cpuUsage();
  keypoint.consensus([crowd, crowd]);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15); // seconds
}, 60_000);

test("answers fit options with more points at the end and other lines, and none without a point", () => {
  const before = { keypoints: ["head", "tail"], skeleton: [["head", "tail"]] };
  const faults = (keypoints: readonly string[]) => keypoint.optionChangeFaults(before, { keypoints });
  expect(faults(["head", "tail", "paw"])).toEqual([]);
  expect(faults(["head"])).toEqual([
    {
      path: "keypoints.1",
      message: 'must stay "tail" (got nothing), since answers may have this point; add new points at the end',
    },
  ]);
  expect(faults(["paw", "head", "tail"])).toMatchObject([{ path: "keypoints.0" }]);
  expect(keypoint.optionChangeFaults({}, before)).toEqual([]);
});
