import { addRun, type Runs } from "../src/run-length.ts";

/** The runs of a mask that is drawn in rows: `#` is a pixel of it. */
export function runsDrawn(rows: readonly string[]): Runs {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const bounds: number[] = [];
  for (let place = 0; place < height * width; place += 1) {
    if (rows[place % height]?.[Math.floor(place / height)] === "#") addRun(bounds, place, place + 1);
  }
  return Float64Array.from(bounds);
}
