import type { Box } from "../../box.ts";
import { boxAround, type Point } from "../../outline.ts";
import type { Shape } from "../object-match.ts";
import type { KeypointObject, KeypointOptions } from "./schema.ts";

/**
 * The σ of COCO's points: the standard deviation of human placement, divided by the square root of the
 * object's area. Source: cocodataset.org/#keypoints-eval, section 1.3.
 */
const COCO_SIGMAS: Readonly<Record<string, number>> = {
  nose: 0.026,
  eye: 0.025,
  ear: 0.035,
  shoulder: 0.079,
  elbow: 0.072,
  wrist: 0.062,
  hip: 0.107,
  knee: 0.087,
  ankle: 0.089,
};

const DEFAULT_SIGMA = 0.05;

/** Smaller objects count as this large, in square pixels: nobody places points more exactly in them. */
const LEAST_AREA = 32 * 32;

/** Returns the σ of a point by its name. */
export function sigmaFinder({ keypoints = [], sigmas = [] }: KeypointOptions): (name: string) => number {
  const given = new Map(keypoints.map((name, index) => [name, sigmas[index]]));
  return (name) => {
    const part = name.replace(/^(left|right)_/, "");
    const known = Object.hasOwn(COCO_SIGMAS, part) ? COCO_SIGMAS[part] : undefined;
    return given.get(name) ?? known ?? DEFAULT_SIGMA;
  };
}

/** An object's labeled points, by name. */
export interface Pose extends Shape {
  readonly points: ReadonlyMap<string, Point>;
  /** Square pixels of the box around the points, at least `LEAST_AREA`. */
  readonly area: number;
}

/**
 * The maximum distance of points with an OKS of .01, for objects of areas a² and b²: this times 2σ times (a +
 * b).
 */
const REACH = Math.sqrt(Math.log(100));

/** `object` prepared for comparison. */
export function poseOf({ label, points }: KeypointObject, sigmaOf: (name: string) => number): Pose {
  const labeled = Object.entries(points).filter(([, [, , visibility]]) => visibility > 0);
  const places = new Map(labeled.map(([name, [x, y]]): [string, Point] => [name, [x, y]]));
  const box = boxAround(places.size > 0 ? places.values() : [[0, 0]]);
  const area = Math.max(LEAST_AREA, box.width * box.height);
  const widest = labeled.reduce((most, [name]) => Math.max(most, sigmaOf(name)), 0);
  return { label, points: places, area, around: widened(box, REACH * 2 * widest * Math.sqrt(area)) };
}

/**
 * Object keypoint similarity: the mean of exp(−d²/2s²k²) over the points that either object has, where d is
 * their distance, s² the mean area of both and k = 2σ. A point that only one object has counts 0. From 0 to
 * 1, symmetric, and equal to COCO's if both have the same points. Source: cocodataset.org/#keypoints-eval,
 * section 1.2.
 */
export function oks(a: Pose, b: Pose, sigmaOf: (name: string) => number): number {
  const area = (a.area + b.area) / 2;
  let [sum, shared] = [0, 0];
  for (const [name, [x, y]] of a.points) {
    const other = b.points.get(name);
    if (other === undefined) continue;
    shared += 1;
    const squared = (x - other[0]) ** 2 + (y - other[1]) ** 2;
    sum += Math.exp(-squared / (2 * area * (2 * sigmaOf(name)) ** 2));
  }
  const either = a.points.size + b.points.size - shared;
  return either === 0 ? 0 : sum / either;
}

function widened({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
