import { expect, test } from "vitest";
import { approximateItems } from "./approximate-items.ts";

test("images are an item each, and lines and rows too", async () => {
  expect(await approximateItems([])).toBe(0);
  const files = [
    new File(["x"], "a.jpg"),
    new File(['{"text":"a"}\n{"text":"b"}\n\n'], "a.jsonl"),
    new File(["text,id\na,1\nb,2\nc,3"], "a.CSV"),
  ];
  expect(await approximateItems(files)).toBe(1 + 2 + 3);
});

test("of a long file a part is read, and the rest is taken to be like it", async () => {
  const line = `${JSON.stringify({ text: "x".repeat(87) })}\n`;
  const count = await approximateItems([new File([line.repeat(50_000)], "long.jsonl")]);
  expect(Math.abs((count ?? 0) - 50_000)).toBeLessThan(50);
});

test("what only the service can count is unknown, also beside other files", async () => {
  expect(await approximateItems([new File(["x"], "a.jpg"), new File(["PK"], "all.zip")])).toBeNull();
  expect(await approximateItems([new File(["[]"], "all.json")])).toBeNull();
});
