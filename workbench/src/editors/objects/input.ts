import type { PointerHandlers, Touch } from "../../canvas/pointers.ts";
import { CLICK } from "../../canvas/tools/tool.ts";
import { isWaiting } from "./actions.ts";
import { isPenDown } from "./cross.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** Passes pointer events to the current tool; with Alt a drawing tool selects and edits shapes. */
export function pointerHandlers<O extends LabeledObject>(session: ObjectSession<O>): PointerHandlers {
  let borrowed = false;

  function tool() {
    return borrowed ? (session.tools[0] ?? session.tool) : session.tool;
  }

  function down(touch: Touch): void {
    if (isPenDown(session)) session.tool.finish?.(); // the pointer begins a stroke of its own
    if (isWaiting(session)) return;
    borrowed = touch.isAlt && session.tool.isDrawing && !session.tool.isBusy();
    session.set({ cross: undefined, fault: undefined });
    tool().down(touch);
  }

  return {
    down,
    move(touches) {
      const last = touches.at(-1);
      if (last !== undefined) session.hover(last.at, CLICK * last.pixel);
      if (!isPenDown(session)) tool().move(touches);
    },
    up(touch) {
      tool().up(touch);
      borrowed = false;
    },
    menu: (touch) => openMenu(session, touch),
    leave: () => session.hover(undefined, 0),
    cancel() {
      tool().cancel();
      borrowed = false;
    },
    wheel: (turns) => tool().wheel?.(turns),
  };
}

/** Opens the menu at a place, for the object there if it is not selected already. */
function openMenu<O extends LabeledObject>(session: ObjectSession<O>, { at, place, pixel }: Touch): void {
  if (session.state().pending !== undefined || session.tool.isBusy()) return;
  const here = session.at(at, CLICK * pixel);
  const [first] = here;
  if (first !== undefined && !here.some((key) => session.selection().has(key))) session.select([first]);
  session.set({ menu: place });
}
