import {
  type ComponentProps,
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { strings as labelStrings } from "#strings/editors/labels.ts";
import { strings as mediaStrings } from "#strings/editors/media.ts";
import { strings } from "#strings/editors/objects.ts";
import type { Action } from "../../actions/action.ts";
import { useGestures } from "../../actions/gestures.ts";
import { hintFor } from "../../actions/touch.ts";
import { useActions } from "../../actions/use-actions.ts";
import { FILL } from "../../canvas/paint.ts";
import type { Picture } from "../../canvas/picture.ts";
import { boundsOf, type Shape } from "../../canvas/shape.ts";
import { type AskModel, assistTool } from "../../canvas/tools/assist-tool.ts";
import type { Tool } from "../../canvas/tools/tool.ts";
import { type Size, toImage, toPage } from "../../canvas/view.ts";
import { Button } from "../../design/Button.tsx";
import { Notice } from "../../design/Notice.tsx";
import { type Assist, AssistContext } from "../assist.ts";
import { BesideContext } from "../beside.ts";
import type { EditorProps } from "../editor.ts";
import type { LabelBar } from "../labels/LabelBar.tsx";
import { pickableLabels } from "../labels/pickable.ts";
import { LookingContext } from "../looking.ts";
import { QuestionsContext } from "../questions.ts";
import { useSelectedObject } from "../selected-object.ts";
import { Adjustments } from "./Adjustments.tsx";
import { cancel, objectActions, unfinishedIn } from "./actions.ts";
import { attach } from "./attach.ts";
import { CrossHint } from "./CrossHint.tsx";
import { addShapes, currentLabels, giveLabel, rememberLast, show } from "./changes.ts";
import { type LabeledObject, ownEntries } from "./entry.ts";
import { Discard, FinishBar } from "./FinishBar.tsx";
import { Legend } from "./Legend.tsx";
import { Minimap } from "./Minimap.tsx";
import styles from "./ObjectEditor.module.css";
import { ObjectHead } from "./ObjectHead.tsx";
import { ObjectList } from "./ObjectList.tsx";
import { ObjectMenu } from "./ObjectMenu.tsx";
import { ObjectPins } from "./ObjectPins.tsx";
import { Palette } from "./Palette.tsx";
import { ObjectSession } from "./session.ts";
import type { ObjectKind } from "./session-state.ts";
import { Toolbar } from "./Toolbar.tsx";
import { usePicture } from "./use-picture.ts";

/** What an annotation type adds to the editor of objects in an image. */
export interface ObjectEditorSetup<O extends LabeledObject> {
  readonly kind: ObjectKind<O>;
  /** The first tool selects; the second is active at first. */
  readonly tools: (session: ObjectSession<O>) => readonly Tool[];
  /** The position or size of an object in a few words. */
  readonly describe: (object: O) => string;
  /** What can be done with the selected objects besides what all types have; not asked for while the answer is read-only. */
  readonly actions?: (session: ObjectSession<O>) => readonly Action[];
  /** Controls for the selected object that need no pointer. */
  readonly panel?: (session: ObjectSession<O>) => ReactNode;
  /** Called when a label is chosen; by default the selected objects and the next drawing get it. */
  readonly onLabel?: (session: ObjectSession<O>, label: string) => void;
  /** Settings of the tool in use. On a narrow screen they stay in sight, because some of them end its drawing. */
  readonly toolPanel?: (session: ObjectSession<O>) => ReactNode;
  /** What is drawn next, over the canvas of a narrow screen, whose panels are below it. */
  readonly banner?: (session: ObjectSession<O>) => ReactNode;
  /** The usual opacity of fills, 0 to 1. */
  readonly opacity?: number;
  /** Called with shapes of a model that the person keeps; by default they become objects with the chosen label. False refuses them. */
  readonly onKeep?: (session: ObjectSession<O>, shapes: readonly Shape[]) => boolean;
}

/** Only the tool of the project's model takes a text. */
const AskBar = lazy(async () => ({ default: (await import("../AskBar.tsx")).AskBar }));

interface ObjectEditorProps<O extends LabeledObject> extends EditorProps {
  readonly setup: ObjectEditorSetup<O>;
}

/** An image with objects: the tools on one side, labels, objects and numbers on the other. */
export function ObjectEditor<O extends LabeledObject>(props: ObjectEditorProps<O>) {
  const { item } = props;
  const { picture, hasFailed, retry } = usePicture(item);
  const { width, height } = item.file;
  const size = width !== null && height !== null ? { width, height } : picture?.size;
  if (hasFailed) {
    return (
      <Notice tone="bad" title={mediaStrings.imageFailed}>
        <p>{mediaStrings.imageHelp(item.file.filename)}</p>
        <Button onPress={retry}>{mediaStrings.retry}</Button>
      </Notice>
    );
  }
  if (size === undefined) return <p role="status">{strings.loading}</p>;
  return <OpenEditor key={item.id} {...props} picture={picture} size={size} />;
}

interface OpenEditorProps<O extends LabeledObject> extends ObjectEditorProps<O> {
  readonly picture: Picture | undefined;
  readonly size: Size;
}

function OpenEditor<O extends LabeledObject>(props: OpenEditorProps<O>) {
  const { item, project, document, isReadOnly, setup, picture, size } = props;
  const {
    kind,
    tools,
    banner,
    actions: ofType = noActions,
    onLabel = giveLabel,
    onKeep = addShapes,
    opacity = FILL,
  } = setup;
  const assist = use(AssistContext);
  const looking = use(LookingContext);
  const [session] = useState(() => {
    const used = [...ownEntries<O>(document.entries()).values()].map(({ object }) => object.label);
    const labels = pickableLabels(project, used);
    const wasShown = isReadOnly || looking !== "own";
    const all = (made: ObjectSession<O>) =>
      assist === null
        ? tools(made)
        : [...tools(made), assistTool(made, askFor(assist, kind), (shapes) => onKeep(made, shapes))];
    return new ObjectSession<O>({ document, kind, labels, image: size, isReadOnly, wasShown, tools: all });
  });
  const state = useSyncExternalStore(session.subscribe, session.state);
  useLayoutEffect(() => session.setReadOnly(isReadOnly), [session, isReadOnly]);
  useLayoutEffect(() => session.tellApart(looking === "several"), [session, looking]);
  const pick = useCallback(
    (name: string) => {
      rememberLast(name);
      onLabel(session, name);
    },
    [session, onLabel],
  );
  const actions = useMemo(
    () => [...objectActions(session, isReadOnly, pick), ...(isReadOnly ? [] : ofType(session))],
    [session, isReadOnly, pick, ofType],
  );
  useActions(actions);
  useGestures(strings.gestures);
  useEffect(() => document.onFinish(() => unfinishedIn(session)), [document, session]);
  useSelectedObject(state.selection.size === 1 ? ([...state.selection][0] ?? null) : null, (key) =>
    show(session, key),
  );
  const bar = { labels: session.labels, chosen: currentLabels(session), project, isReadOnly, onPick: pick };
  return (
    <div className={styles.frame}>
      <div className={styles.editor}>
        <Toolbar session={session}>
          <Adjustments onChange={session.show} projectId={project.id} opacity={opacity} />
        </Toolbar>
        <div className={styles.well}>
          <div className={styles.stage} style={{ "--ratio": size.height / size.width } as CSSProperties}>
            <Canvas session={session} picture={picture} name={item.file.filename} />
            <ObjectMenu session={session} actions={actions} />
            <ObjectPins session={session} />
            <Minimap session={session} picture={picture} />
            {banner !== undefined && (
              <p className={styles.banner} aria-hidden="true">
                {banner(session)}
              </p>
            )}
            <CrossHint session={session} />
            <StatusLine session={session} />
            {state.fault !== undefined && <p className={styles.fault}>{state.fault}</p>}
          </div>
          {state.pending !== undefined && (
            <section
              className={styles.picker}
              style={pickerPlace(session)}
              aria-label={labelStrings.chooseOne}
            >
              <Palette
                className={styles.choices}
                {...bar}
                purpose={strings.newLabel}
                onCancel={() => cancel(session)}
              />
              <Discard session={session} />
            </section>
          )}
        </div>
        <Side {...{ session, setup, bar }} />
      </div>
      <p role="status" className={styles.unseen}>
        {state.said}
      </p>
    </div>
  );
}

interface SideProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly setup: ObjectEditorSetup<O>;
  readonly bar: Omit<ComponentProps<typeof LabelBar>, "purpose">;
}

/**
 * What stands beside the image: the labels, the settings of the tool, the objects, and what can be changed of the selected object and of
 * the drawing. That comes and goes at the end, where it moves nothing: the list gives way to it. On a narrow screen the list is last.
 */
function Side<O extends LabeledObject>({ session, setup, bar }: SideProps<O>) {
  const { toolPanel, panel, describe } = setup;
  return (
    <div className={styles.side}>
      {use(BesideContext)}
      {bar.isReadOnly ? (
        <Legend session={session} />
      ) : (
        <Palette className={styles.palette} {...bar} purpose={labelStrings.labels} />
      )}
      {!bar.isReadOnly && <div className={styles.options}>{toolPanel?.(session)}</div>}
      {session.tool.askText !== undefined && (
        <Suspense>
          <AskBar onAsk={session.tool.askText} />
        </Suspense>
      )}
      <ObjectHead session={session} />
      <ObjectList session={session} describe={describe} />
      <section className={styles.panel} aria-label={strings.selected}>
        {panel?.(session)}
      </section>
      {use(QuestionsContext)}
      {!bar.isReadOnly && (
        <div className={styles.doing}>
          <FinishBar session={session} />
        </div>
      )}
    </div>
  );
}

function noActions(): readonly Action[] {
  return [];
}

/** Asks a model for shapes. The service has validated the objects as those of the type. */
function askFor<O extends LabeledObject>(assist: Assist, { shapeOf }: ObjectKind<O>): AskModel {
  return async (pointed) => (await assist(pointed)).map((object) => shapeOf(object as O));
}

interface CanvasProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly picture: Picture | undefined;
  readonly name: string;
}

/** The element that the session draws in. Render it before the components that need its surface. */
function Canvas<O extends LabeledObject>({ session, picture, name }: CanvasProps<O>) {
  const host = useRef<HTMLDivElement>(null);
  // before the first frame, so that the objects are in it
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    return attach(session, host.current);
  }, [session]);
  useLayoutEffect(() => {
    if (picture !== undefined) session.surface?.setPicture(picture);
  }, [session, picture]);
  return (
    <>
      <div
        ref={host}
        className={styles.canvas}
        data-canvas
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows draw here
        tabIndex={0}
        role="application"
        aria-label={mediaStrings.image(name)}
        aria-describedby="canvas-help"
        style={{ "--cursor": session.tool.cursor } as CSSProperties}
      />
      <p id="canvas-help" className={styles.unseen}>
        {hintFor(strings.help)}
      </p>
    </>
  );
}

/** The width of the label picker with a gap on either side, and the most height, which leaves the image in sight, in CSS pixels. */
const PICKER_PX = 328;
const PICKER_MOST_PX = 240;

/** The position of the label picker: beside the pending shape, within the stage. On a narrow screen it stands below the image, within the screen. */
function pickerPlace<O extends LabeledObject>(session: ObjectSession<O>): CSSProperties {
  const { pending } = session.state();
  const { surface } = session;
  if (pending === undefined || surface === undefined) return {};
  const shape = boundsOf(pending);
  const [left] = toPage(surface.view, [shape.x, shape.y]);
  const [right, bottom] = toPage(surface.view, [shape.x + shape.width, shape.y + shape.height]);
  const { width, height } = surface.page;
  const beside = right + PICKER_PX > width && left - PICKER_PX >= 0 ? left - PICKER_PX : right;
  const tall = Math.min(PICKER_MOST_PX, 100 + 24 * session.labels.length); // two labels in a row
  const top = Math.max(8, Math.min(bottom - 40, height - tall));
  return {
    "--picker-x": `${Math.max(8, Math.min(beside + 8, width - PICKER_PX + 8))}px`,
    "--picker-y": `${top}px`,
    "--picker-most": `${Math.min(PICKER_MOST_PX, height - top - 8)}px`,
  } as CSSProperties;
}

/** Shows the pointer's position and the zoom; updates the text without React, as often as the pointer moves. */
function StatusLine<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const host = line.current?.parentElement;
    const { surface } = session;
    if (host === null || host === undefined || surface === undefined) return undefined;
    let at = "";
    const write = () => {
      if (line.current !== null) {
        const { width, height } = session.image;
        line.current.textContent = `${Math.round(surface.view.scale * 100)} % · ${width} × ${height}${at}`;
      }
    };
    const move = (event: PointerEvent) => {
      const [x, y] = toImage(surface.view, surface.pagePointOf(event));
      at = ` · ${Math.round(x)}, ${Math.round(y)}`;
      write();
    };
    host.addEventListener("pointermove", move);
    const stop = surface.onView(write);
    write();
    return () => {
      stop();
      host.removeEventListener("pointermove", move);
    };
  }, [session]);
  return <p ref={line} className={styles.status} aria-hidden="true" />;
}
