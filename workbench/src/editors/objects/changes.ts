import { resizeBox } from "@assay/domain/geometry/box-edits.ts";
import { boxAround, type Point } from "@assay/domain/outline.ts";
import { strings as canvasStrings } from "#strings/canvas.ts";
import { strings } from "#strings/editors/objects.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { hintFor } from "../../actions/touch.ts";
import { boundsOf, moveShape, roundShape, type Shape } from "../../canvas/shape.ts";
import type { LabeledObject, ObjectEntry } from "./entry.ts";
import { newKey } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** The offset of a copy from its original, in image pixels. */
const BESIDE: Point = [10, 10];

/** The copied objects; kept across items, so that they can be pasted on the next item. */
let copied: readonly { readonly object: LabeledObject; readonly noun: string }[] = [];

/** The label that was chosen last; kept across items, so that it can be repeated on the next item. */
let lastLabel: string | undefined;

export function rememberLast(label: string): void {
  lastLabel = label;
}

/** The label that was chosen last, if it is one of this project's. */
export function repeatable<O extends LabeledObject>({ labels }: ObjectSession<O>): string | undefined {
  return labels.find(({ name }) => name === lastLabel)?.name;
}

/** The selected objects that are not locked. */
export function selected<O extends LabeledObject>(session: ObjectSession<O>): [string, ObjectEntry<O>][] {
  const { locked } = session.state();
  return [...session.selection()].flatMap((key): [string, ObjectEntry<O>][] => {
    const entry = locked.has(key) ? undefined : session.objects.get(key);
    return entry === undefined ? [] : [[key, entry]];
  });
}

/** Moves the selected objects. */
export function nudge<O extends LabeledObject>(session: ObjectSession<O>, by: Point): void {
  reshape(session, strings.done.moved, (shape) => moveShape(shape, by, session.image));
}

/** Moves the right and bottom sides of the selected boxes. */
export function grow<O extends LabeledObject>(session: ObjectSession<O>, [dx, dy]: Point): void {
  reshape(session, strings.done.resized, (shape) => {
    if (shape.kind !== "box") return shape;
    const { x, y, width, height, rotation } = shape.box;
    const [w, h] = [Math.max(1, width + dx), Math.max(1, height + dy)];
    if (rotation === undefined)
      return { ...shape, box: resizeBox(shape.box, "se", [x + w, y + h], session.image) };
    return moveShape({ ...shape, box: { ...shape.box, width: w, height: h } }, [0, 0], session.image);
  });
}

function reshape<O extends LabeledObject>(
  session: ObjectSession<O>,
  done: string,
  change: (shape: Shape) => Shape,
): void {
  const shapes = selected(session).flatMap(([key]): [string, Shape][] => {
    const shape = session.shapeOf(key);
    return shape === undefined ? [] : [[key, change(shape)]];
  });
  session.replace(new Map(shapes), done);
}

/**
 * Draws the selected objects over all others, or beneath them. Undo restores the order, because the objects that change places are
 * removed from the last to the first and added again in the new order.
 */
export function reorder<O extends LabeledObject>(session: ObjectSession<O>, to: "front" | "back"): void {
  const chosen = new Set(selected(session).map(([key]) => key));
  const all = [...session.objects];
  const [moved, rest] = [all.filter(([key]) => chosen.has(key)), all.filter(([key]) => !chosen.has(key))];
  const ordered = to === "front" ? [...rest, ...moved] : [...moved, ...rest];
  const first = ordered.findIndex(([key], place) => key !== all[place]?.[0]);
  if (first === -1) return;
  session.document.apply({
    name: strings.changed(session.kind.noun, moved.length, strings.done[to]),
    edits: [
      ...all
        .slice(first)
        .reverse()
        .map(([key, before]) => ({ key, before, after: undefined })),
      ...ordered.slice(first).map(([key, after]) => ({ key, before: undefined, after })),
    ],
  });
  session.say(strings.changed(session.kind.noun, moved.length, strings.done[to]));
}

/** Says that several shapes need a chosen label, if there is none. */
export function areUnlabeled<O extends LabeledObject>(
  session: ObjectSession<O>,
  shapes: readonly Shape[],
): boolean {
  const are = shapes.length > 1 && session.state().label === undefined;
  if (are) session.refuse(canvasStrings.assist.oneLabel);
  return are;
}

/** Creates objects with the chosen label as one change; false if several wait for a label. One alone asks for its label. */
export function addShapes<O extends LabeledObject>(
  session: ObjectSession<O>,
  shapes: readonly Shape[],
): boolean {
  const { label } = session.state();
  const [first] = shapes;
  if (areUnlabeled(session, shapes)) return false;
  if (first !== undefined && (shapes.length === 1 || label === undefined)) session.add(first);
  else if (label !== undefined) {
    const made = shapes.map((shape): [string, ObjectEntry<O>] => {
      const object = session.kind.objectOf(roundShape(shape), label, undefined);
      return [newKey(), { object, isSuggestion: false }];
    });
    session.apply(strings.changed(session.kind.noun, made.length, strings.done.added), made);
    session.select(made.map(([key]) => key));
  }
  return true;
}

/** Removes the selected objects. */
export function remove<O extends LabeledObject>(session: ObjectSession<O>): void {
  const gone = selected(session);
  const [first] = gone;
  if (first === undefined) return;
  const { noun } = session.kind;
  const name =
    gone.length === 1
      ? strings.deleted(noun, first[1].object.label)
      : strings.changed(noun, gone.length, strings.done.deleted);
  session.apply(
    name,
    gone.map(([key]) => [key, undefined]),
  );
}

/**
 * The labels that stand for the choice: those of the selected objects where another label would go to them, else that of what is
 * drawn next.
 */
export function currentLabels<O extends LabeledObject>(session: ObjectSession<O>): ReadonlySet<string> {
  const { label } = session.state();
  const { isMovable, areInstances = false } = session.kind;
  const isOfSelected = areInstances || (isMovable && !session.tool.isDrawing);
  const keys = isOfSelected ? [...session.selection()] : [];
  const labels = keys.flatMap((key) => session.objects.get(key)?.object.label ?? []);
  return new Set(labels.length === 0 && label !== undefined ? [label] : labels);
}

/**
 * Gives a label to what is drawn next: to the new object that waits for it, or by the select tool to the selected
 * objects too. A drawing tool changes no object that was drawn before.
 */
export function giveLabel<O extends LabeledObject>(session: ObjectSession<O>, label: string): void {
  const { pending } = session.state();
  session.set({ label });
  if (pending !== undefined) {
    session.create(pending, label);
    return;
  }
  if (session.tool.isDrawing) session.say(sayNext(session) ?? strings.label(label));
  else relabel(session, label);
}

/** The sentence about the label of the next object, while a drawing tool shows a selected object of another label. */
export function sayNext<O extends LabeledObject>(session: ObjectSession<O>): string | undefined {
  const { label, isBusy } = session.state();
  const [only, ...others] = selected(session);
  if (!session.kind.isMovable || !session.tool.isDrawing || isBusy) return undefined;
  if (only === undefined || others.length > 0 || label === undefined) return undefined;
  const { label: own } = only[1].object;
  if (own === label) return undefined;
  return hintFor(strings.nextLabel(label, own))(keyName(keyOf("image.select", "V")));
}

/** Gives a label to the selected objects. */
export function relabel<O extends LabeledObject>(session: ObjectSession<O>, label: string): void {
  const changed = selected(session).filter(([, { object }]) => object.label !== label);
  if (changed.length === 0) session.say(strings.label(label));
  session.apply(
    strings.relabeled(changed.length, label),
    changed.map(([key, { object }]) => [key, { object: { ...object, label }, isSuggestion: false }]),
  );
}

/** Accepts the selected suggestions, or all. */
export function accept<O extends LabeledObject>(session: ObjectSession<O>, isAll: boolean): void {
  const among = isAll ? [...session.objects] : selected(session);
  const accepted = among.filter(([, { isSuggestion }]) => isSuggestion);
  if (accepted.length === 0) return;
  session.apply(
    strings.accepted(accepted.length),
    accepted.map(([key, { object }]) => [key, { object, isSuggestion: false }]),
  );
}

export function copy<O extends LabeledObject>(session: ObjectSession<O>): void {
  const { noun } = session.kind;
  copied = selected(session).map(([, { object }]) => ({ object, noun }));
  session.say(strings.copied(copied.length));
}

/** Pastes the copied objects, beside the originals or in place. */
export function paste<O extends LabeledObject>(session: ObjectSession<O>, isInPlace: boolean): void {
  // objects of the same noun have the type O
  const objects = copied.filter(({ noun }) => noun === session.kind.noun).map(({ object }) => object as O);
  place(session, objects, isInPlace ? [0, 0] : BESIDE, strings.done.pasted);
}

export function duplicate<O extends LabeledObject>(session: ObjectSession<O>): void {
  place(
    session,
    selected(session).map(([, { object }]) => object),
    BESIDE,
    strings.done.duplicated,
  );
}

function place<O extends LabeledObject>(
  session: ObjectSession<O>,
  objects: readonly O[],
  by: Point,
  done: string,
): void {
  const placed = objects.map((object): [string, ObjectEntry<O>] => {
    const shape = roundShape(moveShape(session.kind.shapeOf(object), by, session.image));
    return [newKey(), { object: session.kind.objectOf(shape, object.label, object), isSuggestion: false }];
  });
  session.apply(strings.changed(session.kind.noun, placed.length, done), placed);
  session.select(placed.map(([key]) => key));
}

/** Selects the next or previous object and brings it into view. */
export function step<O extends LabeledObject>(session: ObjectSession<O>, by: 1 | -1): void {
  const { hidden } = session.state();
  const keys = [...session.objects.keys()].filter((key) => !hidden.has(key));
  if (keys.length === 0) return;
  const last = [...session.selection()].at(-1);
  const at = last === undefined ? (by === 1 ? -1 : 0) : keys.indexOf(last);
  const key = keys.at((at + by) % keys.length);
  if (key !== undefined) show(session, key);
}

/**
 * Selects objects that are there already, with the select tool, so that a label's key labels them. A brush stays, since it paints on
 * the selected mask, and so does a drawing that is not finished.
 */
export function choose<O extends LabeledObject>(session: ObjectSession<O>, keys: Iterable<string>): void {
  const { pending } = session.state();
  const [select] = session.tools;
  const isIdle = pending === undefined && !session.tool.isBusy();
  if (session.kind.isMovable && isIdle && session.tool.isDrawing && select !== undefined)
    session.takeTool(select.id);
  session.select(keys);
}

/** Chooses one object and brings it into view. */
export function show<O extends LabeledObject>(session: ObjectSession<O>, key: string): void {
  const entry = session.objects.get(key);
  if (entry === undefined) return;
  choose(session, [key]);
  session.surface?.reveal(boundsOf(session.kind.shapeOf(entry.object)));
  const place = [...session.objects.keys()].indexOf(key) + 1;
  session.say(strings.at(session.kind.noun, entry.object.label, place, session.objects.size));
}

/** Zooms in on the selected objects. */
export function zoomToSelection<O extends LabeledObject>(session: ObjectSession<O>): void {
  const shapes = [...session.selection()].flatMap((key) => session.figureOf(key)?.shape ?? []);
  if (shapes.length === 0) return;
  const corners = shapes.map(boundsOf).flatMap(({ x, y, width, height }): Point[] => [
    [x, y],
    [x + width, y + height],
  ]);
  session.surface?.zoomToBox(boxAround(corners));
}

/** Hides or locks the objects; if all already are, shows or unlocks them. */
export function toggle<O extends LabeledObject>(
  session: ObjectSession<O>,
  which: "hidden" | "locked",
  keys: Iterable<string>,
): void {
  const before = session.state()[which];
  const named = [...keys];
  const is = named.every((key) => before.has(key));
  const after = is ? [...before].filter((key) => !named.includes(key)) : [...before, ...named];
  session.set({ [which]: new Set(after) });
  const done = strings.done[which][is ? 1 : 0] ?? "";
  session.say(strings.changed(session.kind.noun, named.length, done));
}
