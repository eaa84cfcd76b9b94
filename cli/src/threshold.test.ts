import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseThreshold } from "@assay/domain/models/threshold.ts";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-cli-threshold-"));
afterAll(() => rm(folder, { recursive: true }));
let files = 0;

/** The output of `assay threshold` for a file with this content. */
async function thresholdOf(content: string, ...options: readonly string[]) {
  files += 1;
  const file = join(folder, `${files}.csv`);
  await writeFile(file, content);
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(["threshold", file, ...options], {
    env: {},
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

/** 2,000 items with falling scores, every third checked, and wrong in the lowest quarter; the last ten have no score. */
const ITEMS = Array.from({ length: 2000 }, (_, item) => ({
  score: item < 1990 ? (2000 - item) / 2000 : null,
  checked: item % 3 === 0,
  right: item < 1500,
}));
const FILE = [
  "item,right,score,checked",
  ...ITEMS.map(({ score, checked, right }, item) => {
    const result = checked ? Number(right) : "";
    return `${item},${result},${score ?? ""},${Number(checked)}`;
  }),
].join("\n");

test("the threshold is that of the service, with its items, checks and bound", async () => {
  const goal = { max_wrong: 0.05, confidence: 0.9 };
  const check = ITEMS.filter(({ checked }) => checked);
  const expected = chooseThreshold(
    ITEMS.map(({ score }) => score),
    check,
    goal,
  );
  const options = ["--max-wrong", "0.05", "--confidence", "0.9"];
  const { code, out, notes } = await thresholdOf(FILE, ...options);
  const { out: json } = await thresholdOf(FILE, ...options, "--json");

  expect(expected.chosen?.items).toBe(1560);
  expect(JSON.parse(json)).toEqual({ ...goal, predictions: 2000, check: 667, ...expected });
  expect([code, notes]).toEqual([0, "2000 items, of which 667 were checked"]);
  expect(out).toMatch(
    /^Accept scores from 0\.2205: 1560 items, of which at most 5 % are wrong with 90 % confidence \(20 of 520 checked\)\.\n\n/,
  );
  expect(out).toMatch(/^0\.2205 +1560 +520 +20 +5 % +yes\n0\.\d+ +1600 .* no$/m);
});

test("items without a score are accepted only with all others", async () => {
  const rows = Array.from({ length: 300 }, (_, item) => `${item === 7 ? "" : item},1,1`);
  const { out } = await thresholdOf(`score,checked,right\n${rows.join("\n")}\n`, "--max-wrong", "0");

  expect(out).toContain("No threshold: too few items were checked to show that at most 0 % are wrong.");
  const { out: some } = await thresholdOf(`score,checked,right\n${rows.join("\n")}\n`, "--max-wrong", "0.05");
  expect(some).toMatch(/^Accept all items: 300 items, of which at most 0 % are wrong/);
  expect(some).toMatch(/^all +300 +300 +0 +0 % +yes$/m);
});

test("where nothing passes, the first threshold that failed is printed", async () => {
  const rows = Array.from({ length: 300 }, (_, item) => `${item},1,0`);
  const { code, out } = await thresholdOf(`score,checked,right\n${rows.join("\n")}`, "--max-wrong", "0.1");

  expect(code).toBe(0);
  expect(out).toMatch(/^No threshold: it is not shown of any that at most 10 % of the labels are wrong\.\n/);
  expect(out).toMatch(/ 100 % +no$/m);
});

test.each([
  ["0.5,0,\nhigh,0,\n", 'line 3: score must be a number or empty (got "high")'],
  ["0.5,0,\n0.5,yes,\n", 'line 3: checked must be 0 or 1 (got "yes")'],
  ["0.5,1,1\n0.5,1,\n", 'line 3: right must be 0 or 1 where checked is 1 (got "")'],
  ["0.5,0,1\n", 'line 2: right must be empty where checked is 0 (got "1")'],
  ["0.5,0\n", "line 2: the row and the header have different numbers of cells"],
  ["", "has no items"],
])("the rows %j fail with %s", async (rows, words) => {
  const { code, out, notes } = await thresholdOf(`score,checked,right\n${rows}`, "--max-wrong", "0.05");

  expect([code, out]).toEqual([1, ""]);
  expect(notes).toContain(words);
});

test.each([
  [[], "--max-wrong is missing"],
  [["--max-wrong", "5"], "--max-wrong must be a number from 0 and below 1 (got 5)"],
  [["--max-wrong", ""], "--max-wrong must be a number from 0 and below 1 (got )"],
  [["--max-wrong", "0.1", "--confidence", "0"], "--confidence must be above 0 and below 1 (got 0)"],
])("%j is not understood", async (options, message) => {
  const { code, notes } = await thresholdOf("score,checked,right\n", ...options);
  expect(code).toBe(2);
  expect(notes).toContain(message);
});
