import { count } from "../../format.ts";

const CORNERS = { one: "corner", other: "corners" };
const HOLES = { one: "hole", other: "holes" };

/** The editor of polygons. */
export const strings = {
  noun: "Polygon",
  size: (corners: number, holes: number) =>
    holes === 0 ? count(corners, CORNERS) : `${count(corners, CORNERS)}, ${count(holes, HOLES)}`,
  left: "Left edge",
  top: "Top edge",
  cut: "Cut out as a hole",
  holeCut: "Hole cut",
  crosses: (label: string) => `An outline of ${label} crosses itself. Move or remove a corner.`,
};
