import { ServiceError } from "@assay/domain/errors.ts";
import type { ExportItem, Items, Pages } from "@assay/domain/formats/format.ts";
import { toRecord } from "@assay/domain/formats/record.ts";
import { splitOf } from "@assay/domain/splits.ts";
import { sql } from "kysely";
import { findArtefact } from "../certificates/artefacts.ts";
import { readPredicate, readSubjects } from "../certificates/envelope.ts";
import { findCertificate } from "../certificates/store.ts";
import type { Deps } from "../deps.ts";
import type { Context } from "../exports/file/dataset.ts";
import { exportedProject } from "../exports/file/exported-project.ts";
import { listRecords } from "../exports/file/records.ts";
import { readRecords } from "../exports/file/source.ts";
import { readPresentNames } from "../guidelines/names.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import type { CopyOut } from "../platform/database/copy.ts";
import type { DatasetCounts } from "../platform/database/dataset-tables.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import type { NewRow, Row } from "../platform/database/tables.ts";
import { LIMITS } from "../platform/limits.ts";
import { sha256 } from "../platform/sha256.ts";
import { getAnnotationType } from "../projects/settings.ts";
import { getProject } from "../projects/store.ts";
import { refuseDeleted } from "./deleted.ts";
import { matches } from "./matches.ts";
import { stageSorted } from "./sorted.ts";
import type { VersionRow } from "./store.ts";

/** The batches of a query, as they are in a snapshot. */
type BatchOf = Pick<Row<"batches">, "id" | "status" | "certified_at" | "revision">;

/** A version's content, not kept yet. */
export interface TakenVersion {
  /** `dataset.jsonl`. */
  readonly records: StagedBlob;
  readonly batches: readonly NewRow<"dataset_batches">[];
  readonly counts: DatasetCounts;
  readonly context: Context;
  /** Whose label names the records have. */
  readonly guideline_version: number;
}

/**
 * Stages the items that a version holds, from the snapshot of `tx`: those of certified batches as their certificate names
 * them, from the frozen `dataset.jsonl`, others as they are. Labels get their present names, so that a label has one name in
 * all batches. Answers stay in the batches, because their pseudonyms count in each batch anew.
 */
export async function takeVersion(
  deps: Deps,
  tx: Tx,
  copyOut: CopyOut,
  wanted: VersionRow,
): Promise<TakenVersion> {
  const { account_id, dataset_id, version, query, splits } = wanted;
  const project = await getProject(tx, account_id, query.project_id);
  const type = getAnnotationType(project.canonical_type).configured(project.type_options);
  const present = await readPresentNames(tx, { account_id, project_id: project.id }, type);
  const chosen = await listBatches(tx, wanted);
  const found: Found[] = [];
  for (const batch of chosen) found.push(await findFrozen(deps, tx, account_id, batch));
  const batches: NewRow<"dataset_batches">[] = [];
  const counts = { train: 0, validation: 0, test: 0 };
  const labels = new Set<string>();
  /** The items of a batch, with present names. */
  async function* itemsOf({ batch, frozen }: Found): Pages {
    if (frozen !== null) {
      for await (const page of readKept(deps.db, { account_id, id: batch.id }, frozen.items()))
        yield page.map((item) => ({
          ...item,
          result: present(item.result, frozen.names_version),
          answers: [],
        }));
      return;
    }
    const reading = { account_id, batch_ids: [batch.id], answers: false, corrected: false, present };
    for await (const records of listRecords(tx, copyOut, reading))
      yield Array.from(records, ({ line }) => JSON.parse(line)); // safe: listRecords wrote it
  }
  function lineOf(item: ExportItem): string {
    const split = splitOf(sha256, splits, item);
    counts[split] += 1;
    for (const label of type.labels(item.result)) labels.add(label);
    return toRecord({ ...item, split });
  }
  async function* lines(): AsyncGenerator<string> {
    for (const one of found) {
      let items = 0;
      for await (const page of itemsOf(one)) {
        const matching = page.filter((item) => matches(query, type, item));
        items += matching.length;
        for (const item of matching) yield lineOf(item);
      }
      if (items > 0) batches.push({ account_id, dataset_id, version, ...one.row, items });
    }
  }
  const records = await stageSorted(deps.blobs, lines());
  const named = project.labels.map(({ name }) => name);
  return {
    records,
    batches,
    guideline_version: project.guideline_version,
    counts: { items: counts.train + counts.validation + counts.test, batches: batches.length, ...counts },
    context: {
      certified: batches.length > 0 && batches.every(({ certificate_id }) => certificate_id != null),
      project: exportedProject(project, type),
      categories: [...named, ...[...labels].filter((label) => !named.includes(label)).sort()],
    },
  };
}

async function listBatches(tx: Tx, { account_id, query }: VersionRow): Promise<BatchOf[]> {
  let wanted = tx
    .selectFrom("batches")
    .select(["id", "status", "certified_at", "revision"])
    .where("account_id", "=", account_id)
    .where("project_id", "=", query.project_id)
    .where("deleted_at", "is", null)
    .where("dataset_id", "is", null)
    .where(sql<boolean>`status = any(${query.statuses}::text[])`);
  if (query.batch_ids !== undefined)
    wanted = wanted.where(sql<boolean>`id = any(${query.batch_ids}::text[])`);
  const rows = await wanted
    .orderBy("id")
    .limit(LIMITS.dataset_batches + 1)
    .execute();
  if (rows.length <= LIMITS.dataset_batches) return rows;
  const message = `the query chooses more than ${LIMITS.dataset_batches} batches; name some in batch_ids`;
  throw new ServiceError("invalid_request", message);
}

interface Found {
  readonly batch: BatchOf;
  /** Null for a batch that is not certified. */
  readonly frozen: {
    readonly items: Items;
    /** The guideline version whose names its labels have; null if its certificate does not say. */
    readonly names_version: number | null;
  } | null;
  readonly row: Pick<
    NewRow<"dataset_batches">,
    "batch_id" | "status" | "revision" | "certificate_id" | "sha256"
  >;
}

/** The frozen items of a batch; throws by `refuseDeleted`, so that the job is tried again, on a snapshot without it. */
async function* readKept(db: Db, batch: Pick<Row<"batches">, "account_id" | "id">, items: Pages): Pages {
  try {
    yield* items;
  } catch (fault) {
    await refuseDeleted(db, batch, fault);
  }
}

async function findFrozen(deps: Deps, tx: Tx, account_id: string, batch: BatchOf): Promise<Found> {
  const { id: batch_id, status, revision } = batch;
  const row = { batch_id, status };
  if (batch.certified_at === null) return { batch, frozen: null, row };
  const key = { batch_id, revision, variant: "dataset.jsonl" };
  const artefact = await findArtefact(tx, account_id, key);
  const certificate = await findCertificate(tx, { account_id, batch_id }, revision);
  if (artefact === undefined || certificate === undefined)
    throw new Error(`revision ${revision} of ${batch_id} has no frozen records`);
  const { id: certificate_id, envelope } = certificate;
  const named = readSubjects(envelope).find(({ path }) => path === "dataset.jsonl");
  if (named?.sha256 !== artefact.sha256)
    throw new Error(`the certificate of ${batch_id} names another dataset.jsonl`);
  return {
    batch,
    frozen: {
      items: () => readRecords(deps.blobs.kept(artefact)),
      names_version: readPredicate(envelope).judging_rules?.rules.guideline_version ?? null,
    },
    row: { ...row, revision, certificate_id, sha256: artefact.sha256 },
  };
}
