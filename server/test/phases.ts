import { BATCH_STATUSES } from "@assay/domain/batch.ts";
import { bodyOf, givenLines, givenProject } from "./given.ts";
import type { Person } from "./people.ts";
import type { Service } from "./service.ts";

/** The phases in the life of a batch, each as a batch of its own. */
export const PHASES = [
  ...["created", "filling", "processing", "undrawn"],
  ...["verify", "verifymore", "blind"],
  ...["failed", "rework", "certified", "amended"],
  ...["abandoned", "deleted"],
] as const;
export type Phase = (typeof PHASES)[number];

const TEXTS = 10;
/** The first of them, which the annotator gets, and of which no auditor finds one wrong: they stay alike. */
const SHARED = 4;
/** The audits of the first stage for ten items at `standard`. */
const FIRST_STAGE = 6;
/**
 * The one of them that the reviewer answers too: known, and not answered by the annotator. Another one would have more
 * answers, or less support, than the item that it is compared with.
 */
const REVIEWED = "4";
/** The external ids of known items; the annotator answers 1 and 2 alike, and holds or released 3 and 4 alike. */
export const KNOWN = ["2", "4", "9"];

/**
 * What somebody knows of an item, as a label, a text or the name of a model. `answer`: of other annotators; `known`: the
 * gold answer; `model`: a prediction; `said`: a comment during the work; `judged`: an auditor's correction and reason;
 * `remark`: an auditor's comment during the audit; the others: the answers of the people who ask.
 */
export const KINDS = [
  "answer",
  "known",
  "model",
  "said",
  "judged",
  "remark",
  "annotator",
  "reviewer",
] as const;
export type Kind = (typeof KINDS)[number];

/** A text that tells whatever shows it: what is known, in which phase, of which external id. */
export const markOf = (kind: Kind, phase: Phase, external_id: string) => `${kind}7${phase}7${external_id}x`;
export const MARK = new RegExp(`(${KINDS.join("|")})7(${PHASES.join("|")})7(\\d+)x`, "g");

/** A batch in its phase. */
export interface Prepared {
  readonly phase: Phase;
  readonly batch_id: string;
  readonly project_id: string;
  /** By external id. */
  readonly items: ReadonlyMap<string, { readonly id: string; readonly isOpen: boolean }>;
  /** The annotator's tasks by external id. */
  readonly tasks: ReadonlyMap<string, string>;
  /** An audit that the reviewer holds; without one, the task that they answered. */
  readonly reviewers: string;
  readonly comments: readonly string[];
  readonly export_id: string;
  readonly dataset_id: string;
  readonly job_id: string;
  /** Undefined unless the batch is certified. */
  readonly certificate_id: string | undefined;
}

interface People {
  readonly annotator: Person;
  readonly reviewer: Person;
}

/** The status that the batch of a phase must have. */
const STATUS: Readonly<Record<Phase, string>> = {
  ...{ created: "created", filling: "created", processing: "processing", undrawn: "completed" },
  ...{ verify: "completed", verifymore: "completed", blind: "completed" },
  ...{ failed: "failed", rework: "processing", certified: "certified", amended: "certified" },
  ...{ abandoned: "failed", deleted: "processing" },
};
/** How many wrong labels the auditor finds at most, where it is more than none. */
const WRONG: Partial<Record<Phase, number>> = {
  ...{ verifymore: 1, blind: 1, abandoned: 1, certified: 1, amended: 1, failed: TEXTS, rework: TEXTS },
};
const UNANSWERED: readonly Phase[] = ["created", "filling"];
const UNFINISHED: readonly Phase[] = [...UNANSWERED, "processing", "deleted"];
/** Phases in which the audit stops after three labels. */
const STOPPED: readonly Phase[] = ["verify", "blind", "abandoned"];

const ALL = Array.from({ length: TEXTS }, (_, index) => String(index + 1));

interface Work {
  readonly service: Service;
  readonly people: People;
  readonly phase: Phase;
  readonly batch_id: string;
  readonly project_id: string;
}

/** A batch of ten texts in that phase, in a project of its own. */
export async function givenPhase(service: Service, people: People, phase: Phase): Promise<Prepared> {
  const work = await create(service, people, phase);
  const { batch_id, project_id } = work;
  const comments: string[] = [];
  const [tasks, answered] = UNANSWERED.includes(phase)
    ? [new Map<string, string>(), ""]
    : await annotate(work);
  if (!UNANSWERED.includes(phase))
    for (const n of ["5", "8"]) comments.push(await comment(work, "ann", n, "said"));
  if (!UNFINISHED.includes(phase)) {
    await service.runJobs();
    if (phase !== "undrawn") comments.push(...(await audit(work)));
  }
  const [held] = UNFINISHED.includes(phase) ? [] : await claim(work, people.reviewer, "audit", 1);
  const { export_id, dataset_id, job_id } = await end(work);
  const { db } = service;
  const rows = await db.selectFrom("items").selectAll().where("batch_id", "=", batch_id).execute();
  const items = rows.map(
    ({ id, external_id, status }) => [external_id ?? "", { id, isOpen: status === "open" }] as const,
  );
  const certified = await db
    .selectFrom("certificates")
    .select("id")
    .where("batch_id", "=", batch_id)
    .execute();
  return {
    ...{ phase, batch_id, project_id, tasks, comments, export_id, dataset_id, job_id, items: new Map(items) },
    ...{ reviewers: held?.id ?? answered, certificate_id: certified[0]?.id },
  };
}

async function post(
  { service }: Pick<Work, "service">,
  path: string,
  body: object,
  status = 200,
  as?: Person,
) {
  return bodyOf(await (as ?? service).request("POST", `/v1/${path}`, body), status);
}

async function create(service: Service, people: People, phase: Phase): Promise<Work> {
  const quality_policy = {
    ...{ overlap: 4, show_predictions: false, gold_share: 0 },
    audit_mode: phase === "blind" ? "blind" : "verify",
    ...(phase === "undrawn" && { challenge: "nonce" }),
  };
  const { id: project_id } = await givenProject(service, { labels: [], quality_policy, name: phase });
  // Those of high priority come first, so that the annotator gets them.
  const lines = ALL.map((n) => ({
    text: `${phase} ${n}`,
    external_id: n,
    priority: Number(n) <= SHARED ? 9 : 0,
  }));
  const upload_ids = [await givenLines(service, service, lines)];
  const { id: batch_id } = await post({ service }, "batches", { project_id, upload_ids }, 201);
  const predictions = ALL.map((n) => ({
    ...{ external_id: n, model: markOf("model", phase, n) },
    result: { label: "free" },
  }));
  await post({ service }, `batches/${batch_id}/predictions`, { predictions });
  const gold = KNOWN.map((n) => ({ external_id: n, result: { label: markOf("known", phase, n) } }));
  await post({ service }, `batches/${batch_id}/gold`, { gold });
  const items = service.db.updateTable("items").where("batch_id", "=", batch_id);
  await items.set({ claim_order: 0 }).where("external_id", "=", REVIEWED).execute();
  return { service, people, phase, batch_id, project_id };
}

// biome-ignore lint/suspicious/noExplicitAny: tasks as the service sent them
type Tasks = any[];

async function claim(work: Work, as: Person, kind: string, count: number): Promise<Tasks> {
  const wish = { batch_id: work.batch_id, kinds: [kind], count };
  return (await post(work, "tasks/claim", wish, 200, as)).data;
}

/**
 * The annotator answers 1 and 2, and holds 3 and 4, or has released them; the reviewer answers 4. Four
 * others answer the rest, except 8 and 9 and parts of 1 to 4 in a phase before completion. Returns the annotator's
 * tasks by external id, and the reviewer's.
 */
async function annotate(work: Work): Promise<[Map<string, string>, string]> {
  const { people, phase, batch_id } = work;
  const submit = (as: Person, id: string, kind: Kind, n: string) =>
    post(work, `tasks/${id}/submit`, { result: { label: markOf(kind, phase, n) } }, 200, as);
  const tasks = new Map<string, string>();
  for (const { id, item } of await claim(work, people.annotator, "annotate", SHARED))
    tasks.set(item.external_id, id);
  const [reviewers] = await claim(work, people.reviewer, "annotate", 1);
  for (const n of ["1", "2"]) await submit(people.annotator, tasks.get(n) ?? "", "annotator", n);
  await submit(people.reviewer, reviewers.id, "reviewer", REVIEWED);
  const isUnfinished = UNFINISHED.includes(phase);
  for (const n of isUnfinished ? [] : ["3", "4"])
    await post(work, `tasks/${tasks.get(n)}/release`, {}, 200, people.annotator);
  for (const [index, annotator] of ["ann", "bob", "cat", "dan"].entries()) {
    const isFree = (n: string) => index < 4 - ["1", "2", REVIEWED].filter((one) => one === n).length;
    const isLeft = (n: string) =>
      isUnfinished && (n === "8" || n === "9" || (index >= 2 && Number(n) <= SHARED));
    const annotations = ALL.filter((n) => isFree(n) && !isLeft(n)).map((n) => ({
      ...{ external_id: n, annotator },
      result: { label: markOf("answer", phase, n) },
    }));
    await post(work, `batches/${batch_id}/annotations`, { annotations });
  }
  return [tasks, reviewers.id];
}

async function itemOf({ service, batch_id }: Work, n: string): Promise<string> {
  const { db } = service;
  const found = db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", batch_id)
    .where("external_id", "=", n);
  return (await found.executeTakeFirstOrThrow()).id;
}

async function comment(work: Work, annotator: string, n: string, kind: Kind): Promise<string> {
  const sent = { item_id: await itemOf(work, n), annotator, text: markOf(kind, work.phase, n) };
  return (await post(work, "comments", sent, 201)).id;
}

/** Lets `eve` audit and comment on the wrong labels, none of which is one of the first four. Returns her comments. */
async function audit(work: Work): Promise<string[]> {
  const { service, phase, batch_id } = work;
  const comments: string[] = [];
  for (let done = 0; !STOPPED.includes(phase) || done < 3; done += 1) {
    const { data } = await post(work, "tasks/claim", { batch_id, kinds: ["audit"], annotator: "eve" });
    const [task]: Tasks = data;
    if (task === undefined) break;
    const n: string = task.item.external_id;
    const isWrong = comments.length < (WRONG[phase] ?? 0) && Number(n) > SHARED;
    if (isWrong) comments.push(await comment(work, "eve", n, "remark"));
    const items = service.db.selectFrom("items").select("result").where("id", "=", task.item.id);
    const { result } = await items.executeTakeFirstOrThrow();
    const mark = markOf("judged", phase, n);
    const verdict = isWrong ? { result: { label: mark }, reason: mark } : { result };
    await post(work, `tasks/${task.id}/submit`, { ...verdict, annotator: "eve" });
    await service.runJobs();
    const { audit } = bodyOf(await service.request("GET", `/v1/batches/${batch_id}`), 200);
    if (audit === null || (phase === "verifymore" && audit.required > FIRST_STAGE)) break;
  }
  return comments;
}

/** What follows the audit. */
async function end(work: Work): Promise<{ export_id: string; dataset_id: string; job_id: string }> {
  const { service, phase, batch_id, project_id } = work;
  const wish = { batch_id, format: "jsonl", include: "all_answers" };
  const { id: export_id } = await post(work, "exports", wish, 202);
  const query = { project_id, statuses: BATCH_STATUSES };
  const { id: dataset_id } = await post(work, "datasets", { name: batch_id, query }, 201);
  await post(work, `datasets/${dataset_id}/versions`, {}, 202);
  const bulk = { filter: { batch_id }, action: "priority", priority: 1 };
  const { id: job_id = "job_none" } = UNFINISHED.includes(phase)
    ? await post(work, "items/bulk", bulk, 202)
    : {};
  await service.runJobs();
  const batches = service.db.updateTable("batches").where("id", "=", batch_id);
  if (phase === "rework") await post(work, `batches/${batch_id}/rework`, {});
  if (phase === "amended")
    await post(work, `batches/${batch_id}/amend`, { item_ids: [await itemOf(work, "6")] });
  if (phase === "abandoned" || phase === "deleted")
    bodyOf(await service.request("DELETE", `/v1/batches/${batch_id}?abandon=true`), 204);
  const filling = JSON.stringify({ items: TEXTS - 1, place: 1, line: TEXTS - 1, turn: 1 });
  if (phase === "filling") await batches.set({ filling }).execute();
  const { status } = await batches.set({ name: phase }).returning("status").executeTakeFirstOrThrow();
  if (status !== STATUS[phase]) throw new Error(`the batch of the phase ${phase} is ${status}`);
  return { export_id, dataset_id, job_id };
}
