import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

const TEXTS = 24;
/** The last texts, in which the three who are wrong agree with each other. */
const DISPUTED = 2;
const RIGHT: Span = { start: 0, end: 4, label: "person" };
const WRONG: Span = { start: 0, end: 2, label: "place" };

/** Ann and bea are right; the others miss or err, each in another way. */
function said(text: number): Readonly<Record<string, Span[]>> {
  if (text > TEXTS - DISPUTED)
    return { ann: [RIGHT], bea: [RIGHT], cyd: [WRONG], dan: [WRONG], eve: [WRONG] };
  const wrongFrom = (start: number): Span => ({ start, end: 6, label: "place" });
  return { ann: [RIGHT], bea: [RIGHT], cyd: [wrongFrom(1)], dan: [wrongFrom(2)], eve: [] };
}

async function givenAnswered(settings: object = {}, fields?: object): Promise<string> {
  const { id } = await givenBatch(service, {
    texts: TEXTS,
    settings: {
      ...{ annotation_type: "named_entity_recognition", labels: [{ name: "person" }, { name: "place" }] },
      ...{ quality_level: "none", quality_policy: { overlap: 5, min_support: 0 } },
      ...settings,
    },
  });
  const annotations = Array.from({ length: TEXTS }, (_, index) =>
    Object.entries(said(index + 1)).map(([annotator, spans]) => ({
      ...{ external_id: String(index + 1), annotator, result: { spans } },
      ...(fields === undefined ? {} : { fields: { sure: spans.map(() => "yes") } }),
    })),
  ).flat();
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  return id;
}

async function spansOf(batch_id: string) {
  const rows = await db
    .selectFrom("items")
    .select(["result", "support", "origin"])
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
  return rows.map(({ result, ...row }) => ({ ...row, spans: (result as { spans: Span[] }).spans }));
}

/** Makes the spans of the first texts known. */
async function adjudicate(batch_id: string, count: number): Promise<void> {
  await db
    .updateTable("items")
    .set({ origin: "adjudication" })
    .where("batch_id", "=", batch_id)
    .where(
      "external_id",
      "in",
      Array.from({ length: count }, (_, index) => String(index + 1)),
    )
    .execute();
}

test("a completed batch gets the spans of a model of its annotators, whom adjudicated spans measure", async () => {
  const id = await givenAnswered();
  const voted = await spansOf(id);
  expect(voted.slice(-DISPUTED).map(({ spans }) => spans)).toEqual(Array(DISPUTED).fill([WRONG]));
  await adjudicate(id, TEXTS - DISPUTED);

  await runJobs();

  const modelled = await spansOf(id);
  expect(modelled.map(({ spans }) => spans)).toEqual(Array(TEXTS).fill([RIGHT]));
  expect(modelled.slice(-DISPUTED)).toEqual(
    Array(DISPUTED).fill({ spans: [RIGHT], support: 0.5, origin: "import" }),
  );
  const { consensus } = await db
    .selectFrom("batches")
    .select("consensus")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(consensus).toEqual([
    {
      ...{ version: 1, round: 1, asked: "auto", method: "dawid-skene", reason: "parts" },
      ...{ log_likelihoods: null, model_version: 3, iterations: expect.any(Number) },
      ...{ items: TEXTS, answers: 5 * TEXTS, annotators: 5, labels: 2 },
      ...{ known: TEXTS - DISPUTED, changed: DISPUTED, created_at: expect.any(String) },
    },
  ]);
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).consensus).toEqual({
    ...{ version: 1, method: "dawid-skene", answers: 5 * TEXTS, changed: DISPUTED },
  });
});

test("adjudicated spans stay", async () => {
  const id = await givenAnswered();
  const voted = await spansOf(id);
  await adjudicate(id, TEXTS);

  await runJobs();

  expect((await spansOf(id)).map(({ spans }) => spans)).toEqual(voted.map(({ spans }) => spans));
});

test("spans with a field for each of them keep the consensus of their item", async () => {
  const sure = { name: "sure", type: "choice", per: "object", options: ["yes", "no"] };
  const id = await givenAnswered({ fields: [sure] }, { sure: "yes" });
  const voted = await spansOf(id);

  await runJobs();

  expect(await spansOf(id)).toEqual(voted);
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).consensus).toBeNull();
});
