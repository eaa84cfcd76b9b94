import type { Skeleton } from "../../canvas/tools/points-tool.ts";

/** The points and lines of a project's `type_options`, which the API has validated. */
export function skeletonOf(options: Readonly<Record<string, unknown>>): Skeleton {
  const { keypoints, skeleton } = options;
  const lines = Array.isArray(skeleton) ? skeleton : [];
  return {
    names: Array.isArray(keypoints) ? keypoints.filter(isName) : [],
    lines: lines.flatMap((pair): [string, string][] =>
      Array.isArray(pair) && isName(pair[0]) && isName(pair[1]) ? [[pair[0], pair[1]]] : [],
    ),
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string";
}
