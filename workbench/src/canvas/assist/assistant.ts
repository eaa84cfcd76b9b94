import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import type { Runs } from "@assay/domain/run-length.ts";
import { strings } from "#strings/canvas.ts";
import type { Picture } from "../picture.ts";
import type { Surface } from "../surface.ts";
import { type Size, seen } from "../view.ts";

/** What the page asks the worker. */
export type Asked = { readonly number: number } & (
  | { readonly kind: "show"; readonly bitmap: ImageBitmap; readonly area: Box; readonly imageHeight: number }
  | {
      readonly kind: "region";
      readonly at: readonly [number, number];
      readonly tolerance: number;
      readonly isContiguous: boolean;
    }
);

/** Its answer: null means that there are too many pieces, or that nothing is to be said. */
export type Answered =
  | { readonly number: number; readonly found: Runs | null }
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
    return runs === null ? undefined : { runs, share: this.#share };
  }

  /** Ends the worker and frees its memory; the next question starts another. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#shown = "";
    for (const [number, tell] of this.#waiting) tell({ number, fault: "closed" });
    this.#waiting.clear();
  }

  /** Gives the worker the pixels of the window, unless it has them. */
  async #show(): Promise<void> {
    const sight = this.#sight();
    const { picture } = sight ?? {};
    if (sight === undefined || picture === undefined) throw new Error(strings.wand.notLoaded);
    const { area, share } = windowOf(picture.size, seen(sight.view, sight.image, sight.page));
    const window = JSON.stringify(area);
    if (window === this.#shown && picture === this.#picture) return;
    [this.#shown, this.#picture, this.#share] = [window, picture, share];
    const bitmap = await picture.crop(area, share);
    await this.#ask({ kind: "show", bitmap, area, imageHeight: picture.size.height }, [bitmap]);
  }

  async #ask(asked: Unnumbered<Asked>, transfer: Transferable[] = []): Promise<Runs | null> {
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
