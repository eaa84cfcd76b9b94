import { simplified } from "@assay/domain/geometry/simplify.ts";
import { splitPolygon } from "@assay/domain/geometry/split.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { PolygonObject } from "@assay/domain/types/polygon/schema.ts";
import { strings } from "#strings/editors/polygons.ts";
import type { Action } from "../../actions/action.ts";
import type { Rings } from "../../canvas/clip.ts";
import { polygonFault } from "../../canvas/outline-fault.ts";
import { boundsOf, roundShape } from "../../canvas/shape.ts";
import { selected } from "../objects/changes.ts";
import { newKey, type ObjectEntry } from "../objects/entry.ts";
import type { ObjectSession } from "../objects/session.ts";

type Session = ObjectSession<PolygonObject>;
type Change = readonly [string, ObjectEntry<PolygonObject> | undefined];

/** What can be done with the areas of the selected polygons. */
export function polygonActions(session: Session): readonly Action[] {
  const isOne = () => selected(session).length === 1;
  const isOver = () => isOne() && overlapped(session).length > 0;
  return [
    {
      ...{ id: "image.merge", title: strings.merge, keys: ["Shift+M"] },
      isEnabled: () => selected(session).length > 1,
      run: () => void merge(session),
    },
    { id: "image.hole", title: strings.cut, keys: ["O"], isEnabled: isOver, run: () => void cut(session) },
    {
      id: "image.trim",
      title: strings.trim,
      keys: ["Shift+O"],
      isEnabled: isOver,
      run: () => void trim(session),
    },
    {
      ...{ id: "image.simplify", title: strings.simplify, keys: ["Shift+S"] },
      isEnabled: () => selected(session).length > 0,
      run: () => simplify(session),
    },
  ];
}

function ringsOf({ points, holes = [] }: PolygonObject): Rings {
  return [points, ...holes];
}

function entryOf(rings: Rings, label: string): ObjectEntry<PolygonObject> {
  const [points = [], ...holes] = rings.map((ring) => [...ring]);
  return { object: holes.length === 0 ? { label, points } : { label, points, holes }, isSuggestion: false };
}

/** The other polygons, neither locked nor hidden, whose bounds overlap those of the selected one. */
function overlapped(session: Session): readonly string[] {
  const [only] = selected(session);
  if (only === undefined) return [];
  const bounds = boundsOf(session.kind.shapeOf(only[1].object));
  return session.within(bounds).filter((key) => key !== only[0]);
}

/** Replaces objects by their new parts: the first part keeps the object's key. Nothing is left of one without parts. */
function changesFor(key: string, parts: readonly Rings[], label: string): readonly Change[] {
  const [first, ...more] = parts;
  return [
    [key, first && entryOf(first, label)],
    ...more.map((part): Change => [newKey(), entryOf(part, label)]),
  ];
}

/** The library that joins and cuts areas, loaded when it is needed; its faults are told to the person. */
async function withAreas(
  session: Session,
  run: (clip: typeof import("../../canvas/clip.ts")) => void,
): Promise<void> {
  const clip = await import("../../canvas/clip.ts");
  try {
    run(clip);
  } catch (fault) {
    session.refuse(fault instanceof Error ? fault.message : String(fault));
  }
}

/** Joins the selected polygons to one, which gets the label of the first. */
function merge(session: Session): Promise<void> {
  return withAreas(session, ({ joined }) => {
    const chosen = selected(session);
    const [first] = chosen;
    const [whole, ...apart] = joined(chosen.map(([, { object }]) => ringsOf(object)));
    if (first === undefined || whole === undefined || apart.length > 0) {
      session.refuse(strings.apart);
      return;
    }
    const gone = chosen.slice(1).map(([key]): Change => [key, undefined]);
    session.apply(strings.merged(chosen.length), [
      ...changesFor(first[0], [whole], first[1].object.label),
      ...gone,
    ]);
    session.select([first[0]]);
  });
}

/** Cuts the selected polygon out of those beneath it: as a hole, or from their side. It is removed. */
function cut(session: Session): Promise<void> {
  return withAreas(session, ({ without }) => {
    const [only] = selected(session);
    const beneath = overlapped(session);
    if (only === undefined) return;
    const changes = beneath.flatMap((key): readonly Change[] => {
      const entry = session.objects.get(key);
      if (entry === undefined || entry.isSuggestion) return [];
      const rings = ringsOf(entry.object);
      const parts = without(rings, [ringsOf(only[1].object)]);
      return isSameArea(parts, rings) ? [] : changesFor(key, parts, entry.object.label);
    });
    if (changes.length === 0) {
      session.refuse(strings.nothingBeneath);
      return;
    }
    session.apply(strings.holeCut, [...changes, [only[0], undefined]]);
    session.select(changes.flatMap(([key, entry]) => (entry === undefined ? [] : [key])));
  });
}

/** Takes from the selected polygon what others cover, so that they share their edge. */
function trim(session: Session): Promise<void> {
  return withAreas(session, ({ without }) => {
    const [only] = selected(session);
    if (only === undefined) return;
    const others = overlapped(session).flatMap((key) => {
      const entry = session.objects.get(key);
      return entry === undefined || entry.isSuggestion ? [] : [ringsOf(entry.object)];
    });
    const rings = ringsOf(only[1].object);
    const parts = without(rings, others);
    if (parts.length === 0 || isSameArea(parts, rings)) {
      session.refuse(parts.length === 0 ? strings.allCovered : strings.nothingBeneath);
      return;
    }
    const changes = changesFor(only[0], parts, only[1].object.label);
    session.apply(strings.trimmed, changes);
    session.select(changes.map(([key]) => key));
  });
}

/** Whether the parts are only the polygon itself; the same corners may be in another order. */
function isSameArea(parts: readonly Rings[], rings: Rings): boolean {
  const corners = (all: Rings) => all.flat().map(String).sort().join(" ");
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 && corners(only) === corners(rings);
}

/** Removes the corners of the selected polygons that make no difference of a pixel on the screen; zoomed out, that are more. */
function simplify(session: Session): void {
  let removed = 0;
  const changes = selected(session).flatMap(([key, { object }]): Change[] => {
    const before = ringsOf(object);
    const after = before.map((ring) => simplified(ring, 1 / session.view().scale));
    const fewer = before.flat().length - after.flat().length;
    if (fewer === 0 || !isValid(after)) return [];
    removed += fewer;
    return [[key, entryOf(after, object.label)]];
  });
  if (removed === 0) session.refuse(strings.simplest);
  else session.apply(strings.simplified(removed), changes);
}

/** Divides the selected polygons along a line, or if none is selected, all that it crosses. */
export function splitAlong(session: Session, line: readonly Point[]): void {
  const [x, y] = [line.map(([at]) => at), line.map(([, at]) => at)];
  const [left, top] = [Math.min(...x), Math.min(...y)];
  const crossed = session.within({
    x: left,
    y: top,
    width: Math.max(...x) - left,
    height: Math.max(...y) - top,
  });
  const chosen = session.selection();
  const meant = crossed.filter((key) => chosen.size === 0 || chosen.has(key));
  const changes = meant.flatMap((key): readonly Change[] => {
    const entry = session.objects.get(key);
    const parts = entry && splitPolygon(ringsOf(entry.object), line);
    if (entry === undefined || parts === undefined || parts.length < 2) return [];
    const rounded = parts.map((rings) => roundShape({ kind: "outline" as const, rings }).rings);
    return rounded.every(isValid) ? changesFor(key, rounded, entry.object.label) : [];
  });
  if (changes.length === 0) {
    session.refuse(strings.notSplit);
    return;
  }
  session.apply(strings.split, changes);
  session.select(changes.map(([key]) => key));
}

function isValid(rings: Rings): boolean {
  return polygonFault(rings) === undefined;
}

/** Entries are immutable, so each is checked once. */
const known = new WeakMap<ObjectEntry<PolygonObject>, string | null>();

/** A message about a polygon that the API would refuse, or null. */
export function outlineFaultIn(session: Session): string | null {
  for (const entry of session.objects.values()) {
    const fault = entry.isSuggestion ? null : faultOf(entry);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf(entry: ObjectEntry<PolygonObject>): string | null {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const { label } = entry.object;
  const found = polygonFault(ringsOf(entry.object));
  const isOfHoles = found === "outside" || found === "overlap";
  const fault = found === undefined ? null : isOfHoles ? strings.holes(label) : strings.crosses(label);
  known.set(entry, fault);
  return fault;
}
