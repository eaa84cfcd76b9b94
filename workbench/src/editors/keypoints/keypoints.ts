import type { KeypointObject } from "@assay/domain/types/keypoint/schema.ts";
import type { Editor } from "../editor.ts";
import { listedObjects, objectEntries, objectsResult, shapesOf } from "../objects/entry.ts";
import { keypointShape } from "./shape.ts";
import { skeletonOf } from "./skeleton.ts";

/** The editor for objects with named points; one entry per object. */
export const keypoints: Editor = {
  load: async () => (await import("./KeypointEditor.tsx")).KeypointEditor,
  toEntries: (result, project, answerName) => objectEntries<KeypointObject>(result, project, answerName),
  toResult: (entries) => objectsResult<KeypointObject>(entries),
  missing: () => null,
  objects: listedObjects,
  shapes(result, { type_options }) {
    const { lines } = skeletonOf(type_options);
    return shapesOf<KeypointObject>(result, (object) => keypointShape(object, lines));
  },
};
