import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";
import { ADJUDICATOR, ANNOTATORS, type Annotator, AUDITOR } from "./people.ts";
import { until } from "./waiting.ts";
import { type Answer, type Item, work } from "./work.ts";

/** The key that identifies an item. */
export type Known = Pick<Item, "external_id"> & { readonly file: Pick<Item["file"], "filename"> };

/** The truth about the items of a batch, for the simulated people. */
export interface Knowledge {
  readonly type: AnnotationType;
  readonly answer: (item: Known, annotator: Annotator) => Answer;
  readonly truth: (item: Known) => Answer;
}

export type Batch = components["schemas"]["Batch"];

/**
 * The three annotators work in parallel, each until `limit` answers or until nothing is left; returns all
 * answers.
 */
export async function annotate(
  client: Client,
  batch_id: string,
  { answer }: Knowledge,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  const shifts = ANNOTATORS.map((person) =>
    work(client, { batch_id, annotator: person.name, kind: "annotate", limit }, (item) =>
      answer(item, person),
    ),
  );
  return (await Promise.all(shifts)).reduce((sum, answers) => sum + answers, 0);
}

export interface Completion {
  readonly answers: number;
  readonly adjudications: number;
}

/**
 * Labels everything left of a batch: a disagreement may ask for a third answer after an annotator has
 * finished, so they repeat until nothing is left; then the adjudicator settles the rest. Throws if that does
 * not complete it.
 */
export async function complete(client: Client, batch_id: string, known: Knowledge): Promise<Completion> {
  let answers = 0;
  for (let given = 1; given > 0; answers += given) given = await annotate(client, batch_id, known);
  const adjudications = await work(
    client,
    { batch_id, annotator: ADJUDICATOR, kind: "adjudicate" },
    known.truth,
  );
  const { status } = await getBatch(client, batch_id);
  if (status !== "completed") throw new Error(`the batch is ${status} although nothing is left to answer`);
  return { answers, adjudications };
}

export interface Verdict {
  readonly batch: Batch;
  readonly audits: number;
  readonly corrections: number;
}

/** The auditor checks the sample, stage by stage, until there is a verdict; throws if the batch fails. */
export async function audit(client: Client, batch_id: string, { type, truth }: Knowledge): Promise<Verdict> {
  let corrections = 0;
  let audits = 0;
  const judge = (item: Item) => {
    const right = truth(item);
    const { label } = item;
    if (label !== null && type.acceptable(label, right, { strict: false })) return label;
    corrections += 1;
    return right;
  };
  const batch = await until({ what: "the verdict", withinMs: 60_000 }, async () => {
    audits += await work(client, { batch_id, annotator: AUDITOR, kind: "audit" }, judge);
    const found = await getBatch(client, batch_id);
    return found.status === "completed" ? undefined : found;
  });
  if (batch.status === "certified") return { batch, audits, corrections };
  throw new Error(`the batch is ${batch.status}: ${JSON.stringify(batch.failure_reasons)}`);
}

async function getBatch(client: Client, id: string): Promise<Batch> {
  const { data } = await client.GET("/v1/batches/{id}", { params: { path: { id } } });
  return data;
}
