import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";

const Labelled = Type.Object({ label: Type.String() });

const Box = Type.Object({
  label: Type.String(),
  bbox: Type.Object({
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    rotation: Type.Optional(Type.Number()),
  }),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const Span = Type.Object({ start: Type.Integer(), end: Type.Integer(), label: Type.String() });

const Boxes = Type.Object({ objects: Type.Array(Box) });
const Entities = Type.Object({
  spans: Type.Array(Span),
  relations: Type.Optional(Type.Array(Type.Unknown())),
});

/** A box with its label: pixels of the upright image, origin top left, rotation in degrees clockwise. */
export type LabelledBox = Static<typeof Box>;

/** A stretch of text with its label: offsets in Unicode code points, `end` is the first one after it. */
export type LabelledSpan = Static<typeof Span>;

const Transcript = Type.Object({ text: Type.String() });

type Boxes = Static<typeof Boxes>;
type Entities = Static<typeof Entities>;

const labelled = Compile(Labelled);
const boxes = Compile(Boxes);
const entities = Compile(Entities);
const transcripts = Compile(Transcript);

/** Whether `result` is one of object detection. */
export const isBoxes = (result: unknown): result is Boxes => boxes.Check(result);
/** Whether `result` is one of named entity recognition. */
export const isEntities = (result: unknown): result is Entities => entities.Check(result);

/** The label of a classification; null where there is no result. Throws a TypeError for another result. */
export function labelOf(result: unknown): string | null {
  if (result === null) return null;
  if (!labelled.Check(result)) throw new TypeError("this result has no label");
  return result.label;
}

/** The boxes of a detection; none where there is no result. Throws a TypeError for another result. */
export function boxesOf(result: unknown): readonly LabelledBox[] {
  if (result === null) return [];
  if (!isBoxes(result)) throw new TypeError("this result has no boxes");
  return result.objects;
}

/** The spans of a text; none where there is no result. Throws a TypeError for another result. */
export function spansOf(result: unknown): readonly LabelledSpan[] {
  if (result === null) return [];
  if (!isEntities(result)) throw new TypeError("this result has no spans");
  return result.spans;
}

/** The text of a transcription; null where there is no result. Throws a TypeError for another result. */
export function transcriptOf(result: unknown): string | null {
  if (result === null) return null;
  if (!transcripts.Check(result)) throw new TypeError("this result has no text");
  return result.text;
}
