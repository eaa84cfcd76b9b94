import fc from "fast-check";
import { expect, test } from "vitest";
import { labelFolders, percentEncoded } from "./label-names.ts";

test.each([
  ["golden retriever", "golden retriever"],
  ["..", "%2E%2E"],
  ["a/b\\c", "a%2Fb%5Cc"],
  ["Café", "Caf%C3%A9"],
  [" 🐈 ", "%20%F0%9F%90%88%20"],
  [" ", "%20"],
  ["100%", "100%25"],
  ["x".repeat(201), "%label_1"],
])("the folder of the label %j is %s", (label, folder) => {
  expect(labelFolders([label])).toEqual([folder]);
});

test("labels that differ only in case have folders that differ otherwise too", () => {
  expect(labelFolders(["Cat", "cat", "CAT"])).toEqual(["Cat", "%label_2", "%label_3"]);
});

test("different labels have different folders, each a single safe path segment", () => {
  const label = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.uniqueArray(label), (labels) => {
      const folders = labelFolders(labels);

      expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(labels.length);
      for (const folder of folders) expect(folder).toMatch(/^[\w%-]([\w% -]*[\w%-])?$/);
    }),
  );
});

test("a percent-encoded label decodes to itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (label) => {
      expect(decodeURIComponent(percentEncoded(label, /[\w -]/))).toBe(label);
    }),
  );
});
