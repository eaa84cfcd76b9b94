import type { Box } from "@assay/domain/box.ts";
import { boxBetween } from "@assay/domain/geometry/box-edits.ts";
import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { hintFor } from "../../actions/touch.ts";
import { paintMaskOver } from "../mask-raster.ts";
import { paintFigure, paintHandles } from "../paint.ts";
import type { Shape } from "../shape.ts";
import { toPage, type View } from "../view.ts";
import { CLICK, draft, isFar, type Tool, type ToolHost } from "./tool.ts";

/** What a person points at, in image pixels. */
export interface Pointed {
  readonly points: readonly { readonly x: number; readonly y: number; readonly positive: boolean }[];
  readonly box?: Box;
  /** What to look for, in words. */
  readonly text?: string;
}

/** Asks a model for the shapes that a person means. Rejects with a message for them. */
export type AskModel = (pointed: Pointed) => Promise<readonly Shape[]>;

const NOTHING: Pointed = { points: [] };

/** What was pointed at for the next shape, and what the model said to it. */
class Asking {
  pointed = NOTHING;
  found: readonly Shape[] = [];
  #turn = 0;
  readonly #host: ToolHost;
  readonly #ask: AskModel;

  constructor(host: ToolHost, ask: AskModel) {
    [this.#host, this.#ask] = [host, ask];
  }

  /** Asks for what is pointed at now; answers to earlier clicks may come later, and are not shown. */
  async ask(pointed: Pointed): Promise<void> {
    this.pointed = pointed;
    this.#turn += 1;
    const turn = this.#turn;
    this.#host.changed();
    this.#host.say(strings.assist.asking);
    try {
      const shapes = await this.#ask(pointed);
      if (turn !== this.#turn) return;
      this.found = shapes;
      if (shapes.length === 0) this.#host.refuse(strings.assist.nothing);
      else
        this.#host.say(
          pointed.text === undefined
            ? hintFor(strings.assist.found)
            : hintFor(strings.assist.foundAll)(shapes.length),
        );
    } catch (fault) {
      if (turn === this.#turn) this.#host.refuse(fault instanceof Error ? fault.message : String(fault));
    }
    this.#host.changed();
  }

  /** What is shown and can be kept: all that a text found, else the first that a model suggests for what was pointed at. */
  get offered(): readonly Shape[] {
    return this.pointed.text === undefined ? this.found.slice(0, 1) : this.found;
  }

  clear(): void {
    this.#turn += 1;
    [this.pointed, this.found] = [NOTHING, []];
  }
}

/**
 * Clicks on an object, or a box around it, ask a model for its shape; a click with Shift marks what does not belong to it. Enter keeps
 * what the model shows, Escape discards it. A text asks for all that it describes. `keep` gets the shapes that are kept; it refuses them by
 * returning false.
 */
export function assistTool(host: ToolHost, ask: AskModel, keep: (shapes: readonly Shape[]) => boolean): Tool {
  const asking = new Asking(host, ask);
  let pressed: { readonly at: Point; readonly place: Point } | undefined;
  let to: Point = [0, 0];

  const isBusy = () => pressed !== undefined || asking.pointed !== NOTHING;
  const clear = () => {
    pressed = undefined;
    asking.clear();
    host.changed();
  };

  function finish(): boolean {
    const { offered } = asking;
    if (offered.length === 0) return false;
    if (keep(offered)) clear();
    return true;
  }

  return {
    ...{ id: "assist", title: strings.tools.assist, key: "W", cursor: "crosshair", isDrawing: true },
    down({ at, place }) {
      pressed = { at, place };
      to = at;
    },
    move(touches) {
      to = touches.at(-1)?.at ?? to;
      if (pressed !== undefined) host.changed();
    },
    up({ at, place, isShift }) {
      if (pressed === undefined) return;
      const { pointed } = asking;
      const [x, y] = at;
      const next = isFar(place, pressed.place, CLICK)
        ? { ...pointed, box: boxBetween(pressed.at, at, host.image) }
        : { ...pointed, points: [...pointed.points, { x, y, positive: !isShift }] };
      pressed = undefined;
      void asking.ask(next);
    },
    finish,
    keep: finish,
    finishTitle: () => (asking.found.length > 0 ? strings.keep : undefined),
    askText: (text) => void asking.ask({ points: [], text }),
    stepBack() {
      const { pointed } = asking;
      const next = { ...pointed, points: pointed.points.slice(0, -1) };
      if (next.points.length === 0 && next.box === undefined) clear();
      else void asking.ask(next);
      return true;
    },
    cancel() {
      const wasBusy = isBusy();
      clear();
      return wasBusy;
    },
    isBusy,
    paint(context, view) {
      for (const shape of asking.offered) paintFound(context, view, shape, host.color());
      const box = pressed === undefined ? asking.pointed.box : boxBetween(pressed.at, to, host.image);
      if (box !== undefined) paintFigure(context, view, draft({ kind: "box", box }, host.color()));
      paintHandles(
        context,
        asking.pointed.points.map(({ x, y }) => toPage(view, [x, y])),
      );
    },
  };
}

function paintFound(context: CanvasRenderingContext2D, view: View, shape: Shape, color: string): void {
  if (shape.kind === "mask") paintMaskOver(context, view, { shape, color, isSuggestion: true });
  else paintFigure(context, view, { ...draft(shape, color), isSuggestion: true }, "selected");
}
