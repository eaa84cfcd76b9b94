import { ServiceError } from "@assay/domain/errors.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { getGuidelines, typeOf } from "../guidelines/guidelines.ts";
import { listContents } from "../items/store.ts";
import { askHttp } from "../models/ask-http.ts";
import { projectOf, toAskedItem } from "../models/content.ts";
import { findModel } from "../models/store.ts";
import { newId } from "../platform/ids.ts";
import type { ProjectRow } from "../projects/store.ts";
import type { TaskRow } from "../queue/claimable.ts";
import type { AssistTask } from "./assist-schemas.ts";

/** How long a person waits for a model. */
const MOST_WAIT_MS = 2_000;
/** How long a model may prepare an item, while nobody waits. */
const MOST_PREPARE_MS = 30_000;
/** The most objects that a model may suggest at once. */
const MOST_OBJECTS = 100;

/** What the list of a result is called in types that do not have objects. */
const LISTS: Readonly<Record<string, string>> = { named_entity_recognition: "spans" };

/** A task with its batch and project. */
interface Own {
  readonly task: TaskRow;
  readonly batch: BatchRow;
  readonly project: ProjectRow;
}

/**
 * Asks the project's model for the objects that a person points at in the item of their task; without a `prompt` the model only
 * prepares the item. The objects are valid as a person's are. Throws `invalid_state` for a task that is not leased, is an audit, or whose project
 * has no model, `model_timeout` if it does not answer in 2 s, and `model_failed` for an answer that is none.
 */
export async function assist(
  deps: Deps,
  { task, batch, project }: Own,
  { prompt, current }: AssistTask,
): Promise<unknown[]> {
  const { account_id, guideline_version } = task;
  if (task.status !== "leased")
    throw new ServiceError("invalid_state", `the task is ${task.status}, not leased`);
  if (task.kind === "audit") throw new ServiceError("invalid_state", "auditors judge without a model's help");
  const id = project.assist_model_id;
  const [model, [item], told] = await Promise.all([
    id === null ? undefined : findModel(deps.db, { account_id, id }),
    listContents(deps.db, account_id, [task.item_id]),
    projectOf(deps.db, batch, project, guideline_version),
  ]);
  if (model === undefined)
    throw new ServiceError("invalid_state", "the project has no model that helps to annotate");
  if (item === undefined) throw new ServiceError("not_found", `there is no task ${task.id}`);
  const asked = { project: told, item: toAskedItem(deps, item) };
  const body =
    prompt === undefined
      ? { type: "prepare", ...asked }
      : { type: "interact", ...asked, prompt, ...(current !== undefined && { current }) };
  const most_ms = prompt === undefined ? MOST_PREPARE_MS : MOST_WAIT_MS;
  const reply = await askHttp(deps, model, newId("model_request"), body, Math.min(most_ms, model.timeout_ms));
  if (reply.kind === "fault")
    throw new ServiceError(reply.isLate === true ? "model_timeout" : "model_failed", reply.reason);
  if (reply.kind === "later")
    throw new ServiceError("model_failed", "the model answered 202, but somebody waits for it");
  if (prompt === undefined) return [];
  const { allowedUnasked, type_options } = await getGuidelines(deps.db, batch, guideline_version);
  const type = typeOf(batch).configured(type_options);
  const { width, height, duration } = item.file;
  const facts = { width, height, duration, text: item.text, responses: null };
  const list = LISTS[type.name] ?? "objects";
  const result = type.clipped({ [list]: listOf(reply.value, list) }, facts);
  const [fault] = type.validate(result, facts, allowedUnasked);
  if (fault !== undefined)
    throw new ServiceError("model_failed", `the answer of the model: ${fault.path} ${fault.message}`);
  return listOf(result, list);
}

function listOf(value: unknown, list: string): unknown[] {
  const objects = typeof value === "object" && value !== null ? Reflect.get(value, list) : undefined;
  if (!Array.isArray(objects))
    throw new ServiceError("model_failed", `the answer of the model must be {"${list}": […]}`);
  if (objects.length > MOST_OBJECTS)
    throw new ServiceError("model_failed", `the model suggests more than ${MOST_OBJECTS} ${list}`);
  return objects;
}
