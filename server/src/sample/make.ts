import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import answers from "../../sample/answers.json" with { type: "json" };
import { buildApp } from "../app.ts";
import type { Deps } from "../deps.ts";
import { type Call, callAs } from "./call.ts";

const FILES = new URL("../../sample/", import.meta.url);
const POLL_MS = 100;
const WITHIN_MS = 60_000;
/** Photographs and passages that both simulated people have answered: their batches wait for an auditor. */
const ANSWERED = 24;
const SAID =
  "This is a sample. The answers of Ada and Ben are simulated: the correct answers, with a few errors added. " +
  "Archive the project when you no longer need it.";

type Name = "ada" | "ben";
type Answers = Readonly<Record<string, Readonly<Record<Name, unknown>>>>;

/** One of the two projects, and the source of its items. */
interface Subject {
  readonly settings: object;
  /** The names of items with recorded answers, in two parts: answered by both, and by Ada alone. */
  readonly parts: readonly (readonly string[])[];
  readonly upload: (call: Call, names: readonly string[]) => Promise<string>;
  readonly nameOf: (item: Item) => string;
  readonly answers: Answers;
}

interface Item {
  readonly id: string;
  readonly external_id: string | null;
  readonly file: { readonly filename: string };
}

/**
 * Fills a new account with two projects through the public API: photographs with boxes and passages with
 * names; for each a batch that waits for its audit and one that waits for a second annotator. It creates two
 * members with simulated answers and then deactivates them, so that a single user may audit alone. Its
 * requests are logged at debug level only: otherwise their lines would push the first key and link, printed
 * just before, off the terminal. If `signal` aborts, it throws before its next request; what is made stays.
 */
export async function makeSample({ log, ...deps }: Deps, key: string, signal: AbortSignal): Promise<void> {
  const quiet = log.child({}, { level: log.level === "info" ? "warn" : log.level });
  const app = await buildApp({ ...deps, log: quiet });
  await fill(callAs(app, key, signal)).finally(() => app.close());
}

async function fill(call: Call): Promise<void> {
  const members = await Promise.all(
    (["ada", "ben"] as const).map((name) => call("POST", "/v1/members", memberNamed(name))),
  );
  for (const subject of [await photographs(), await passages()]) {
    const project = await call("POST", "/v1/projects", subject.settings);
    const [both = [], one = []] = subject.parts;
    await makeBatch(call, subject, {
      project_id: project.id,
      name: "To audit",
      names: both,
      by: ["ada", "ben"],
    });
    await makeBatch(call, subject, { project_id: project.id, name: "To annotate", names: one, by: ["ada"] });
  }
  for (const { id } of members) await call("PATCH", `/v1/members/${id}`, { active: false });
}

function memberNamed(name: Name) {
  const capital = name === "ada" ? "Ada" : "Ben";
  return { name: `${capital} (simulated)`, role: "annotator", external_id: `sample-${name}` };
}

async function photographs(): Promise<Subject> {
  const names = Object.keys(answers.photographs);
  return {
    settings: {
      name: "Sample: objects in photographs",
      description: SAID,
      annotation_type: "object_detection",
      quality_level: "basic",
      labels: answers.image_labels.map((name) => ({ name })),
      instructions: "Draw a box around every object that has a label, close to its edges.",
    },
    parts: [names.slice(0, ANSWERED), names.slice(ANSWERED)],
    async upload(call, chosen) {
      const files = await Promise.all(
        chosen.map(async (filename) => ({
          filename,
          content_base64: (await readFile(new URL(`images/${filename}`, FILES))).toString("base64"),
        })),
      );
      return (await call("POST", "/v1/uploads", { files })).id;
    },
    nameOf: ({ file }) => file.filename,
    answers: answers.photographs,
  };
}

async function passages(): Promise<Subject> {
  const lines = (await readFile(new URL("texts.jsonl", FILES), "utf8")).trimEnd().split("\n");
  const names = Object.keys(answers.passages);
  return {
    settings: {
      name: "Sample: names in a novel",
      description: SAID,
      annotation_type: "named_entity_recognition",
      quality_level: "basic",
      labels: answers.text_labels.map((name) => ({ name })),
      instructions: "Mark the names of persons (PER), places (LOC) and organizations (ORG), without titles.",
    },
    parts: agreedFirst(names, answers.passages),
    async upload(call, chosen) {
      const text = lines.filter((_line, index) => chosen.includes(names[index] ?? "")).join("\n");
      return (await call("POST", "/v1/uploads", { files: [{ filename: "passages.jsonl", text }] })).id;
    },
    nameOf: ({ external_id }) => external_id ?? "",
    answers: answers.passages,
  };
}

/**
 * Items on which the two agree make up the first part: differing spans are a tie, which somebody would have
 * to settle.
 */
function agreedFirst(names: readonly string[], given: Answers): readonly (readonly string[])[] {
  const first = names
    .filter((name) => isDeepStrictEqual(given[name]?.ada, given[name]?.ben))
    .slice(0, ANSWERED);
  return [first, names.filter((name) => !first.includes(name))];
}

interface BatchToMake {
  readonly project_id: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly by: readonly Name[];
}

async function makeBatch(
  call: Call,
  subject: Subject,
  { project_id, name, names, by }: BatchToMake,
): Promise<void> {
  const upload_id = await subject.upload(call, names);
  await untilReady(call, upload_id);
  const { id } = await call("POST", "/v1/batches", { project_id, name, upload_ids: [upload_id] });
  const { data }: { data: readonly Item[] } = await call("GET", `/v1/items?batch_id=${id}&limit=1000`);
  const annotations = by.flatMap((annotator) =>
    data.map((item) => ({
      item_id: item.id,
      annotator: `sample-${annotator}`,
      result: subject.answers[subject.nameOf(item)]?.[annotator],
    })),
  );
  await call("POST", `/v1/batches/${id}/annotations`, { annotations });
}

async function untilReady(call: Call, upload_id: string): Promise<void> {
  for (let waited = 0; waited < WITHIN_MS; waited += POLL_MS) {
    const { status, error } = await call("GET", `/v1/uploads/${upload_id}`);
    if (status === "ready") return;
    if (status === "failed") throw new Error(`the sample's upload failed: ${JSON.stringify(error)}`);
    await sleep(POLL_MS);
  }
  throw new Error("no worker has taken the sample's upload");
}
