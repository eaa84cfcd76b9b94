import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "@assay/sdk/client.ts";
import { type Receiver, startReceiver } from "../../server/test/receiver.ts";
import {
  annotate,
  audit,
  type Batch,
  type Completion,
  complete,
  type Knowledge,
  type Verdict,
} from "./certify.ts";
import { type DatasetQuery, saveDataset, saveExport } from "./downloads.ts";
import { checkEvents } from "./events.ts";
import { withOwnService } from "./own-service.ts";
import { ADJUDICATOR, ANNOTATORS, AUDITOR } from "./people.ts";
import { addMembers, type Both, createBatches, createProjects, registerWebhook } from "./setting.ts";
import { createStep, type Step } from "./steps.ts";
import { BOXES, NAMES } from "./subjects.ts";
import { verifyBundle } from "./verify.ts";

/** Answers of each annotator after which the batch of photographs is exported, unfinished. */
const FIRST_SHIFT = 12;

const UNFINISHED = "photos.uncertified.coco.json";

/** The files in which the certified datasets are saved, and what /download is asked for. */
const PHOTO_FILES = {
  "photos.coco.json": { format: "coco" },
  "photos.coco.zip": { format: "coco", bundle: true, include: "media" },
  "photos.yolo.zip": { format: "yolo", include: "media" },
  "photos.csv": { format: "csv" },
  "photos.jsonl": { format: "jsonl" },
} as const;
/** The bundle that is unpacked and verified at the end. */
const VERIFIED = "photos.coco.zip";
const TEXT_FILES = {
  "texts.conll": { format: "conll" },
  "texts.jsonl": { format: "jsonl" },
  "texts.csv": { format: "csv" },
} as const;

export interface StoryOptions {
  /** Where the datasets go; emptied first. */
  readonly folder: string;
  /** Called after each step. */
  readonly say: (line: string) => void;
  /** Of the service; by default its data is in a folder. */
  readonly settings?: Readonly<Record<string, string>>;
}

export type Result = Completion & Verdict;

export interface Outcome extends Both<Result> {
  /** The names of the files in the folder. */
  readonly files: readonly string[];
  /** How many events arrived, each signed and each once. */
  readonly events: number;
}

/**
 * The whole job, from the first request to certified datasets on disk, on real photographs and text, with a
 * separate service. The people are simulated, see `people.ts`. Throws if anything unexpected happens.
 */
export async function runStory({ folder, say, settings }: StoryOptions): Promise<Outcome> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const step = createStep(say);
  const receiver = await startReceiver();
  try {
    return await withOwnService(async ({ baseUrl, key }) => {
      say(`         a service answers at ${baseUrl}, on data of its own`);
      return tell({ client: createClient({ baseUrl, apiKey: key }), baseUrl, receiver, folder, step });
    }, settings);
  } finally {
    await receiver.close();
  }
}

interface Scene {
  readonly client: Client;
  readonly baseUrl: string;
  readonly receiver: Receiver;
  readonly folder: string;
  readonly step: Step;
}

async function tell(scene: Scene): Promise<Outcome> {
  const { client, receiver, step } = scene;
  const secret = await step("a webhook is registered", () => registerWebhook(client, receiver.url));
  await step("five simulated people join", () => addMembers(client), describePeople);
  const projects = await step("two projects are made, one is changed", () => createProjects(client));
  const batches = await step(
    "everything is uploaded and made two batches",
    () => createBatches(client, projects),
    (made) => `${made.photos.item_count} photographs, ${made.texts.item_count} texts`,
  );
  await exportEarly(scene, batches.photos);
  const photos = await labelAndCertify(scene, batches.photos, { subject: "photographs", known: BOXES });
  const texts = await labelAndCertify(scene, batches.texts, { subject: "texts", known: NAMES });
  const files = await step(
    "the datasets are downloaded, their digests are right",
    async () => [
      UNFINISHED,
      ...(await saveAll(scene, batches.photos, PHOTO_FILES)),
      ...(await saveAll(scene, batches.texts, TEXT_FILES)),
    ],
    (names) => names.join(", "),
  );
  const expected = expectedEvents(projects, batches);
  await step(
    "the events have arrived",
    () => checkEvents(receiver, secret, expected),
    () => `${expected.length}, each once, both signatures right`,
  );
  await step(
    "assay verify checks the unpacked photographs",
    () => verifyBundle(join(scene.folder, VERIFIED), scene.baseUrl),
    (lines) => lines.join("\n         "),
  );
  return { photos, texts, files, events: expected.length };
}

/** Exports that are possible while annotators still work on a batch. */
async function exportEarly({ client, folder, step }: Scene, { id }: Batch): Promise<void> {
  await step(
    "the first photographs are labeled",
    () => annotate(client, id, BOXES, FIRST_SHIFT),
    (answers) => `${answers} answers`,
  );
  const file = join(folder, UNFINISHED);
  await step("the unfinished batch is exported", () =>
    saveExport(client, { batch_id: id, format: "coco" }, file),
  );
}

interface Job {
  readonly subject: string;
  readonly known: Knowledge;
}

async function labelAndCertify(
  { client, step }: Scene,
  { id }: Batch,
  { subject, known }: Job,
): Promise<Result> {
  const completion = await step(
    `the ${subject} are labeled`,
    () => complete(client, id, known),
    ({ answers, adjudications }) => `${answers} answers, ${adjudications} adjudications`,
  );
  const verdict = await step(
    `the ${subject} are audited`,
    () => audit(client, id, known),
    ({ audits, corrections, batch }) =>
      `${audits} checked, ${corrections} corrected, score ${batch.quality_score}\n         ${batch.sentence}`,
  );
  return { ...completion, ...verdict };
}

async function saveAll(
  { client, folder }: Scene,
  { id }: Batch,
  queries: Readonly<Record<string, DatasetQuery>>,
): Promise<string[]> {
  for (const [name, query] of Object.entries(queries)) {
    await saveDataset(client, id, { query, file: join(folder, name) });
  }
  return Object.keys(queries);
}

function expectedEvents(projects: Both<string>, { photos, texts }: Both<Batch>): string[] {
  const ofEachBatch = ["batch.created", "batch.processing", "batch.completed", "batch.certified"];
  return [
    `project.updated ${projects.photos}`,
    ...[photos, texts].flatMap(({ id }) => ofEachBatch.map((type) => `${type} ${id}`)),
  ];
}

function describePeople(): string {
  const annotators = ANNOTATORS.map(({ name, errorRate }) => `${name} (${100 * errorRate} %)`).join(", ");
  return `${annotators} annotate and spoil that share of the objects; ${ADJUDICATOR} adjudicates, ${AUDITOR} audits`;
}
