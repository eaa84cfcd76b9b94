import type { Point } from "@assay/domain/outline.ts";
import { strings as canvasStrings } from "#strings/canvas.ts";
import { strings as imageStrings } from "#strings/editors/images.ts";
import { strings } from "#strings/editors/objects.ts";
import { type Action, inGroup } from "../../actions/action.ts";
import { hintFor } from "../../actions/touch.ts";
import * as changes from "./changes.ts";
import { isPenDown, moveCross, pressCross } from "./cross.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";
import { snapActions } from "./snap.ts";

const ARROWS: readonly (readonly [string, Point])[] = [
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
];

/** How far one key press moves the cross, in CSS pixels; with Shift ten times as far. */
const CROSS_STEP = 2;

/** The actions of an image editor; panels add their own. `pick` is called with a label that is repeated. */
export function objectActions<O extends LabeledObject>(
  session: ObjectSession<O>,
  isReadOnly: boolean,
  pick: (label: string) => void = () => undefined,
): readonly Action[] {
  const editing = isReadOnly
    ? []
    : [...editActions(session), ...snapActions(session), repeatAction(session, pick)];
  return [
    ...editing,
    ...inGroup("drawing", drawActions(session)),
    ...objectsActions(session),
    ...inGroup("view", viewActions(session)),
  ];
}

function drawActions<O extends LabeledObject>(session: ObjectSession<O>): readonly Action[] {
  const tools = session.tools.map(
    ({ id, title, key }): Action => ({
      id: `image.${id}`,
      title,
      keys: [key],
      // while a new object waits for its label, letters are typed into the label's field
      isEnabled: () => session.state().pending === undefined,
      run: () => session.takeTool(id),
    }),
  );
  const isBusy = () => session.state().isBusy;
  return [
    ...tools,
    {
      ...{ id: "image.finish", title: strings.finish, keys: ["Enter"] },
      isEnabled: () => isBusy() && session.tool.finish !== undefined,
      run: () => session.tool.finish?.(),
    },
    {
      ...{ id: "image.step-back", title: strings.stepBack, keys: ["Backspace", "Ctrl+Z"] },
      isEnabled: () =>
        session.state().pending !== undefined || (isBusy() && session.tool.stepBack !== undefined),
      run: () => (session.state().pending === undefined ? session.tool.stepBack?.() : cancel(session)),
    },
    ...(session.tools.some(({ erase }) => erase !== undefined) ? [eraseAction(session)] : []),
    {
      ...{ id: "image.cancel", title: strings.cancel, keys: ["Escape"] },
      isEnabled: () => isBusy() || session.state().pending !== undefined || session.selection().size > 0,
      run: () => cancel(session),
    },
    ...crossActions(session),
  ];
}

/** Drawing without a pointer: the arrows move a cross, and Space draws there. */
function crossActions<O extends LabeledObject>(session: ObjectSession<O>): readonly Action[] {
  const canPress = () => session.state().cross !== undefined && isAtCanvas();
  const title = session.tools.some(({ pen }) => pen !== undefined) ? strings.drawOrLift : strings.draw;
  return [
    {
      ...{ id: "image.press", title, keys: ["Space"], isOnce: true, isEnabled: canPress },
      run: () => pressCross(session),
    },
    {
      ...{ id: "image.press-more", title: strings.drawMore, keys: ["Shift+Space"], isOnce: true },
      isEnabled: canPress,
      run: () => pressCross(session, true),
    },
    ...ARROWS.flatMap(([key, [dx, dy]]) =>
      [1, 10].map(
        (times): Action => ({
          id: `image.cross-${key}-${times}`,
          title: strings.moveCross,
          keys: [times === 1 ? key : `Shift+${key}`],
          isEnabled: () => session.tool.isDrawing && isAtCanvas(),
          run: () => moveCross(session, [dx * CROSS_STEP * times, dy * CROSS_STEP * times]),
        }),
      ),
    ),
  ];
}

/** Takes what a tool shows away from the chosen label. */
function eraseAction<O extends LabeledObject>(session: ObjectSession<O>): Action {
  return {
    ...{ id: "image.wand-erase", title: canvasStrings.erase, keys: ["Shift+Enter"] },
    isEnabled: () => session.state().isBusy && session.tool.erase !== undefined,
    run: () => session.tool.erase?.(),
  };
}

/** A message about a shape that is not finished yet, or null. */
export function unfinishedIn<O extends LabeledObject>(session: ObjectSession<O>): string | null {
  const { noun } = session.kind;
  if (session.state().pending !== undefined) return hintFor(strings.chooseLabel)(noun.toLowerCase());
  const isFound = session.tool.finishTitle?.() === canvasStrings.keep;
  return session.tool.isBusy() ? hintFor(strings.unfinished)(isFound) : null;
}

/** Whether a shape waits for its label; then says so, because nothing else can be done first. */
export function isWaiting<O extends LabeledObject>(session: ObjectSession<O>): boolean {
  if (session.state().pending === undefined) return false;
  session.refuse(unfinishedIn(session) ?? "");
  return true;
}

/** Cancels the shape that waits for its label, else the drawing, else the selection. */
export function cancel<O extends LabeledObject>(session: ObjectSession<O>): void {
  if (session.state().pending !== undefined)
    session.set({ pending: undefined, fault: undefined, said: strings.discarded });
  else if (isPenDown(session))
    session.tool.cancel(); // it says so itself
  else if (session.tool.cancel()) session.set({ fault: undefined, said: strings.canceled });
  else session.select([]);
}

function editActions<O extends LabeledObject>(session: ObjectSession<O>): readonly Action[] {
  const hasSelection = () => session.selection().size > 0 && !session.state().isBusy;
  const isSuggested = () => changes.selected(session).some(([, { isSuggestion }]) => isSuggestion);
  const edit = (
    id: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    isEnabled = hasSelection,
  ) => ({
    ...{ id: `image.${id}`, title, keys, run, isEnabled },
  });
  const always = () => true;
  return [
    edit(
      "accept",
      imageStrings.acceptSuggestion,
      ["Enter"],
      () => changes.accept(session, false),
      isSuggested,
    ),
    edit("accept-all", strings.acceptAll, ["Shift+A"], () => changes.accept(session, true), always),
    edit("delete", strings.remove, ["Delete", "Backspace"], () => changes.remove(session)),
    ...(session.kind.isMovable ? moves() : []),
  ];

  function moves(): readonly Action[] {
    return [
      edit("copy", strings.copy, ["Ctrl+C"], () => changes.copy(session), canCopy),
      edit("paste", strings.paste, ["Ctrl+V"], () => changes.paste(session, false), isNoField),
      edit(
        "paste-in-place",
        strings.pasteInPlace,
        ["Ctrl+Shift+V"],
        () => changes.paste(session, true),
        isNoField,
      ),
      edit("front", strings.front, ["Shift+F"], () => changes.reorder(session, "front")),
      edit("back", strings.back, ["Shift+G"], () => changes.reorder(session, "back")),
      edit("duplicate", strings.duplicate, ["Ctrl+D"], () => changes.duplicate(session)),
      ...ARROWS.flatMap(([key, [dx, dy]]) => [
        edit(`nudge-${key}`, strings.move, [key], () => changes.nudge(session, [dx, dy]), movable),
        edit(
          `push-${key}`,
          strings.moveFar,
          [`Shift+${key}`],
          () => changes.nudge(session, [10 * dx, 10 * dy]),
          movable,
        ),
        edit(`grow-${key}`, strings.resize, [`Alt+${key}`], () => changes.grow(session, [dx, dy]), movable),
      ]),
    ];
  }

  function canCopy(): boolean {
    return hasSelection() && isNoField();
  }

  function movable(): boolean {
    return hasSelection() && isAtCanvas();
  }
}

/** Gives the label that was chosen last: to the shape that waits for one, or to what is drawn next. */
function repeatAction<O extends LabeledObject>(
  session: ObjectSession<O>,
  pick: (label: string) => void,
): Action {
  return {
    group: "label",
    ...{ id: "image.repeat-label", title: strings.repeatLabel, keys: ["Q"] },
    isEnabled: () => changes.repeatable(session) !== undefined,
    run() {
      const label = changes.repeatable(session);
      if (label !== undefined) pick(label);
    },
  };
}

function objectsActions<O extends LabeledObject>(session: ObjectSession<O>): readonly Action[] {
  const hasSelection = () => session.selection().size > 0;
  const all = () => [...session.objects.keys()];
  return [
    {
      ...{
        id: "image.select-all",
        title: strings.selectAll,
        keys: ["Ctrl+A"],
        isEnabled: isAtCanvas,
      },
      run: () =>
        changes.choose(
          session,
          all().filter((key) => !session.state().hidden.has(key)),
        ),
    },
    { id: "image.next", title: strings.next, keys: ["]", "Alt+."], run: () => changes.step(session, 1) },
    {
      id: "image.previous",
      title: strings.previous,
      keys: ["[", "Alt+,"],
      run: () => changes.step(session, -1),
    },
    {
      ...{ id: "image.zoom-selection", title: strings.zoomSelection, keys: ["F"], isEnabled: hasSelection },
      run: () => changes.zoomToSelection(session),
    },
    {
      ...{ id: "image.hide", title: strings.hide, keys: ["H"], isEnabled: hasSelection },
      run: () => changes.toggle(session, "hidden", session.selection()),
    },
    {
      ...{ id: "image.hide-all", title: strings.hideAll, keys: ["Shift+H"] },
      run: () => changes.toggle(session, "hidden", all()),
    },
    {
      ...{ id: "image.lock", title: strings.lock, keys: ["L"], isEnabled: hasSelection },
      run: () => changes.toggle(session, "locked", session.selection()),
    },
    {
      ...{ id: "image.lock-all", title: strings.lockAll, keys: ["Shift+L"] },
      run: () => changes.toggle(session, "locked", all()),
    },
  ];
}

function viewActions<O extends LabeledObject>(session: ObjectSession<O>): readonly Action[] {
  return [
    { id: "image.fit", title: imageStrings.fit, keys: ["Z"], run: () => session.surface?.fit() },
    {
      id: "image.actual-size",
      title: imageStrings.actualSize,
      keys: ["Shift+Z"],
      run: () => session.surface?.actualSize(),
    },
    {
      id: "image.zoom-in",
      title: imageStrings.zoomIn,
      keys: ["Ctrl++", "Ctrl+="],
      run: () => session.surface?.zoomBy(1.25),
    },
    {
      id: "image.zoom-out",
      title: imageStrings.zoomOut,
      keys: ["Ctrl+-"],
      run: () => session.surface?.zoomBy(0.8),
    },
  ];
}

/** Arrow keys and Space belong to the canvas unless a control has the focus. */
function isAtCanvas(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.hasAttribute("data-canvas") === true;
}

/** In a text field the copy and paste keys are for text. */
function isNoField(): boolean {
  return document.activeElement?.matches("input,textarea") !== true;
}
