import { withoutRuns, withRuns } from "@assay/domain/geometry/strokes.ts";
import type { Point } from "@assay/domain/outline.ts";
import { areaOf, type Runs } from "@assay/domain/run-length.ts";
import { strings } from "#strings/canvas.ts";
import { hintFor } from "../../actions/touch.ts";
import { type Assistant, lastOf, type Region } from "../assist/assistant.ts";
import { paintMaskOver } from "../mask-raster.ts";
import { paintHandles } from "../paint.ts";
import type { MaskShape } from "../shape.ts";
import { toPage } from "../view.ts";
import { CLICK, isFar, type Tool, type ToolHost } from "./tool.ts";

/** How the wand looks for a region. */
export interface WandSettings {
  /** By how much red, green and blue may differ from the clicked pixel, 0 to 255. */
  tolerance: number;
  /** Only what hangs together with the clicked pixel. */
  isContiguous: boolean;
}

/** The initial settings, as in other programs. */
export const WAND: WandSettings = { tolerance: 24, isContiguous: true };

/** CSS pixels of a drag for a step of the tolerance. */
const DRAG = 3;

/** A clicked pixel, and what it is combined with. */
interface Picked {
  readonly at: Point;
  readonly before: Runs;
  readonly isLess: boolean;
}

export interface WandTool extends Tool {
  /** Looks again, after the settings changed. */
  readonly again: () => void;
}

/** What the wand works with. */
export interface WandSetup {
  readonly assistant: Assistant;
  readonly settings: WandSettings;
  readonly keep: (runs: Runs, isErasing: boolean) => void;
  /** The region can also be taken away from the chosen label. */
  readonly canErase?: boolean;
  /** Leaves out pixels that may not be taken. */
  readonly limit?: (runs: Runs) => Runs;
}

const NONE: Runs = new Float64Array();

/** The region that is shown, and how it came about. */
class Search {
  picked: Picked | undefined;
  shown: MaskShape | undefined;
  readonly #host: ToolHost;
  readonly #setup: WandSetup;
  readonly #look = lastOf<Picked>((asked) => this.#find(asked));

  constructor(host: ToolHost, setup: WandSetup) {
    [this.#host, this.#setup] = [host, setup];
  }

  pick(picked: Picked): void {
    this.picked = picked;
    this.#host.changed();
    this.#look(picked);
  }

  again(): void {
    if (this.picked !== undefined) this.pick({ ...this.picked });
  }

  setTolerance(tolerance: number): void {
    const { settings } = this.#setup;
    settings.tolerance = Math.min(255, Math.max(0, Math.round(tolerance)));
    this.#host.say(strings.wand.tolerance(settings.tolerance));
    this.again();
  }

  show(runs: Runs): void {
    const { height, width } = this.#host.image;
    this.shown = { kind: "mask", runs, size: [height, width] };
    this.#host.changed();
  }

  clear(): void {
    [this.picked, this.shown] = [undefined, undefined];
    this.#host.changed();
  }

  async #find(asked: Picked): Promise<void> {
    const { tolerance, isContiguous } = this.#setup.settings;
    try {
      const region = await this.#setup.assistant.region(asked.at, tolerance, isContiguous);
      if (this.picked !== asked) return;
      if (region === undefined) this.#host.refuse(strings.wand.pieces);
      else this.#combine(asked, region);
    } catch (fault) {
      if (this.picked === asked) this.#host.refuse(fault instanceof Error ? fault.message : String(fault));
    }
  }

  #combine({ before, isLess }: Picked, { runs, share }: Region): void {
    const { limit = (all: Runs) => all, settings } = this.#setup;
    const all = limit(isLess ? withoutRuns(before, runs) : withRuns(before, runs));
    this.show(all);
    this.#host.say(
      share < 1 ? strings.wand.part(share) : hintFor(strings.wand.found)(areaOf(all), settings.tolerance),
    );
  }
}

/**
 * A click shows the region of similar color, and a drag changes the tolerance. With Shift a region is added to what is shown, with Alt
 * taken away from it. Enter keeps it.
 */
export function wandTool(host: ToolHost, setup: WandSetup): WandTool {
  const { settings, keep } = setup;
  const search = new Search(host, setup);
  let pressed: { readonly place: Point; readonly tolerance: number } | undefined;

  const isBusy = () => search.picked !== undefined || search.shown !== undefined;
  const take = (isErasing: boolean) => {
    const runs = search.shown?.runs ?? NONE;
    if (runs.length === 0) return false;
    search.clear();
    keep(runs, isErasing);
    return true;
  };

  return {
    ...{ id: "wand", title: strings.tools.wand, key: "Shift+W", cursor: "crosshair", isDrawing: true },
    down({ at, place, isShift, isAlt }) {
      if (at[0] < 0 || at[1] < 0 || at[0] >= host.image.width || at[1] >= host.image.height) return;
      pressed = { place, tolerance: settings.tolerance };
      const before = isShift || isAlt ? (search.shown?.runs ?? NONE) : NONE;
      search.pick({ at, before, isLess: isAlt && before.length > 0 });
    },
    move(touches) {
      const last = touches.at(-1);
      if (last === undefined || pressed === undefined || !isFar(last.place, pressed.place, CLICK)) return;
      const next = pressed.tolerance + (last.place[0] - pressed.place[0]) / DRAG;
      if (Math.round(next) !== settings.tolerance) search.setTolerance(next);
    },
    up() {
      pressed = undefined;
    },
    finish: () => take(false),
    keep: () => take(false),
    finishTitle: () => (search.shown === undefined ? undefined : strings.keep),
    ...(setup.canErase === true && { erase: () => take(true) }),
    again: () => search.again(),
    stepBack() {
      const before = search.picked?.before ?? NONE;
      search.clear();
      if (before.length > 0) search.show(before);
      return true;
    },
    cancel() {
      const wasBusy = isBusy();
      pressed = undefined;
      search.clear();
      return wasBusy;
    },
    isBusy,
    wheel: (turns) => search.setTolerance(settings.tolerance + 2 * Math.sign(turns)),
    paint(context, view) {
      const { shown, picked } = search;
      if (shown !== undefined && shown.runs.length > 0)
        paintMaskOver(context, view, { shape: shown, color: host.color(), isSuggestion: true });
      if (picked !== undefined) paintHandles(context, [toPage(view, picked.at)]);
    },
  };
}
