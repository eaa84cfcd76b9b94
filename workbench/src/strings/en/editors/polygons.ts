import { count, formatNumber } from "../../format.ts";

const CORNERS = { one: "corner", other: "corners" };
const HOLES = { one: "hole", other: "holes" };

/** The editor of polygons. */
export const strings = {
  noun: "Polygon",
  size: (corners: number, holes: number) =>
    holes === 0 ? count(corners, CORNERS) : `${count(corners, CORNERS)}, ${count(holes, HOLES)}`,
  merge: "Merge",
  merged: (polygons: number) => `${formatNumber(polygons)} polygons merged`,
  apart: "The selected polygons do not touch, so they cannot be one",
  cut: "Cut out of those beneath",
  holeCut: "Cut out",
  trim: "Take away what others cover",
  trimmed: "Trimmed to the others",
  nothingBeneath: "No other polygon overlaps this one",
  allCovered: "Others cover this polygon completely",
  simplify: "Simplify",
  simplified: (corners: number) => `${count(corners, CORNERS)} removed`,
  simplest: "No corner can be removed at this zoom. Zoom out to remove more",
  split: "Polygon split",
  found: (polygons: number) => `${formatNumber(polygons)} polygons added`,
  notSplit: "Draw the line across a polygon from side to side, past its holes",
  holes: (label: string) => `A hole of ${label} reaches out or overlaps another. Move its corners.`,
  crosses: (label: string) => `An outline of ${label} crosses itself. Move or remove a corner.`,
};
