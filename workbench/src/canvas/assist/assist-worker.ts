import type { Box } from "@assay/domain/box.ts";
import type { Runs } from "@assay/domain/run-length.ts";
import type { Answered, Asked } from "./assistant.ts";
import { type Frame, grabCut } from "./grab-cut.ts";
import { edgesOf, snappedToEdge, type Wires, wiresFrom } from "./live-wire.ts";
import { copyRows, emptyRaster, placed, type Raster, runsOf } from "./raster.ts";
import { snappedBox } from "./snap-box.ts";
import { withoutSpecks } from "./specks.ts";
import { similarTo } from "./wand.ts";

/** The pixels are here and not on the page, which stays free to follow the hand. */
let shown: { readonly raster: Raster; readonly area: Box; readonly imageHeight: number } | undefined;

/** Regions of more runs would make the editor slow. */
const MOST_BOUNDS = 400_000;

/** As many pixels are read from a bitmap at once. */
const STRIP = 1_000_000;

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  const { number } = data;
  try {
    if (data.kind === "show") {
      show(data);
      answer({ number, found: null });
    } else if (data.kind === "wires") {
      const wires = wiresIn(rasterFrom(data.bitmap), data.at, data.reach);
      answer({ number, found: wires }, [wires.steps.buffer, wires.edges.buffer]);
    } else if (data.kind === "box") {
      answer({ number, found: snappedBox(rasterFrom(data.bitmap), data.box, data.reach) });
    } else if (data.kind === "thing") {
      answerRuns(number, thing(rasterFrom(data.bitmap), data));
    } else {
      answerRuns(number, region(data.at, data.tolerance, data.isContiguous));
    }
  } catch (fault) {
    answer({ number, fault: String(fault) });
  }
};

function answer(answered: Answered, transfer: Transferable[] = []): void {
  self.postMessage(answered, { transfer });
}

function answerRuns(number: number, runs: Runs | undefined): void {
  answer({ number, found: runs ?? null }, runs === undefined ? [] : [runs.buffer]);
}

/** Takes a band of the picture; the first one begins it. */
function show({ bitmap, top, size, area, imageHeight }: Extract<Asked, { kind: "show" }>): void {
  if (top === 0) {
    shown = undefined; // so that two pictures are never in memory
    shown = { raster: emptyRaster(size), area, imageHeight };
  }
  if (shown === undefined) throw new TypeError("a band without the bands above it");
  read(bitmap, shown.raster, top);
}

function thing(
  raster: Raster,
  { area, box, imageHeight }: Extract<Asked, { kind: "thing" }>,
): Runs | undefined {
  const frame = frameOf(box, area, raster);
  const labels = withoutSpecks(grabCut(raster, frame), raster.height, frame);
  return placed(runsOf(labels), raster, area, imageHeight, MOST_BOUNDS);
}

/** The pixels of a raster of `area` whose middles are in a box. */
function frameOf(box: Box, area: Box, { width, height }: Raster): Frame {
  const column = (x: number) => Math.round(clamped((x - area.x) * (width / area.width), width + 1));
  const row = (y: number) => Math.round(clamped((y - area.y) * (height / area.height), height + 1));
  const [right, bottom] = [column(box.x + box.width), row(box.y + box.height)];
  return { left: column(box.x), top: row(box.y), right, bottom };
}

function region(at: readonly [number, number], tolerance: number, isContiguous: boolean): Runs | undefined {
  if (shown === undefined) throw new TypeError("no picture is shown");
  const { raster, area, imageHeight } = shown;
  const x = Math.floor(((at[0] - area.x) * raster.width) / area.width);
  const y = Math.floor(((at[1] - area.y) * raster.height) / area.height);
  if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return new Float64Array();
  return placed(similarTo(raster, [x, y], tolerance, isContiguous), raster, area, imageHeight, MOST_BOUNDS);
}

function wiresIn(raster: Raster, at: readonly [number, number], reach: number): Wires {
  const { width, height } = raster;
  const edges = edgesOf(raster);
  const [x, y] = [clamped(at[0], width), clamped(at[1], height)];
  return wiresFrom(edges, width, height, snappedToEdge({ edges, width, height }, [x, y], reach));
}

function clamped(place: number, size: number): number {
  return Math.min(size - 1, Math.max(0, place));
}

function rasterFrom(bitmap: ImageBitmap): Raster {
  const raster = emptyRaster(bitmap);
  read(bitmap, raster, 0);
  return raster;
}

/** Reads the pixels of a bitmap into the rows of a raster from `first` on; in strips, so that they are not in memory twice. */
function read(bitmap: ImageBitmap, raster: Raster, first: number): void {
  const { width, height } = bitmap;
  const rows = Math.min(height, Math.max(1, Math.floor(STRIP / width)));
  const context = new OffscreenCanvas(width, rows).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new TypeError("no 2D canvas");
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    context.clearRect(0, 0, width, count);
    context.drawImage(bitmap, 0, top, width, count, 0, 0, width, count);
    const { data } = context.getImageData(0, 0, width, count);
    copyRows(raster.pixels, new Uint32Array(data.buffer), width, raster.height, first + top);
  }
  bitmap.close();
}
