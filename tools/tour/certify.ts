import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";
import { ADJUDICATOR, ANNOTATORS, type Annotator, AUDITOR } from "./people.ts";
import { until } from "./waiting.ts";
import { type Answer, type Item, work } from "./work.ts";

/** What an item is known again by. */
export type Known = Pick<Item, "external_id"> & { readonly file: Pick<Item["file"], "filename"> };

/** What the simulated people know of the items of a batch. */
export interface Knowledge {
  readonly type: AnnotationType;
  readonly answer: (item: Known, annotator: Annotator) => Answer;
  readonly truth: (item: Known) => Answer;
}

export type Batch = components["schemas"]["Batch"];

/** The three annotators work side by side, each until `limit` answers or until nothing is left; gives all answers. */
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
 * Labels all that is left of a batch: a disagreement asks for a third answer after somebody went home, so they
 * come back until nothing is left; then the adjudicator settles the rest. Throws where that does not complete it.
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

/** The auditor checks what is drawn, look by look, until there is a verdict; throws where the batch fails. */
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
