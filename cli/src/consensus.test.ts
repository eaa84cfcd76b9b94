import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-cli-consensus-"));
afterAll(() => rm(folder, { recursive: true }));
let files = 0;

async function fileOf(content: string | Buffer): Promise<string> {
  files += 1;
  const file = join(folder, `${files}.csv`);
  await writeFile(file, content);
  return file;
}

/** The output of `assay consensus` for a file with this content. */
async function consensusOf(content: string | Buffer, ...options: readonly string[]) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(["consensus", await fileOf(content), ...options], {
    env: {},
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out, notes: notes.join("\n") };
}

const HEADER = "item,worker,label";

test("each item gets a label with its support, in the order of the items", async () => {
  const answers = [HEADER, "b,1,no", "a,1,yes", "a,2,yes", "a,3,no", "b,2,yes"].join("\n");

  const { code, out, notes } = await consensusOf(answers, "--method", "majority");
  expect(code).toBe(0);
  expect(out).toEqual(["item,label,support,method", "b,,0.5,majority", "a,yes,0.666667,majority"]);
  expect(notes).toBe(
    "5 answers, 2 items, 3 workers, 2 labels\nMethod: majority, as requested\nTied items, which get no label: 1",
  );
});

test("known labels are kept, even those that nobody answered, and measure the workers", async () => {
  const rows = Array.from({ length: 60 }, (_, item) => [
    `${item},good,${item % 2}`,
    `${item},bad,${item % 7 === 0 ? item % 2 : 1 - (item % 2)}`,
  ]).flat();
  const gold = await fileOf(
    [
      "label,item",
      "maybe,1",
      "0,99",
      ...Array.from({ length: 20 }, (_, i) => `${i % 2},${2 * i + (i % 2)}`),
    ].join("\n"),
  );
  const { out, notes } = await consensusOf([HEADER, ...rows].join("\n"), "--gold", gold);

  expect(notes).toMatch(/^120 answers, 60 items, 2 workers, 2 labels, 21 items with a known label$/m);
  expect(notes).toMatch(/^Known labels left out, because nobody answered their items: 1$/m);
  expect(notes).toMatch(/^Method: hierarchical, by the likelihood of the known labels \(mean log/m);
  expect(out).toContain("1,maybe,0,gold");
  expect(out).toContain("58,0,0.5,hierarchical");
  expect(out).toContain("59,1,0.5,hierarchical");
});

test("the labels are written to a file, quoted if necessary", async () => {
  const out = join(folder, "labels.csv");
  const printed = await consensusOf(`label,other,worker,item\r\n"ja, klar",x,Łukasz,ä\r\n`, "--out", out);

  expect(printed).toMatchObject({ code: 0, out: [out] });
  expect(await readFile(out, "utf8")).toBe('item,label,support,method\nä,"ja, klar",1,majority\n');
});

test.each([
  ["one worker", "a,w,x\nb,w,y", ["a,x,1,", "b,y,1,"]],
  ["one item", "a,v,x\na,w,x\na,u,y", ["a,x,0.666667,"]],
  ["one label", "a,v,x\na,w,x\nb,v,x", ["a,x,1,", "b,x,1,"]],
  ["a repeated answer", "a,v,x\na,w,y\na,v,y", ["a,y,1,"]],
])("%s has a defined result by every method", async (_what, rows, expected) => {
  for (const method of ["auto", "majority", "one-coin", "dawid-skene", "hierarchical"]) {
    const { code, out } = await consensusOf(`${HEADER}\n${rows}\n`, "--method", method);
    expect(code).toBe(0);
    expect(out.slice(1).map((row) => row.replace(/[^,]*$/, ""))).toEqual(expected);
  }
});

test("labels are decided even if every answer has its own, but without confusion matrices", async () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => `${index >> 1},w${index % 7},label ${index}`);
  const content = [HEADER, ...rows].join("\n");

  const { code, out, notes } = await consensusOf(content);
  expect([code, out.length]).toEqual([0, 1_001]);
  expect(notes).toContain("Method: one-coin, there are too many labels and workers for confusion matrices");
  for (const method of ["dawid-skene", "hierarchical"])
    expect(await consensusOf(content, "--method", method)).toMatchObject({
      code: 1,
      notes: expect.stringContaining(`too many for ${method}; use one-coin`),
    });
});

test("faults in files and options have messages", async () => {
  const gold = await fileOf("item,label\na,x\na,y\n");
  const empty = await fileOf("item,label\na,\n");
  const rows = `${HEADER}\na,v,x\n`;

  expect((await consensusOf("item,label\na,x\n")).notes).toContain("line 1: there is no column worker");
  expect((await consensusOf(`${HEADER}\na,v,\n`)).notes).toContain("line 2: the label is empty");
  expect((await consensusOf(rows, "--gold", gold)).notes).toContain(
    'two labels for the item "a": "x" and "y"',
  );
  expect((await consensusOf(rows, "--gold", empty)).notes).toContain(`${empty}, line 2: the label is empty`);
  expect((await consensusOf("item;worker;label\na;v;x\n")).notes).toContain("cells are separated by commas");
  expect((await consensusOf(Buffer.from(`${rows}b,é,x\n`, "latin1"))).notes).toMatch(
    /, line 3: the line is not UTF-8$/,
  );
  expect(await consensusOf(rows, "--method", "best")).toMatchObject({
    code: 2,
    notes: expect.stringContaining(
      "--method must be one of auto, majority, one-coin, dawid-skene, hierarchical",
    ),
  });
});

test.each([
  ["/dev/null", "/dev/null exists and is not a file"],
  [join(folder, "none", "labels.csv"), `the folder ${join(folder, "none")} does not exist`],
  [folder, `${folder} exists and is not a file`],
  ["", "the name of the file to write is empty"],
])("--out %j is refused before anything is read", async (out, message) => {
  expect(await consensusOf("", "--out", out)).toEqual({ code: 1, out: [], notes: message });
});

test.each([
  ["1,1.0", 'The labels "1" and "1.0" count as two'],
  ["cat,Cat ", 'The labels "cat" and "Cat " count as two'],
  ["1234567890123456,1234567890123457", undefined],
  ["no,yes", undefined],
])("names that look alike are told: %s", async (labels, note) => {
  const rows = labels.split(",").map((label, place) => `a,${place},${label}`);
  const { notes } = await consensusOf([HEADER, ...rows].join("\n"));

  expect(notes.split("\n").find((line) => line.startsWith("The "))).toBe(note);
});
