import type { ExportContext, Items } from "./format.ts";
import { pointsOf, skeletonOf } from "./results.ts";

/**
 * The names of a dataset's keypoints in the order of exports: those of the project, or if it names none those
 * that occur, sorted, for which the items are read once.
 */
export async function keypointNames({ project }: ExportContext, items: Items): Promise<readonly string[]> {
  const { keypoints = [] } = skeletonOf(project.type_options);
  if (keypoints.length > 0) return keypoints;
  const names = new Set<string>();
  for await (const page of items()) {
    for (const { result } of page)
      for (const { points } of pointsOf(result)) for (const name of Object.keys(points)) names.add(name);
  }
  return [...names].sort();
}

/** The lines between keypoints as COCO has them: pairs of places in `names`, from 1. */
export function jointsOf(
  { project }: ExportContext,
  names: readonly string[],
): readonly (readonly number[])[] {
  const { skeleton = [] } = skeletonOf(project.type_options);
  return skeleton.map((pair) => pair.map((name) => names.indexOf(name) + 1));
}

/** The values of `points` by `names`: `[x, y, visibility]`, all 0 for a point that is not labeled. */
export function valuesOf(
  points: Readonly<Record<string, readonly number[]>>,
  names: readonly string[],
): readonly (readonly number[])[] {
  return names.map((name) => {
    const value = Object.hasOwn(points, name) ? points[name] : undefined;
    return value !== undefined && (value[2] ?? 0) > 0 ? value : [0, 0, 0];
  });
}
