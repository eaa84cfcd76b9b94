import { regionAround, runsAround, runsWithin } from "@assay/domain/geometry/fill.ts";
import { withoutRuns, withRuns } from "@assay/domain/geometry/strokes.ts";
import type { Point, Ring } from "@assay/domain/outline.ts";
import { areaOf, coveredBy, decodeRle, type Runs } from "@assay/domain/run-length.ts";
import { useState } from "react";
import { strings as canvas } from "#strings/canvas.ts";
import { strings } from "#strings/editors/masks.ts";
import { strings as objectsStrings } from "#strings/editors/objects.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { MASK_FILL } from "../../canvas/mask-raster.ts";
import { type BrushSize, brushTool, type Commit, resized } from "../../canvas/tools/brush-tool.ts";
import { bucketTool } from "../../canvas/tools/bucket-tool.ts";
import { grabTool } from "../../canvas/tools/grab-tool.ts";
import { outlineTool } from "../../canvas/tools/outline-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import { WAND, type WandTool, wandTool } from "../../canvas/tools/wand-tool.ts";
import { wireTool } from "../../canvas/tools/wire-tool.ts";
import type { EditorProps } from "../editor.ts";
import styles from "../objects/ObjectEditor.module.css";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import { StepInput } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";
import { WandPanel } from "../objects/WandPanel.tsx";
import { type MaskObject, maskKey, maskShape, rleOf } from "./mask-object.ts";

type Session = ObjectSession<MaskObject>;

/** The initial width of the brush in image pixels. */
const DIAMETER = 20;

/** Edits masks by painting pixels. */
export function MaskEditor(props: EditorProps) {
  const [setup] = useState(setupMasks);
  return <ObjectEditor {...props} setup={setup} />;
}

function setupMasks(): ObjectEditorSetup<MaskObject> {
  let diameter = DIAMETER;
  const only: OnlyUnlabeled = { isOn: false };
  const settings = { ...WAND };
  let wand: WandTool | undefined;
  const size: BrushSize = {
    get: () => diameter,
    set(next) {
      diameter = next;
    },
  };
  return {
    kind: {
      noun: strings.noun,
      isMovable: false,
      shapeOf: maskShape,
      objectOf(shape, label) {
        if (shape.kind !== "mask") throw new TypeError("a mask has the shape of a mask");
        return { label, rle: rleOf(shape.runs, shape.size) };
      },
    },
    tools(session) {
      const commit = (runs: Runs, isErasing: boolean) =>
        paint(session, only.isOn && !isErasing ? unlabeled(session, runs) : runs, isErasing);
      const fill = (isErasing: boolean) => (ring: Ring) =>
        commit(runsWithin([ring], sizeOf(session)), isErasing);
      const allowed = (runs: Runs) => (only.isOn ? unlabeled(session, runs) : runs);
      const taking = { assistant: session.assistant, keep: commit, limit: allowed, canErase: true };
      wand = wandTool(session, { ...taking, settings });
      return [
        selectTool(session, session.view),
        brushTool(session, size, commit, false),
        brushTool(session, size, commit, true),
        { ...outlineTool(session, fill(false)), title: canvas.tools.fillOutline },
        {
          ...outlineTool(session, fill(true)),
          ...{ id: "erase-outline", title: canvas.tools.eraseOutline, key: "Shift+P" },
        },
        bucketTool(session, (pixel) => pour(session, pixel, commit)),
        wand,
        grabTool(session, taking),
        wireTool(session, session.assistant, fill(false)),
      ];
    },
    opacity: MASK_FILL,
    describe: ({ rle }) => strings.size(areaOf(decodeRle(rle))),
    panel: (session) => (
      <>
        {!session.isReadOnly && <WandPanel session={session} settings={settings} wand={wand} />}
        <BrushPanel session={session} size={size} only={only} />
      </>
    ),
    onKeep(session, shape) {
      if (shape.kind === "mask")
        paint(session, only.isOn ? unlabeled(session, shape.runs) : shape.runs, false);
    },
    onLabel(session, label) {
      const { pending } = session.state();
      session.set({ label, pending: undefined });
      if (pending?.shape.kind === "mask") paint(session, pending.shape.runs, false);
      else session.say(objectsStrings.label(label));
    },
  };
}

/** Whether painting leaves pixels of other labels as they are. */
interface OnlyUnlabeled {
  isOn: boolean;
}

function sizeOf({ image }: Session): readonly [number, number] {
  return [image.height, image.width];
}

/** The masks of all labels but the chosen one. */
function otherMasks(session: Session, isAll = false): readonly Runs[] {
  const { label } = session.state();
  return [...session.objects].flatMap(([key, { object }]) => {
    const shape = isAll || object.label !== label ? session.figureOf(key)?.shape : undefined;
    return shape?.kind === "mask" ? [shape.runs] : [];
  });
}

/** The pixels that no other label has. */
function unlabeled(session: Session, runs: Runs): Runs {
  return otherMasks(session).reduce(
    (left, mask) => withoutRuns(left, runsAround(mask, left[0] ?? 0, left.at(-1) ?? 0)),
    runs,
  );
}

/** Fills the area without any label around a pixel. */
function pour(session: Session, [x, y]: Point, commit: Commit): void {
  const size = sizeOf(session);
  const region = regionAround(coveredBy(otherMasks(session, true), 1), [x, y], size);
  if (region.length === 0) session.refuse(strings.notEnclosed);
  else commit(region, false);
}

/** Adds the pixels of a stroke, or of a model's mask, to the mask of the chosen label, or erases them. */
function paint(session: Session, stroke: Runs, isErasing: boolean): void {
  const { label } = session.state();
  const size = [session.image.height, session.image.width] as const;
  if (label === undefined) {
    if (isErasing) session.say(strings.chooseLabel);
    else session.add({ kind: "mask", runs: stroke, size });
    return;
  }
  const [key] = [...session.objects].find(([, { object }]) => object.label === label) ?? [maskKey(label)];
  const shape = session.figureOf(key)?.shape;
  const before: Runs = shape?.kind === "mask" ? shape.runs : new Float64Array();
  const after = isErasing ? withoutRuns(before, stroke) : withRuns(before, stroke);
  if (after.length === before.length && after.every((bound, index) => bound === before[index])) return;
  const object = { label, rle: rleOf(after, size) };
  session.apply(isErasing ? strings.erased(label) : strings.painted(label), [
    [key, after.length === 0 ? undefined : { object, isSuggestion: false }],
  ]);
}

interface BrushPanelProps {
  readonly session: Session;
  readonly size: BrushSize;
  readonly only: OnlyUnlabeled;
}

/** Above this width in pixels the brush is set by the number, because the slider would be too coarse. */
const MOST_BY_SLIDER = 200;

function BrushPanel({ session, size, only }: BrushPanelProps) {
  const toggle = () => {
    only.isOn = !only.isOn;
    session.say(only.isOn ? strings.onlyUnlabeledOn : strings.onlyUnlabeledOff);
  };
  const set = (diameter: number) => {
    size.set(diameter);
    session.say(canvas.brushSize(size.get()));
  };
  const isOfBrush = () => session.tool.id !== "wand"; // whose tolerance has the same keys
  useActions([
    {
      id: "image.smaller-brush",
      title: strings.smaller,
      keys: [","],
      isEnabled: isOfBrush,
      run: () => set(resized(size.get(), -1)),
    },
    {
      id: "image.larger-brush",
      title: strings.larger,
      keys: ["."],
      isEnabled: isOfBrush,
      run: () => set(resized(size.get(), 1)),
    },
    { id: "image.only-unlabeled", title: strings.onlyUnlabeled, keys: ["U"], run: toggle },
  ]);
  return (
    <div className={styles.brush}>
      {isOfBrush() && (
        <>
          <input
            type="range"
            aria-label={strings.brush}
            min={1}
            max={MOST_BY_SLIDER}
            value={Math.min(size.get(), MOST_BY_SLIDER)}
            disabled={session.isReadOnly}
            onChange={({ target }) => set(Number(target.value))}
          />
          <StepInput
            label={strings.brush}
            value={size.get()}
            unit="px"
            isDisabled={session.isReadOnly}
            onChange={(diameter) => set(Math.min(1_000, Math.max(1, Math.round(diameter))))}
          />
        </>
      )}
      <label className={styles.choice}>
        <input type="checkbox" checked={only.isOn} disabled={session.isReadOnly} onChange={toggle} />
        {strings.onlyUnlabeled}
        <kbd>{keyName(keyOf("image.only-unlabeled", "U"))}</kbd>
      </label>
    </div>
  );
}
