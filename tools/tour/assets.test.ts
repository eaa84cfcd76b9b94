import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import truth from "./truth.json" with { type: "json" };

const assets = new URL("../../server/sample/", import.meta.url);
const notice = await readFile(new URL("../../NOTICE", import.meta.url), "utf8");
const items = (await readFile(new URL("texts.jsonl", assets), "utf8"))
  .trimEnd()
  .split("\n")
  .map((line): { external_id: string; text: string } => JSON.parse(line));

describe("the tour's photographs", () => {
  test.each(truth.images)("$file decodes to the stored size", async ({ file, width, height }) => {
    const pixels = await sharp(await readFile(new URL(file, assets)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(pixels.info).toMatchObject({ width, height });
  });

  test.each(truth.images)("every box of $file lies inside it and has a known label", (image) => {
    expect(image.objects.length).toBeGreaterThan(0);
    for (const { label, bbox } of image.objects) {
      expect(truth.image_labels).toContain(label);
      expect(Math.min(bbox.x, bbox.y)).toBeGreaterThanOrEqual(0);
      expect(Math.min(bbox.width, bbox.height)).toBeGreaterThan(0);
      expect(bbox.x + bbox.width).toBeLessThanOrEqual(image.width);
      expect(bbox.y + bbox.height).toBeLessThanOrEqual(image.height);
    }
  });

  test("every photograph has a known class and a unique name", () => {
    expect(new Set(truth.images.map((image) => image.file)).size).toBe(truth.images.length);
    for (const image of truth.images) expect(truth.image_classes).toContain(image.class);
  });

  test("the photograph of the coins has a box for each of its 24 coins", () => {
    const coins = truth.images.find((image) => image.file === "images/coins.jpg");
    expect(coins?.objects.map((object) => object.label)).toEqual(Array(24).fill("coin"));
  });

  test.each(truth.images)("NOTICE names the origin of $file", ({ file, source }) => {
    expect(notice).toContain(`- ${file}: "${source.title}", ${source.author}; ${source.license}`);
    expect(notice).toContain(source.package);
    if (source.origin !== undefined) expect(notice).toContain(source.origin);
  });
});

describe("the tour's text", () => {
  test("items and truth name the same texts in the same order, each once", () => {
    const ids = items.map((item) => item.external_id);
    expect(truth.texts.map((text) => text.external_id)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every span cuts its surface out of the text by code points, and spans do not overlap", () => {
    for (const [index, { spans }] of truth.texts.entries()) {
      const points = Array.from(items[index]?.text ?? "");
      let free = 0;
      for (const { start, end, label, surface } of spans) {
        expect(truth.text_labels).toContain(label);
        expect(start).toBeGreaterThanOrEqual(free);
        expect(points.slice(start, end).join("")).toBe(surface);
        free = end;
      }
    }
  });

  test("NOTICE names the book, its translator and its licence", () => {
    expect(notice).toContain(truth.text_source.title);
    expect(notice).toContain(truth.text_source.author);
    expect(notice).toContain(truth.text_source.license);
  });
});
