import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Route } from "@assay/domain/importers/answers-for.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { finishIfComplete } from "../batches/finish.ts";
import { type BatchRow, getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { Actor } from "../members/acting.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { liftTimeLimit, type Tx } from "../platform/database/db.ts";
import { preferIndexes } from "../platform/database/planner.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { LIMITS } from "../platform/limits.ts";
import { getProject } from "../projects/store.ts";
import { findAnnotators } from "./annotators.ts";
import { receiveForeign } from "./foreign-source.ts";
import { importAnswers } from "./import-answers.ts";
import { importGold, importPredictions } from "./import-known.ts";
import type { Imported, ImportOptions } from "./schemas.ts";
import { type LineSource, receiveLines } from "./source.ts";

/** A request that imports lines into a batch. */
export interface ImportRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly batch_id: string;
  readonly isDryRun: boolean;
  readonly options: ImportOptions;
  /** The foreign format of the body; undefined for our own lines. */
  readonly format: string | undefined;
}

/** The lines of an import, its batch and its account. */
export interface Sent {
  readonly account_id: string;
  readonly batch_id: string;
  readonly source: LineSource;
  readonly options: ImportOptions;
}

/** Who imports, and whether to see only what would happen. */
export interface Sender {
  readonly caller: Actor;
  readonly isDryRun: boolean;
}

/** The counts of the result, as in `Imported`. */
interface Counts {
  readonly imported: number;
  readonly items_accepted?: number;
  readonly skipped: number;
  readonly clipped: number;
  readonly refused: number;
  readonly faults: readonly string[];
}

/** One kind of lines. */
export interface LineKind {
  /** The name of the JSON field with the lines. */
  readonly field: string;
  /** As what answers of a foreign dataset are imported. */
  readonly route: Route;
  /** Does the work that precedes the transaction; the function it returns stores the lines. */
  readonly prepare: (deps: Deps, sent: Sent, by: Sender) => Promise<(tx: Tx) => Promise<Counts>>;
}

export const ANSWERS: LineKind = {
  field: "annotations",
  route: "answers",
  async prepare(deps, sent, { caller, isDryRun }) {
    const { project_id } = await getBatch(deps.db, sent.account_id, sent.batch_id);
    const project = await getProject(deps.db, sent.account_id, project_id);
    const annotators = await findAnnotators(deps, { ...sent, caller, project, isDryRun });
    return (tx) => importAnswers(deps, tx, { ...sent, annotators });
  },
};
export const PREDICTIONS: LineKind = {
  field: "predictions",
  route: "predictions",
  prepare: async (deps, sent) => (tx) => importPredictions(deps, tx, sent),
};
export const GOLD: LineKind = {
  field: "gold",
  route: "gold",
  prepare: async (deps, sent) => (tx) => importGold(deps, tx, sent),
};

/** Imports the lines of a request in one transaction and responds; a dry run rolls everything back. */
export async function importLines(deps: Deps, from: ImportRequest, kind: LineKind): Promise<FastifyReply> {
  const { request, batch_id, isDryRun, options } = from;
  const caller = callerOf(request);
  const { account_id } = caller;
  const batch = await getBatch(deps.db, account_id, batch_id);
  const source = await sourceOf(deps, from, kind, batch);
  const afterCommit = () => finishIfComplete(deps, account_id, batch_id);
  try {
    const store = await kind.prepare(deps, { account_id, batch_id, source, options }, { caller, isDryRun });
    return await idempotent(deps, { ...from, fingerprint: source.fingerprint, afterCommit }, async (tx) => {
      return { status: 200, body: await storeLines(tx, store, from) };
    });
  } finally {
    await source.discard();
  }
}

/** Stores the lines by what `prepare` returned. */
export async function storeLines(
  tx: Tx,
  store: (tx: Tx) => Promise<Counts>,
  how: Pick<ImportRequest, "isDryRun" | "options">,
): Promise<Imported> {
  await liftTimeLimit(tx);
  await preferIndexes(tx);
  return toImported(await rehearsed(tx, how.isDryRun, () => store(tx)), how);
}

/** Throws `invalid_request` if a format is named for a body that is already read, as JSON is. */
async function sourceOf(deps: Deps, { request, format }: ImportRequest, kind: LineKind, batch: BatchRow) {
  if (format === undefined) return receiveLines(deps, request, kind.field);
  if (!(request.body instanceof Readable))
    throw new ServiceError("invalid_request", "send a dataset of another format as application/octet-stream");
  return receiveForeign(deps, request.body, { format, route: kind.route, type: typeOf(batch).name });
}

function toImported(
  counts: Counts,
  { isDryRun, options }: Pick<ImportRequest, "isDryRun" | "options">,
): Imported {
  const { imported, skipped, clipped, refused, faults, ...others } = counts;
  return {
    ...(isDryRun ? { imported: 0, would_import: imported } : { imported }),
    ...others,
    ...(options.skipsConflicts && { skipped }),
    ...(options.clip && { clipped }),
    ...(options.skipsFaults && { refused, faults: [...faults] }),
  };
}

/** Runs `work`, and rolls it back if it was a dry run. */
async function rehearsed<T>(tx: Tx, isRehearsal: boolean, work: () => Promise<T>): Promise<T> {
  if (!isRehearsal) return work();
  await sql`savepoint rehearsal`.execute(tx);
  const result = await work();
  await sql`rollback to savepoint rehearsal`.execute(tx);
  return result;
}

/** Refuses a body by its length before receiving it. */
export async function refuseTooLarge({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers["content-length"] ?? 0) <= LIMITS.annotations_request_bytes) return;
  throw new ServiceError("payload_too_large", "an import takes at most 256 MiB in one request");
}
