import { decodeRle, type Rle } from "../run-length.ts";
import { type TracedPart, tracedParts } from "../trace.ts";
import { MAX_OBJECTS } from "../types/define-type.ts";
import { MAX_HOLES, MAX_POINTS } from "../types/polygon/schema.ts";
import { ImportFault } from "./importer.ts";

/** Far more than a mask of an image of 100 million pixels has that a person drew. */
const MOST_CHARACTERS = 2_000_000;

/** What can be read as another annotation type, too. */
const ALSO: Readonly<Record<string, string>> = {
  semantic_segmentation: "polygon",
  image_classification: "multilabel_classification",
};

/** Whether annotations of the type `type` can be read as `wanted`: masks as their outlines, single labels as lists. */
export function isReadAs(type: string | undefined, wanted: string): boolean {
  return type === wanted || (type !== undefined && ALSO[type] === wanted);
}

/**
 * The outlines of a mask as objects, one for each part that touches no other; `lost` gets that they were one. Throws an ImportFault for a
 * mask that cannot be read, or whose outlines are beyond what a result may have.
 */
export function outlinesOf(at: string, label: string, rle: Rle, lost: Set<string>): object[] {
  if (rle.counts.length > MOST_CHARACTERS)
    throw new ImportFault(
      at,
      `a mask of ${rle.counts.length} characters, and ${MOST_CHARACTERS} can be traced`,
    );
  return tracedObjects(at, label, () => tracedParts(decodeRle(rle), rle.size), lost);
}

/** The same of parts; a RangeError of `trace` is a fault of the mask. */
export function tracedObjects(
  at: string,
  label: string,
  trace: () => readonly TracedPart[],
  lost: Set<string>,
): object[] {
  const parts = readable(at, trace);
  if (parts.length === 0) lost.add("empty masks");
  if (parts.length > 1) lost.add("which polygons are one object");
  assertMost(at, "parts of a mask", parts.length, MAX_OBJECTS);
  return parts.map(({ points, holes }) => {
    assertMost(at, "holes of an outline", holes.length, MAX_HOLES);
    for (const ring of [points, ...holes]) assertMost(at, "points of an outline", ring.length, MAX_POINTS);
    return { label, points, ...(holes.length > 0 ? { holes } : {}) };
  });
}

function readable(at: string, trace: () => readonly TracedPart[]): readonly TracedPart[] {
  try {
    return trace();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ImportFault(at, `the mask cannot be traced: ${cause.message}`, { cause });
  }
}

function assertMost(at: string, what: string, count: number, most: number): void {
  if (count <= most) return;
  throw new ImportFault(
    at,
    `${count} ${what}, and ${most} are allowed: read the dataset as semantic_segmentation to keep the mask`,
  );
}
