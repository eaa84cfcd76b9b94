import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { strings as english } from "./en/shell.ts";
import { count } from "./format.ts";

const languages = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

test("a translation needs every key, and its functions take the same parameters", () => {
  const failure = {
    notFound: "Seite nicht gefunden",
    failed: "Die Seite wurde nicht geladen",
    noCode: "Ein Teil von Assay wurde nicht geladen",
    noAccess: "Diese Seite ist für Sie nicht offen",
    request: (id: string) => `Anfrage ${id}`,
    retry: "Erneut versuchen",
    home: "Zur Startseite",
  };
  failure satisfies (typeof english)["failure"];
  const { home: _, ...lacking } = failure;
  // @ts-expect-error a key is missing
  lacking satisfies (typeof english)["failure"];
  const other = { ...failure, request: (id: number) => `Anfrage ${id}` };
  // @ts-expect-error the sentence takes another value
  other satisfies (typeof english)["failure"];
});

test.each(languages)("the folder $name has the same files as English", ({ name }) => {
  const filesOf = (language: string) =>
    readdirSync(join(import.meta.dirname, language), { recursive: true }).toSorted();
  expect(filesOf(name)).toEqual(filesOf("en"));
});

test("a count has the right plural form", () => {
  const items = { one: "item", other: "items" };
  expect([0, 1, 2, 1_200].map((value) => count(value, items))).toEqual([
    "0 items",
    "1 item",
    "2 items",
    "1,200 items",
  ]);
});
