import { useEffect, useReducer, useSyncExternalStore } from "react";
import { boundsOf, isHit } from "../../canvas/shape.ts";
import { toPage } from "../../canvas/view.ts";
import styles from "../../comments/Comments.module.css";
import { type CommentPlace, usePins } from "../../comments/pins.ts";
import { show } from "./changes.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** How far in page pixels a pin may be from an object and still belong to it. */
const REACH = 4;

/** Numbered pins of comments over the canvas. Reports the selected object and selects the object of a comment. */
export function ObjectPins<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const { selection } = useSyncExternalStore(session.subscribe, session.state);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const pinned = usePins(commentPlaceOf(session, [...selection].at(-1)), (place) => {
    const key = keyAt(session, place);
    if (key !== undefined) show(session, key);
  });
  const isAny = pinned.length > 0;
  useEffect(() => (isAny ? session.surface?.onView(redraw) : undefined), [session, isAny]);
  return pinned.map(({ number, place }) => {
    const point = place.point ?? commentPlaceOf(session, keyAt(session, place))?.point;
    if (point === undefined) return null;
    const [x, y] = toPage(session.view(), [point.x, point.y]);
    return (
      <span key={number} className={styles.pin} style={{ insetInlineStart: x, insetBlockStart: y }}>
        {number}
      </span>
    );
  });
}

/** The object's index in the answer and its center; in other answers the index differs. */
function commentPlaceOf<O extends LabeledObject>(
  session: ObjectSession<O>,
  key: string | undefined,
): CommentPlace | null {
  const shape = key === undefined ? undefined : session.shapeOf(key);
  if (shape === undefined) return null;
  const place = listed(session).findIndex(([known]) => known === key);
  if (place < 0) return null;
  const { x, y, width, height } = boundsOf(shape);
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  return { object: place, point };
}

function keyAt<O extends LabeledObject>(session: ObjectSession<O>, { object, point }: CommentPlace) {
  const objects = listed(session);
  const meant = typeof object === "number" ? objects[object]?.[0] : undefined;
  if (point === undefined) return meant;
  const reach = REACH / session.view().scale;
  const isThere = (key: string) => {
    const shape = session.shapeOf(key);
    return shape !== undefined && isHit(shape, [point.x, point.y], reach);
  };
  return meant !== undefined && isThere(meant)
    ? meant
    : (objects.find(([key]) => isThere(key))?.[0] ?? meant);
}

/** The objects of the answer in order, without suggestions. */
function listed<O extends LabeledObject>({ objects }: ObjectSession<O>) {
  return [...objects].filter(([, { isSuggestion }]) => !isSuggestion);
}
