import type { ExportItem } from "./format.ts";

/** The fields that an item can have besides its result, by path. */
const HELD: Readonly<Record<string, (item: ExportItem) => unknown>> = {
  id: (item) => item.id,
  batch_id: (item) => item.batch_id,
  external_id: (item) => item.external_id,
  group: (item) => item.group,
  metadata: (item) => item.metadata,
  "file.id": (item) => item.file.id,
  "file.filename": (item) => item.file.filename,
  "file.content_type": (item) => item.file.content_type,
  "file.sha256": (item) => item.file.sha256,
  "file.width": (item) => item.file.width,
  "file.height": (item) => item.file.height,
  "file.duration": (item) => item.file.duration,
  line: (item) => item.line,
  text: (item) => item.text,
  conversation: (item) => item.conversation,
  excluded_reason: (item) => item.excluded_reason,
  fields: (item) => item.fields,
  support: (item) => item.support,
  origin: (item) => item.origin,
  model: (item) => item.model ?? null,
  answers: (item) => item.answers,
};

const READS = Object.entries(HELD);

/** The paths, in the order of `ExportItem`, of all fields that `item` has and that are not in `carried`. */
export function fieldsLost(item: ExportItem, carried: ReadonlySet<string>): string[] {
  const lost: string[] = [];
  for (const [path, read] of READS) if (!carried.has(path) && !isEmpty(read(item))) lost.push(path);
  return lost;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
