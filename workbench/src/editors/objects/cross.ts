import type { Point } from "@assay/domain/outline.ts";
import { strings } from "#strings/editors/objects.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import type { Touch } from "../../canvas/pointers.ts";
import { toImage } from "../../canvas/view.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** Moves the keyboard's cross by CSS pixels; it starts in the middle of the view. A pen that is down draws along the way. */
export function moveCross<O extends LabeledObject>(session: ObjectSession<O>, [dx, dy]: Point): void {
  const { surface, image } = session;
  if (surface === undefined) return;
  const { view, page } = surface;
  const from = session.state().cross ?? toImage(view, [page.width / 2, page.height / 2]);
  const round = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  const cross: Point = [
    round(from[0] + Math.sign(dx) * Math.max(1, Math.abs(dx) / view.scale), image.width),
    round(from[1] + Math.sign(dy) * Math.max(1, Math.abs(dy) / view.scale), image.height),
  ];
  session.set({ cross, fault: undefined });
  session.surface?.reveal({ x: cross[0], y: cross[1], width: 0, height: 0 });
  session.tool.move([touchAt(session, cross)]);
  session.set({ said: `${cross[0]}, ${cross[1]}` });
}

/** Acts like a click at the cross, with `isShift` like one with Shift; puts a pen down, or lifts it. */
export function pressCross<O extends LabeledObject>(session: ObjectSession<O>, isShift = false): void {
  const { cross, pending } = session.state();
  if (cross === undefined || pending !== undefined) return;
  const { tool } = session;
  const touch = { ...touchAt(session, cross), isShift };
  if (isPenDown(session)) {
    session.say(strings.cross.lifted(tool.pen ?? "")); // what the stroke changes is said after it
    tool.up(touch);
    return;
  }
  tool.down(touch);
  if (tool.pen === undefined) tool.up(touch);
  else session.say(strings.cross.down(tool.pen, keyNames()));
}

/** Whether keys have put a pen down, which then draws along the way of the cross. */
export function isPenDown<O extends LabeledObject>({ state, tool }: ObjectSession<O>): boolean {
  return state().cross !== undefined && tool.pen !== undefined && tool.isBusy();
}

/** The names of the keys that draw at the cross, as the person has chosen them. */
export function keyNames() {
  return {
    press: keyName(keyOf("image.press", "Space")),
    finish: keyName(keyOf("image.finish", "Enter")),
    cancel: keyName(keyOf("image.cancel", "Escape")),
  };
}

function touchAt<O extends LabeledObject>({ surface }: ObjectSession<O>, [x, y]: Point): Touch {
  const { scale, ...from } = surface?.view ?? { scale: 1, x: 0, y: 0 };
  const place: Point = [x * scale + from.x, y * scale + from.y];
  return { at: [x, y], place, pixel: 1 / scale, isShift: false, isAlt: false, isCoarse: false };
}
