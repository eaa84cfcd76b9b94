import { regionAround, runsAround } from "@assay/domain/geometry/fill.ts";
import { withoutRuns, withRuns } from "@assay/domain/geometry/strokes.ts";
import type { Point } from "@assay/domain/outline.ts";
import { areaOf, coveredBy, type Runs } from "@assay/domain/run-length.ts";
import { strings } from "#strings/editors/masks.ts";
import { hintFor } from "../../actions/touch.ts";
import type { Commit } from "../../canvas/tools/brush-tool.ts";
import { shownKey } from "../labels/label-keys.ts";
import type { ObjectSession } from "../objects/session.ts";
import { type MaskObject, maskKey, rleOf } from "./mask-object.ts";

type Session = ObjectSession<MaskObject>;

/** The mask that is painted. */
interface Target {
  readonly key: string;
  readonly label: string;
}

/** Height and width of the image. */
export function sizeOf({ image }: Session): readonly [number, number] {
  return [image.height, image.width];
}

/** The pixels that no other mask has. */
export function unlabeled(session: Session, runs: Runs): Runs {
  const target = targetOf(session)?.key;
  return masksBut(session, target).reduce(
    (left, mask) => withoutRuns(left, runsAround(mask, left[0] ?? 0, left.at(-1) ?? 0)),
    runs,
  );
}

/** How much of the image masks have, and how much several of them have, from 0 to 1. */
export function coverage(session: Session): { readonly covered: number; readonly doubled: number } {
  const [height, width] = sizeOf(session);
  const masks = masksBut(session);
  const shareOf = (least: number) => areaOf(coveredBy(masks, least)) / (height * width);
  return { covered: shareOf(1), doubled: shareOf(2) };
}

/** Fills the area without any label around a pixel. */
export function pour(session: Session, [x, y]: Point, commit: Commit): void {
  const region = regionAround(coveredBy(masksBut(session), 1), [x, y], sizeOf(session));
  if (region.length === 0) session.refuse(strings.notEnclosed);
  else commit(region, false);
}

/** Adds the pixels of a stroke, or of a model's mask, to the mask that is painted, or erases them from it. */
export function paint(session: Session, stroke: Runs, isErasing: boolean): void {
  const { areInstances = false } = session.kind;
  const size = sizeOf(session);
  const target = targetOf(session);
  if (target === undefined) {
    if (isErasing) session.refuse(areInstances ? strings.chooseMask : strings.chooseLabel);
    else session.add({ kind: "mask", runs: stroke, size });
    return;
  }
  const { key, label } = target;
  const shape = session.figureOf(key)?.shape;
  const before: Runs = shape?.kind === "mask" ? shape.runs : new Float64Array();
  const after = isErasing ? withoutRuns(before, stroke) : withRuns(before, stroke);
  if (after.length === before.length && after.every((bound, index) => bound === before[index])) {
    if (isErasing) session.refuse(whyKept(session, stroke, target));
    return;
  }
  const object = { label, rle: rleOf(after, size) };
  session.apply(isErasing ? strings.erased(label) : strings.painted(label), [
    [key, after.length === 0 ? undefined : { object, isSuggestion: false }],
  ]);
}

/** Lets the next stroke start a mask of its own. */
export function startMask(session: Session): void {
  const { label } = session.state();
  session.select([]);
  session.say(strings.started(label));
}

/**
 * The mask that strokes go to: of instances the selected one, whatever label is chosen, and undefined if a stroke starts
 * a new one; else that of the chosen label, undefined without a label.
 */
function targetOf(session: Session): Target | undefined {
  const { label, locked } = session.state();
  if (session.kind.areInstances) {
    const [key, ...others] = session.selection();
    const entry = key === undefined || locked.has(key) ? undefined : session.objects.get(key);
    if (key === undefined || entry === undefined || others.length > 0) return undefined;
    return { key, label: entry.object.label };
  }
  if (label === undefined) return undefined;
  const [key] = [...session.objects].find(([, { object }]) => object.label === label) ?? [maskKey(label)];
  return { key, label };
}

/** Why the eraser changed nothing: the pixels belong to another mask, which the sentence names with the way to it, or to none. */
function whyKept(session: Session, stroke: Runs, { key: target, label }: Target): string {
  const under = [...session.objects].flatMap(([key, { object }]) => {
    const shape = key === target ? undefined : session.figureOf(key)?.shape;
    if (shape?.kind !== "mask") return [];
    const near = runsAround(shape.runs, stroke[0] ?? 0, stroke.at(-1) ?? 0);
    return areaOf(withoutRuns(near, stroke)) < areaOf(near) ? [object.label] : [];
  });
  const [first] = under;
  if (first === undefined) return strings.nothingErased(label);
  if (session.kind.areInstances) return strings.ofOtherMask([...new Set(under)].join(", "));
  const key = session.labels.find(({ name }) => name === first)?.key ?? null;
  return hintFor(strings.ofOtherLabel)(label, first, key && shownKey(key));
}

function masksBut(session: Session, except?: string): readonly Runs[] {
  return [...session.objects.keys()].flatMap((key) => {
    const shape = key === except ? undefined : session.figureOf(key)?.shape;
    return shape?.kind === "mask" ? [shape.runs] : [];
  });
}
