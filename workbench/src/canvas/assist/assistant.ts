import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { Runs } from "@assay/domain/run-length.ts";
import { strings } from "#strings/canvas.ts";
import type { Picture } from "../picture.ts";
import type { Surface } from "../surface.ts";
import { type Size, seen } from "../view.ts";
import type { Wires } from "./live-wire.ts";

/** What the page asks the worker. */
export type Asked = { readonly number: number } & (
  | {
      readonly kind: "show";
      /** A band of the raster, as wide as it is. */
      readonly bitmap: ImageBitmap;
      /** The first row of the band; the band with row 0 begins another picture. */
      readonly top: number;
      /** Of the whole raster. */
      readonly size: Size;
      /** What the raster shows of the image. */
      readonly area: Box;
      readonly imageHeight: number;
    }
  | {
      readonly kind: "region";
      readonly at: readonly [number, number];
      readonly tolerance: number;
      readonly isContiguous: boolean;
    }
  | {
      readonly kind: "wires";
      readonly bitmap: ImageBitmap;
      /** A pixel of the bitmap. */
      readonly at: readonly [number, number];
      /** How far an edge may be to which `at` snaps. */
      readonly reach: number;
    }
  | {
      readonly kind: "thing";
      readonly bitmap: ImageBitmap;
      /** What the bitmap shows of the image. */
      readonly area: Box;
      /** Around the thing, in pixels of the image. */
      readonly box: Box;
      readonly imageHeight: number;
    }
  | {
      readonly kind: "box";
      readonly bitmap: ImageBitmap;
      /** In pixels of the bitmap. */
      readonly box: Box;
      /** How far its sides may move. */
      readonly reach: number;
    }
);

/** What the worker finds. Null means that there are too many pieces, or that nothing is to be said. */
type Found = Runs | Wires | Box | null;

/** Its answer. */
export type Answered =
  | { readonly number: number; readonly found: Found }
  | { readonly number: number; readonly fault: string };

type Unnumbered<T> = T extends unknown ? Omit<T, "number"> : never;

/** What the tools look at. */
type Sight = Pick<Surface, "picture" | "view" | "image" | "page">;

/** A region, and the share of the image's resolution at which it was found; below 1 only what was in view counts. */
export interface Region {
  readonly runs: Runs;
  readonly share: number;
}

/** The most pixels that the worker keeps: 96 MB. Of larger images it gets what is in view, if need be smaller. */
const MOST_PIXELS = 24_000_000;

/** The part of an image that the worker gets, and at which share of its resolution. */
function windowOf(image: Size, inView: Box): { readonly area: Box; readonly share: number } {
  if (image.width * image.height <= MOST_PIXELS) return { area: { x: 0, y: 0, ...image }, share: 1 };
  return { area: inView, share: Math.min(1, Math.sqrt(MOST_PIXELS / (inView.width * inView.height))) };
}

/** The most pixels that are copied for the worker at once: the page can show a frame after each band. */
const BAND = 2_000_000;

/** The sides of a copy of `area` at a share of its resolution. */
function scaled({ width, height }: Box, share: number): Size {
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** The part of `area` that the rows from `top` up to `end` of a raster of `height` rows show. */
function bandIn(area: Box, height: number, top: number, end: number): Box {
  const row = (at: number) => Math.round((at * area.height) / height);
  return { ...area, y: area.y + row(top), height: row(end) - row(top) };
}

/** The most pixels in which the thing in a box is looked for; more are made smaller. */
const MOST_BY_BOX = 4_000_000;

/** How much around a box is looked at, as a share of its sides, and at least, in pixels. */
const AROUND = 0.2;
const LEAST_AROUND = 10;

/** A box with what is around it in the image, in whole pixels. */
function withSurroundings({ x, y, width, height }: Box, [across, down]: Point, image: Size): Box {
  const [left, top] = [Math.max(0, Math.floor(x - across)), Math.max(0, Math.floor(y - down))];
  const right = Math.min(image.width, Math.ceil(x + width + across));
  const bottom = Math.min(image.height, Math.ceil(y + height + down));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The share of the resolution at which an area is looked at. */
function shareOf({ width, height }: Box): number {
  return Math.min(1, Math.sqrt(MOST_BY_BOX / (width * height)));
}

/** Ways along edges, and the part of the image in which they are. */
export interface PlacedWires extends Wires {
  readonly area: Box;
}

/** How far wires reach from their start, in CSS pixels, or in pixels of the image if it is magnified. */
const WIRE = 300;

/** The pixels within `reach` of a point. */
function around([x, y]: Point, reach: number, image: Size): Box {
  const [left, top] = [Math.max(0, Math.floor(x - reach)), Math.max(0, Math.floor(y - reach))];
  const width = Math.min(image.width, Math.ceil(x + reach)) - left;
  return { x: left, y: top, width, height: Math.min(image.height, Math.ceil(y + reach)) - top };
}

/** The pixel of a raster of `area` that shows a point of the image; it may be outside. */
export function pixelIn(
  { area, width, height }: Pick<PlacedWires, "area" | "width" | "height">,
  [x, y]: Point,
): [number, number] {
  return [Math.floor(((x - area.x) * width) / area.width), Math.floor(((y - area.y) * height) / area.height)];
}

/** Finds shapes in the pixels of an image, without a model, in a worker that starts with the first question. */
export class Assistant {
  readonly #sight: () => Sight | undefined;
  #worker: Worker | undefined;
  #count = 0;
  #shown = "";
  #share = 1;
  #picture: Picture | undefined;
  readonly #waiting = new Map<number, (answered: Answered) => void>();

  constructor(sight: () => Sight | undefined) {
    this.#sight = sight;
  }

  /** The region of similar color around a point; undefined if it has too many pieces. Throws if the image is not loaded. */
  async region(at: Point, tolerance: number, isContiguous: boolean): Promise<Region | undefined> {
    await this.#show();
    const [x, y] = at;
    const runs = await this.#ask({ kind: "region", at: [x, y], tolerance, isContiguous });
    return runs instanceof Float64Array ? { runs, share: this.#share } : undefined;
  }

  /** What stands out in a box; no runs if nothing does, undefined if it has too many pieces. Throws if the image is not loaded. */
  async thing(box: Box): Promise<Region | undefined> {
    const { picture } = this.#seen();
    const around = [box.width, box.height].map((side) => Math.max(LEAST_AROUND, side * AROUND));
    const area = withSurroundings(box, [around[0] ?? 0, around[1] ?? 0], picture.size);
    const share = shareOf(area);
    const bitmap = await picture.crop(area, scaled(area, share));
    const runs = await this.#ask({ kind: "thing", bitmap, area, box, imageHeight: picture.size.height }, [
      bitmap,
    ]);
    return runs instanceof Float64Array ? { runs, share } : undefined;
  }

  /** A box with its sides at the strongest edges within `reach` pixels of the image. Throws if the image is not loaded. */
  async snapped(box: Box, reach: number): Promise<Box> {
    const { picture } = this.#seen();
    const area = withSurroundings(box, [reach + 1, reach + 1], picture.size);
    const bitmap = await picture.crop(area, scaled(area, shareOf(area)));
    const [across, down] = [bitmap.width / area.width, bitmap.height / area.height];
    const inside = {
      ...{ x: (box.x - area.x) * across, y: (box.y - area.y) * down },
      ...{ width: box.width * across, height: box.height * down },
    };
    const asked = { kind: "box", bitmap, box: inside, reach: reach * Math.min(across, down) } as const;
    const found = await this.#ask(asked, [bitmap]);
    if (found === null || !("x" in found)) throw new TypeError("the worker returned no box");
    const [x, y] = [area.x + found.x / across, area.y + found.y / down];
    return { x, y, width: found.width / across, height: found.height / down };
  }

  /** The ways along edges from a point, within some hundred CSS pixels. Throws if the image is not loaded. */
  async wires(at: Point, reach: number): Promise<PlacedWires> {
    const { picture, view } = this.#seen();
    const share = Math.min(1, view.scale);
    const area = around(at, WIRE / share, picture.size);
    const bitmap = await picture.crop(area, scaled(area, share));
    const { width, height } = bitmap;
    const [x, y] = pixelIn({ area, width, height }, at);
    const wires = await this.#ask({ kind: "wires", bitmap, at: [x, y], reach }, [bitmap]);
    if (wires === null || !("steps" in wires)) throw new TypeError("the worker returned no wires");
    return { ...wires, area };
  }

  /** Ends the worker and frees its memory; the next question starts another. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#shown = "";
    for (const [number, tell] of this.#waiting) tell({ number, fault: "closed" });
    this.#waiting.clear();
  }

  #seen() {
    const { picture, view, image, page } = this.#sight() ?? {};
    if (picture === undefined || view === undefined || image === undefined || page === undefined)
      throw new Error(strings.wand.notLoaded);
    return { picture, view, image, page };
  }

  /** Gives the worker the pixels of the window, unless it has them. */
  async #show(): Promise<void> {
    const { picture, view, image, page } = this.#seen();
    const { area, share } = windowOf(picture.size, seen(view, image, page));
    const window = JSON.stringify(area);
    if (window === this.#shown && picture === this.#picture) return;
    this.#shown = ""; // until the worker has all pixels: a crop may fail
    const size = scaled(area, share);
    const rows = Math.max(1, Math.floor(BAND / size.width));
    for (let top = 0; top < size.height; top += rows) {
      const height = Math.min(rows, size.height - top);
      const band = bandIn(area, size.height, top, top + height);
      const bitmap = await picture.crop(band, { width: size.width, height });
      const asked = { kind: "show", bitmap, top, size, area, imageHeight: picture.size.height } as const;
      await this.#ask(asked, [bitmap]); // a frame can be shown until the worker has read the band
    }
    [this.#shown, this.#picture, this.#share] = [window, picture, share];
  }

  async #ask(asked: Unnumbered<Asked>, transfer: Transferable[] = []): Promise<Found> {
    this.#worker ??= this.#started();
    this.#count += 1;
    const number = this.#count;
    this.#worker.postMessage({ ...asked, number }, transfer);
    const answered = await new Promise<Answered>((tell) => this.#waiting.set(number, tell));
    if ("fault" in answered) throw new Error(answered.fault);
    return answered.found;
  }

  #started(): Worker {
    const worker = new Worker(new URL("./assist-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      this.#waiting.get(data.number)?.(data);
      this.#waiting.delete(data.number);
    };
    worker.onerror = () => this.close();
    return worker;
  }
}

/** Runs one question at a time; of those that come meanwhile only the last is asked. */
export function lastOf<T>(ask: (asked: T) => Promise<void>): (asked: T) => void {
  let next: { readonly asked: T } | undefined;
  let isAsking = false;
  const run = async () => {
    isAsking = true;
    for (let now = next; now !== undefined; now = next) {
      next = undefined;
      await ask(now.asked);
    }
    isAsking = false;
  };
  return (asked) => {
    next = { asked };
    if (!isAsking) void run();
  };
}
