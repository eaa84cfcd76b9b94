import { expect, test } from "vitest";
import { auditAll, auditToVerdict, bodyOf, givenProject } from "../../test/given.ts";
import { givenLabeled, predicateOf, textsOf } from "../../test/red-team.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

/** A batch of these texts that failed its audit and was deleted. */
async function givenFailed(texts: readonly string[]): Promise<string> {
  const { id } = await givenLabeled(service, texts);
  await auditToVerdict(service, id, "eve", () => "no");
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  return id;
}

/** The second batch has the budget of the second round, and its certificate names the first. */
async function expectTold(first: string, second: string, shared_items: number): Promise<void> {
  await auditToVerdict(service, second, "eve");
  expect(await predicateOf(service, second)).toMatchObject({
    earlier_rounds: 1,
    alpha: 0.0375 / 4,
    earlier: [{ batch_id: first, shared_items }],
  });
}

const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  "white space": (text) => ` ${text.replaceAll(" ", " \n\t\f")}\u00a0`,
  "characters that nobody sees": (text) => [...text].join("\u200b").replace(" ", "\u2028\u00ad\ufeff\u2060"),
  "tags and variation selectors": (text) => `${text}\u{e0041}\ufe0f\u{e0100}`,
  "decomposed letters": (text) => text.normalize("NFD"),
  "wide letters": (text) =>
    text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  "upper case": (text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
};

test.each(Object.keys(TEXTS))("texts that differ by %s only are the same data", async (name) => {
  const texts = textsOf(`caf\u00e9 ${name} a`, 30);
  const first = await givenFailed(texts);
  const second = await givenLabeled(service, texts.map(TEXTS[name] ?? String));
  await expectTold(first, second.id, 30);
});

test("another project of the same account has no fresh budget, whatever its labels, level and policy", async () => {
  const texts = textsOf("another project", 30);
  const first = await givenFailed(texts);
  const settings = {
    labels: [{ name: "yes" }, { name: "maybe" }],
    quality_level: "basic",
    quality_policy: { overlap: 1, audit_plan: "forgiving", strict: false },
  };
  await expectTold(first, (await givenLabeled(service, texts, settings)).id, 30);
});

test("a failed batch that is cut into pieces has no fresh budget in any piece", async () => {
  const texts = textsOf("cut", 40);
  const first = await givenFailed(texts);
  const pieces = [texts.slice(0, 4), texts.slice(4, 8)];
  for (const piece of pieces) await expectTold(first, (await givenLabeled(service, piece)).id, 4);
});

test("pieces that failed have no fresh budget when they are merged, though each is less than a tenth", async () => {
  const pieces = [0, 1, 2, 3].map((piece) => textsOf(`merged ${piece}`, 3));
  for (const piece of pieces) await givenFailed(piece);
  const { id } = await givenLabeled(service, [...pieces.flat(), ...textsOf("merged with", 28)]);
  await auditToVerdict(service, id, "eve");
  expect(await predicateOf(service, id)).toMatchObject({ earlier_rounds: 1, earlier: { length: 4 } });
});

test("a batch that is mostly new starts afresh, and its certificate lists the old tenth", async () => {
  const texts = textsOf("diluted", 3);
  const first = await givenFailed(texts);
  const { id } = await givenLabeled(service, [...texts, ...textsOf("diluting", 30)]);
  await auditToVerdict(service, id, "eve");
  expect(await predicateOf(service, id)).toMatchObject({
    earlier_rounds: 0,
    earlier: [{ batch_id: first, shared_items: 3, outcome: "failed" }],
    N: 33,
  });
});

test("answers that are exported from a failed batch and imported into a new one share its budget", async () => {
  const texts = textsOf("archived", 20);
  const { id, project_id } = await givenLabeled(service, texts);
  await auditToVerdict(service, id, "eve", () => "no");
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { status: "archived" }), 200);
  await expectTold(id, (await givenLabeled(service, texts)).id, 20);
});

test("three useless reworks leave less of the 5 % each time, and the certificate lists all failed rounds", async () => {
  const { id } = await givenLabeled(service, textsOf("useless", 200));
  for (let rework = 0; rework < 3; rework += 1) {
    await auditToVerdict(service, id, "eve", () => "no");
    bodyOf(await request("POST", `/v1/batches/${id}/rework`, {}), 200);
    await runJobs();
    const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}&state=open&limit=100`), 200);
    const annotations = data.map(({ id: item_id }: { id: string }) => ({
      ...{ item_id, annotator: "ann" },
      result: { label: "yes" },
    }));
    bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
    await runJobs();
  }
  await auditToVerdict(service, id, "eve");

  const { looks } = await predicateOf(service, id);
  expect(looks.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "failed",
    "failed",
    "failed",
    "certified",
  ]);
  const alphas = looks.map(({ alpha }: { alpha: number }) => alpha);
  expect(alphas).toEqual([0.0375, 0.0375 / 4, 0.0375 / 16, 0.0375 / 64]);
});

test("an audit that is abandoned at the first sign of a wrong label counts as failed", async () => {
  const texts = textsOf("abandoned", 60);
  const { id } = await givenLabeled(service, texts);
  const { required } = (await batchOf(id)).audit;
  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  expect((await batchOf(id)).status).toBe("failed");

  const { id: again } = await givenLabeled(service, texts);
  bodyOf(await request("DELETE", `/v1/batches/${again}`), 409);
  bodyOf(await request("DELETE", `/v1/batches/${again}?abandon=true`), 204);
  const third = await givenLabeled(service, texts);
  expect((await batchOf(third.id)).audit.required).toBeGreaterThan(required);
  await auditToVerdict(service, third.id, "eve");
  const { earlier, earlier_rounds } = await predicateOf(service, third.id);
  expect([earlier_rounds, earlier.map(({ outcome }: { outcome: string }) => outcome).sort()]).toEqual([
    2,
    ["abandoned", "failed"],
  ]);
});

test("a conversation with other ids, models, roles, white space or order of responses is the same data", async () => {
  const answers = ["A dog.", "A cat."];
  const conversation = (index: number, space: string, swapped: boolean) => ({
    messages: [{ role: swapped ? "system" : "user", content: `What is${space}it, ${index}?` }],
    responses: (swapped ? answers.toReversed() : answers).map((text, place) => ({
      ...{ id: `${swapped ? "x" : "r"}${place}`, text },
      ...(swapped && { model: "m" }),
    })),
  });
  const label = async (space: string, swapped: boolean) => {
    const lines = [1, 2, 3].map((index) => JSON.stringify(conversation(index, space, swapped)));
    const files = [{ filename: "talk.jsonl", text: lines.join("\n") }];
    const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
    await runJobs();
    const quality_policy = { overlap: 1 };
    const project = await givenProject(service, { annotation_type: "ranking", labels: [], quality_policy });
    const sent = { project_id: project.id, upload_ids: [upload.id] };
    const { id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
    const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
    const ranking = [0, 1].map((place) => `${swapped ? "x" : "r"}${place}`);
    const annotations = data.map((item: { id: string }) => ({
      ...{ item_id: item.id, annotator: "ann" },
      result: { ranking },
    }));
    bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
    await runJobs();
    return batchOf(id);
  };
  const first = await label(" ", false);
  const second = await label("\n\t\u200b ", true);
  expect(second).toMatchObject({ earlier_rounds: 1, earlier: [{ batch_id: first.id, shared_items: 3 }] });
});
