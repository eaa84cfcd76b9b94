import { count } from "../../format.ts";

const POINTS = { one: "point", other: "points" };

/** The editor of keypoints. */
export const strings = {
  noun: "Object",
  size: (points: number) => count(points, POINTS),
  points: "Points",
  next: (point: string) => `Next point: ${point}`,
  help: "Hold Shift if the point is hidden. Press Enter to finish the object.",
  leaveOut: "Leave out this point",
  x: (point: string) => `X of ${point}`,
  y: (point: string) => `Y of ${point}`,
  hidden: "Hidden",
  place: "Place",
  remove: "Remove",
  done: { placed: "placed", moved: "moved", hidden: "hidden", visible: "visible", removed: "removed" },
  changed: (point: string, done: string) => `${point} ${done}`,
};
