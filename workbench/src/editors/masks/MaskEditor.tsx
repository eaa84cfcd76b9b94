import { runsWithin } from "@assay/domain/geometry/fill.ts";
import type { Ring } from "@assay/domain/outline.ts";
import { areaOf, coveredBy, decodeRle, type Runs } from "@assay/domain/run-length.ts";
import { areInstances } from "@assay/domain/types/semantic-segmentation/instances.ts";
import { useMemo, useState } from "react";
import { strings as canvas } from "#strings/canvas.ts";
import { strings } from "#strings/editors/masks.ts";
import { strings as objectsStrings } from "#strings/editors/objects.ts";
import { type Action, inGroup } from "../../actions/action.ts";
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
import { Button } from "../../design/Button.tsx";
import type { EditorProps } from "../editor.ts";
import styles from "../objects/Controls.module.css";
import { areUnlabeled, giveLabel } from "../objects/changes.ts";
import { ObjectEditor, type ObjectEditorSetup } from "../objects/ObjectEditor.tsx";
import { SizeKeys } from "../objects/SizeKeys.tsx";
import { StepInput } from "../objects/StepInput.tsx";
import type { ObjectSession } from "../objects/session.ts";
import { WandPanel } from "../objects/WandPanel.tsx";
import { type MaskObject, maskShape, rleOf } from "./mask-object.ts";
import { coverage, paint, pour, sizeOf, startMask, unlabeled } from "./painting.ts";

type Session = ObjectSession<MaskObject>;

/** The initial width of the brush in image pixels. */
const DIAMETER = 20;

/** Edits masks by painting pixels. */
export function MaskEditor(props: EditorProps) {
  const [setup] = useState(() => setupMasks(areInstances(props.project)));
  return <ObjectEditor {...props} setup={setup} />;
}

function setupMasks(isInstances: boolean): ObjectEditorSetup<MaskObject> {
  let diameter = DIAMETER;
  const only: OnlyUnlabeled = { isOn: false };
  const allowed = (session: Session, runs: Runs) => (only.isOn ? unlabeled(session, runs) : runs);
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
      areInstances: isInstances,
      shapeOf: maskShape,
      objectOf(shape, label) {
        if (shape.kind !== "mask") throw new TypeError("a mask has the shape of a mask");
        return { label, rle: rleOf(shape.runs, shape.size) };
      },
    },
    tools(session) {
      const commit = (runs: Runs, isErasing: boolean) =>
        paint(session, isErasing ? runs : allowed(session, runs), isErasing);
      const fill = (isErasing: boolean) => (ring: Ring) =>
        commit(runsWithin([ring], sizeOf(session)), isErasing);
      const limit = (runs: Runs) => allowed(session, runs);
      const taking = { assistant: session.assistant, keep: commit, limit, canErase: true };
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
        grabTool(session, isInstances ? { ...taking, keep: apart(session, commit) } : taking),
        wireTool(session, session.assistant, fill(false)),
      ];
    },
    opacity: MASK_FILL,
    describe: isInstances ? pixelsOf : shareOf,
    actions: (session) => (isInstances ? inGroup("drawing", [newMaskAction(session)]) : []),
    toolPanel: (session) => (
      <div className={styles.settings}>
        <WandPanel session={session} settings={settings} wand={wand} />
        <BrushPanel session={session} size={size} only={only} />
        {isInstances && <InstancePanel session={session} />}
      </div>
    ),
    panel: (session) => !isInstances && session.objects.size > 0 && <Coverage session={session} />,
    onKeep(session, shapes) {
      if (areUnlabeled(session, shapes)) return false;
      const masks = shapes.flatMap((shape) => (shape.kind === "mask" ? [shape.runs] : []));
      for (const runs of isInstances ? masks : [coveredBy(masks, 1)]) {
        if (isInstances) session.select([]); // what a model found is an object of its own
        paint(session, allowed(session, runs), false);
      }
      return true;
    },
    onLabel(session, label) {
      const { pending } = session.state();
      if (isInstances) {
        giveLabel(session, label);
        if (pending === undefined && session.tool.isDrawing) startMask(session);
        return;
      }
      session.set({ label, pending: undefined, fault: undefined });
      if (pending?.kind === "mask") paint(session, pending.runs, false);
      else session.say(objectsStrings.label(label));
    },
  };
}

function pixelsOf({ rle }: MaskObject): string {
  return strings.size(areaOf(decodeRle(rle)));
}

/** How much of the image a region is. */
function shareOf({ rle }: MaskObject): string {
  const [height, width] = rle.size;
  return strings.share(areaOf(decodeRle(rle)) / (height * width));
}

/** Adds what stands out in a box as an object of its own. */
function apart(session: Session, commit: Commit): Commit {
  return (runs, isErasing) => {
    if (!isErasing) session.select([]);
    commit(runs, isErasing);
  };
}

/** Whether painting leaves pixels of other masks as they are. */
interface OnlyUnlabeled {
  isOn: boolean;
}

const NEW_MASK_KEY = "N";

function newMaskAction(session: Session): Action {
  return {
    ...{ id: "image.new-mask", title: strings.newMask, keys: [NEW_MASK_KEY] },
    isEnabled: () => session.selection().size > 0 && !session.state().isBusy,
    run: () => startMask(session),
  };
}

/** Says which mask the next stroke goes to, and starts a new one. */
function InstancePanel({ session }: { readonly session: Session }) {
  const { size } = session.selection();
  const { id, title, run } = newMaskAction(session);
  return (
    <div className={styles.line}>
      <p>{size === 1 ? strings.goesOn : strings.startsNew}</p>
      <Button isDisabled={size === 0 || session.state().isBusy} onPress={run}>
        {title} <kbd>{keyName(keyOf(id, NEW_MASK_KEY))}</kbd>
      </Button>
    </div>
  );
}

/** How much of the image has no label yet, and how much has several. */
function Coverage({ session }: { readonly session: Session }) {
  const { objects } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the masks change with the objects
  const { covered, doubled } = useMemo(() => coverage(session), [session, objects]);
  return (
    <p className={styles.quiet}>
      {covered === 1 ? strings.allLabeled : strings.unlabeled(1 - covered)}
      {doubled > 0 && strings.doubled(doubled)}
    </p>
  );
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
  useActions(
    inGroup("drawing", [
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
    ]),
  );
  return (
    <div className={styles.controls}>
      {isOfBrush() && (
        <div className={styles.amount}>
          <span aria-hidden="true">
            {strings.brush} <SizeKeys of={["image.smaller-brush", "image.larger-brush"]} />
          </span>
          <input
            type="range"
            aria-label={strings.brush}
            min={1}
            max={MOST_BY_SLIDER}
            value={Math.min(size.get(), MOST_BY_SLIDER)}
            onChange={({ target }) => set(Number(target.value))}
          />
          <StepInput
            isLabelHidden
            label={strings.brush}
            value={size.get()}
            unit="px"
            onChange={(diameter) => set(Math.min(1_000, Math.max(1, Math.round(diameter))))}
          />
        </div>
      )}
      <label className={styles.choice}>
        <input type="checkbox" checked={only.isOn} onChange={toggle} />
        {strings.onlyUnlabeled}
        <kbd>{keyName(keyOf("image.only-unlabeled", "U"))}</kbd>
      </label>
    </div>
  );
}
