import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import type { Editor } from "../editor.ts";
import { listedObjects, objectEntries, objectsResult, shapesOf } from "../objects/entry.ts";
import { polygonShape } from "./shape.ts";

/** The editor for labeled polygons with holes; one entry per polygon. The open editor says which outline is faulty (see `outlineFaultIn`). */
export const polygons: Editor = {
  load: async () => (await import("./PolygonEditor.tsx")).PolygonEditor,
  toEntries: (result, project, answerName) => objectEntries<PolygonObject>(result, project, answerName),
  toResult: (entries) => objectsResult<PolygonObject>(entries),
  missing: () => null,
  objects: listedObjects,
  shapes: (result) => shapesOf(result, polygonShape),
};
