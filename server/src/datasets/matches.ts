import type { ExportItem } from "@assay/domain/formats/format.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { DatasetQuery } from "../platform/database/dataset-tables.ts";

/** Whether an item with an accepted label, by its present names, meets the conditions of a query. */
export function matches(
  { labels, metadata = {}, q }: DatasetQuery,
  type: AnnotationType,
  item: ExportItem,
): boolean {
  if (item.status !== "accepted" || item.result === null) return false;
  if (labels !== undefined && !type.labels(item.result).some((label) => labels.includes(label))) return false;
  if (Object.entries(metadata).some(([key, value]) => textOf(item.metadata[key]) !== value)) return false;
  return q === undefined || searched(item).toLowerCase().includes(q.toLowerCase());
}

/**
 * As PostgreSQL's `->>`, by which `GET /v1/items` compares: texts without quotes, null as nothing, everything else as JSON. Objects
 * and lists are written without spaces here.
 */
function textOf(value: unknown): string | undefined {
  if (value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function searched({ text, conversation, line, file }: ExportItem): string {
  const content = text ?? (conversation === null ? "" : JSON.stringify(conversation));
  return line === null ? `${content}\n${file.filename}` : content;
}
