import type { Point } from "@assay/domain/outline.ts";
import { heldUses, pointerChoices } from "../actions/pointer-choices.ts";
import type { Surface } from "./surface.ts";
import { toImage } from "./view.ts";

/** The position and state of a pointer. */
export interface Touch {
  /** In image pixels; may be outside the image. */
  readonly at: Point;
  /** In CSS pixels from the corner of the surface. */
  readonly place: Point;
  /** How many image pixels one CSS pixel shows. */
  readonly pixel: number;
  /** Shift is held, or what the person chose in its place; the same holds for the other two. */
  readonly isShift: boolean;
  readonly isAlt: boolean;
  /** Ctrl or Cmd is held: a point does not snap to others. */
  readonly isFree?: boolean;
  /** A finger, for which handles are larger. */
  readonly isCoarse: boolean;
}

/** The handlers for a pointer that draws; a pointer that pans or zooms is not reported. */
export interface PointerHandlers {
  readonly down: (touch: Touch) => void;
  /** Also called while the pointer is not pressed. */
  readonly move: (touches: readonly Touch[]) => void;
  readonly up: (touch: Touch) => void;
  /** The pointer left the surface. */
  readonly leave?: () => void;
  /** The secondary button, a long press or the keyboard asks for a menu. */
  readonly menu?: (touch: Touch) => void;
  /** The pointer was canceled, by a second finger or by the system. */
  readonly cancel: () => void;
  /** Notches of the wheel with Shift, or its substitute, positive away from the person. */
  readonly wheel: (turns: number) => void;
}

/** The CSS pixels that a browser reports for one notch of the wheel. */
const NOTCH = 100;

/** How far the secondary button may move during a click, in CSS pixels. */
const STILL = 4;

/** How far a finger may move during a long press, in CSS pixels. */
const STILL_FINGER = 8;

/** How long a finger stays to open the menu: a little longer than in browsers that open it themselves, which those of iOS do not. */
const LONG_PRESS_MS = 600;

/** The zoom factor of one notch. */
const ZOOM_OF_NOTCH = 1.25;

/**
 * Handles mouse, pen and touch: the wheel zooms, the middle button or Space with a drag pans, two fingers do both,
 * and all other events go to the handlers. With the person's choices the wheel scrolls and the secondary button pans. Once a pen was used fingers no longer draw, so that a palm may rest on the
 * screen.
 */
export class Pointers {
  readonly #host: HTMLElement;
  readonly #surface: Surface;
  readonly #handlers: PointerHandlers;
  readonly #stop = new AbortController();
  /** The last positions of the pressed pointers. */
  readonly #pressed = new Map<number, Point>();
  #mode: "none" | "draw" | "pan" = "none";
  #isSpaceHeld = false;
  /** Where the secondary button was pressed, if its drag pans. */
  #secondaryFrom: Point | undefined;
  #hasPen = false;
  /** The timer of a long press. */
  #long: number | undefined;

  constructor(host: HTMLElement, surface: Surface, handlers: PointerHandlers) {
    this.#host = host;
    this.#surface = surface;
    this.#handlers = handlers;
    const { signal } = this.#stop;
    host.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    host.addEventListener("pointermove", (event) => this.#move(event), { signal });
    host.addEventListener("pointerup", (event) => this.#up(event), { signal });
    host.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    host.addEventListener("pointerleave", () => this.#handlers.leave?.(), { signal });
    host.addEventListener("contextmenu", (event) => this.#menu(event), { signal });
    host.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    window.addEventListener("keydown", (event) => this.#space(event, true), { signal });
    window.addEventListener("keyup", (event) => this.#space(event, false), { signal });
    window.addEventListener("blur", () => this.#hold(false), { signal });
  }

  close(): void {
    clearTimeout(this.#long);
    this.#stop.abort();
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "pen") this.#hasPen = true;
    const isSecondary = isOfSecondary(event);
    const isPan =
      event.button === 1 ||
      isSecondary ||
      this.#isSpaceHeld ||
      (this.#hasPen && event.pointerType === "touch");
    if (isSecondary) this.#secondaryFrom = this.#surface.pagePointOf(event);
    this.#pressed.set(event.pointerId, this.#surface.pagePointOf(event));
    this.#host.setPointerCapture(event.pointerId);
    this.#host.focus({ preventScroll: true });
    event.preventDefault();
    clearTimeout(this.#long);
    if (this.#pressed.size > 1 || isPan) {
      if (this.#mode === "draw") this.#handlers.cancel();
      this.#mode = "pan";
    } else if (event.button === 0) {
      this.#mode = "draw";
      this.#handlers.down(this.#touch(event));
      if (event.pointerType === "touch")
        this.#long = window.setTimeout(() => this.#menu(event), LONG_PRESS_MS);
    }
  }

  #move(event: PointerEvent): void {
    const from = this.#pressed.get(event.pointerId);
    if (from !== undefined && distance(from, this.#surface.pagePointOf(event)) > STILL_FINGER)
      clearTimeout(this.#long);
    if (this.#mode === "pan") {
      this.#pan(event);
    } else {
      const events = event.getCoalescedEvents();
      this.#handlers.move((events.length === 0 ? [event] : events).map((each) => this.#touch(each)));
    }
  }

  #up(event: PointerEvent): void {
    clearTimeout(this.#long);
    this.#pressed.delete(event.pointerId);
    if (this.#mode === "draw") this.#handlers.up(this.#touch(event));
    if (this.#pressed.size === 0) this.#mode = "none";
    const from = this.#secondaryFrom;
    this.#secondaryFrom = undefined;
    if (from !== undefined && distance(from, this.#surface.pagePointOf(event)) <= STILL)
      this.#handlers.menu?.(this.#touch(event));
  }

  #cancel(event: PointerEvent): void {
    clearTimeout(this.#long);
    this.#pressed.delete(event.pointerId);
    if (this.#mode === "draw") this.#handlers.cancel();
    if (this.#pressed.size === 0) this.#mode = "none";
  }

  /** Pans with one pointer; with two also zooms around their midpoint. */
  #pan(event: PointerEvent): void {
    const before = this.#pressed.get(event.pointerId);
    if (before === undefined) return;
    const now = this.#surface.pagePointOf(event);
    const other = [...this.#pressed].find(([id]) => id !== event.pointerId)?.[1];
    this.#pressed.set(event.pointerId, now);
    if (other === undefined) {
      this.#surface.panBy([now[0] - before[0], now[1] - before[1]]);
      return;
    }
    const [was, is] = [distance(before, other), distance(now, other)];
    if (was > 0) this.#surface.zoomBy(is / was, [(before[0] + other[0]) / 2, (before[1] + other[1]) / 2]);
    this.#surface.panBy([(now[0] - before[0]) / 2, (now[1] - before[1]) / 2]);
  }

  #menu(event: MouseEvent): void {
    clearTimeout(this.#long);
    event.preventDefault();
    if (isOfSecondary(event)) return; // a drag pans, and a click opens the menu when it ends
    if (this.#mode === "draw") this.#handlers.cancel(); // a long press also began to draw
    this.#pressed.clear(); // the menu takes the end of the press
    this.#mode = "none";
    this.#handlers.menu?.(this.#touch(event));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const delta = event.deltaY === 0 ? event.deltaX : event.deltaY; // with Shift browsers scroll sideways
    const turns = -delta / (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? NOTCH : 3);
    const { add, free } = heldUses(event);
    if (add) this.#handlers.wheel(turns);
    else if (pointerChoices().wheel === "zoom" || free)
      this.#surface.zoomBy(ZOOM_OF_NOTCH ** turns, this.#surface.pagePointOf(event));
    else this.#surface.panBy([-event.deltaX, -event.deltaY]);
  }

  #space(event: KeyboardEvent, isDown: boolean): void {
    if (event.code !== "Space" || pointerChoices().pan !== "space") return;
    const isHere = document.activeElement === this.#host || document.activeElement === document.body;
    if (!isDown || isHere) this.#hold(isDown);
    if (isDown && isHere) event.preventDefault();
  }

  #hold(isHeld: boolean): void {
    this.#isSpaceHeld = isHeld;
    this.#host.toggleAttribute("data-panning", isHeld);
  }

  #touch(event: MouseEvent): Touch {
    const place = this.#surface.pagePointOf(event);
    const { view } = this.#surface;
    const { edit, free, add } = heldUses(event);
    return {
      at: toImage(view, place),
      place,
      pixel: 1 / view.scale,
      isShift: add,
      isAlt: edit,
      isFree: free,
      isCoarse: event instanceof PointerEvent && event.pointerType === "touch",
    };
  }
}

/** Whether an event is of the secondary button while its drag pans. */
function isOfSecondary({ button }: MouseEvent): boolean {
  return button === 2 && pointerChoices().pan === "secondary";
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
