import type { Fault } from "../../errors.ts";
import { areaOf, coveredBy, decodeRle, encodeRle, type Rle, type Runs } from "../../run-length.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { defineConfigurableType, labelFaults, type TypedAnnotationType } from "../define-type.ts";
import { groupOf, type ObjectGroup } from "../object-group.ts";
import { objectType } from "../object-type.ts";
import { maskKind } from "./instances.ts";
import { SegmentationOptions, SegmentationResult } from "./schema.ts";

const TOLERANCE = { min_iou: 0.85 };

type Compared = Omit<
  TypedAnnotationType<SegmentationResult>,
  "name" | "aliases" | "default_format" | "faults"
>;

/**
 * Masks with the same label are one region.
 *
 * Distance: 1 minus the mean IoU over the labels of both answers; 0 if both are empty. Consensus: for each
 * label the pixels that more than half of the answers give it; support is the mean likeness of the answers to
 * it. Acceptable: a mean IoU of at least `min_iou`, .85, or 1 if strict.
 */
const REGIONS: Compared = {
  media: ["image"],
  tolerance: TOLERANCE,
  sameWhen: (given) => {
    const { strict, min_iou } = { ...TOLERANCE, ...given };
    return strict || min_iou === 1 ? null : `if the mean IoU of their labels is at least ${min_iou}`;
  },
  is_object_type: true,
  labels: ({ objects }) => objects.map(({ label }) => label),
  mapLabels: ({ objects }, rename) => ({
    objects: objects.map((object) => ({ ...object, label: rename(object.label) })),
  }),
  distance: (a, b) => 1 - meanIou(regionsOf(a), regionsOf(b)),
  consensus(results) {
    const answers = results.map(regionsOf);
    const size = results.find(({ objects }) => objects.length > 0)?.objects[0]?.rle.size;
    const agreed = new Map<string, Runs>();
    for (const label of [...new Set(answers.flatMap((regions) => [...regions.keys()]))].toSorted()) {
      const masks = answers.flatMap((regions) => regions.get(label) ?? []);
      const region = coveredBy(masks, Math.floor(results.length / 2) + 1);
      if (region.length > 0) agreed.set(label, region);
    }
    const likeness = answers.map((regions) => meanIou(regions, agreed)).toSorted((a, b) => a - b);
    const objects =
      size === undefined ? [] : [...agreed].map(([label, runs]) => ({ label, rle: encodeRle(runs, size) }));
    const groups = groupsByLabel(results);
    return {
      result: { objects },
      support: likeness.reduce((sum, one) => sum + one, 0) / results.length,
      groups: objects.map(({ label }) => groups.get(label) ?? []),
    };
  },
  objectGroups: (results) => [...groupsByLabel(results).values()],
  acceptable(delivered, audited, tolerance) {
    const { strict, min_iou } = { ...TOLERANCE, ...tolerance };
    return meanIou(regionsOf(delivered), regionsOf(audited)) >= (strict ? 1 : min_iou);
  },
};

/**
 * The pixels of each label, or with the option `instances` masks that are objects of their own, compared by IoU as in
 * `objectType`. A pixel may have several labels, and several objects.
 */
export const semanticSegmentation = defineConfigurableType(SegmentationResult, {
  options: SegmentationOptions,
  faults: () => [],
  *changeFaults({ instances: before = false }, { instances: after = false }) {
    if (before !== after)
      yield { path: "instances", message: `must stay ${before}, since answers may have been given under it` };
  },
  build: ({ instances = false }) => ({
    ...(instances ? objectType(maskKind, { objects: "masks", likeness: "an IoU" }) : REGIONS),
    name: "semantic_segmentation",
    aliases: ["segmentation", "mask"],
    default_format: "coco",
    *faults({ objects }, item, allowed) {
      for (const [index, { label, rle }] of objects.entries()) {
        yield* labelFaults(`objects.${index}.label`, label, allowed);
        yield* maskFaults(`objects.${index}.rle`, rle, item);
      }
    },
  }),
});

function* maskFaults(path: string, rle: Rle, { width, height }: ItemFacts): Generator<Fault> {
  const [rows, columns] = rle.size;
  if ((height !== null && rows !== height) || (width !== null && columns !== width)) {
    yield { path: `${path}.size`, message: `must be the image's height and width, [${height}, ${width}]` };
    return;
  }
  try {
    if (decodeRle(rle).length === 0) {
      yield { path: `${path}.counts`, message: "must cover a pixel; leave out the label of an empty mask" };
    }
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    yield {
      path: `${path}.counts`,
      message: `must be run lengths of this size in COCO's form; ${fault.message}`,
    };
  }
}

/** A region is one object, represented by the first mask with its label in an answer. */
function groupsByLabel(results: readonly SegmentationResult[]): Map<string, ObjectGroup> {
  const standings = results.flatMap(({ objects }, answer) =>
    objects.map(({ label }, place) => ({ label, answer, place })),
  );
  const byLabel = [...Map.groupBy(standings, ({ label }) => label)];
  return new Map(byLabel.map(([label, of]) => [label, groupOf(results.length, of)]));
}

type Regions = ReadonlyMap<string, Runs>;

/** The pixels of each label that has any. */
function regionsOf({ objects }: SegmentationResult): Regions {
  const masks = Map.groupBy(objects, ({ label }) => label);
  const regions = [...masks].map(
    ([label, of]) =>
      [
        label,
        coveredBy(
          of.map(({ rle }) => decodeRle(rle)),
          1,
        ),
      ] as const,
  );
  return new Map(regions.filter(([, runs]) => runs.length > 0));
}

/** Over the labels of both, in a fixed order; 1 if both are empty. */
function meanIou(a: Regions, b: Regions): number {
  const labels = [...new Set([...a.keys(), ...b.keys()])].toSorted();
  if (labels.length === 0) return 1;
  return labels.reduce((sum, label) => sum + iouOf(a.get(label), b.get(label)), 0) / labels.length;
}

function iouOf(a: Runs | undefined, b: Runs | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const shared = areaOf(coveredBy([a, b], 2));
  return shared / (areaOf(a) + areaOf(b) - shared);
}
