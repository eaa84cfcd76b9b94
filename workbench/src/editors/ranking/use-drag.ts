import { type PointerEvent as Press, useRef } from "react";
import type { Landing } from "./order.ts";

/** Attributes that let responses be dragged by mouse, pen and finger. */
export interface Drag {
  /** For what is pressed to drag a response. */
  readonly handle: (id: string) => object;
  /** For what a response is dropped on. */
  readonly dropOn: (id: string) => object;
}

/** How far a pointer moves before it drags, in CSS pixels. */
const SLACK = 6;

interface Held {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Stops listening. */
  readonly stop: () => void;
  over: Element | undefined;
  landing: Landing;
}

const TARGET = "[data-drop]";
const NONE = { handle: () => ({}), dropOn: () => ({}) };

/** Drags responses onto others: onto the middle of one to tie with it, onto an edge to stand before or after it. */
export function useDrag(drop: ((id: string, onto: string, landing: Landing) => void) | undefined): Drag {
  const held = useRef<Held>(undefined);
  if (drop === undefined) return NONE;
  const mark = (over: Element | undefined, landing: Landing) => {
    if (held.current === undefined) return;
    if (held.current.over !== over) held.current.over?.removeAttribute("data-landing");
    over?.setAttribute("data-landing", landing);
    over?.toggleAttribute("data-beside", isBesideOthers(over));
    Object.assign(held.current, { over, landing });
  };
  const end = () => {
    mark(undefined, "tied");
    held.current?.stop();
    held.current = undefined;
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    const { current } = held;
    if (current === undefined) return;
    const isFar = Math.hypot(x - current.x, y - current.y) > SLACK;
    if (!isFar && current.over === undefined) return;
    const over = document.elementFromPoint(x, y)?.closest(TARGET) ?? undefined;
    const isOwn = over?.getAttribute("data-drop") === current.id;
    mark(isOwn ? undefined : over, over === undefined ? "tied" : landingOn(over, x, y));
  };
  const up = () => {
    const { id, over, landing } = held.current ?? {};
    const onto = over?.getAttribute("data-drop");
    end();
    if (id !== undefined && onto && landing !== undefined) drop(id, onto, landing);
  };
  return {
    handle: (id) => ({
      "data-handle": true,
      onPointerDown: ({ button, isPrimary, clientX: x, clientY: y }: Press) => {
        if (button !== 0 || !isPrimary) return;
        const listening = new AbortController();
        const { signal } = listening;
        end();
        held.current = { id, x, y, stop: () => listening.abort(), over: undefined, landing: "tied" };
        // of the window, because a captured pointer would take the click from the button in the handle
        addEventListener("pointermove", move, { signal });
        addEventListener("pointerup", up, { signal });
        addEventListener("pointercancel", end, { signal });
      },
    }),
    dropOn: (id) => ({ "data-drop": id }),
  };
}

/** Whether targets stand side by side here, like places and the cards on a wide screen, and not one below the other. */
function isBesideOthers(target: Element): boolean {
  if (target.closest("[data-side-by-side]") !== null) return true;
  return target.clientWidth < (target.parentElement?.clientWidth ?? 0) * 0.7;
}

/** The first and the last quarter of a target are its edges. */
function landingOn(target: Element, x: number, y: number): Landing {
  const { left, top, width, height } = target.getBoundingClientRect();
  const isInline = isBesideOthers(target);
  const share = isInline ? (x - left) / width : (y - top) / height;
  const along = isInline && getComputedStyle(target).direction === "rtl" ? 1 - share : share;
  if (along < 0.25) return "before";
  return along > 0.75 ? "after" : "tied";
}
