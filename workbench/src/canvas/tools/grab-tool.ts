import type { Box } from "@assay/domain/box.ts";
import { areaOf, type Runs } from "@assay/domain/run-length.ts";
import { strings } from "#strings/canvas.ts";
import { hintFor } from "../../actions/touch.ts";
import type { Assistant, Region } from "../assist/assistant.ts";
import { paintMaskOver } from "../mask-raster.ts";
import { paintFigure } from "../paint.ts";
import type { MaskShape } from "../shape.ts";
import { cornersTool } from "./corners-tool.ts";
import { draft, type Tool, type ToolHost } from "./tool.ts";

/** Boxes with a shorter side, in CSS pixels, are discarded as accidental. */
const LEAST = 8;

/** What the tool works with. */
export interface GrabSetup {
  readonly assistant: Assistant;
  readonly keep: (runs: Runs, isErasing: boolean) => void;
  /** The region can also be taken away from the chosen label. */
  readonly canErase?: boolean;
  /** Leaves out pixels that may not be taken. */
  readonly limit?: (runs: Runs) => Runs;
}

/** The box that was drawn last, and what was found in it. */
class Find {
  box: Box | undefined;
  shown: MaskShape | undefined;
  readonly #host: ToolHost;
  readonly #setup: GrabSetup;

  constructor(host: ToolHost, setup: GrabSetup) {
    [this.#host, this.#setup] = [host, setup];
  }

  async look(box: Box): Promise<void> {
    [this.box, this.shown] = [box, undefined];
    this.#host.say(strings.grab.looking);
    try {
      const region = await this.#setup.assistant.thing(box);
      if (this.box === box) this.#show(region);
    } catch (fault) {
      if (this.box === box) this.#refuse(fault instanceof Error ? fault.message : String(fault));
    }
  }

  clear(): void {
    [this.box, this.shown] = [undefined, undefined];
    this.#host.changed();
  }

  #show(region: Region | undefined): void {
    if (region === undefined) {
      this.#refuse(strings.grab.pieces);
      return;
    }
    const { limit = (all: Runs) => all } = this.#setup;
    const { height, width } = this.#host.image;
    const runs = limit(region.runs);
    if (runs.length === 0) {
      this.#refuse(strings.grab.nothing);
      return;
    }
    this.shown = { kind: "mask", runs, size: [height, width] };
    this.#host.changed();
    const { share } = region;
    this.#host.say(share < 1 ? strings.grab.part(share) : hintFor(strings.grab.found)(areaOf(runs)));
  }

  #refuse(fault: string): void {
    this.clear();
    this.#host.refuse(fault);
  }
}

/**
 * Shows what stands out in a box that is drawn by a drag, or by a click on two opposite corners. Enter keeps it, Escape discards it, and
 * another box takes its place.
 */
export function grabTool(host: ToolHost, setup: GrabSetup): Tool {
  const find = new Find(host, setup);
  const drawing = cornersTool(host, {
    ...{ id: "grab", title: strings.tools.grab, key: "Shift+B" },
    isMeant: ({ width, height }, pixel) => Math.min(width, height) >= LEAST * pixel,
    shapeIn: (box) => ({ kind: "box", box }),
    add: (box) => void find.look(box),
  });

  function take(isErasing: boolean): boolean {
    const { shown } = find;
    if (shown === undefined) return false;
    find.clear();
    setup.keep(shown.runs, isErasing);
    return true;
  }

  function drop(): boolean {
    const wasBusy = drawing.cancel() || find.box !== undefined;
    find.clear();
    return wasBusy;
  }

  return {
    ...drawing,
    down(touch) {
      if (!drawing.isBusy()) find.clear();
      drawing.down(touch);
    },
    finish: () => (drawing.isBusy() ? (drawing.finish?.() ?? false) : take(false)),
    keep: () => take(false),
    finishTitle: () => (find.shown === undefined ? undefined : strings.keep),
    ...(setup.canErase === true && { erase: () => take(true) }),
    stepBack: drop,
    cancel: drop,
    isBusy: () => drawing.isBusy() || find.box !== undefined,
    paint(context, view) {
      const { shown, box } = find;
      if (shown !== undefined)
        paintMaskOver(context, view, { shape: shown, color: host.color(), isSuggestion: true });
      if (box !== undefined) paintFigure(context, view, draft({ kind: "box", box }, host.color()));
      drawing.paint?.(context, view);
    },
  };
}
