import { count, formatNumber } from "../../format.ts";

const POINTS = { one: "point", other: "points" };

/** The editor of keypoints. */
export const strings = {
  noun: "Object",
  size: (points: number) => count(points, POINTS),
  points: "Points",
  drawn: "New object",
  place: (place: number) => `Point ${formatNumber(place)}`,
  placeOf: (place: number, all: number) => `Point ${formatNumber(place)} of ${formatNumber(all)}`,
  willBeHidden: "Hidden point",
  leaveOut: "Leave out",
  finish: "Finish",
  states: { placed: "placed", hidden: "hidden", leftOut: "left out", next: "next", open: "not yet placed" },
  stateOf: (point: string, state: string) => `${point}, ${state}`,
  x: (point: string) => `X of ${point}`,
  y: (point: string) => `Y of ${point}`,
  hidden: "Hidden",
  put: (point: string) => `Place ${point}`,
  putSign: "Place",
  axes: { x: "X", y: "Y" },
  remove: (point: string) => `Remove ${point}`,
  removeSign: "×",
  hide: (point: string) => `${point} is hidden`,
  done: { placed: "placed", moved: "moved", hidden: "hidden", visible: "visible", removed: "removed" },
  changed: (point: string, done: string) => `${point} ${done}`,
};
