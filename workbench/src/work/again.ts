import { ITEM } from "@assay/domain/fields.ts";
import type { Outbox } from "../drafts/outbox.ts";
import type { DraftStore, Outgoing } from "../drafts/store.ts";
import { entriesOf, type Subject } from "../editors/answer/answer.ts";
import type { Gap } from "../editors/editor.ts";
import { fieldKey } from "../editors/fields/answers.ts";
import { questionOf } from "../editors/objects/attribute-question.ts";
import { readTask, reopen } from "./deliver.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { REASON } from "./reason.ts";
import type { Given } from "./task-queue-state.ts";

type Entries = Given["entries"];

/** An answer that was given, to be shown again. */
export interface Again {
  readonly prepared: Prepared;
  readonly entries: Entries;
  readonly outgoing_id: string;
  /** What the service said of it, and what that is about; null if it refused nothing. */
  readonly gap: Gap | null;
}

/** Reopens a submitted answer; one in the outbox needs no connection. What can fail comes before the first change. */
export async function reopenedAnswer(store: DraftStore, outbox: Outbox, last: Given): Promise<Again> {
  const { outgoing_id, entries } = last;
  const prepared = await prepare(store, last.task);
  const task = (await outbox.takeBack(outgoing_id)) ? last.task : await reopen(last.task.id);
  return { prepared: { ...prepared, task }, entries, outgoing_id, gap: null };
}

/** Whether the service refused a decision for what is in the answer, so that it can be corrected. */
export function isCorrectable({ kind, fault }: Outgoing): boolean {
  return kind === "submit" && fault !== null && /^(result|fields)\b/.test(fault);
}

/** Takes a refused answer out of the outbox. */
export async function refusedAnswer(store: DraftStore, outbox: Outbox, refused: Outgoing): Promise<Again> {
  const { id: outgoing_id, task_id, body, fault } = refused;
  const task = await readTask(task_id);
  const prepared = await prepare(store, task);
  const { editor, guidelines: project } = prepared;
  const { result = null, fields = null, reason } = body;
  const answer = entriesOf({ editor, project, item: task.item }, { result, fields });
  const entries: Entries = reason === undefined ? answer : [...answer, [REASON, reason]];
  await outbox.takeBack(outgoing_id);
  return { prepared, entries, outgoing_id, gap: gapIn(fault ?? "", { editor, item: task.item }, entries) };
}

/** The object and the question that a message of the service names by their place, such as `result.objects.2.attributes.kind is missing`. */
function gapIn(message: string, { editor, item }: Pick<Subject, "editor" | "item">, entries: Entries): Gap {
  const keyAt = (place: string | undefined) =>
    place === undefined ? undefined : editor.objects?.(new Map(entries), item)[Number(place)]?.key;
  const [, place, attribute] = /^result\.\w+\.(\d+)(?:\.attributes\.(.+?) (?:is|must) )?/.exec(message) ?? [];
  const [, field, of] = /^fields\.([^.]+?)(?:\.(\d+))?[. ]/.exec(message) ?? [];
  const target = keyAt(place ?? of) ?? null;
  const asked = target !== null && attribute !== undefined ? questionOf(target, attribute) : null;
  return { message, target, question: field === undefined ? asked : fieldKey(field, target ?? ITEM) };
}
