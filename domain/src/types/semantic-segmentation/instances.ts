import { sharedArea } from "../../box.ts";
import { areaOf, boxOf, coveredBy, decodeRle, encodeRle, type Runs } from "../../run-length.ts";
import type { ObjectKind } from "../object-consensus.ts";
import type { Shape } from "../object-match.ts";
import type { SegmentationResult } from "./schema.ts";

type Mask = SegmentationResult["objects"][number];

interface MaskShape extends Shape {
  readonly runs: Runs;
  /** In pixels. */
  readonly area: number;
}

/** Whether each mask of a project is an object of its own, so that an image can have several of a label. */
export function areInstances({
  type_options,
}: {
  readonly type_options: Readonly<Record<string, unknown>>;
}): boolean {
  return type_options.instances === true;
}

/**
 * Masks as objects of their own, compared by IoU; merged to the pixels that more than half of the drawings have.
 * At least one pixel has that, because each drawing shares half of the first one's pixels.
 */
export const maskKind: ObjectKind<Mask, MaskShape> = {
  shapeOf: ({ label, rle }) => {
    const runs = decodeRle(rle);
    const [x, y, width, height] = boxOf(runs, rle.size[0]);
    return { label, around: { x, y, width, height }, runs, area: areaOf(runs) };
  },
  mostLikeness: (a, b) => {
    const shared = Math.min(sharedArea(a.around, b.around), a.area, b.area);
    return shared > 0 ? shared / (a.area + b.area - shared) : 0;
  },
  likeness: (a, b, effort) => {
    effort.left -= a.runs.length + b.runs.length;
    if (effort.left < 0) return 0;
    const shared = areaOf(coveredBy([a.runs, b.runs], 2));
    return shared > 0 ? shared / (a.area + b.area - shared) : 0;
  },
  merge: (members) => {
    const [first] = members;
    if (first === undefined) throw new RangeError("an object that nobody drew");
    const { label, rle } = first.object;
    const masks = members.map(({ shape }) => shape.runs);
    const { counts } = encodeRle(coveredBy(masks, Math.floor(members.length / 2) + 1), rle.size);
    return { label, rle: { size: rle.size, counts } };
  },
};
