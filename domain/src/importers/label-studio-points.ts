import { type JsonObject, numberAt } from "./json-value.ts";
import { labelOf, labelsOf, metaOf, type Region, sidesOf, valueIn } from "./label-studio-region.ts";

/** The label of objects whose points say nothing of theirs. */
const UNNAMED = "object";
const POINTS = "keypointlabels";

/** Whose point a region is. */
interface Owner {
  /** Undefined if the region does not say it. */
  readonly key: string | undefined;
  readonly label: string;
}

/**
 * Points as objects: Label Studio has a region for each point. Our own export says in `meta` to which object it belongs, and the box
 * in which a point was set is its parent. Of points that say nothing, the first of each name are one object, and so on.
 */
export function keypointsOf(regions: readonly Region[], lost: Set<string>): object {
  const owners = ownersOf(regions.map(({ fields }) => fields));
  const objects = new Map<string, { readonly label: string; readonly points: Record<string, unknown> }>();
  const loose = new Map<string, number>();
  for (const region of regions.filter(({ fields }) => fields.type === POINTS)) {
    const name = labelOf(region.at, region.fields, lost);
    const { key = `loose ${loose.get(name) ?? 0}`, label } = owners(region.fields);
    if (key.startsWith("loose")) loose.set(name, (loose.get(name) ?? 0) + 1);
    const object = objects.get(key) ?? { label, points: {} };
    objects.set(key, object);
    if (Object.hasOwn(object.points, name)) lost.add("further points of the same name");
    else object.points[name] = pointOf(region);
  }
  if (Math.max(0, ...loose.values()) > 1) lost.add("which points are one object");
  return { objects: [...objects.values()] };
}

/** The labels of the objects of points, and the names of the points. */
export function keypointNames(regions: readonly JsonObject[]) {
  const owners = ownersOf(regions);
  const points = regions.filter(({ type }) => type === POINTS);
  return {
    labels: [...new Set(points.map((region) => owners(region).label))],
    keypoints: [...new Set(points.flatMap(labelsOf))],
  };
}

function ownersOf(regions: readonly JsonObject[]): (region: JsonObject) => Owner {
  const boxes = new Map(
    regions.flatMap((fields) => {
      const [label] = fields.type === POINTS ? [] : labelsOf(fields);
      return label === undefined ? [] : [[fields.id, label] as const];
    }),
  );
  return (fields) => {
    const { object, label } = metaOf(fields);
    if (typeof object === "number" && typeof label === "string") return { key: `object ${object}`, label };
    const parent = boxes.get(fields.parentID);
    return parent === undefined
      ? { key: undefined, label: UNNAMED }
      : { key: `box ${fields.parentID}`, label: parent };
  };
}

function pointOf({ at, fields }: Region): readonly [number, number, number] {
  const [sx, sy] = sidesOf(at, fields);
  const { x, y } = valueIn(fields);
  const isHidden = metaOf(fields).visibility === 1;
  return [numberAt(`${at}.value.x`, x) * sx, numberAt(`${at}.value.y`, y) * sy, isHidden ? 1 : 2];
}
