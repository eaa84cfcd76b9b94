import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-cli-plan-"));
afterAll(() => rm(folder, { recursive: true }));

async function plan(...options: readonly string[]) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(["plan", ...options], {
    env: {},
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

test("the stages of a level and the chance to pass are printed without a server", async () => {
  const { code, out } = await plan("--level", "gold", "--items", "1000");

  expect(code).toBe(0);
  expect(out).toContain(
    "Premium (≥ 90), 1000 items: 39 audits if all are right; up to 103 if four are wrong.\n",
  );
  expect(out).toMatch(/^0 +39$/m);
  expect(out).toMatch(/^4 +103$/m);
  // the published chances and mean audits
  expect(out).toMatch(/^95 .* 48\.0 % +68\.5$/m);
  expect(out).toMatch(/^98 .* 96\.4 % +56\.8$/m);
});

test("a forgiving plan audits more and passes more often", async () => {
  const { out } = await plan("--level", "elite", "--items", "1000", "--plan", "forgiving");

  expect(out).toContain("82 audits if all are right; up to 256 if six are wrong");
  expect(out).toMatch(/^98 .* 82\.0 % +164\.1$/m);
});

test("the audits that slices add are printed", async () => {
  const { out } = await plan("--level", "standard", "--items", "1500", "--slices", "3", "--min-score", "80");

  expect(out).toMatch(
    /^Slices: 29 audits in each of 3 slices of equal size, .*; 68 more than the first stage has\.$/m,
  );
});

test("the curve is written as an SVG file", async () => {
  const file = join(folder, "plan.svg");
  const { code, notes } = await plan("--level", "basic", "--items", "40", "--svg", file);

  expect({ code, notes }).toEqual({ code: 0, notes: `The curve is in ${file}` });
  const svg = await readFile(file, "utf8");
  expect(svg).toContain("Basic (≥ 70), 40 items");
  expect(svg).not.toContain("NaN");
  const points = /stroke="#0057b8"[^>]*>|points="([^"]*)" fill="none" stroke="#0057b8"/.exec(svg);
  expect(points?.[1]?.split(" ")).toHaveLength(19);
  expect(points?.[1]).toMatch(/^70\.0,339\.7 .* 620\.0,50\.0$/);
});

test.each([
  [["--items", "5"], "--level is missing"],
  [["--level", "none", "--items", "5"], "--level must be one of basic, standard, premium, elite"],
  [["--level", "basic", "--items", "0"], "--items must be a whole number from 1 to 1000000 (got 0)"],
  [["--level", "basic", "--items", "1e3"], "(got 1e3)"],
  [["--level", "basic", "--items", "9", "--slices", "2"], "--min-score is missing"],
  [["--level", "basic", "--items", "9", "--plan", "5"], "--plan must be one of thrifty, forgiving (got 5)"],
])("%j is not understood", async (options, message) => {
  const { code, notes } = await plan(...options);
  expect(code).toBe(2);
  expect(notes).toContain(message);
});
