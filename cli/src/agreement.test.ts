import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-cli-agreement-"));
afterAll(() => rm(folder, { recursive: true }));
let files = 0;

/** The output of `assay agreement` for a file with this content. */
async function agreementOf(content: string | Uint8Array, ...options: readonly string[]) {
  files += 1;
  const file = join(folder, `${files}.csv`);
  await writeFile(file, content);
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(["agreement", file, ...options], {
    env: {},
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

/** Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C, by observer. */
const EXAMPLE_C = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."];
const EXAMPLE_CSV = [
  "item,worker,label",
  ...EXAMPLE_C.flatMap((labels, observer) =>
    [...labels].flatMap((label, unit) =>
      label === "." ? [] : [`${unit + 1},observer ${observer + 1},${label}`],
    ),
  ),
].join("\n");

test("agreement is printed for all answers, by label and by pair of workers, with the published values", async () => {
  const { code, out, notes } = await agreementOf(EXAMPLE_CSV);

  expect([code, notes]).toEqual([0, "41 answers, 12 items, 4 workers, 5 labels"]);
  for (const line of [
    /^Krippendorff's alpha \(nominal\) +0\.743$/m,
    /^ {2}95 % interval +0\.\d{3} to 0\.\d{3}$/m,
    /^Fleiss' kappa +-$/m,
    /^Gwet's AC1 +0\.775$/m,
    /^Raw agreement +0\.782 \(43\/55\)$/m,
    /^Unanimous items +8\/11$/m,
    /^5 +3 +1\.000 +1\.000$/m,
    /^observer 2 +observer 4 +10 +0\.900 +0\.876$/m,
  ]) {
    expect(out).toMatch(line);
  }
});

test.each([
  ["ordinal", "0.815"],
  ["interval", "0.849"],
])("labels that are numbers can be compared as %s ones", async (metric, published) => {
  const { out } = await agreementOf(EXAMPLE_CSV, "--metric", metric);

  expect(out).toMatch(new RegExp(`^Krippendorff's alpha \\(${metric}\\) +${published}$`, "m"));
});

test.each([
  ["", "line 1: a header line is required: item,worker,label"],
  ["item,worker,label\n", "has no answers"],
  ["item,worker\na,b", 'line 1: there is no column label (found: "item", "worker")'],
  ["item,worker,label,label\na,b,c,d", "line 1: the column label occurs twice"],
  ["item,worker,label\na,b,c\na,d, \n", "line 3: the label is empty"],
  ["item,worker,label\na,b,c\na,d\n", "line 3: the row and the header have different numbers of cells"],
  ['item,worker,label\na,b,"c\n', "a quoted cell is not closed before the end of the file"],
  ['item,worker,label\na,b,c"d"\n', "line 2: unexpected quote"],
  [Buffer.from("item,worker,label\na,b,Stra\xdfe\n", "latin1"), "is not UTF-8"],
])("a file of %j fails with %s", async (content, words) => {
  const { code, out, notes } = await agreementOf(content);

  expect([code, out]).toEqual([1, ""]);
  expect(notes).toContain(words);
});

test("a missing file, a folder and an unknown metric have messages", async () => {
  const quiet = { env: {}, print: () => undefined };
  const notes: string[] = [];
  const note = (line: string) => notes.push(line);

  expect(await run(["agreement", join(folder, "none.csv")], { ...quiet, note })).toBe(1);
  expect(await run(["agreement", folder], { ...quiet, note })).toBe(1);
  expect(await run(["agreement", "a.csv", "--metric", "best"], { ...quiet, note })).toBe(2);
  expect(notes.join("\n")).toMatch(/does not exist\n.*is not a file\n--metric must be one of nominal, /);
  expect(await agreementOf("item,worker,label\na,b,c\na,d,e", "--metric", "ordinal")).toMatchObject({
    code: 1,
    notes: expect.stringContaining('the label "c" must be a number for --metric ordinal'),
  });
});

test.each([
  ["one worker", "a,w,x\nb,w,y"],
  ["one item", "a,v,x"],
  ["one label", "a,v,x\na,w,x\nb,v,x"],
])("of %s there is no alpha, and no number stands for it", async (_what, rows) => {
  const { code, out } = await agreementOf(`item,worker,label\n${rows}\n`);

  expect(code).toBe(0);
  expect(out).toMatch(
    /^Krippendorff's alpha \(nominal\) +-\n {2}95 % interval +-\nFleiss' kappa +-\nGwet's AC1 +-$/m,
  );
  expect(out).not.toContain("NaN");
});

test("byte order marks, CRLF, quoted commas, other columns and names in any script are read; the last answer counts", async () => {
  const rows = [
    "label,item,note,worker",
    '"Ja, klar",ä,1,Łukasz',
    '"Ja, klar",ä,2,学',
    "Nein,b,3,Łukasz",
    "Nein,b,4,学",
  ];
  const again = [...rows, "Nein,ä,5,学"];

  const { out } = await agreementOf(`\uFEFF${rows.join("\r\n")}\r\n`);
  expect(out).toMatch(/^Krippendorff's alpha \(nominal\) +1\.000$/m);
  expect(out).toMatch(/^Ja, klar +2 +1\.000 +1\.000$/m);
  const { out: changed, notes } = await agreementOf(again.join("\n"));
  expect(changed).toMatch(/^Raw agreement +0\.500 \(1\/2\)$/m);
  expect(notes).toContain("1 of the answers left out: the same worker answered the same item again below");
});

test("with as many labels as answers all are counted, and the most frequent ones shown", async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `${index >> 1},w${index & 1},label ${index >> 1}`,
  );
  const { code, out, notes } = await agreementOf(["item,worker,label", ...rows].join("\n"));

  expect(code).toBe(0);
  expect(out).toMatch(/^Krippendorff's alpha \(nominal\) +1\.000$/m);
  expect(out.match(/^label \d+ /gm)).toHaveLength(100);
  expect(notes).toContain("Only the 100 most frequent labels are shown");
});
