import { decodeRle, encodeRle, type Runs } from "@assay/domain/run-length.ts";
import type { SegmentationResult } from "@assay/domain/types/semantic-segmentation/schema.ts";
import type { MaskShape } from "../../canvas/shape.ts";

/** The mask of one label or, of instances, of one object. */
export type MaskObject = SegmentationResult["objects"][number];

/** The key of a label's mask; see `Editor.toEntries` for `answerName`. */
export function maskKey(label: string, answerName = ""): string {
  return `object:${answerName}${label}`;
}

/** The mask of a label as the canvas draws it. */
export function maskShape({ rle }: MaskObject): MaskShape {
  return { kind: "mask", runs: decodeRle(rle), size: rle.size };
}

/** Encodes runs as results contain them. */
export function rleOf(runs: Runs, [height, width]: readonly [number, number]): MaskObject["rle"] {
  return { size: [height, width], counts: encodeRle(runs, [height, width]).counts };
}
