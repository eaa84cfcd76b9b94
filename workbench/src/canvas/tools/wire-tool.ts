import { pointWithin } from "@assay/domain/geometry/box-edits.ts";
import { simplified } from "@assay/domain/geometry/simplify.ts";
import type { Point, Ring } from "@assay/domain/outline.ts";
import { strings } from "#strings/canvas.ts";
import { type Assistant, type PlacedWires, pixelIn } from "../assist/assistant.ts";
import { snappedToEdge, wireTo } from "../assist/live-wire.ts";
import { outlineFault } from "../outline-fault.ts";
import { paintHandles, strokeHaloed } from "../paint.ts";
import type { Touch } from "../pointers.ts";
import { toPage } from "../view.ts";
import { CLICK, GRIP, isFar, type Tool, type ToolHost } from "./tool.ts";

/** How far an edge may be to which a click snaps, in pixels of the wires: CSS pixels, if the image is not magnified. */
const REACH = 6;

/** A clicked point. */
interface Anchor {
  at: Point;
  /** The ways from here; undefined until they are found. */
  wires: PlacedWires | undefined;
  /** The line to the next anchor, once it is fixed; the ways are forgotten then. */
  line?: readonly Point[];
  /** When they are. */
  readonly ready: Promise<void>;
}

/** The clicked points, and the line through them that clings to edges. */
class Wire {
  anchors: readonly Anchor[] = [];
  readonly #host: ToolHost;
  readonly #assistant: Assistant;

  constructor(host: ToolHost, assistant: Assistant) {
    [this.#host, this.#assistant] = [host, assistant];
  }

  /** Adds the point where the pointer is. Where no ways are known yet it snaps to an edge when its own are found. */
  click(touch: Touch): void {
    const isAimed = this.anchors.at(-1)?.wires !== undefined;
    this.#add(this.aimed(touch), touch.isFree === true || isAimed ? 0 : REACH);
  }

  #add(at: Point, reach: number): void {
    const anchor: Anchor = {
      at,
      wires: undefined,
      ready: Promise.resolve().then(async () => {
        try {
          const wires = await this.#assistant.wires(at, reach);
          anchor.wires = wires;
          if (reach > 0)
            anchor.at = placeOf(wires, [Math.floor(wires.start / wires.height), wires.start % wires.height]);
        } catch (fault) {
          // without the ways the line is straight
          if (this.anchors.includes(anchor))
            this.#host.refuse(fault instanceof Error ? fault.message : String(fault));
        }
        this.#host.changed();
      }),
    };
    this.anchors = [...this.anchors, anchor];
  }

  keep(count: number): boolean {
    const wasAny = this.anchors.length > 0;
    this.anchors = this.anchors.slice(0, count);
    const last = this.anchors.at(-1);
    if (last?.line !== undefined) {
      this.anchors = this.anchors.slice(0, -1);
      this.#add(last.at, 0);
    }
    this.#host.changed();
    return wasAny;
  }

  /** Where the pointer is, or the edge near it. */
  aimed({ at, isFree = false }: Pick<Touch, "at" | "isFree">): Point {
    const wires = this.anchors.at(-1)?.wires;
    const within = pointWithin(at, this.#host.image);
    if (wires === undefined || isFree || !isIn(wires, within)) return within;
    return placeOf(wires, snappedToEdge(wires, pixelIn(wires, within), REACH));
  }

  /** The line through all anchors to a point. */
  lineTo(end: Point): readonly Point[] {
    return this.anchors.flatMap((anchor, index) => {
      if (anchor.line !== undefined) return anchor.line;
      const next = this.anchors[index + 1];
      const line = lineFrom(anchor, next?.at ?? end);
      // the next point may still snap to an edge until its own ways are found
      if (anchor.wires !== undefined && (next?.wires ?? next?.line) !== undefined)
        [anchor.line, anchor.wires] = [line, undefined];
      return line;
    });
  }
}

function isIn(wires: PlacedWires, at: Point): boolean {
  const [x, y] = pixelIn(wires, at);
  return x >= 0 && y >= 0 && x < wires.width && y < wires.height;
}

/** The middle of a pixel of the wires, in the image. */
function placeOf({ area, width, height }: PlacedWires, [x, y]: readonly [number, number]): Point {
  return [area.x + ((x + 0.5) * area.width) / width, area.y + ((y + 0.5) * area.height) / height];
}

/** The line from an anchor, without its end; straight where no edges are known. */
function lineFrom({ at, wires }: Anchor, end: Point): readonly Point[] {
  if (wires === undefined || !isIn(wires, end)) return [at];
  return [
    at,
    ...wireTo(wires, pixelIn(wires, end))
      .slice(1, -1)
      .map((pixel) => placeOf(wires, pixel)),
  ];
}

/**
 * Draws an outline that clings to edges between clicks. The first point, Enter or a double click closes it, Backspace takes back the last
 * point, and with Ctrl a point does not snap to an edge. A finger draws the line to where it is lifted. `keep` gets the outline, whose
 * corners are within a pixel of the line, or within a CSS pixel if that is more.
 */
export function wireTool(host: ToolHost, assistant: Assistant, keep: (ring: Ring) => void): Tool {
  const wire = new Wire(host, assistant);
  let to: Touch | undefined;
  let isPressed = false;

  async function close(): Promise<void> {
    const { anchors } = wire;
    await Promise.all(anchors.map(({ ready }) => ready));
    const [first] = anchors;
    if (first === undefined || wire.anchors !== anchors) return;
    const ring = simplified(wire.lineTo(first.at), Math.max(1, to?.pixel ?? 1));
    const fault = outlineFault(ring);
    if (fault === undefined) {
      wire.keep(0);
      keep(ring);
    } else host.refuse(strings.faults[fault]);
  }

  const isAtFirst = ({ at, pixel }: Touch) => {
    const [first] = wire.anchors;
    return first !== undefined && wire.anchors.length > 1 && !isFar(first.at, at, GRIP * pixel);
  };

  return {
    ...{ id: "wire", title: strings.tools.wire, key: "Shift+C", cursor: "crosshair", isDrawing: true },
    hasHandles: true,
    down(touch) {
      [to, isPressed] = [touch, true];
      host.changed();
    },
    move(touches) {
      to = touches.at(-1) ?? to;
      if (wire.anchors.length > 0) host.changed();
    },
    up(touch) {
      if (!isPressed) return;
      [to, isPressed] = [touch, false];
      const last = wire.anchors.at(-1);
      const at = wire.aimed(touch);
      const isAgain = last !== undefined && !isFar(last.at, at, CLICK * touch.pixel);
      if (isAtFirst(touch) || (isAgain && wire.anchors.length > 1)) void close();
      else if (!isAgain) wire.click(touch);
      host.changed();
    },
    finish() {
      const wasBusy = wire.anchors.length > 0;
      if (wasBusy) void close();
      return wasBusy;
    },
    finishTitle: () => (wire.anchors.length > 1 ? strings.finish : undefined),
    stepBack: () => wire.keep(Math.max(0, wire.anchors.length - 1)),
    cancel() {
      isPressed = false;
      return wire.keep(0);
    },
    isBusy: () => wire.anchors.length > 0,
    paint(context, view) {
      if (to === undefined || wire.anchors.length === 0) return;
      const end = wire.aimed(to);
      context.beginPath();
      for (const point of [...wire.lineTo(end), end]) context.lineTo(...toPage(view, point));
      strokeHaloed(context, host.color(), 2);
      paintHandles(
        context,
        wire.anchors.map(({ at }) => toPage(view, at)),
      );
    },
  };
}
