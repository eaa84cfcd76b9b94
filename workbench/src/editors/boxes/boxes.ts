import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import type { Editor } from "../editor.ts";
import { listedObjects, objectEntries, objectsResult, ownEntries, shapesOf } from "../objects/entry.ts";
import { boxShape } from "./shape.ts";

/** The editor for labeled boxes, upright or rotated; one entry per box. */
export const boxes: Editor = {
  load: async () => (await import("./BoxEditor.tsx")).BoxEditor,
  toEntries: (result, project, answerName) => objectEntries<DetectedObject>(result, project, answerName),
  toResult: (entries) => objectsResult<DetectedObject>(entries),
  missing: () => null,
  attributed: (entries) =>
    [...ownEntries<DetectedObject>(entries)].flatMap(([key, { object, isSuggestion }]) =>
      isSuggestion ? [] : [{ key, name: object.label, attributes: object.attributes ?? {} }],
    ),
  objects: listedObjects,
  shapes: (result) => shapesOf(result, boxShape),
};
