import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@assay/sdk/client.ts";
import { type Command, type Input, onlyArgument, printResult, type Terminal } from "../command.ts";
import { openBrowser } from "../label/browser.ts";
import { type Folder, type Kind, kindFor, mainKind, openFolder, sayFiles } from "../label/folder.ts";
import { choosePort, type Home, openHome } from "../label/home.ts";
import { nameOfLabels, writeLabels } from "../label/labels-file.ts";
import { type Plan, planOf } from "../label/plan.ts";
import { findOwner, isWaiting, prepareProject, progressOf } from "../label/project.ts";
import { type Desk, startDesk } from "../label/service.ts";
import { namesIn, takeIn } from "../label/take-in.ts";

const LOOK_EVERY_MS = 5_000;
/** The pause between writes while items are left to label; once all are labeled, each answer is written at once. */
const WRITE_EVERY_MS = 60_000;

/** `assay label` */
export const label: Command = {
  usage:
    "label FOLDER [--type TYPE] [--labels LABEL,LABEL] [--format FORMAT] [--port PORT] [--no-open] [--json]",
  summary: "Label the files of a folder in the browser; writes the labels into the folder",
  options: {
    type: {
      type: "string",
      help: "default: object_detection for images, transcription for recordings, text_classification for texts",
    },
    labels: { type: "string", help: "the labels to choose from; default: add them in the browser" },
    format: { type: "string", help: "format of the labels file; default: the usual one of the type" },
    port: { type: "string", help: "port of the local service; default: the last one, or a free one" },
    "no-open": { type: "boolean", help: "print the link but do not open a browser" },
    json: { type: "boolean", help: "print the result as JSON once you stop" },
  },
  examples: [
    "assay label ./photos",
    "assay label ./photos --type image_classification --labels cat,dog",
    "assay label ./reviews --type named_entity_recognition --labels PER,LOC",
  ],
  async run(input, terminal) {
    const named = onlyArgument(input, "FOLDER");
    const folder = await openFolder(named);
    const main = mainKind(folder, named);
    const home = await openHome(terminal, folder.path);
    const plan = planOf(input, home.memory(), main);
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    for (const signal of signals) process.once(signal, stop); // a second Ctrl+C exits at once
    const kind = kindFor(plan.type, main);
    try {
      await work(input, terminal, { ...plan, folder, named, kind, home, signal: stopping.signal });
    } finally {
      for (const signal of signals) process.off(signal, stop);
    }
  },
};

/** A run of the command on one folder. */
interface Run extends Plan {
  readonly folder: Folder;
  /** The folder as the user typed it. */
  readonly named: string;
  readonly kind: Kind;
  readonly home: Home;
  /** Aborted when the user wants to stop. */
  readonly signal: AbortSignal;
}

async function work(input: Input, terminal: Terminal, run: Run): Promise<void> {
  const file = nameOfLabels(run.format);
  const path = join(run.named, file);
  const { wrote = [], port: lastPort } = run.home.memory();
  if (!wrote.includes(file) && existsSync(join(run.folder.path, file))) {
    throw new Error(
      `${path} exists and was not written by assay label: move it away, or choose another --format`,
    );
  }
  const port = await choosePort(run.port, lastPort);
  terminal.note(`Starting. The data is kept in ${run.home.dataDir}`);
  const desk = await startDesk(terminal, run.home, port);
  try {
    await run.home.remember({ port, type: run.type.name, format: run.format.name });
    const project_id = await fill(desk, terminal, run);
    let labels: Labels = { items: 0, labeled: 0 };
    if (project_id !== undefined) {
      const owner = await findOwner(desk.client);
      await invite(input, terminal, { desk, project_id, owner, path });
      labels = await follow(desk.client, terminal, { ...run, project_id, owner, file, path });
    }
    const isWritten = labels.labeled > 0;
    const result = { path: isWritten ? path : null, annotation_type: run.type.name, ...labels };
    if (isWritten || input.values.json === true) printResult(input, terminal, result, path);
  } finally {
    await desk.stop();
  }
}

/** Imports new files of the folder; returns the project's id, or undefined if the user stopped meanwhile. */
async function fill({ client }: Desk, { note }: Terminal, run: Run): Promise<string | undefined> {
  const { folder, named, kind, home, signal } = run;
  const { wrote = [] } = home.memory();
  const title = basename(folder.path);
  const project_id = await prepareProject(client, home, run, title);
  const known = await namesIn(client, project_id);
  const names = (folder.files.get(kind) ?? []).filter((name) => !known.has(name) && !wrote.includes(name));
  if (names.length > 0) note(`Importing ${sayFiles(names.length, kind)} as ${run.type.name}`);
  const taken = await takeIn(
    client,
    { folder: folder.path, kind, names, project_id, title },
    { note, signal },
  );
  if (signal.aborted) return undefined;
  if (known.size + taken === 0) throw new Error(`${named} has no file that Assay can read`);
  return project_id;
}

interface Invitation {
  readonly desk: Desk;
  readonly project_id: string;
  /** The id of the only member. */
  readonly owner: string;
  /** The format of the labels file. */
  readonly path: string;
}

async function invite(input: Input, terminal: Terminal, { desk, project_id, owner, path }: Invitation) {
  const hasWork = await isWaiting(desk.client, project_id, owner);
  const link = desk.linkTo(hasWork ? `/work?project=${project_id}` : `/projects/${project_id}`);
  terminal.note(
    `${hasWork ? "Label the files" : "All files are labeled. View them"} here (the link works once):`,
  );
  terminal.note(`\n  ${link}\n`);
  terminal.note(`Labels are written to ${path}. Press Ctrl+C to stop; run the command again to continue.`);
  if (input.values["no-open"] !== true) openBrowser(link, terminal);
}

interface Following extends Run {
  readonly project_id: string;
  readonly owner: string;
  /** The name of the labels file, and the path to show. */
  readonly file: string;
  readonly path: string;
}

/** How many items a project has, and how many of them have labels. */
interface Labels {
  readonly items: number;
  readonly labeled: number;
}

/** Writes labels as they come until the user stops. */
async function follow(client: Client, { note }: Terminal, following: Following): Promise<Labels> {
  const { project_id, owner, folder, format, file, path, home, signal } = following;
  let seen: string | null = null;
  let wroteAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const isLast = signal.aborted;
    const { items, accepted, last_activity_at } = await progressOf(client, project_id);
    const isNews = accepted > 0 && last_activity_at !== seen;
    const isDone = isNews && !(await isWaiting(client, project_id, owner));
    if (isNews && (isDone || isLast || performance.now() - wroteAt > WRITE_EVERY_MS)) {
      await home.remember({ wrote: [...new Set([...(home.memory().wrote ?? []), file])] });
      await writeLabels(client, { project_id, format: format.name, folder: folder.path, name: file });
      note(`${path}: ${accepted} of ${items} labeled${isDone ? ". All done" : ""}`);
      seen = last_activity_at;
      wroteAt = performance.now();
    }
    if (isLast) return { items, labeled: accepted };
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined); // the signal ends it early
  }
}
