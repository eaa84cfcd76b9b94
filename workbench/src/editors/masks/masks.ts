import { coveredBy, decodeRle } from "@assay/domain/run-length.ts";
import { areInstances } from "@assay/domain/types/semantic-segmentation/instances.ts";
import type { Editor } from "../editor.ts";
import { listedObjects, type ObjectEntry, objectEntries, objectsResult, shapesOf } from "../objects/entry.ts";
import { type MaskObject, maskKey, maskShape, rleOf } from "./mask-object.ts";

/**
 * The editor for masks. Masks of one label are one region, and so one entry, unless the project's option `instances`
 * makes each mask an object.
 */
export const masks: Editor = {
  load: async () => (await import("./MaskEditor.tsx")).MaskEditor,
  toEntries(result, project, answerName) {
    if (areInstances(project)) return objectEntries<MaskObject>(result, project, answerName);
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
