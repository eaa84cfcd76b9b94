import fc from "fast-check";
import { expect, test } from "vitest";
import { imported } from "../../test/given-folder.ts";
import { createGlobs } from "./glob.ts";
import { huggingFace } from "./hugging-face.ts";

/** The same as a regular expression, which is right for short texts. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*+)/)
    .map((part) =>
      part === "*" ? "[^/]*" : part.startsWith("*") ? ".*" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
    );
  return new RegExp(`^${source.join("")}$`);
}

test("patterns match as regular expressions do", () => {
  const globs = createGlobs("README.md");
  const pattern = fc.array(fc.constantFrom("a", "b", "/", ".", "?", "*", "*", "**"), { maxLength: 9 });
  const path = fc.array(fc.constantFrom("a", "b", "/", ".", "?"), { maxLength: 12 });
  let matches = 0;
  fc.assert(
    fc.property(pattern, path, (parts, steps) => {
      const [glob, name] = [parts.join(""), steps.join("")];
      const isMatch = expressionOf(glob).test(name);
      matches += Number(isMatch);
      expect([glob, name, globs(glob)(name)]).toEqual([glob, name, isMatch]);
    }),
    { numRuns: 5_000 },
  );
  expect(matches).toBeGreaterThan(100);
});

const card = (...patterns: readonly string[]) => ({
  "README.md": `---\nconfigs:\n- config_name: a\n  data_files: ${JSON.stringify(patterns)}\n---\n`,
});

test("a pattern with many stars does not keep the process busy", async () => {
  const name = `${"a".repeat(200)}.csv`;
  const files = { ...card(`**${"a**".repeat(60)}b`, name), [name]: "text,label\nx,y\n" };

  expect((await imported(huggingFace, files)).items).toHaveLength(1);
});

test("patterns that take too many steps together are refused", async () => {
  const long = "a".repeat(2_000);
  const paths = Array.from({ length: 1_000 }, (_, index) => [`${long}${index}.csv`, ""]);
  const files = { ...card(`**${"a".repeat(1_000)}b`), ...Object.fromEntries(paths) };

  await expect(imported(huggingFace, files)).rejects.toThrow(
    "README.md: its patterns take more than 50000000 steps",
  );
});
