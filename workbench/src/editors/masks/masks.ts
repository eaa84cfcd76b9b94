import { coveredBy, decodeRle } from "@assay/domain/run-length.ts";
import type { Editor } from "../editor.ts";
import { listedObjects, type ObjectEntry, objectEntries, objectsResult, shapesOf } from "../objects/entry.ts";
import { type MaskObject, maskKey, maskShape, rleOf } from "./mask-object.ts";

/** The editor for masks; one entry per label, because masks of the same label are one region. */
export const masks: Editor = {
  load: async () => (await import("./MaskEditor.tsx")).MaskEditor,
  toEntries(result, _item, answerName) {
    const regions = new Map<string, ObjectEntry<MaskObject>>();
    for (const [, entry] of objectEntries<MaskObject>(result)) {
      const key = maskKey(entry.object.label, answerName);
      regions.set(key, joined(regions.get(key), entry));
    }
    return regions;
  },
  toResult: (entries) => objectsResult<MaskObject>(entries),
  missing: () => null,
  objects: listedObjects,
  shapes: (result) => shapesOf(result, maskShape),
};

function joined(
  one: ObjectEntry<MaskObject> | undefined,
  { object, isSuggestion }: ObjectEntry<MaskObject>,
): ObjectEntry<MaskObject> {
  if (one === undefined) return { object, isSuggestion };
  const runs = coveredBy([decodeRle(one.object.rle), decodeRle(object.rle)], 1);
  return { object: { ...object, rle: rleOf(runs, object.rle.size) }, isSuggestion };
}
