import type { Point, Ring } from "../outline.ts";
import { type TracedPart, tracedParts } from "../trace.ts";
import { ImportFault, type Size } from "./importer.ts";
import { assertSize, type RowBox, runsOf, sumOf } from "./runs.ts";
import { type Element, toNumber } from "./xml.ts";

/** Reads `<mask>`: its lengths go along the rows of a box, the first of background. Throws an ImportFault. */
export function maskBoxOf(at: string, { attributes }: Element, size: Size): RowBox {
  const number = (name: string) => toNumber(`${at}: ${name}`, attributes[name]);
  const [left, top, width, height] = [number("left"), number("top"), number("width"), number("height")];
  assertSize(at, size.width, size.height);
  if (![left, top, width, height].every(Number.isInteger))
    throw new ImportFault(at, "left, top, width and height of a mask must be whole pixels");
  if (
    left < 0 ||
    top < 0 ||
    width < 0 ||
    height < 0 ||
    left + width > size.width ||
    top + height > size.height
  )
    throw new ImportFault(at, "the mask lies outside the image");
  const lengths = (attributes.rle ?? "").split(",").map((length) => toNumber(`${at}: rle`, length));
  if (
    !lengths.every((length) => Number.isInteger(length) && length >= 0) ||
    sumOf(lengths) !== width * height
  )
    throw new ImportFault(at, "the runs of its rle do not fill width × height");
  return { left, top, width, height, runs: runsOf(lengths) };
}

/** The outlines of the mask in the image: its rows are traced as if they were columns, and turned. Throws a RangeError. */
export function tracedInRows({ left, top, width, height, runs }: RowBox): TracedPart[] {
  const turned = (ring: Ring): Ring => ring.map(([y, x]): Point => [left + x, top + y]).reverse();
  return tracedParts(runs, [width, height]).map(({ points, holes }) => ({
    points: turned(points),
    holes: holes.map(turned),
  }));
}
