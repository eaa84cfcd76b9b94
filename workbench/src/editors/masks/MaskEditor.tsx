import { withoutRuns, withRuns } from "@assay/domain/geometry/strokes.ts";
import { areaOf, decodeRle, type Runs } from "@assay/domain/run-length.ts";
import { useState } from "react";
import { strings as canvas } from "#strings/canvas.ts";
import { strings } from "#strings/editors/masks.ts";
import { strings as objectsStrings } from "#strings/editors/objects.ts";
import { useActions } from "../../actions/use-actions.ts";
import { MASK_FILL } from "../../canvas/mask-raster.ts";
import { type BrushSize, brushTool, resized } from "../../canvas/tools/brush-tool.ts";
import { selectTool } from "../../canvas/tools/select-tool.ts";
import type { EditorProps } from "../editor.ts";
import styles from "../objects/ObjectEditor.module.css";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import { StepInput } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";
import { type MaskObject, maskKey, rleOf } from "./mask-object.ts";

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
      shapeOf: ({ rle }) => ({ kind: "mask", runs: decodeRle(rle), size: rle.size }),
      objectOf(shape, label) {
        if (shape.kind !== "mask") throw new TypeError("a mask has the shape of a mask");
        return { label, rle: rleOf(shape.runs, shape.size) };
      },
    },
    tools(session) {
      const commit = (runs: Runs, isErasing: boolean) => paint(session, runs, isErasing);
      return [
        selectTool(session, session.view),
        brushTool(session, size, commit, false),
        brushTool(session, size, commit, true),
      ];
    },
    opacity: MASK_FILL,
    describe: ({ rle }) => strings.size(areaOf(decodeRle(rle))),
    panel: (session) => <BrushPanel session={session} size={size} />,
    onKeep(session, shape) {
      if (shape.kind === "mask") paint(session, shape.runs, false);
    },
    onLabel(session, label) {
      const { pending } = session.state();
      session.set({ label, pending: undefined });
      if (pending?.shape.kind === "mask") paint(session, pending.shape.runs, false);
      else session.say(objectsStrings.label(label));
    },
  };
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
}

function BrushPanel({ session, size }: BrushPanelProps) {
  const set = (diameter: number) => {
    size.set(diameter);
    session.say(canvas.brushSize(size.get()));
  };
  useActions([
    {
      id: "image.smaller-brush",
      title: strings.smaller,
      keys: [","],
      run: () => set(resized(size.get(), -1)),
    },
    {
      id: "image.larger-brush",
      title: strings.larger,
      keys: ["."],
      run: () => set(resized(size.get(), 1)),
    },
  ]);
  return (
    <div className={styles.numbers}>
      <StepInput
        label={strings.brush}
        value={size.get()}
        unit="px"
        isDisabled={session.isReadOnly}
        onChange={(diameter) => set(Math.min(1_000, Math.max(1, Math.round(diameter))))}
      />
    </div>
  );
}
