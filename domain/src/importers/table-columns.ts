import { ImportFault } from "./importer.ts";

/** What a column can mean, and the names under which tables usually have it, best first. */
const USUAL = {
  text: ["text", "sentence"],
  media: ["file_name", "filename", "image", "audio", "image_path", "path", "file"],
  conversation: ["conversation", "messages"],
  external_id: ["external_id", "id"],
  metadata: ["metadata"],
  annotator: ["annotator", "worker"],
  answered_at: ["answered_at", "created_at"],
  model: ["model"],
  score: ["score", "confidence"],
  answers: ["answers"],
  result: ["result"],
  label: ["label", "class", "category"],
  labels: ["labels"],
  transcript: ["transcript", "transcription"],
  generated_text: ["generated_text", "caption"],
  tokens: ["tokens"],
  tags: ["ner_tags", "tags"],
  objects: ["objects"],
  left: ["xmin"],
  top: ["ymin"],
  right: ["xmax"],
  bottom: ["ymax"],
  x: ["x"],
  y: ["y"],
  width: ["width"],
  height: ["height"],
  rotation: ["rotation"],
  attributes: ["attributes"],
  points: ["points"],
  holes: ["holes"],
  rle: ["rle"],
  start: ["start"],
  end: ["end"],
  segment_text: ["segment_text"],
  scale: ["scale"],
  value: ["value"],
  rank: ["rank"],
  response: ["response"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Role = keyof typeof USUAL;

/** The column of each role that a table has. */
export type Columns = Readonly<Partial<Record<Role, string>>>;

/** How the answers of a table are written; the first whose columns are all there is read. */
export const SHAPES = {
  answers: ["answers"],
  result: ["result"],
  tokens: ["tokens", "tags"],
  objects: ["objects"],
  corners: ["left", "top", "right", "bottom", "label"],
  boxes: ["x", "y", "width", "height", "label"],
  masks: ["rle", "label"],
  points: ["points", "label"],
  stretches: ["start", "end", "label"],
  ratings: ["scale", "value"],
  ranks: ["rank", "response"],
  labels: ["labels"],
  transcript: ["transcript"],
  generated_text: ["generated_text"],
  label: ["label"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Shape = keyof typeof SHAPES;

/** Shapes with a row for each object; the rows of an item stand together. */
export const OBJECT_SHAPES: ReadonlySet<string> = new Set([
  "corners",
  "boxes",
  "masks",
  "points",
  "stretches",
  "ratings",
  "ranks",
]);

/**
 * The columns by their roles: those that `named` names, else those with a usual name, and without a text and a medium the first column
 * as the text. Throws an ImportFault for a role or column that does not exist.
 */
export function columnsOf(
  path: string,
  columns: readonly string[],
  named: Readonly<Record<string, string>> = {},
): Columns {
  for (const [role, column] of Object.entries(named)) {
    if (!Object.hasOwn(USUAL, role))
      throw new ImportFault("columns", `there is no meaning ${role}: use ${Object.keys(USUAL).join(", ")}`);
    if (!columns.includes(column))
      throw new ImportFault(
        path,
        `has no column ${JSON.stringify(column)}; it has ${columns.slice(0, 20).join(", ")}`,
      );
  }
  const given = new Set(Object.values(named));
  const roles = Object.entries(USUAL).flatMap(([role, usual]): [string, string][] => {
    const found = named[role] ?? usual.find((name) => columns.includes(name) && !given.has(name));
    return found === undefined ? [] : [[role, found]];
  });
  const found = onlyUsed(withoutCaption(Object.fromEntries(roles), isOurs(columns)));
  if (CONTENTS.some((role) => found[role] !== undefined)) return found;
  const taken = new Set(Object.values(found));
  const text = columns.find((name) => !taken.has(name));
  if (text === undefined) throw new ImportFault(path, "has no column with texts, or with the names of files");
  return { ...found, text };
}

/** Whether Assay's own exports have these columns. */
export function isOurs(columns: readonly string[]): boolean {
  return ["excluded_reason", "file_id", "support"].every((name) => columns.includes(name));
}

const CONTENTS = ["text", "media", "tokens", "conversation"] as const;

/** Roles besides those of the answers' shape. */
const OF_ITEMS: readonly string[] = ["text", "media", "conversation", "external_id", "metadata"];
const OF_ANSWERS: readonly string[] = ["annotator", "answered_at", "model", "score"];
const OPTIONAL: Readonly<Partial<Record<Shape, readonly string[]>>> = {
  answers: ["result"],
  boxes: ["rotation", "attributes"],
  points: ["holes"],
  stretches: ["segment_text"],
};

/** The columns that are read; the others are metadata. */
function onlyUsed(columns: Columns): Columns {
  const shape = shapeOf(columns);
  const ofShape = shape === undefined ? [] : [...SHAPES[shape], ...(OPTIONAL[shape] ?? []), ...OF_ANSWERS];
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([role]) => OF_ITEMS.includes(role) || [...ofShape].some((own) => own === role),
    ),
  );
}

/** A text beside a medium is what was written about it, unless another column is the answer. Our own exports name it by its type. */
function withoutCaption(columns: Columns, isOurs: boolean): Columns {
  const { text, ...others } = columns;
  if (text === undefined || columns.media === undefined || isOurs) return columns;
  if (shapeOf(others) !== undefined) return others;
  return { ...others, [columns.media === "audio" ? "transcript" : "generated_text"]: text };
}

/** The shape of the answers; undefined if there are none. */
export function shapeOf(columns: Columns): Shape | undefined {
  return SHAPE_NAMES.find((shape) => SHAPES[shape].every((role) => columns[role] !== undefined));
}

const SHAPE_NAMES = Object.keys(SHAPES).filter((name): name is Shape => Object.hasOwn(SHAPES, name));
