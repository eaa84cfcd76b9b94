import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "@assay/sdk/api-error.ts";
import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";
import { pick, type Random, randomFrom } from "../tour/random.ts";
import type { Diary } from "./client.ts";
import type { Ledger } from "./ledger.ts";
import type { Person } from "./people.ts";
import type { Receivers } from "./receivers.ts";
import { answerAll, type Shift, submit, TWICE } from "./shifts.ts";
import { uploadTexts } from "./uploads.ts";

/**
 * The fate of a batch: most get a verdict, some never do, and some are deleted in the middle of their work.
 */
const KINDS = [
  "certified",
  "in the workbench",
  "in the workbench",
  "reworked",
  "reworked",
  "unjudged",
  "deleted",
  "drafted",
] as const;
type Kind = (typeof KINDS)[number];

const LOOK_EVERY_MS = 400;

export interface World {
  readonly seed: string;
  readonly client: Client;
  readonly diary: Diary;
  readonly ledger: Ledger;
  readonly receivers: Receivers;
  readonly people: readonly Person[];
  /** Sends requests without a key. */
  readonly careful: typeof fetch;
}

interface Story extends World {
  readonly number: number;
  readonly kind: Kind;
  readonly random: Random;
}

type Batch = components["schemas"]["Batch"];

/** One batch from its project to its end, by the public API alone; the same `number` of a seed wants the same. */
export async function tellStory(world: World, number: number): Promise<void> {
  const random = randomFrom(`${world.seed}/story ${number}`);
  const story: Story = { ...world, number, random, kind: pick(random, KINDS) };
  try {
    const batch_id = await begin(story);
    if (story.kind === "deleted") await workAndDelete(story, batch_id);
    else if (story.kind === "drafted") await leaveDraft(story, batch_id);
    else await work(story, batch_id);
  } catch (cause) {
    throw new Error(`story ${number} (${story.kind}): ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

async function begin(story: Story): Promise<string> {
  const { ledger, random, number } = story;
  const project_id = await createProject(story);
  if (random() < TWICE) await rename(story, project_id);
  const upload = await uploadTexts(story, number, random);
  ledger.uploads.set(upload.id, upload.sha256);
  const sent = { name: `batch ${number}`, metadata: { story: String(number) } };
  const { id } = await make(story, (headers) =>
    story.client.POST("/v1/batches", { body: { project_id, upload_ids: [upload.id], ...sent }, headers }),
  );
  const seen = { status: "created", round: 1, isDeleted: false };
  ledger.batches.set(id, { project_id, upload_id: upload.id, ...sent, ...seen });
  return id;
}

async function createProject(story: Story): Promise<string> {
  const name = `project ${story.number}`;
  const body = {
    name,
    annotation_type: "text_classification",
    quality_level: story.kind === "unjudged" ? "none" : "standard",
    quality_policy: { overlap: 2 },
    labels: [{ name: "yes" }, { name: "no" }],
  };
  const { id } = await make(story, (headers) => story.client.POST("/v1/projects", { body, headers }));
  story.ledger.projects.set(id, name);
  return id;
}

async function rename({ client, ledger, number }: Story, project_id: string): Promise<void> {
  const name = `project ${number}, renamed`;
  await client.PATCH("/v1/projects/{id}", { params: { path: { id: project_id } }, body: { name } });
  ledger.projects.set(project_id, name);
  ledger.renamings.push({ project_id, name });
}

type Made = { readonly data: { readonly id: string } };
type Headers = { readonly "idempotency-key": string };

/** Sends a request once or, with one key, twice at the same time; throws if that creates two things. */
async function make({ random }: Story, send: (headers: Headers) => Promise<Made>): Promise<{ id: string }> {
  const headers = { "idempotency-key": randomUUID() };
  const sent = random() < TWICE ? [send(headers), send(headers)] : [send(headers)];
  const made = await Promise.all(sent);
  const ids = new Set(made.map(({ data }) => data.id));
  const [id = ""] = ids;
  if (ids.size > 1) throw new Error(`one Idempotency-Key made ${[...ids].join(" and ")}`);
  return { id };
}

/** Two annotators in parallel, then an auditor, round after round until a final verdict. */
async function work(story: Story, batch_id: string): Promise<void> {
  const { client, kind } = story;
  const { annotators, auditor } = teamOf(story);
  const params = { params: { path: { id: batch_id } } };
  for (let round = 1; ; round += 1) {
    const answer = labelOf(round);
    await Promise.all(
      annotators.map((worker) => answerAll(story, { batch_id, worker, kinds: ["annotate"] }, answer)),
    );
    const audits: Shift = { batch_id, worker: auditor, kinds: ["audit"] };
    const verdict = await untilVerdict(story, audits, kind === "reworked" ? labelOf(2) : answer);
    if (verdict.status === "certified")
      await client.GET("/v1/batches/{id}/download", { ...params, parseAs: "text" });
    if (verdict.status !== "failed") return;
    const { data } = await client.POST("/v1/batches/{id}/rework", params);
    see(story, data);
  }
}

interface Team {
  readonly annotators: readonly Shift["worker"][];
  readonly auditor: Shift["worker"];
}

/** Two members for whom the API key acts and their auditor, or three people in the workbench. */
function teamOf({ number, kind, people }: Story): Team {
  const oneOf = (role: Person["role"], at: number): Shift["worker"] => {
    const some = people.filter((person) => person.role === role);
    return some[at % some.length] ?? role;
  };
  return kind === "in the workbench"
    ? {
        annotators: [oneOf("annotator", number), oneOf("annotator", number + 1)],
        auditor: oneOf("reviewer", number),
      }
    : { annotators: [`ann-${number % 6}`, `ann-${(number + 1) % 6}`], auditor: `eve-${number % 3}` };
}

/** In their first round a batch's annotators say yes, which the auditor of one to be reworked takes for wrong. */
function labelOf(round: number): string {
  return round === 1 ? "yes" : "no";
}

async function untilVerdict(story: Story, audits: Shift, label: string): Promise<Batch> {
  const { batch_id } = audits;
  for (;;) {
    const { data: batch } = await story.client.GET("/v1/batches/{id}", {
      params: { path: { id: batch_id } },
    });
    see(story, batch);
    const isOver = batch.status === "completed" && batch.required_level === "none";
    if (isOver || batch.status === "certified" || batch.status === "failed") return batch;
    const answered = batch.status === "completed" ? await answerAll(story, audits, label) : 0;
    if (answered === 0)
      await pause(story, LOOK_EVERY_MS, `${batch_id} is ${batch.status} in round ${batch.round}`);
  }
}

function see({ ledger }: Story, { id, status, round }: Batch): void {
  const known = ledger.batches.get(id);
  if (known !== undefined) Object.assign(known, { status, round });
}

/** Waits without being busy; throws with what was waited for once the run's patience is over. */
async function pause({ diary }: World, ms: number, what: string): Promise<void> {
  if (Date.now() > diary.patientUntil) throw new Error(`${what}, and stays so`);
  diary.waiting += 1;
  await sleep(ms);
  diary.waiting -= 1;
}

/** Deletes a batch while people work on it, who may find it gone. */
async function workAndDelete(story: Story, batch_id: string): Promise<void> {
  await Promise.all([work(story, batch_id).catch(unlessGone), deleteSoon(story, batch_id)]);
}

async function deleteSoon({ client, ledger, random }: Story, id: string): Promise<void> {
  await sleep(random() * 3_000);
  const known = ledger.batches.get(id);
  if (known !== undefined) known.isDeleted = true; // perhaps from now on, for sure once it is answered
  const params = { path: { id }, query: { abandon: true } };
  await client.DELETE("/v1/batches/{id}", { params }).catch(unlessGone); // a repeat finds it gone
}

/** 422 where a request is repeated under its key after what it made was deleted. */
function unlessGone(fault: unknown): void {
  if (!(fault instanceof ApiError && [404, 410, 422].includes(fault.status))) throw fault;
}

/** Claims two tasks, answers one, saves two drafts of the other, and keeps that one claimed. */
async function leaveDraft(story: Story, batch_id: string): Promise<void> {
  const { client, ledger, number } = story;
  const annotator = `ann-${number % 6}`;
  const { data: claimed } = await client.POST("/v1/tasks/claim", { body: { batch_id, annotator, count: 2 } });
  const [first, ...rest] = claimed.data;
  if (first !== undefined) await submit(story, first, annotator, labelOf(1));
  for (const { id } of rest) {
    for (const label of ["yes", "no"]) {
      const draft = { label, note: `of story ${number}` };
      await client.PUT("/v1/tasks/{id}/draft", { params: { path: { id } }, body: { draft, annotator } });
      ledger.drafts.set(id, draft);
    }
  }
}
