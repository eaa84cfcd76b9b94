import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import { strings } from "#strings/editors/polygons.ts";
import { polygonFault } from "../../canvas/outline-fault.ts";
import type { Editor } from "../editor.ts";
import {
  listedObjects,
  type ObjectEntry,
  objectEntries,
  objectsResult,
  ownEntries,
  shapesOf,
} from "../objects/entry.ts";
import { polygonShape } from "./shape.ts";

/** Entries are immutable, so each is checked once. */
const known = new WeakMap<ObjectEntry<PolygonObject>, string | null>();

/** The editor for labeled polygons with holes; one entry per polygon. */
export const polygons: Editor = {
  load: async () => (await import("./PolygonEditor.tsx")).PolygonEditor,
  toEntries: (result, item, answerName) => objectEntries<PolygonObject>(result, item, answerName),
  toResult: (entries) => objectsResult<PolygonObject>(entries),
  missing(entries) {
    for (const entry of ownEntries<PolygonObject>(entries).values()) {
      const fault = entry.isSuggestion ? null : faultOf(entry);
      if (fault !== null) return fault;
    }
    return null;
  },
  objects: listedObjects,
  shapes: (result) => shapesOf(result, polygonShape),
};

function faultOf(entry: ObjectEntry<PolygonObject>): string | null {
  const { label, points, holes = [] } = entry.object;
  const before = known.get(entry);
  if (before !== undefined) return before;
  const found = polygonFault([points, ...holes]);
  const isOfHoles = found === "outside" || found === "overlap";
  const fault = found === undefined ? null : isOfHoles ? strings.holes(label) : strings.crosses(label);
  known.set(entry, fault);
  return fault;
}
