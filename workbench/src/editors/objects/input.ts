import type { PointerHandlers, Touch } from "../../canvas/pointers.ts";
import { isOnCorner } from "../../canvas/tools/select-tool.ts";
import { CLICK, isFar } from "../../canvas/tools/tool.ts";
import { isWaiting } from "./actions.ts";
import { isPenDown } from "./cross.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/**
 * Passes pointer events to the current tool. With Alt a drawing tool selects and edits shapes; one that draws by clicks moves the
 * corners of the selected outline too, if they are dragged.
 */
export function pointerHandlers<O extends LabeledObject>(session: ObjectSession<O>): PointerHandlers {
  let borrowed = false;
  /** A press on a corner that is not a drag yet, and may be a click that begins an outline there. */
  let onCorner: Touch | undefined;

  function tool() {
    return borrowed ? (session.tools[0] ?? session.tool) : session.tool;
  }

  function down(touch: Touch): void {
    if (isPenDown(session)) session.tool.finish?.(); // the pointer begins a stroke of its own
    if (isWaiting(session)) return;
    borrowed = touch.isAlt && session.tool.isDrawing && !session.tool.isBusy();
    session.set({ cross: undefined, fault: undefined });
    const { hasHandles = false, isBusy } = session.tool;
    if (!borrowed && hasHandles && !isBusy() && isOnCorner(session, touch, session.view())) onCorner = touch;
    else tool().down(touch);
  }

  /** Passes the press on a corner on, once it is known to be a drag or a click. */
  function settle(pressed: Touch, isDrag: boolean): void {
    [onCorner, borrowed] = [undefined, isDrag];
    tool().down(pressed);
  }

  return {
    down,
    move(touches) {
      const last = touches.at(-1);
      if (last !== undefined) session.hover(last.at, CLICK * last.pixel);
      if (onCorner !== undefined) {
        if (last === undefined || !isFar(last.place, onCorner.place, CLICK)) return;
        settle(onCorner, true);
      }
      if (!isPenDown(session)) tool().move(touches);
    },
    up(touch) {
      if (onCorner !== undefined) settle(onCorner, isFar(touch.place, onCorner.place, CLICK));
      tool().up(touch);
      borrowed = false;
    },
    menu: (touch) => openMenu(session, touch),
    leave: () => session.hover(undefined, 0),
    cancel() {
      tool().cancel();
      [onCorner, borrowed] = [undefined, false];
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
