import fc from "fast-check";
import { expect, test } from "vitest";
import { givenItem } from "../../../test/given-item.ts";
import { withMembers } from "../../../test/with-members.ts";
import { encodeRle } from "../../run-length.ts";
import { semanticSegmentation as type } from "./semantic-segmentation.ts";

const IMAGE = givenItem({ width: 10, height: 10 });

/** A mask of the image from one pixel to another, counted down the columns. */
function mask(label: string, from: number, to: number) {
  return { label, rle: encodeRle(Float64Array.of(from, to), [10, 10]) };
}
const result = (...objects: ReturnType<typeof mask>[]) => ({ objects });
const anyResult = fc
  .array(
    fc
      .tuple(fc.constantFrom("road", "sky"), fc.nat({ max: 98 }), fc.integer({ min: 1, max: 100 }))
      .filter(([, from, to]) => from < to)
      .map(([label, from, to]) => mask(label, from, to)),
    { maxLength: 4 },
  )
  .map((objects) => result(...objects));

test("a pixel has the labels that more than half of the answers give it", () => {
  const answers = [result(mask("road", 0, 50)), result(mask("road", 10, 60)), result(mask("road", 20, 70))];
  const consensus = type.consensus(answers);
  expect(consensus?.result).toEqual(result(mask("road", 10, 60)));
  expect(consensus?.support).toBeCloseTo((40 / 60 + 1 + 40 / 60) / 3, 12);
});

test("an empty list is a valid answer, and pixels in only half of the answers are omitted", () => {
  expect(type.consensus([result(), result()])).toMatchObject({ result: result(), support: 1 });
  expect(type.consensus([result(mask("road", 0, 9)), result()])).toMatchObject({
    result: result(),
    support: 0.5,
  });
});

test("masks with the same label are one region", () => {
  const parts = result(mask("road", 0, 10), mask("road", 5, 30));
  expect(type.distance(parts, result(mask("road", 0, 30)))).toBe(0);
  expect(type.consensus([parts])).toMatchObject({ result: result(mask("road", 0, 30)), support: 1 });
});

test("the distance is 1 minus the mean IoU over the labels of both answers", () => {
  expect(type.distance(result(mask("road", 0, 30)), result(mask("road", 10, 40)))).toBeCloseTo(
    1 - 20 / 40,
    12,
  );
  const two = result(mask("road", 0, 30), mask("sky", 50, 60));
  expect(type.distance(two, result(mask("road", 0, 30)))).toBe(0.5);
  expect(type.distance(result(), result())).toBe(0);
  fc.assert(
    fc.property(anyResult, anyResult, (a, b) => {
      expect(type.distance(a, b)).toBe(type.distance(b, a));
      expect(type.distance(a, a)).toBe(0);
    }),
  );
});

test("the consensus is valid and does not depend on the order of the answers", () => {
  fc.assert(
    fc.property(fc.array(anyResult, { minLength: 1, maxLength: 5 }), (answers) => {
      const consensus = type.consensus(answers);
      expect(type.validate(consensus?.result, IMAGE, null)).toEqual([]);
      expect(withMembers(type.consensus, answers.toReversed())).toEqual(withMembers(type.consensus, answers));
    }),
  );
});

test("masks are acceptable at a mean IoU of .85, or the policy's minimum, and if strict only if equal", () => {
  const [drawn, audited] = [result(mask("road", 0, 90)), result(mask("road", 0, 100))];
  expect(type.acceptable(drawn, audited, { strict: false })).toBe(true);
  expect(type.acceptable(drawn, audited, { strict: false, min_iou: 0.95 })).toBe(false);
  expect(type.acceptable(drawn, audited, { strict: true })).toBe(false);
  expect(type.acceptable(result(mask("road", 0, 80)), audited, { strict: false })).toBe(false);
});

test("a mask of another size, or whose runs do not cover it, is refused with its path", () => {
  const [road] = result(mask("road", 0, 9)).objects;
  expect(type.validate(result(mask("road", 0, 9)), givenItem({ width: 20, height: 10 }), null)).toEqual([
    { path: "objects.0.rle.size", message: "must be the image's height and width, [10, 20]" },
  ]);
  expect(
    type.validate({ objects: [{ ...road, rle: { size: [10, 10], counts: "1" } }] }, IMAGE, null),
  ).toEqual([
    {
      path: "objects.0.rle.counts",
      message: "must be run lengths of this size in COCO's form; its runs cover 1 of 100 pixels",
    },
  ]);
  expect(
    type.validate({ objects: [{ label: "road", rle: { size: [10], counts: "1" } }] }, IMAGE, null),
  ).not.toEqual([]);
  expect(type.validate(result(mask("car", 0, 9)), IMAGE, new Set(["road"]))).toHaveLength(1);
});

test("a mask without a pixel is refused", () => {
  const empty = { label: "road", rle: encodeRle(new Float64Array(), [10, 10]) };
  expect(type.validate(result(mask("sky", 0, 9), empty), IMAGE, null)).toEqual([
    { path: "objects.1.rle.counts", message: "must cover a pixel; leave out the label of an empty mask" },
  ]);
});

test("the masks of one label are one object, represented by the first of them", () => {
  const answers = [
    result(mask("sky", 0, 10), mask("road", 20, 30), mask("road", 40, 50)),
    result(mask("road", 20, 30)),
  ];
  expect(type.consensus(answers)?.groups).toEqual([[1, 0]]);
  expect(type.objectGroups(answers)).toEqual([
    [0, null],
    [1, 0],
  ]);
});

const instances = type.configured({ instances: true });

test("with the option instances, masks of one label are objects of their own", () => {
  const two = result(mask("road", 0, 10), mask("road", 50, 60));
  expect(instances.validate(two, IMAGE, null)).toEqual([]);
  expect(instances.consensus([two])).toMatchObject({ result: two, support: 1 });
  expect(instances.distance(two, result(mask("road", 0, 10)))).toBeCloseTo(1 - 2 / 3, 12);
  expect(instances.distance(two, result(mask("road", 50, 60), mask("road", 0, 10)))).toBe(0);
});

test("the drawings of one object are merged to the pixels that more than half of them have", () => {
  const answers = [
    result(mask("road", 50, 60), mask("road", 0, 10)),
    result(mask("road", 2, 12), mask("road", 50, 60)),
    result(mask("road", 1, 11)),
  ];
  const consensus = instances.consensus(answers);
  expect(consensus?.result).toEqual(result(mask("road", 1, 11), mask("road", 50, 60)));
  expect(consensus?.support).toBeCloseTo(5 / 6, 12);
  expect(consensus?.groups).toEqual([
    [1, 0, 0],
    [0, 1, null],
  ]);
  expect(instances.consensus([result(mask("road", 0, 10)), result(mask("road", 50, 60))])).toMatchObject({
    support: 0.5,
  });
});

test("instances are acceptable at an F1 of .9, or the policy's minimum", () => {
  const delivered = result(mask("road", 0, 10), mask("road", 50, 60));
  const audited = result(mask("road", 50, 62), mask("road", 1, 11));
  expect(instances.acceptable(delivered, audited, { strict: false })).toBe(true);
  expect(instances.acceptable(delivered, audited, { strict: false, min_iou: 0.9 })).toBe(false);
  expect(instances.acceptable(delivered, result(mask("road", 0, 60)), { strict: false })).toBe(false);
});

test("the consensus of instances is valid and does not depend on the order of the answers", () => {
  fc.assert(
    fc.property(fc.array(anyResult, { minLength: 1, maxLength: 5 }), (answers) => {
      const consensus = instances.consensus(answers);
      if (consensus !== null) expect(instances.validate(consensus.result, IMAGE, null)).toEqual([]);
      expect(withMembers(instances.consensus, answers.toReversed())).toEqual(
        withMembers(instances.consensus, answers),
      );
    }),
  );
});

test("answers fit other options only if masks stay what they are", () => {
  expect(type.optionChangeFaults({}, { instances: false })).toEqual([]);
  expect(type.optionChangeFaults({}, { instances: true })).toEqual([
    { path: "instances", message: "must stay false, since answers may have been given under it" },
  ]);
  expect(type.optionChangeFaults({ instances: true }, {})).toHaveLength(1);
});

test("a value of instances that is neither true nor false is refused; other options are stored", () => {
  expect(type.optionFaults({ instances: "yes" })).toEqual([expect.objectContaining({ path: "instances" })]);
  expect(type.optionFaults({ other: 1 })).toEqual([]);
});
