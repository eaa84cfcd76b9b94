import type { ExportAnswer, ExportItem, LabelingModel } from "./format.ts";
import { jsonLine } from "./json-line.ts";

/** The item as one line of JSON, without the line's end: the bytes depend on the item alone. */
export function toRecord(item: ExportItem): string {
  return jsonLine(recordOf(item));
}

/**
 * The item with its fields in the order of `ExportItem`, whatever their order in the input, and without unknown
 * fields.
 */
export function recordOf(item: ExportItem): ExportItem {
  const { file } = item;
  return {
    id: item.id,
    batch_id: item.batch_id,
    external_id: item.external_id,
    group: item.group,
    metadata: item.metadata,
    file: {
      id: file.id,
      filename: file.filename,
      content_type: file.content_type,
      sha256: file.sha256,
      ...(file.etag === undefined ? {} : { etag: file.etag }),
      width: file.width,
      height: file.height,
      duration: file.duration ?? null, // datasets frozen before Assay had audio lack it
    },
    line: item.line,
    text: item.text,
    conversation: item.conversation,
    status: item.status,
    excluded_reason: item.excluded_reason,
    result: item.result,
    fields: item.fields,
    support: item.support,
    origin: item.origin,
    ...(item.model === undefined ? {} : { model: modelOf(item.model) }),
    answers: item.answers.map(answer),
    ...(item.copy_of === undefined
      ? {}
      : { copy_of: { item_id: item.copy_of.item_id, batch_id: item.copy_of.batch_id } }),
    ...(item.split === undefined ? {} : { split: item.split }),
  };
}

function modelOf({ name, version, score }: LabelingModel): LabelingModel {
  return { name, version, score };
}

function answer(given: ExportAnswer): ExportAnswer {
  return {
    annotator: given.annotator,
    round: given.round,
    guideline_version: given.guideline_version,
    created_at: given.created_at,
    result: given.result,
    fields: given.fields,
    ...(given.response_order === undefined ? {} : { response_order: given.response_order }),
    ...(given.answered_at === undefined ? {} : { answered_at: given.answered_at }),
    ...(given.prediction_shown === undefined ? {} : { prediction_shown: given.prediction_shown }),
  };
}
