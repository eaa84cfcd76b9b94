import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../server/test/postgres.ts";
import { ownStorage } from "../server/test/s3.ts";
import type { Knowledge, Known } from "../tools/tour/certify.ts";
import { type Outcome, runStory } from "../tools/tour/story.ts";
import { BOXES, NAMES } from "../tools/tour/subjects.ts";
import { PASSAGES, PHOTOGRAPHS } from "../tools/tour/truth.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-tour-"));
const database = await createTestDatabase();
const settings = { ...database.settings, ...ownStorage() };
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

describe("the tour", () => {
  const told: string[] = [];
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await runStory({ folder, settings, say: (line) => told.push(line) });
  }, 120_000);

  test("ends with two certified batches, whose sentences name what was checked", () => {
    for (const { batch, audits } of [outcome.photos, outcome.texts]) {
      expect(batch).toMatchObject({ status: "certified", annotated_count: batch.item_count });
      expect(batch.quality_score).toBeGreaterThanOrEqual(80);
      expect(batch.sentence).toContain(`They checked ${audits} of ${batch.item_count}, drawn at random`);
    }
  });

  test("needed an adjudicator for the photographs, and printed every step", () => {
    expect(outcome.photos.adjudications).toBeGreaterThan(0);
    expect(outcome.events).toBe(9);
    expect(told.join("\n")).toContain("simulated");
    expect(told.join("\n")).toContain(outcome.texts.batch.sentence);
  });

  test("writes the files that it names", async () => {
    expect((await readdir(folder)).sort()).toEqual([...outcome.files].sort());
  });

  test("writes datasets that are close to the truth", async () => {
    const photos = await readItems("photos.jsonl");
    const texts = await readItems("texts.jsonl");
    expect(photos).toHaveLength(PHOTOGRAPHS.length);
    expect(texts).toHaveLength(PASSAGES.length);
    const isWrong = ({ type, truth }: Knowledge, item: Exported) =>
      !type.acceptable(item.result, truth(item), { strict: false });
    const wrong = [
      ...photos.filter((item) => isWrong(BOXES, item)),
      ...texts.filter((item) => isWrong(NAMES, item)),
    ];
    expect(wrong.length).toBeLessThanOrEqual(3);
  });

  test("writes a COCO file with every photograph and as many boxes as the native one", async () => {
    const coco = JSON.parse(await readFile(join(folder, "photos.coco.json"), "utf8"));
    const rows = (await readFile(join(folder, "photos.csv"), "utf8")).trimEnd().split("\n").slice(1);
    expect(coco.images).toHaveLength(PHOTOGRAPHS.length);
    expect(coco.annotations.length).toBe(rows.length); // one row per box; every photograph has a box
    expect(coco.info.certified).toBe(true);
  });

  test("writes an early export that says that it is not certified and has fewer boxes", async () => {
    const early = JSON.parse(await readFile(join(folder, "photos.uncertified.coco.json"), "utf8"));
    const certified = JSON.parse(await readFile(join(folder, "photos.coco.json"), "utf8"));
    expect(early.info.certified).toBe(false);
    expect(early.images).toHaveLength(PHOTOGRAPHS.length);
    expect(early.annotations.length).toBeLessThan(certified.annotations.length);
  });
});

interface Exported extends Known {
  readonly result: unknown;
}

async function readItems(name: string): Promise<Exported[]> {
  const lines = (await readFile(join(folder, name), "utf8")).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}
