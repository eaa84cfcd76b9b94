import { boxWithin, roundBox } from "@assay/domain/geometry/box-edits.ts";
import { isTurned, type RotatedBox } from "@assay/domain/rotated-box.ts";
import { strings } from "#strings/editors/objects.ts";
import type { Action } from "../../actions/action.ts";
import type { Shape } from "../../canvas/shape.ts";
import { selected } from "./changes.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

const SNAP_KEY = "Shift+S";

/** How far an edge may be from a side, in CSS pixels. */
const REACH = 12;

/** The selected upright boxes. */
function uprightBoxes<O extends LabeledObject>(session: ObjectSession<O>): [string, RotatedBox][] {
  return selected(session).flatMap(([key]): [string, RotatedBox][] => {
    const shape = session.shapeOf(key);
    return shape?.kind === "box" && !isTurned(shape.box) ? [[key, shape.box]] : [];
  });
}

/** The action of editors of boxes. */
export function snapActions<O extends LabeledObject>(session: ObjectSession<O>): readonly Action[] {
  if (!session.tools.some(({ id }) => id === "box")) return [];
  const run = () => void snapToEdges(session);
  return [
    { id: "image.snap", title: strings.snap, keys: [SNAP_KEY], isEnabled: () => canSnap(session), run },
  ];
}

function canSnap<O extends LabeledObject>(session: ObjectSession<O>): boolean {
  return !session.isReadOnly && !session.state().isBusy && uprightBoxes(session).length > 0;
}

/** Moves the sides of the selected upright boxes to the strongest edges near them. A box that changes meanwhile is left alone. */
async function snapToEdges<O extends LabeledObject>(session: ObjectSession<O>): Promise<void> {
  const reach = REACH / session.view().scale;
  const shapes = new Map<string, Shape>();
  try {
    for (const [key, before] of uprightBoxes(session)) {
      const after = boxWithin(
        { ...before, ...(await session.assistant.snapped(before, reach)) },
        session.image,
      );
      const shape = session.shapeOf(key);
      const isAsBefore = shape?.kind === "box" && shape.box === before;
      if (isAsBefore && !isSame(before, after)) shapes.set(key, { kind: "box", box: after });
    }
  } catch (fault) {
    session.refuse(fault instanceof Error ? fault.message : String(fault));
    return;
  }
  if (shapes.size === 0) session.refuse(strings.noEdge);
  else session.replace(shapes, strings.done.snapped);
}

function isSame(one: RotatedBox, other: RotatedBox): boolean {
  const [a, b] = [roundBox(one), roundBox(other)];
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
